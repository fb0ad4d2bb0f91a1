// What a block model shows: lines, their data, collapsing. How it gets its order and finds keys:
// block_model_order.cpp.
#include "model/block_model.h"

#include <algorithm>
#include <limits>

namespace partita {

int BlockModel::clampedRow(std::uint64_t row) const {
    return static_cast<int>(std::min<std::uint64_t>(row, std::numeric_limits<int>::max()));
}

int BlockModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : clampedRow(m_rows.count());
}

BlockLine BlockModel::line(int row) const {
    BlockLine line;
    line.firstRow = line.lastRow = row;
    const auto place = m_rows.line(static_cast<std::uint64_t>(row));
    if (!place) return line;
    line.known = true;
    line.kind = place->collapsed ? BlockLine::Kind::Collapsed : BlockLine::Kind::SingleItem;
    line.position = place->position;
    line.index = place->index;
    line.collection = m_rows.order().id(place->position);
    line.items = m_rows.order().items(place->position);
    const std::uint64_t first = m_rows.firstRow(place->position);
    line.firstRow = clampedRow(first);
    line.lastRow = clampedRow(first + m_rows.rowsOf(place->position) - 1);
    return line;
}

BlockItemPtr BlockModel::item(int row) const {
    const auto place = m_rows.line(static_cast<std::uint64_t>(row));
    if (!place || place->collapsed) return nullptr;
    return m_loader.item(m_rows.order().id(place->position), place->index);
}

BlockSummaryPtr BlockModel::summary(const BlockLine& line) const {
    return line.known ? m_loader.summary(line.collection) : nullptr;
}

LoadState BlockModel::loadState(int row) const {
    const auto place = m_rows.line(static_cast<std::uint64_t>(row));
    if (!place) return m_errorText.isEmpty() ? LoadState::Loading : LoadState::Failed;
    const CollectionId id = m_rows.order().id(place->position);
    return place->collapsed ? m_loader.summaryState(id) : m_loader.itemState(id, place->index);
}

QString BlockModel::rowErrorText(int row) const {
    const auto place = m_rows.line(static_cast<std::uint64_t>(row));
    if (!place) return m_errorText;
    return m_loader.errorText(m_rows.order().id(place->position), place->index);
}

QVariant BlockModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const int row = index.row();
    switch (role) {
        case LoadStateRole:
            return static_cast<int>(loadState(row));
        case LineKindRole:
            return static_cast<int>(line(row).kind);
        case SummaryRole:
            return QVariant::fromValue(summary(line(row)));
        case ItemRole:
            return QVariant::fromValue(item(row));
        case ErrorTextRole:
            return rowErrorText(row);
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            break;
        default:
            return {};
    }
    const LoadState state = loadState(row);
    if (state == LoadState::Failed) return rowErrorText(row);
    const BlockLine place = line(row);
    if (place.kind == BlockLine::Kind::Collapsed) {
        const BlockSummaryPtr block = summary(place);
        if (!block) return tr("Loading…");
        return tr("%1, %2, collapsed")
            .arg(block->keyText, tr("%n item(s)", nullptr, clampedRow(block->collection.items)));
    }
    const BlockItemPtr shown = item(row);
    if (!shown) return tr("Loading…");
    QString text = oneLine(displayText(shown->partition));
    if (!shown->sortText.isEmpty()) text += QLatin1String(", ") + shown->sortText;
    QString cells;
    for (const BlockCell& cell : shown->cells) {
        if (!cells.isEmpty()) cells += QLatin1String(", ");
        cells += cell.name + u' ' + cell.text;
    }
    return cells.isEmpty() ? text : tr("%1: %2").arg(text, cells);
}

