// How a block model opens, orders and refreshes what it shows, and how it finds keys in it. All reading is
// done in jobs; what they bring is taken over in one step on the GUI thread.
#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/partition/partitions.h"
#include "engine/table/key.h"
#include "model/block_model.h"

namespace partita {
namespace {

// Enough for a screen of small blocks, so that the first picture needs no whole order.
constexpr std::size_t kFirstCollections = 200;
// Changes that come in a row (an import, an endpoint under load) are read once, and reading takes at most a
// third of the time.
constexpr std::chrono::milliseconds kRefreshDelay{120};

}  // namespace

struct BlockModel::Opening {
    ViewStatistics statistics;
    std::vector<BlockSummaryPtr> first;
};

struct BlockModel::Fresh {
    ViewStatistics statistics;
    std::shared_ptr<const CollectionOrder> order;
    std::shared_ptr<const CollectionOrder> before;  // what it was compared with
    bool same = false;                              // the order is what it was, or goes on where it ended
    std::unordered_map<CollectionId, std::size_t> positions;
    std::array<Anchor, 2> places;
    std::array<std::optional<KeyPlace>, 2> found;
    std::chrono::milliseconds took{0};
};

struct BlockModel::Jump {
    std::shared_ptr<const CollectionOrder> order;
    std::size_t position = 0;
    std::uint64_t index = 0;
    bool exact = true;
    bool toItem = false;  // a sort key was asked for: open the block
};

BlockModel::BlockModel(QObject* parent) : QAbstractListModel(parent) {
    connect(&m_loader, &BlockLoader::loaded, this, &BlockModel::takeItems);
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(kRefreshDelay);
    connect(&m_refreshTimer, &QTimer::timeout, this, &BlockModel::refresh);
}

BlockModel::~BlockModel() = default;

void BlockModel::setSource(BlockSource* source) {
    if (m_source) disconnect(m_source, nullptr, this, nullptr);
    m_source = source;
    m_orderJob.cancel();
    m_jumpJob.cancel();
    m_pendingJump = nullptr;
    m_refreshTimer.stop();
    m_refreshAgain = false;
    beginResetModel();
    m_loader.setSource(source);
    m_attributes.clear();
    m_exceptions.clear();
    m_rows = BlockRows();
    m_statistics = {};
    m_places = {};
    endResetModel();
    emit statisticsChanged();
    setState(source ? State::Opening : State::None);
    if (!source) return;
    connect(source, &BlockSource::changed, this, [this] {
        if (m_orderJob.isRunning())
            m_refreshAgain = true;
        else if (!m_refreshTimer.isActive())
            m_refreshTimer.start();
    });
    open();
}

void BlockModel::setState(State state, const QString& errorText) {
    if (m_state == state && m_errorText == errorText) return;
    m_state = state;
    m_errorText = errorText;
    emit stateChanged();
}

void BlockModel::setStatistics(const ViewStatistics& statistics) {
    if (statistics == m_statistics) return;
    m_statistics = statistics;
    emit statisticsChanged();
}

void BlockModel::setOrderBy(CollectionOrderBy by) {
    if (m_orderBy == by) return;
    m_orderBy = by;
    emit orderByChanged();
    if (!m_source || m_source->hasOwnOrder()) return;
    setPlace(Place::Top, 0);
    open();
}

void BlockModel::open() {
    m_orderJob = m_source->read<Opening>(
        this,
        [by = m_orderBy](const BlockReader& reader, std::stop_token) -> Result<Opening> {
            auto statistics = reader.statistics();
            if (!statistics) return statistics.error();
            auto first = reader.firstCollections(by, kFirstCollections);
            if (!first) return first.error();
            return Opening{*statistics, std::move(*first)};
        },
        [this](Result<Opening> opening) { takeOpening(std::move(opening)); });
}

void BlockModel::takeOpening(Result<Opening> opening) {
    m_orderJob = Job();
    if (!opening) return fail(opening.error());
    auto order = std::make_shared<CollectionOrder>();
    order->reserve(opening->first.size());
    for (const BlockSummaryPtr& summary : opening->first)
        order->append(summary->collection.id, summary->collection.items);
    if (order->size() <
        kFirstCollections) {  // that is all of them, whatever was written between the two reads
        opening->statistics.collections = order->size();
        opening->statistics.items = order->rows();
    }
    m_loader.keep(opening->first);
    Fresh fresh;
    fresh.places = m_places;
    for (std::size_t position = 0; position < order->size(); ++position)
        fresh.positions.emplace(order->id(position), position);
    const auto exceptions = m_exceptions;
    beginResetModel();
    setStatistics(opening->statistics);
    resetRows(BlockRows(std::move(order), m_statistics, m_rows.allCollapsed()), fresh.positions);
    if (!m_rows.isComplete()) m_exceptions = exceptions;  // those further down are still to come
    Anchor current = m_places[1];
    setPlace(Place::Top, std::clamp(m_places[0].row, 0, std::max(0, rowCount() - 1)));
    current.row = rowOf(current, fresh, 1);
    if (current.row >= 0)
        setPlace(Place::Current, current.row);
    else
        m_places[1] = current;
    endResetModel();
    setState(State::Ready);
    want(m_wantedFirst, m_wantedLast);
    if (!m_rows.isComplete())
        readOrder();
    else if (m_refreshAgain)
        refresh();
    else
        runJump();
}

void BlockModel::refresh() {
    if (!m_source) return;
    m_refreshTimer.stop();
    if (m_state != State::Ready) {
        setState(State::Opening);
        return open();
    }
    m_refreshAgain = false;
    m_loader.markStale();
    readOrder();
}

void BlockModel::retry() {
    m_loader.retry();
    if (m_state == State::Failed || !m_errorText.isEmpty()) refresh();
    emitAllChanged();
}

void BlockModel::readOrder() {
    std::vector<CollectionId> wanted(m_exceptions.begin(), m_exceptions.end());
    for (const Anchor& anchor : m_places)
        if (anchor.known) wanted.push_back(anchor.collection);
    m_orderJob = m_source->read<Fresh>(
        this,
        [by = m_orderBy, before = m_rows.sharedOrder(), places = m_places, wanted = std::move(wanted)](
            const BlockReader& reader, std::stop_token stop) -> Result<Fresh> {
            const auto start = std::chrono::steady_clock::now();
            Fresh fresh;
            fresh.before = before;
            fresh.places = places;
            auto statistics = reader.statistics();
            if (!statistics) return statistics.error();
            auto order = reader.order(by, stop);
            if (!order) return order.error();
            fresh.order = std::move(*order);
            fresh.statistics = *statistics;
            // The order is the later of the two reads.
            fresh.statistics.collections = fresh.order->size();
            fresh.statistics.items = fresh.order->rows();
            fresh.same = before->size() <= fresh.order->size();
            for (std::size_t i = 0; fresh.same && i < before->size(); ++i)
                fresh.same = before->id(i) == fresh.order->id(i) && before->items(i) == fresh.order->items(i);
            if (!wanted.empty()) {
                const std::unordered_set<CollectionId> ids(wanted.begin(), wanted.end());
                for (std::size_t i = 0; i < fresh.order->size(); ++i)
                    if (ids.contains(fresh.order->id(i))) fresh.positions.emplace(fresh.order->id(i), i);
            }
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (places[i].partition.empty()) continue;
                if (auto found = reader.find(places[i].partition, places[i].sort)) fresh.found[i] = *found;
            }
            fresh.took = std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - start);
            return fresh;
        },
        [this](Result<Fresh> fresh) { takeOrder(std::move(fresh)); });
}

