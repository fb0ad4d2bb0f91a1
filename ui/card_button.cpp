#include "ui/card_button.h"

#include <QKeyEvent>
#include <QPainter>
#include <QTextLayout>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kCardHeight = 76;
constexpr int kRowHeight = 42;
constexpr int kPadding = 12;
constexpr int kRowPadding = 10;
constexpr int kCardLines = 2;

/// Draws words broken into lines, the last one elided. Returns the height used.
qreal drawLines(QPainter& painter, const QRectF& rect, const QString& text, int mostLines) {
    QTextLayout layout(text, painter.font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    qreal y = 0;
    for (int number = 0; number < mostLines; ++number) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(rect.width());
        const qreal height = line.height();
        const bool isLast = number == mostLines - 1 && line.textStart() + line.textLength() < text.size();
        const QString words =
            isLast ? painter.fontMetrics().elidedText(text.mid(line.textStart()), Qt::ElideRight,
                                                      static_cast<int>(rect.width()))
                   : text.mid(line.textStart(), line.textLength()).trimmed();
        painter.drawText(QPointF(rect.left(), rect.top() + y + line.ascent()), words);
        y += height + 1;
    }
    layout.endLayout();
    return y;
}

}  // namespace

CardButton::CardButton(Look look, const QString& title, const QString& text, const QString& note,
                       QWidget* parent)
    : QAbstractButton(parent), m_look(look), m_title(title), m_text(text), m_note(note) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(text);
    if (look == Look::Card) setToolTip(text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize CardButton::sizeHint() const {
    return {260, m_look == Look::Card ? kCardHeight : kRowHeight};
}
QSize CardButton::minimumSizeHint() const {
    return {180, sizeHint().height()};
}

bool CardButton::event(QEvent* event) {
    // Enter presses a push button of a form; here there is no form, and Enter is what people try.
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            click();
            return true;
        }
    }
    return QAbstractButton::event(event);
}

void CardButton::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const ThemeColours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isCard = m_look == Look::Card;
    const QColor ground = isDown() ? colours.selection : underMouse() ? colours.hover : colours.surfaceRaised;
    if (isCard || isDown() || underMouse() || hasFocus()) {
        painter.setPen(QPen(hasFocus() ? colours.accent : isCard ? colours.line : Qt::transparent, 1));
        painter.setBrush(ground);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }

    const int padding = isCard ? kPadding : kRowPadding;
    QRectF inner = QRectF(rect()).adjusted(padding, isCard ? padding - 2 : 4, -padding, -padding);
    painter.setFont(theme.keyFont());
    painter.setPen(colours.text);
    const QFontMetrics titleMetrics(theme.keyFont());
    QFont small = theme.nameFont();
    small.setPixelSize(12);
    const QFontMetrics smallMetrics(small);
    const int noteWidth = isCard ? smallMetrics.horizontalAdvance(m_note) : 0;
    painter.drawText(QPointF(inner.left(), inner.top() + titleMetrics.ascent()),
                     titleMetrics.elidedText(m_title, Qt::ElideMiddle,
                                             static_cast<int>(inner.width()) - noteWidth - padding));
    painter.setFont(small);
    painter.setPen(colours.textSecondary);
    if (!m_note.isEmpty() && isCard) {
        painter.drawText(QPointF(inner.right() - noteWidth, inner.top() + titleMetrics.ascent()), m_note);
    }
    inner.setTop(inner.top() + titleMetrics.height() + (isCard ? 4 : 0));
    if (isCard) {
        drawLines(painter, inner, m_text, kCardLines);
    } else {
        painter.drawText(QPointF(inner.left(), inner.top() + smallMetrics.ascent()),
                         smallMetrics.elidedText(m_text, Qt::ElideMiddle, static_cast<int>(inner.width())));
    }
}

}  // namespace partita