void BlockModel::want(int firstRow, int lastRow) {
    m_wantedFirst = firstRow;
    m_wantedLast = lastRow;
    BlockLoader::Wish wish;
    std::unordered_set<CollectionId> collections;
    std::unordered_set<WindowKey, WindowKeyHash> windows;
    const auto add = [&](int from, int to) {
        for (int row = std::max(0, from); row <= std::min(to, rowCount() - 1); ++row) {
            const auto place = m_rows.line(static_cast<std::uint64_t>(row));
            if (!place) return;
            const CollectionId id = m_rows.order().id(place->position);
            if (collections.insert(id).second) wish.collections.push_back(id);
            const WindowKey window{id, place->index / kItemsInWindow};
            if (!place->collapsed && windows.insert(window).second) wish.windows.push_back(window);
        }
    };
    // First what is seen, then the screen after it, then the one before it.
    const int screen = lastRow - firstRow + 1;
    add(firstRow, lastRow);
    add(lastRow + 1, lastRow + screen);
    add(firstRow - screen, firstRow - 1);
    m_loader.want(std::move(wish));
}

void BlockModel::takeItems(const std::vector<BlockItemPtr>& items) {
    for (const BlockItemPtr& item : items)
        m_attributes.add(*item);
    for (Anchor& anchor : m_places)
        if (anchor.known && anchor.partition.empty()) fillAnchor(anchor);
    if (!items.empty()) emit itemsLoaded(items);
    emitAllChanged();
}

void BlockModel::emitAllChanged() {
    const int rows = rowCount();
    if (rows == 0) return;
    const int screen = m_wantedLast - m_wantedFirst + 1;
    const int first = std::clamp(m_wantedFirst - screen, 0, rows - 1);
    const int last = std::clamp(m_wantedLast + screen, first, rows - 1);
    emit dataChanged(index(first), index(last));
}

void BlockModel::setCollapsed(int row, bool collapsed) {
    if (row < 0 || row >= rowCount()) return;
    const BlockLine at = line(row);
    if (!at.known || m_rows.isCollapsed(at.position) == collapsed) return;
    if (collapsed != m_rows.allCollapsed())
        m_exceptions.insert(at.collection);
    else
        m_exceptions.erase(at.collection);

    // A place inside the block goes to its one line; a place behind it stays with its item.
    const auto moved = [&](int place) -> int {
        if (place < at.firstRow) return place;
        if (place <= at.lastRow) return at.firstRow;
        const int more =
            static_cast<int>(std::min<std::uint64_t>(at.items - 1, std::numeric_limits<int>::max() / 2));
        return collapsed ? place - more : place + more;
    };
    const std::array<int, 2> rows = {moved(m_places[0].row), moved(m_places[1].row)};
    // A reset, because the line that stays says something else than before, which no removal of rows can
    // tell.
    beginResetModel();
    m_rows.setCollapsed(at.position, collapsed);
    for (std::size_t i = 0; i < rows.size(); ++i)
        setPlace(static_cast<Place>(i), rows[i]);
    endResetModel();
}

void BlockModel::setAllCollapsed(bool collapsed) {
    if (m_rows.allCollapsed() == collapsed && m_exceptions.empty()) return;
    beginResetModel();
    m_exceptions.clear();
    std::array<Anchor, 2> before = m_places;
    m_rows = BlockRows(m_rows.sharedOrder(), m_statistics, collapsed);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!before[i].known) {
            setPlace(static_cast<Place>(i), std::min(before[i].row, rowCount() - 1));
            continue;
        }
        const std::uint64_t first = m_rows.firstRow(before[i].position);
        setPlace(static_cast<Place>(i), clampedRow(collapsed ? first : first + before[i].index));
    }
    endResetModel();
}

void BlockModel::setPlace(Place place, int row) {
    Anchor& anchor = m_places[static_cast<std::size_t>(place)];
    anchor = Anchor();
    anchor.row = row;
    if (row < 0 || row >= rowCount()) return;
    const auto at = m_rows.line(static_cast<std::uint64_t>(row));
    if (!at) return;
    anchor.known = true;
    anchor.position = at->position;
    anchor.index = at->index;
    anchor.collapsed = at->collapsed;
    anchor.collection = m_rows.order().id(at->position);
    fillAnchor(anchor);
}

void BlockModel::fillAnchor(Anchor& anchor) {
    if (anchor.collapsed) return;
    if (const BlockItemPtr item = m_loader.item(anchor.collection, anchor.index)) {
        anchor.partition = item->partition;
        anchor.sort = item->sort;
    }
}

int BlockModel::place(Place place) const {
    return m_places[static_cast<std::size_t>(place)].row;
}

}  // namespace partita
