#include "ui/load_key_table.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include "model/load_keys_model.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kRowHeight = 26;

class LoadKeyDelegate final : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const ThemeColours& colours = Theme::instance().colours();
        const bool isKey = index.column() == LoadKeysModel::Key;
        const bool over = index.data(KeyOverLimitRole).toBool();
        option->font = isKey ? Theme::instance().valueFont() : Theme::tabular(Theme::instance().valueFont());
        QColor colour = colours.text;
        if (index.data(OtherKeysRole).toBool()) colour = colours.textSecondary;
        if (over && index.column() == LoadKeysModel::Peak) colour = colours.hot;
        if (over && (isKey || index.column() == LoadKeysModel::Peak)) option->font.setWeight(QFont::DemiBold);
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
        option->textElideMode = Qt::ElideMiddle;
    }
};

}  // namespace

LoadKeyTable::LoadKeyTable(LoadKeysModel* model, QWidget* parent) : QTableView(parent), m_model(model) {
    setAccessibleName(tr("Hottest keys"));
    setModel(model);
    setItemDelegate(new LoadKeyDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(LoadKeysModel::Key, QHeaderView::Stretch);
    for (int column = LoadKeysModel::Share; column < LoadKeysModel::kColumns; ++column) {
        horizontalHeader()->setSectionResizeMode(column, QHeaderView::Fixed);
        setColumnWidth(column, 118);
    }
    setSortingEnabled(true);
    sortByColumn(LoadKeysModel::Share, Qt::DescendingOrder);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(model, signal, this, [this] { updateGeometry(); });
    }
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const KeyLoad* key = m_model->key(index.row())) {
            emit partitionActivated(static_cast<int>(key->partition));
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, &LoadKeyTable::applyTheme);
    applyTheme();
}

QSize LoadKeyTable::sizeHint() const {
    const int rows = std::max(1, m_model->rowCount());
    return {700, horizontalHeader()->sizeHint().height() + rows * kRowHeight + 2};
}

void LoadKeyTable::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    horizontalHeader()->setFont(Theme::instance().nameFont());
    setStyleSheet(
        QStringLiteral(
            "QTableView { background: transparent; border: none; }"
            "QTableView::item { border-bottom: 1px solid %1; padding: 0 8px; }"
            "QTableView::item:selected { background: %2; }"
            "QHeaderView, QHeaderView::section { background: transparent; }"
            "QHeaderView::section { padding: 2px 2px 2px 11px; border: none; border-bottom: 1px solid %1; "
            "color: %3; font-size: 11px; }"
            // Before the right-aligned name, which it would cover.
            "QHeaderView::down-arrow, QHeaderView::up-arrow { subcontrol-position: center left; "
            "width: 10px; height: 8px; }")
            .arg(colours.line.name(), colours.selection.name(), colours.textSecondary.name()));
}

}  // namespace partita
