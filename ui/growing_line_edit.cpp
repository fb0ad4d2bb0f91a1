#include "ui/growing_line_edit.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <QTextCharFormat>
#include <algorithm>

#include "ui/theme.h"

namespace partita {

namespace {

constexpr int kArrowWidth = 20;

}  // namespace

GrowingLineEdit::GrowingLineEdit(int least, int most, QWidget* parent)
    : QLineEdit(parent), m_least(least), m_most(most) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMouseTracking(true);
    connect(this, &QLineEdit::textChanged, this, [this] { updateGeometry(); });
}

QSize GrowingLineEdit::sizeHint() const {
    constexpr int kFrame = 28;  // frame, padding and the cursor
    const int wanted = fontMetrics().horizontalAdvance(text()) + kFrame + (m_hasArrow ? kArrowWidth : 0);
    return {std::clamp(wanted, m_least, m_most), QLineEdit::sizeHint().height()};
}

QSize GrowingLineEdit::minimumSizeHint() const {
    return {m_least, QLineEdit::minimumSizeHint().height()};
}

void GrowingLineEdit::setMistake(bool isWrong, int begin, int end) {
    m_isWrong = isWrong;
    // A line edit has no formats of its own; those of an input method are drawn all the same.
    QList<QInputMethodEvent::Attribute> attributes;
    if (isWrong && end > begin) {
        QTextCharFormat wavy;
        wavy.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wavy.setUnderlineColor(Theme::instance().colours().hot);
        attributes.append({QInputMethodEvent::TextFormat, begin - cursorPosition(), end - begin, wavy});
    }
    QInputMethodEvent event(QString(), attributes);
    const QSignalBlocker blocker(this);
    QCoreApplication::sendEvent(this, &event);
    update();
}

void GrowingLineEdit::setArrow(bool hasArrow) {
    m_hasArrow = hasArrow;
    setTextMargins(0, 0, hasArrow ? kArrowWidth - 4 : 0, 0);
    updateGeometry();
}

QRect GrowingLineEdit::arrowRect() const {
    return m_hasArrow ? QRect(width() - kArrowWidth, 0, kArrowWidth, height()) : QRect();
}

void GrowingLineEdit::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    if (m_hasArrow) {
        QStyleOption option;
        option.initFrom(this);
        option.rect = arrowRect().adjusted(4, 7, -4, -7);
        style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &option, &painter, this);
    }
    if (m_isWrong) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Theme::instance().colours().hot, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
}

void GrowingLineEdit::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && arrowRect().contains(event->pos())) {
        setFocus(Qt::MouseFocusReason);
        emit arrowPressed();
        return;
    }
    QLineEdit::mousePressEvent(event);
}

void GrowingLineEdit::mouseMoveEvent(QMouseEvent* event) {
    setCursor(arrowRect().contains(event->pos()) ? Qt::ArrowCursor : Qt::IBeamCursor);
    QLineEdit::mouseMoveEvent(event);
}

}  // namespace partita
