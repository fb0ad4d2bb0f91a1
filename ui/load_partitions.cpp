#include "ui/load_partitions.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>

#include "ui/themed_label.h"

namespace partita {

LoadPartitions::LoadPartitions(QWidget* parent)
    : QWidget(parent), m_count(new QSpinBox(this)), m_apply(new QPushButton(tr("Apply"), this)) {
    m_count->setRange(0, static_cast<int>(limits::kPartitionsMax));
    m_count->setSpecialValueText(tr("by the rule"));
    m_count->setAccessibleName(tr("Number of partitions"));
    auto* label = new ThemedLabel(ThemedLabel::Role::Body, tr("Partitions"), this);
    label->setBuddy(m_count);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(m_count, 1);
    row->addWidget(m_apply);
    connect(m_count, &QSpinBox::valueChanged, this, &LoadPartitions::showApply);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        const int count = m_count->value();
        emit chosen(count == 0 ? std::nullopt
                               : std::optional<std::uint32_t>(static_cast<std::uint32_t>(count)));
    });
    setSnapshot(nullptr, {});
}

void LoadPartitions::setSnapshot(const LoadSnapshot* snapshot, const QString& reason) {
    const bool isTyping = m_count->value() != m_current;
    if (snapshot) {
        const auto count = static_cast<int>(snapshot->summary.partitions.size());
        const auto rule = static_cast<int>(snapshot->partitionsByRule.value_or(0));
        m_count->setSpecialValueText(rule == 0 ? tr("by the rule") : tr("by the rule: %1").arg(rule));
        m_current = count == rule ? 0 : count;
        if (!isTyping) m_count->setValue(m_current);
    }
    setEnabled(snapshot && reason.isEmpty());
    setToolTip(
        reason.isEmpty()
            ? tr("The rule: an on-demand table has at least 4 partitions, a provisioned one RCU ÷ 3,000 + "
                 "WCU ÷ "
                 "1,000, and either one for every 10 GiB. A new number empties the live load; a replayed or "
                 "generated one is run again.")
            : reason);
    showApply();
}

void LoadPartitions::showApply() {
    m_apply->setEnabled(m_count->value() != m_current);
}

}  // namespace partita
