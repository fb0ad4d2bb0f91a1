#include "ui/load_legend.h"

#include <QPainter>

#include "model/load_text.h"
#include "ui/theme.h"

namespace partita {
namespace {
constexpr int kSwatch = 9, kSwatchGap = 5, kEntryGap = 16;  // pixels
}

LoadLegend::LoadLegend(QWidget* parent)
    : QWidget(parent),
      m_names{tr("reads, of %1").arg(limitText(LoadUnit::Read)),
              tr("writes, of %1").arg(limitText(LoadUnit::Write)), tr("over the limit"), tr("mean")} {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(m_names.join(QStringLiteral(", ")));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&LoadLegend::update));
}

QSize LoadLegend::sizeHint() const {
    const QFontMetrics metrics(Theme::instance().nameFont());
    int width = 0;
    for (const QString& name : m_names)
        width += kSwatch + kSwatchGap + metrics.horizontalAdvance(name) + kEntryGap;
    return {width, metrics.height()};
}

void LoadLegend::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor swatches[] = {colours.bar, colours.barWrite, colours.hot, colours.text};
    QPainter painter(this);
    painter.setFont(Theme::instance().nameFont());
    int x = 0;
    for (int i = 0; i < m_names.size(); ++i) {
        const bool isTick = i == m_names.size() - 1;
        const int thickness = isTick ? 1 : kSwatch;
        painter.fillRect(x, (height() - thickness) / 2, kSwatch, thickness, swatches[i]);
        x += kSwatch + kSwatchGap;
        const int width = painter.fontMetrics().horizontalAdvance(m_names[i]);
        painter.setPen(colours.textSecondary);
        painter.drawText(QRect(x, 0, width + 1, height()), Qt::AlignVCenter | Qt::AlignLeft, m_names[i]);
        x += width + kEntryGap;
    }
}

}  // namespace partita
