#include "ui/inspector.h"

#include <QAction>
#include <QClipboard>
#include <QDateTime>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/limits.h"
#include "engine/table/key.h"
#include "engine/table/key_values.h"
#include "model/expiry.h"
#include "model/run_text.h"
#include "ui/item_tree_delegate.h"
#include "ui/theme.h"

namespace partita {

namespace {

constexpr int kMostNamedIndexes = 3;  // more are told as a number
constexpr int kExpiryMillis = 15'000;
constexpr int kMostOpenedAtFirst = 12;
constexpr int kCellPadding =
    ItemTreeDelegate::kPadding;  // header and JSON stand in line with the tree's texts
constexpr std::size_t kMostScrolledByPixel = 2000;

QString keyText(const std::vector<KeyAttribute>& attributes, const Item& item) {
    return QString::fromStdString(displayText(keyValuesOf(attributes, item)));
}

bool isSameKey(const InspectedItem& a, const InspectedItem& b) {
    if (!a.item || !b.item || !a.table || !b.table || a.table->name != b.table->name || a.index != b.index)
        return false;
    const std::vector<KeyAttribute> keys = b.table->keys.all();
    return keyValuesOf(keys, *a.item) == keyValuesOf(keys, *b.item);
}

}  // namespace

Inspector::Inspector(QWidget* parent) : QWidget(parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    outer->addWidget(m_stack);

    auto* empty =
        new ThemedLabel(ThemedLabel::Role::Secondary, tr("Select an item to see it here."), m_stack);
    empty->setObjectName(QStringLiteral("empty"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(16);
    m_stack->addWidget(empty);

    auto* page = new QWidget(m_stack);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12 - kCellPadding, 12, 12, 12);
    column->setSpacing(6);
    m_title = new ElidedLabel(ThemedLabel::Role::Heading, Qt::ElideMiddle, page);
    m_title->setObjectName(QStringLiteral("title"));
    m_place = new ThemedLabel(ThemedLabel::Role::Secondary, {}, page);
    m_place->setObjectName(QStringLiteral("place"));
    m_place->setWordWrap(true);
    m_place->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_size = new SizeBar(page);
    auto* header = new QVBoxLayout;
    header->setContentsMargins(kCellPadding, 0, 0, 4);
    header->setSpacing(6);
    m_edit = new QPushButton(tr("Edit…"), page);
    m_edit->setObjectName(QStringLiteral("editItemButton"));
    m_edit->setAutoDefault(false);
    m_edit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_edit, &QPushButton::clicked, this, &Inspector::editRequested);
    setWhyNotEditable({});
    auto* titleRow = new QHBoxLayout;
    titleRow->setSpacing(8);
    titleRow->addWidget(m_title, 1);
    titleRow->addWidget(m_edit);
    header->addLayout(titleRow);
    header->addWidget(m_place);
    header->addWidget(m_size);
    m_expiry = new ThemedLabel(ThemedLabel::Role::Secondary, {}, page);
    m_expiry->setObjectName(QStringLiteral("expiry"));
    m_expiry->setWordWrap(true);
    m_expiry->hide();
    header->addWidget(m_expiry);
    m_expiryTimer.setInterval(kExpiryMillis);
    connect(&m_expiryTimer, &QTimer::timeout, this, &Inspector::showExpiry);
    column->addLayout(header);

    makeTree();
    m_json = new JsonView(page);
    m_json->layout()->setContentsMargins(kCellPadding, 10, 0, 0);
    auto* splitter = new QSplitter(Qt::Vertical, page);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_tree);
    splitter->addWidget(m_json);
    splitter->setSizes({400, 400});
    column->addWidget(splitter, 1);
    m_stack->addWidget(page);
}

