// An item as JSON, in the DynamoDB form or the plain one; to read, select and copy. GUI thread only.
#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "engine/value/item.h"
#include "ui/json_highlighter.h"
#include "ui/segmented_control.h"

namespace partita {

class JsonView final : public QWidget {
    Q_OBJECT
  public:
    explicit JsonView(QWidget* parent = nullptr);

    /// `firstNames`: attributes to write first (the keys). A null item empties the view.
    void setItem(std::shared_ptr<const Item> item, std::vector<std::string> firstNames);
    /// The whole JSON, also when only its beginning is shown.
    const QString& text() const { return m_json; }
    QString shownText() const { return m_text->toPlainText(); }

    /// Characters shown at first: the largest item would hold up the window for most of a second.
    static constexpr qsizetype kMostAtFirst = 60'000;

  private:
    void write();
    void show(const QString& text);
    void applyTheme();
    std::shared_ptr<const Item> m_item;
    std::vector<std::string> m_firstNames;
    QString m_json;
    SegmentedControl* m_form = nullptr;
    QToolButton* m_copy = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QPushButton* m_showAll = nullptr;
    JsonHighlighter* m_highlighter = nullptr;
};

}  // namespace partita
