// A key condition expression on one line, its placeholders and keywords coloured; the tooltip says what each
// placeholder stands for. Can be selected and copied. GUI thread only.
#pragma once

#include <QLabel>

#include "model/query_draft.h"

namespace partita {

class ExpressionLabel final : public QLabel {
    Q_OBJECT
  public:
    explicit ExpressionLabel(QWidget* parent = nullptr);
    void setExpression(const KeyExpression& expression);
    /// As it would be copied.
    QString plainText() const { return QString::fromStdString(m_expression.text); }

  private:
    void show();
    KeyExpression m_expression;
};

}  // namespace partita
