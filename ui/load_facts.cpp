#include "ui/load_facts.h"

#include <QGridLayout>

#include "model/load_text.h"
#include "ui/elided_label.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kFacts = 9;

QString sourceText(const RecordingInfo& info) {
    switch (info.source) {
        case RecordingInfo::Source::Live:
            return LoadFacts::tr("requests made here");
        case RecordingInfo::Source::Trace:
            return LoadFacts::tr("replayed trace");
        case RecordingInfo::Source::Generated:
            break;
    }
    return LoadFacts::tr("generated");
}

}  // namespace

LoadFacts::LoadFacts(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, 100);
    grid->setColumnStretch(1, 1);
    for (int i = 0; i < kFacts; ++i) {
        m_names.push_back(new ElidedLabel(ThemedLabel::Role::Secondary, Qt::ElideRight, this));
        m_figures.push_back(new ElidedLabel(ThemedLabel::Role::Body, Qt::ElideMiddle, this));
        grid->addWidget(m_names.back(), i, 0);
        grid->addWidget(m_figures.back(), i, 1);
    }
    setSnapshot(nullptr);
}

std::vector<LoadFacts::Fact> LoadFacts::factsOf(const LoadSnapshot& snapshot) {
    const LoadSummary& summary = snapshot.summary;
    const RecordingInfo& info = summary.recording;
    std::vector<Fact> facts{{tr("Name"), QString::fromStdString(info.name)},
                            {tr("Source"), sourceText(info)}};
    if (!snapshot.isEmpty()) {
        facts.push_back({tr("From"), momentText(info.begin / 1000)});
        facts.push_back({tr("To"), momentText(info.end / 1000)});
    }
    facts.push_back({tr("Requests"), countText(summary.requests)});
    facts.push_back({tr("Read units"), unitsText(summary.totalRead)});
    facts.push_back({tr("Write units"), unitsText(summary.totalWrite)});
    const QString keys = countText(summary.distinctKeys);
    facts.push_back({tr("Distinct keys"), summary.keysAreExact ? keys : tr("over %1").arg(keys)});
    if (snapshot.range.kind != LoadRange::Kind::All && !snapshot.isEmpty()) {
        facts.push_back({tr("In this range"),
                         tr("%1 RCU, %2 WCU").arg(unitsText(summary.sumRead), unitsText(summary.sumWrite))});
    }
    return facts;
}

void LoadFacts::setSnapshot(const LoadSnapshot* snapshot) {
    const std::vector<Fact> facts = snapshot ? factsOf(*snapshot) : std::vector<Fact>{};
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const bool isUsed = i < facts.size();
        m_names[i]->setVisible(isUsed);
        m_figures[i]->setVisible(isUsed);
        m_names[i]->setText(isUsed ? facts[i].name : QString());
        m_figures[i]->setText(isUsed ? facts[i].figure : QString());
    }
}

QString LoadFacts::text() const {
    QStringList lines;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (!m_names[i]->text().isEmpty())
            lines << m_names[i]->text() + QStringLiteral(": ") + m_figures[i]->text();
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace partita
