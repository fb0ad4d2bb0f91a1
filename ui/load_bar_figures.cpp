#include "ui/load_bar_figures.h"

#include <algorithm>

#include "ui/chart.h"
#include "ui/theme.h"

namespace partita {
namespace {
constexpr double kGap = 6;  // pixels between two figures
}

void LoadBarFigures::show(std::vector<Figure> figures, double pixelsPerKey, double width) {
    for (QCPItemText* text : m_texts)
        text->setVisible(false);
    std::stable_sort(figures.begin(), figures.end(),
                     [](const Figure& a, const Figure& b) { return a.height > b.height; });

    const ThemeColours& colours = Theme::instance().colours();
    const QFont font = m_chart->yAxis->tickLabelFont();
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(strong);
    std::vector<std::pair<double, double>> taken;  // pixels
    for (const Figure& figure : figures) {
        const double half = metrics.horizontalAdvance(figure.text) / 2.0;
        // Inside the picture, even for the first and last bar.
        const double middle = std::clamp(figure.key * pixelsPerKey, half, std::max(half, width - half));
        const bool isFree = std::none_of(taken.begin(), taken.end(), [&](const auto& other) {
            return middle - half < other.second + kGap && middle + half > other.first - kGap;
        });
        if (!isFree) continue;
        if (taken.size() == m_texts.size()) {
            m_texts.push_back(m_chart->addText());
            m_texts.back()->setLayer(QStringLiteral("grid"));  // behind the bars, before the limit line
            m_texts.back()->position->setType(QCPItemPosition::ptPlotCoords);
            m_texts.back()->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
            m_texts.back()->setPadding({0, 0, 0, 2});
        }
        QCPItemText* text = m_texts[taken.size()];
        taken.emplace_back(middle - half, middle + half);
        text->position->setCoords(middle / pixelsPerKey, figure.height);
        text->setBrush(colours.window);  // the limit line passes behind
        text->setFont(figure.isOver ? strong : font);
        text->setColor(figure.isOver ? colours.hot : colours.textSecondary);
        text->setText(figure.text);
        text->setVisible(true);
    }
}

}  // namespace partita
