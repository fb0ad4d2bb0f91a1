#include "ui/size_bar.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme.h"

namespace partita {

SizeBar::SizeBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SizeBar::setShare(double share) {
    m_share = share;
    update();
}

void SizeBar::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.line);
    const QRectF whole(0, 0, width(), height());
    const qreal radius = height() / 2.0;
    painter.drawRoundedRect(whole, radius, radius);
    if (m_share <= 0) return;
    painter.setBrush(m_share > 1 ? colours.hot : colours.bar);
    // A full dot at the least: the smallest item still takes some of the limit.
    const qreal used = std::clamp<qreal>(m_share * width(), height(), width());
    painter.drawRoundedRect(QRectF(0, 0, used, height()), radius, radius);
}

}  // namespace partita
