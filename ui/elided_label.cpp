#include "ui/elided_label.h"

namespace partita {

ElidedLabel::ElidedLabel(ThemedLabel::Role role, Qt::TextElideMode mode, QWidget* parent)
    : QWidget(parent), m_mode(mode), m_label(new ThemedLabel(role, {}, this)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text) {
    m_text = text;
    // A value may hold line breaks; this label is one line.
    m_text.replace(QLatin1Char('\n'), QStringLiteral("↵"));
    setAccessibleName(text);
    updateGeometry();
    show();
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics = m_label->fontMetrics();
    return {metrics.horizontalAdvance(m_text) + 2, metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {24, sizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent*) {
    m_label->setGeometry(rect());
    show();
}

void ElidedLabel::show() {
    const QString shown = m_label->fontMetrics().elidedText(m_text, m_mode, width());
    m_label->setText(shown);
    setToolTip(shown == m_text ? QString() : m_text.toHtmlEscaped());
}

}  // namespace partita