void BlockModel::takeOrder(Result<Fresh> fresh) {
    m_orderJob = Job();
    if (!fresh) {
        if (fresh.error().code == ErrorCode::Cancelled) return;
        setState(State::Ready, QString::fromStdString(fresh.error().text()));
        emitAllChanged();
        return;
    }
    const std::uint64_t rowsBefore = m_rows.count();
    const bool sameOrder = fresh->same && fresh->before == m_rows.sharedOrder();
    const BlockRows old = m_rows;
    const std::array<Anchor, 2> places = m_places;
    // Whoever listens must not see new rows before the reset is announced, so the new ones are tried out
    // first.
    resetRows(BlockRows(fresh->order, fresh->statistics, m_rows.allCollapsed()), fresh->positions);
    std::array<int, 2> rows{};
    for (std::size_t i = 0; i < places.size(); ++i)
        rows[i] = rowOf(places[i], *fresh, i);
    if (rows[0] < 0) rows[0] = 0;
    if (sameOrder && m_rows.count() == rowsBefore && rows[1] == places[1].row) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            setPlace(static_cast<Place>(i), places[i].row);
        setStatistics(fresh->statistics);
        emitAllChanged();
    } else {
        BlockRows fresher = std::exchange(m_rows, old);
        beginResetModel();
        m_rows = std::move(fresher);
        for (std::size_t i = 0; i < rows.size(); ++i)
            setPlace(static_cast<Place>(i), rows[i]);
        setStatistics(fresh->statistics);
        endResetModel();
    }
    setState(State::Ready);
    want(m_wantedFirst, m_wantedLast);
    m_refreshTimer.setInterval(std::max(kRefreshDelay, 2 * fresh->took));
    m_sinceRefresh.start();
    if (m_refreshAgain) m_refreshTimer.start();
    m_refreshAgain = false;
    runJump();
}

