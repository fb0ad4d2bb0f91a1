// An item as JSON, in the DynamoDB form or the plain one; to read, select and copy. GUI thread only.
#pragma once

#include <QPlainTextEdit>
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
    QString text() const { return m_text->toPlainText(); }

    /// A longer text is shown without colours: colouring it would hold up the window.
    static constexpr qsizetype kMostColoured = 100'000;

  private:
    void show();
    void applyTheme();
    std::shared_ptr<const Item> m_item;
    std::vector<std::string> m_firstNames;
    SegmentedControl* m_form = nullptr;
    QToolButton* m_copy = nullptr;
    QPlainTextEdit* m_text = nullptr;
    JsonHighlighter* m_highlighter = nullptr;
};

}  // namespace partita
