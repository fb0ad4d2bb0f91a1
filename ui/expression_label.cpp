#include "ui/expression_label.h"

#include <QRegularExpression>

#include "ui/theme.h"

namespace partita {

ExpressionLabel::ExpressionLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setMinimumWidth(1);  // a long expression is cut rather than widening the window
    setAccessibleName(tr("Key condition expression"));
    connect(&Theme::instance(), &Theme::changed, this, &ExpressionLabel::show);
    show();
}

void ExpressionLabel::setExpression(const KeyExpression& expression) {
    m_expression = expression;
    show();
}

void ExpressionLabel::show() {
    setFont(Theme::instance().monoFont());
    const ThemeColours& colours = Theme::instance().colours();
    // The text holds placeholders and the words of the grammar only, never a name or a value of the table.
    static const QRegularExpression kToken(QStringLiteral("#k\\d+|:v\\d+|\\b(?:AND|BETWEEN)\\b"));
    const QString text = plainText();
    QString html;
    qsizetype done = 0;
    for (auto found = kToken.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch token = found.next();
        html += text.mid(done, token.capturedStart() - done).toHtmlEscaped();
        const QString word = token.captured();
        const QColor colour = word.startsWith(QLatin1Char('#'))   ? colours.syntaxName
                              : word.startsWith(QLatin1Char(':')) ? colours.syntaxValue
                                                                  : colours.syntaxKeyword;
        html += QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), word);
        done = token.capturedEnd();
    }
    html += text.mid(done).toHtmlEscaped();
    setText(html);

    QStringList lines;
    for (const auto& [placeholder, name] : m_expression.names)
        lines << QStringLiteral("%1 = %2").arg(QString::fromStdString(placeholder),
                                               QString::fromStdString(name));
    for (const auto& [placeholder, value] : m_expression.values)
        lines << QStringLiteral("%1 = %2").arg(QString::fromStdString(placeholder), value);
    const QString meaning = lines.join(QLatin1Char('\n'));
    setToolTip(meaning.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    setAccessibleDescription(meaning);
}

}  // namespace partita