void BlockModel::fail(const Error& error) {
    if (error.code == ErrorCode::Cancelled) return;
    beginResetModel();
    m_rows = BlockRows(std::make_shared<const CollectionOrder>(), {}, m_rows.allCollapsed());
    endResetModel();
    setStatistics({});
    setState(State::Failed, QString::fromStdString(error.text()));
}

void BlockModel::resetRows(BlockRows rows, const std::unordered_map<CollectionId, std::size_t>& positions) {
    for (auto id = m_exceptions.begin(); id != m_exceptions.end();) {
        const auto found = positions.find(*id);
        // One that was collapsed while the order was on its way is looked for here.
        const auto position =
            found != positions.end() ? std::optional(found->second) : rows.order().positionOf(*id);
        if (!position) {
            id = m_exceptions.erase(id);
            continue;
        }
        rows.setCollapsed(*position, !rows.allCollapsed());
        ++id;
    }
    m_rows = std::move(rows);
}

/// Where a place is in m_rows; -1 when it is a current item that is gone.
int BlockModel::rowOf(const Anchor& anchor, const Fresh& fresh, std::size_t which) const {
    const bool isTop = which == 0;
    if (!anchor.known) return std::min(anchor.row, rowCount() - 1);
    const std::size_t collections = m_rows.order().size();
    if (collections == 0) return -1;
    const auto known = fresh.positions.find(anchor.collection);
    const auto position = known != fresh.positions.end() ? std::optional(known->second)
                                                         : m_rows.order().positionOf(anchor.collection);
    if (!position)
        return isTop ? clampedRow(m_rows.firstRow(std::min(anchor.position, collections - 1))) : -1;
    const std::uint64_t first = m_rows.firstRow(*position);
    if (m_rows.isCollapsed(*position)) return clampedRow(first);
    const std::uint64_t last = m_rows.rowsOf(*position) - 1;
    const Anchor& asked = fresh.places[which];
    if (fresh.found[which] && asked.collection == anchor.collection && asked.index == anchor.index) {
        if (!isTop && !fresh.found[which]->exact) return -1;
        return clampedRow(first + std::min(fresh.found[which]->indexInCollection, last));
    }
    return clampedRow(first + std::min(anchor.index, last));
}

