#include "ui/metrics_line.h"

#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/theme.h"

namespace partita {

namespace {

QString partitionPhrase(const RunMetrics& metrics) {
    if (metrics.partitions == 0) return {};
    const int count = static_cast<int>(metrics.partitions);
    if (metrics.partition)
        return MetricsLine::tr("partition <b>%1</b> of %2").arg(*metrics.partition).arg(count);
    if (metrics.kind == RequestKind::Scan) return MetricsLine::tr("over %n partition(s)", nullptr, count);
    return {};
}

}  // namespace

MetricsLine::MetricsLine(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setMinimumWidth(1);  // cut rather than widening the window
    connect(&Theme::instance(), &Theme::changed, this, &MetricsLine::show);
    show();
}

void MetricsLine::setMetrics(const RunMetrics& metrics) {
    m_metrics = metrics;
    show();
}

void MetricsLine::show() {
    const ThemeColours& colours = Theme::instance().colours();
    setFont(Theme::instance().valueFont());
    QStringList phrases;
    phrases << (m_metrics.kind == RequestKind::Query ? tr("<b>Query</b>") : tr("<b>Scan</b>"));
    if (m_metrics.requests > 0) {
        phrases << tr("%n request(s)", nullptr, static_cast<int>(m_metrics.requests));
        phrases << tr("<b>%1</b> of %2 items read")
                       .arg(countText(m_metrics.itemsReturned), countText(m_metrics.itemsRead));
        phrases << tr("<b>%1</b> RCU").arg(unitsText(m_metrics.readUnits));
        phrases << durationText(m_metrics.time);
        if (const QString phrase = partitionPhrase(m_metrics); !phrase.isEmpty()) phrases << phrase;
    }
    // Bold figures in the colour of text, the words around them grey.
    QString html = phrases.join(QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp; "));
    html.replace(QLatin1String("<b>"), QStringLiteral("<b style=\"color:%1\">").arg(colours.text.name()));
    setText(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colours.textSecondary.name(), html));
    setToolTip(m_metrics.requests == 0
                   ? QString()
                   : tr("Size of the items read: %1. Time is spent in the engine, without the window.")
                         .arg(bytesText(m_metrics.bytesRead)));
}

}  // namespace partita
