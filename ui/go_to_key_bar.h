// A small bar over the blocks with a field for each key attribute: type a key, press Enter, be there.
// Errors stand in the bar. GUI thread only.
#pragma once

#include <QFrame>
#include <vector>

#include "engine/table/table_definition.h"

class QHBoxLayout;
class QLineEdit;

namespace partita {

class ThemedLabel;

class GoToKeyBar final : public QFrame {
    Q_OBJECT
  public:
    explicit GoToKeyBar(QWidget* parent = nullptr);

    /// Empties the fields when the keys are other ones.
    void setKeys(const KeySchema& keys);
    void open();
    void showProblem(const QString& text);
    QString problem() const;
    /// In the order of the key attributes, partition first.
    const std::vector<QLineEdit*>& fields() const { return m_fields; }

  signals:
    /// `sort` may be shorter than the sort key, or empty.
    void goRequested(const std::vector<partita::Value>& partition, const std::vector<partita::Value>& sort);
    void closed();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void go();
    void closeBar();
    void applyTheme();

    KeySchema m_keys;
    QHBoxLayout* m_row;
    std::vector<QLineEdit*> m_fields;
    ThemedLabel* m_problem;
};

}  // namespace partita
