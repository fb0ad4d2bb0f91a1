#include "ui/browse_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/elided_label.h"
#include "ui/icons.h"
#include "ui/segmented_control.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

BrowseBar::BrowseBar(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("browseBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 10, 5);
    row->setSpacing(12);
    m_name = new ThemedLabel(ThemedLabel::Role::Heading);
    m_about = new ElidedLabel(ThemedLabel::Role::Secondary, Qt::ElideRight);
    m_figures = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_figures->setObjectName(QStringLiteral("figures"));
    row->addWidget(m_name);
    row->addWidget(m_about, 1);
    row->addWidget(m_figures);
    row->addSpacing(4);
    m_layout = new SegmentedControl({tr("Diagram"), tr("Grid")});
    m_layout->setToolTips(
        {tr("Attribute names over values (Ctrl+Shift+D)"), tr("One line an item (Ctrl+Shift+G)")});
    row->addWidget(m_layout);
    m_order = new QComboBox;
    m_order->setObjectName(QStringLiteral("order"));
    m_order->setAccessibleName(tr("Order of the blocks"));
    m_order->setToolTip(
        tr("The order of the blocks. Item count, size and load come largest first, as they are now."));
    const std::pair<CollectionOrderBy, QString> names[] = {
        {CollectionOrderBy::Key, tr("By key")},
        {CollectionOrderBy::Hash, tr("By hash")},
        {CollectionOrderBy::ItemCount, tr("By item count")},
        {CollectionOrderBy::Size, tr("By size")},
        {CollectionOrderBy::Load, tr("By load")}};
    for (const auto& [by, name] : names)
        m_order->addItem(name, static_cast<int>(by));
    row->addWidget(m_order);
    m_refresh = new QToolButton;
    m_refresh->setObjectName(QStringLiteral("refresh"));
    m_refresh->setIcon(icon(IconName::Refresh));
    m_refresh->setAutoRaise(true);
    m_refresh->setToolTip(tr("Read the order anew (F5)"));
    m_refresh->setAccessibleName(tr("Refresh"));
    row->addWidget(m_refresh);

    connect(m_layout, &SegmentedControl::chosen, this, [this](int index) { emit layoutChosen(index == 1); });
    connect(m_order, &QComboBox::activated, this,
            [this] { emit orderChosen(static_cast<CollectionOrderBy>(m_order->currentData().toInt())); });
    connect(m_refresh, &QToolButton::clicked, this, &BrowseBar::refreshRequested);
    connect(&Theme::instance(), &Theme::changed, this, &BrowseBar::applyTheme);
    applyTheme();
}

void BrowseBar::setView(const QString& name, const QString& about) {
    m_name->setText(name);
    m_about->setText(about);
}

void BrowseBar::setStatistics(const ViewStatistics& statistics) {
    m_statistics = statistics;
    showFigures();
}

void BrowseBar::setStatus(const QString& text) {
    m_status = text;
    showFigures();
}

void BrowseBar::setGrid(bool isGrid) {
    m_layout->setCurrent(isGrid ? 1 : 0);
}
void BrowseBar::setOrder(CollectionOrderBy by) {
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(by)));
}

void BrowseBar::showFigures() {
    if (!m_status.isEmpty()) {
        m_figures->setText(m_status);
        return;
    }
    m_figures->setText(tr("%1 in %2", "items, collections")
                           .arg(tr("%Ln item(s)", "", static_cast<int>(m_statistics.items)),
                                tr("%Ln collection(s)", "", static_cast<int>(m_statistics.collections))));
}

void BrowseBar::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(QStringLiteral("#browseBar { background: %1; border: 0; border-bottom: 1px solid %2; }")
                      .arg(colours.surface.name(), colours.line.name()));
}

}  // namespace partita