void Inspector::makeTree() {
    m_model = new ItemTreeModel(this);
    m_tree = new QTreeView(this);
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new ItemTreeDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->setAccessibleName(tr("Attributes of the item"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(14);
    m_tree->setUniformRowHeights(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setObjectName(QStringLiteral("itemTree"));
    // It stands on the dock itself, without a frame or a ground of its own.
    m_tree->setStyleSheet(QStringLiteral("QTreeView { background: transparent; border: none; }"));
    m_tree->header()->setMinimumSectionSize(24);
    m_tree->header()->setStretchLastSection(true);
    // Values wrap to the width of their column, and a tree does not ask for their heights again by itself.
    connect(m_tree->header(), &QHeaderView::sectionResized, this, [this](int section) {
        if (section == ItemTreeModel::ValueColumn) m_tree->doItemsLayout();
    });
    connect(m_tree, &QTreeView::expanded, this, &Inspector::fitColumns);
    connect(m_tree, &QTreeView::collapsed, this, &Inspector::fitColumns);

    auto* copyValue = new QAction(tr("Copy the value"), m_tree);
    copyValue->setShortcut(QKeySequence::Copy);
    copyValue->setShortcutContext(Qt::WidgetShortcut);
    connect(copyValue, &QAction::triggered, this, [this] { copy(ItemTreeModel::ValueColumn); });
    auto* copyName = new QAction(tr("Copy the name"), m_tree);
    connect(copyName, &QAction::triggered, this, [this] { copy(ItemTreeModel::NameColumn); });
    m_tree->addActions({copyValue, copyName});
    // The columns share the width of the viewport, which is known only when the viewport has it.
    m_tree->viewport()->installEventFilter(this);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void Inspector::setWhyNotEditable(const QString& reason) {
    m_edit->setEnabled(reason.isEmpty());
    m_edit->setToolTip(reason.isEmpty() ? tr("Edit this item (F2 in the blocks)") : reason);
}

void Inspector::setItem(const InspectedItem& inspected) {
    const bool isSameItem = isSameKey(m_inspected, inspected);
    m_inspected = inspected;
    if (!m_inspected.item || !m_inspected.table) {
        m_model->setItem(nullptr, {});
        m_json->setItem(nullptr, {});
        m_stack->setCurrentIndex(0);
        showExpiry();
        return;
    }
    m_stack->setCurrentIndex(1);
    showHeader();
    showExpiry();
    showTree(isSameItem);
    std::vector<std::string> firstNames;
    for (const KeyAttribute& key : m_inspected.table->keys.all())
        firstNames.push_back(key.name);
    for (const QString& name : m_inspected.order)
        firstNames.push_back(name.toStdString());
    m_json->setItem(m_inspected.item, std::move(firstNames));
}

void Inspector::showHeader() {
    const KeySchema& keys = m_inspected.table->keys;
    m_title->setText(keyText(keys.sort.empty() ? keys.partition : keys.sort, *m_inspected.item));
    m_place->setText(placeText());
    const double share =
        static_cast<double>(sizeOf(*m_inspected.item)) / static_cast<double>(limits::kItemSize);
    m_size->setShare(share);
    m_size->setToolTip(
        tr("%1 of 400 KB, the largest item the service takes").arg(bytesText(sizeOf(*m_inspected.item))));
}

void Inspector::showExpiry() {
    const std::int64_t now = QDateTime::currentSecsSinceEpoch();
    const auto expiry = m_inspected.timeToLive.empty() || !m_inspected.item
                            ? std::nullopt
                            : expiryOf(*m_inspected.item, m_inspected.timeToLive, now);
    m_expiry->setVisible(expiry.has_value());
    if (!expiry) {
        m_expiryTimer.stop();
        return;
    }
    m_expiryTimer.start();
    const QString attribute = QString::fromStdString(m_inspected.timeToLive);
    const QString text = expiryText(*expiry, now);
    const bool isPast = *expiry < now;
    m_expiry->setRole(isPast ? ThemedLabel::Role::Warning : ThemedLabel::Role::Secondary);
    m_expiry->setText(tr("%1, by %2", "expired 3 h ago, attribute").arg(text, attribute));
    m_expiry->setToolTip(isPast ? tr("It is removed once the file is served.")
                                : tr("Time to live of this table"));
}

QString Inspector::sizeText() const {
    return tr("%1 of 400 KB").arg(bytesText(sizeOf(*m_inspected.item)));
}

QString Inspector::placeText() const {
    const TableDefinition& table = *m_inspected.table;
    const Item& item = *m_inspected.item;
    QStringList parts;
    if (!table.keys.sort.empty()) parts << tr("in %1").arg(keyText(table.keys.partition, item));

    const IndexDefinition* shown = m_inspected.index ? table.index(*m_inspected.index) : nullptr;
    if (shown && shown->projection.type != ProjectionType::All) {
        // What the index leaves out may decide about the other indexes, so nothing is said about them.
        parts << tr("%1 as %2 holds it").arg(bytesText(sizeOf(item)), QString::fromStdString(shown->name));
        return parts.join(QStringLiteral(" · "));
    }
    parts << sizeText();
    if (!table.indexes.empty()) {
        QStringList holding;
        for (const IndexDefinition& index : table.indexes) {
            const auto key = indexKey(index, item);
            if (key && *key) holding << QString::fromStdString(index.name);
        }
        if (holding.isEmpty())
            parts << tr("in no index");
        else if (holding.size() <= kMostNamedIndexes)
            parts << tr("in %1").arg(holding.join(QStringLiteral(", ")));
        else
            parts << tr("in %1 of %n index(es)", nullptr, static_cast<int>(table.indexes.size()))
                         .arg(holding.size());
    }
    return parts.join(QStringLiteral(" · "));
}

void Inspector::showTree(bool isSameItem) {
    QList<QStringList> expanded;
    QStringList selected;
    if (isSameItem) {
        // Every node that can be open has been asked for by the view, so walking the open ones is enough.
        std::vector<QModelIndex> open;
        for (int row = 0; row < m_model->rowCount(); ++row)
            open.push_back(m_model->index(row, 0));
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (!m_tree->isExpanded(open[i])) continue;
            expanded << m_model->path(open[i]);
            const QModelIndex parent = open[i];
            for (int row = 0; row < m_model->rowCount(parent); ++row)
                if (m_model->hasChildren(m_model->index(row, 0, parent)))
                    open.push_back(m_model->index(row, 0, parent));
        }
        selected = m_model->path(m_tree->currentIndex());
    }
    m_model->setItem(m_inspected.item, m_inspected.table->keys, m_inspected.order);
    // Scrolling by pixels asks the height of every row, which takes its time where there are thousands.
    m_tree->setVerticalScrollMode(m_model->nodeCount() > kMostScrolledByPixel
                                      ? QAbstractItemView::ScrollPerItem
                                      : QAbstractItemView::ScrollPerPixel);
    bool hasContainers = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const int children = m_model->rowCount(index);
        hasContainers = hasContainers || children > 0;
        if (!isSameItem && children > 0 && children <= kMostOpenedAtFirst) m_tree->expand(index);
    }
    m_tree->setRootIsDecorated(hasContainers);
    for (const QStringList& path : expanded)
        if (const QModelIndex index = m_model->indexOfPath(path); index.isValid()) m_tree->expand(index);
    if (const QModelIndex index = m_model->indexOfPath(selected); index.isValid())
        m_tree->setCurrentIndex(index);
    fitColumns();
}

void Inspector::fitColumns() {
    const int width = m_tree->viewport()->width();
    m_tree->resizeColumnToContents(ItemTreeModel::NameColumn);
    m_tree->resizeColumnToContents(ItemTreeModel::TypeColumn);
    // Short names leave their width to the values; long ones take at most two fifths.
    const int name =
        std::clamp(m_tree->columnWidth(ItemTreeModel::NameColumn), 64, std::max(64, width * 2 / 5));
    m_tree->setColumnWidth(ItemTreeModel::NameColumn, name);
    m_tree->doItemsLayout();
}

void Inspector::copy(int column) {
    const QModelIndex index = m_tree->currentIndex();
    if (!index.isValid()) return;
    QGuiApplication::clipboard()->setText(
        column == ItemTreeModel::NameColumn
            ? index.siblingAtColumn(ItemTreeModel::NameColumn).data().toString()
            : m_model->fullText(index));
}

bool Inspector::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

}  // namespace partita