void BlockModel::goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort) {
    jump([partition, sort](const BlockReader& reader, const CollectionOrder& order) -> Result<Jump> {
        auto found = reader.find(partition, sort);
        if (!found && found.error().code == ErrorCode::ResourceNotFound)
            return Error::notFound(tr("No block has the partition key “%1”.")
                                       .arg(oneLine(displayText(partition)))
                                       .toStdString());
        if (!found) return found.error();
        const auto position = order.positionOf(found->collection);
        if (!position)
            return Error::notFound(tr("The block has only just appeared. Try again.").toStdString());
        Jump jump;
        jump.position = *position;
        jump.index = found->indexInCollection;
        jump.exact = found->exact;
        jump.toItem = !sort.empty();
        return jump;
    });
}

void BlockModel::goToPrefix(const QString& prefix) {
    jump([prefix](const BlockReader& reader, const CollectionOrder& order) -> Result<Jump> {
        auto key = reader.firstWithPrefix(prefix);
        if (!key) return key.error();
        const auto found = *key ? reader.find(**key, {}) : Result<KeyPlace>(Error::notFound({}));
        const auto position = found ? order.positionOf(found->collection) : std::nullopt;
        if (!position)
            return Error::notFound(tr("No partition key begins with “%1”.").arg(prefix).toStdString());
        Jump jump;
        jump.position = *position;
        return jump;
    });
}

void BlockModel::goToPartition(std::uint32_t partition, std::uint32_t count) {
    setOrderBy(CollectionOrderBy::Hash);
    jump([partition, count](const BlockReader& reader, const CollectionOrder& order) -> Result<Jump> {
        std::size_t low = 0;
        std::size_t high = order.size();
        std::optional<std::uint32_t> reached;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            auto block = reader.collections({order.id(middle)});
            if (!block) return block.error();
            if (block->empty())
                return Error::notFound(tr("The table has just changed. Try again.").toStdString());
            const std::uint32_t of = partitionOf(block->front()->collection.hash, count);
            if (of < partition)
                low = middle + 1;
            else
                high = middle, reached = of;
        }
        if (reached != partition)
            return Error::notFound(tr("Partition %1 holds no items.").arg(partition).toStdString());
        Jump jump;
        jump.position = low;
        return jump;
    });
}

void BlockModel::jump(std::function<Result<Jump>(const BlockReader&, const CollectionOrder&)> find) {
    m_pendingJump = std::move(find);
    if (m_state == State::Ready && !m_orderJob.isRunning()) runJump();
}

void BlockModel::runJump() {
    if (!m_pendingJump || !m_source || !m_rows.isComplete()) return;
    m_jumpJob = m_source->read<Jump>(
        this,
        [find = m_pendingJump, order = m_rows.sharedOrder()](const BlockReader& reader,
                                                             std::stop_token) -> Result<Jump> {
            Result<Jump> jump = find(reader, *order);
            if (jump) jump->order = order;
            return jump;
        },
        [this](Result<Jump> jump) { takeJump(std::move(jump)); });
}

void BlockModel::takeJump(Result<Jump> jump) {
    if (jump && jump->order != m_rows.sharedOrder()) {  // the order has changed meanwhile: look again
        if (!m_orderJob.isRunning()) runJump();
        return;
    }
    m_pendingJump = nullptr;
    if (!jump) {
        emit keyMissing(QString::fromStdString(jump.error().message));
        return;
    }
    const std::uint64_t first = m_rows.firstRow(jump->position);
    if (jump->toItem) setCollapsed(clampedRow(first), false);
    const std::uint64_t last = m_rows.rowsOf(jump->position) - 1;
    emit keyFound(clampedRow(first + std::min(jump->index, last)), jump->exact);
}

}  // namespace partita
