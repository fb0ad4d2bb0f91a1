#include "model/block_result_source.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <unordered_map>

#include "engine/table/key.h"

namespace partita {

/// The returned items, by block. Guarded, because jobs read while pages are added.
class ResultStore final : public BlockReader {
  public:
    ResultStore(KeySchema viewKeys, KeySchema tableKeys)
        : m_viewKeys(std::move(viewKeys)), m_tableKeys(std::move(tableKeys)) {}

    void append(const std::vector<Item>& items, const AttributeOrder* order) {
        const std::lock_guard lock(m_mutex);
        for (const Item& item : items) {
            const std::uint64_t bytes = sizeOf(item);
            BlockItemPtr shown = makeBlockItem(m_viewKeys, m_tableKeys, BrowsedItem{item, bytes}, order);
            // Every item that a query returns has its keys; one without would be a block of its own.
            std::string key = keyPart(m_viewKeys.partition, shown->partition).ok()
                                  ? *keyPart(m_viewKeys.partition, shown->partition)
                                  : std::string();
            const auto [place, isNew] = m_byKey.try_emplace(key, static_cast<CollectionId>(m_blocks.size()));
            if (isNew) {
                Block block;
                block.summary.id = place->second;
                block.summary.partition = shown->partition;
                block.summary.hash = partitionHash(key);
                block.summary.partitionBytes = std::move(key);
                m_blocks.push_back(std::move(block));
            }
            Block& block = m_blocks[place->second];
            ++block.summary.items;
            block.summary.bytes += bytes;
            block.items.push_back(std::move(shown));
            ++m_statistics.items;
            m_statistics.bytes += bytes;
        }
        m_statistics.collections = m_blocks.size();
    }
    void clear() {
        const std::lock_guard lock(m_mutex);
        m_blocks.clear();
        m_byKey.clear();
        m_inTable.clear();
        m_statistics = {};
    }
    void setItemsInTable(const std::vector<Value>& partition, std::uint64_t items) {
        const auto key = keyPart(m_viewKeys.partition, partition);
        if (!key) return;
        const std::lock_guard lock(m_mutex);
        m_inTable[*key] = items;
    }

    Result<ViewStatistics> statistics() const override {
        const std::lock_guard lock(m_mutex);
        return m_statistics;
    }
    Result<std::vector<BlockSummaryPtr>> firstCollections(CollectionOrderBy,
                                                          std::size_t most) const override {
        const std::lock_guard lock(m_mutex);
        std::vector<BlockSummaryPtr> first;
        for (std::size_t i = 0; i < std::min(most, m_blocks.size()); ++i)
            first.push_back(summary(m_blocks[i]));
        return first;
    }
    Result<std::shared_ptr<const CollectionOrder>> order(CollectionOrderBy, std::stop_token) const override {
        const std::lock_guard lock(m_mutex);
        auto order = std::make_shared<CollectionOrder>();
        order->reserve(m_blocks.size());
        for (const Block& block : m_blocks)
            order->append(block.summary.id, block.summary.items);
        return std::shared_ptr<const CollectionOrder>(std::move(order));
    }
    Result<std::vector<BlockSummaryPtr>> collections(const std::vector<CollectionId>& ids) const override {
        const std::lock_guard lock(m_mutex);
        std::vector<BlockSummaryPtr> found;
        for (const CollectionId id : ids)
            if (id < m_blocks.size()) found.push_back(summary(m_blocks[id]));
        return found;
    }
    Result<std::vector<BlockItemPtr>> items(CollectionId collection, std::uint64_t first,
                                            std::size_t most) const override {
        const std::lock_guard lock(m_mutex);
        std::vector<BlockItemPtr> window;
        if (collection >= m_blocks.size()) return window;
        const auto& items = m_blocks[collection].items;
        for (std::uint64_t i = first; i < items.size() && window.size() < most; ++i)
            window.push_back(items[i]);
        return window;
    }
    Result<KeyPlace> find(const std::vector<Value>& partition,
                          const std::vector<Value>& sort) const override {
        const std::lock_guard lock(m_mutex);
        const auto key = keyPart(m_viewKeys.partition, partition);
        const auto block = key ? m_byKey.find(*key) : m_byKey.end();
        if (block == m_byKey.end()) return Error::notFound("The result holds no such partition key.");
        KeyPlace place{block->second, 0, sort.empty()};
        if (sort.empty()) return place;
        // A result may run backwards, so there is no order to search by.
        const auto& items = m_blocks[block->second].items;
        const auto item =
            std::find_if(items.begin(), items.end(), [&](const auto& i) { return i->sort == sort; });
        place.exact = item != items.end();
        if (place.exact) place.indexInCollection = static_cast<std::uint64_t>(item - items.begin());
        return place;
    }
    Result<std::optional<std::vector<Value>>> firstWithPrefix(const QString& prefix) const override {
        const std::lock_guard lock(m_mutex);
        for (const Block& block : m_blocks)
            if (QString::fromStdString(displayText(block.summary.partition)).startsWith(prefix))
                return std::optional(block.summary.partition);
        return std::optional<std::vector<Value>>();
    }

  private:
    struct Block {
        CollectionSummary summary;
        std::vector<BlockItemPtr> items;
    };
    BlockSummaryPtr summary(const Block& block) const {
        const auto whole = m_inTable.find(block.summary.partitionBytes);
        const bool isPart = whole != m_inTable.end() && whole->second > block.summary.items;
        return makeBlockSummary(block.summary, isPart ? std::optional(whole->second) : std::nullopt);
    }

    const KeySchema m_viewKeys;
    const KeySchema m_tableKeys;
    mutable std::mutex m_mutex;
    std::vector<Block> m_blocks;  // by id
    std::unordered_map<std::string, CollectionId> m_byKey;
    std::unordered_map<std::string, std::uint64_t> m_inTable;
    ViewStatistics m_statistics;
};

ResultBlockSource::ResultBlockSource(const TableDefinition& table, const std::optional<std::string>& index,
                                     QObject* parent)
    : BlockSource(parent), m_tableKeys(table.keys) {
    assert(table.keysOf(index));
    m_viewKeys = *table.keysOf(index);
    m_store = std::make_shared<ResultStore>(m_viewKeys, m_tableKeys);
}

void ResultBlockSource::append(const std::vector<Item>& items, const AttributeOrder* order) {
    m_store->append(items, order);
    emit changed();
}

void ResultBlockSource::clear() {
    m_store->clear();
    emit changed();
}

std::uint64_t ResultBlockSource::itemCount() const {
    return m_store->statistics()->items;
}

void ResultBlockSource::setItemsInTable(const std::vector<Value>& partition, std::uint64_t items) {
    m_store->setItemsInTable(partition, items);
    emit changed();
}

Job ResultBlockSource::start(QObject* context, Work work, Done done) {
    return Job::start<void>(
        *QThreadPool::globalInstance(), context,
        [store = m_store, work = std::move(work)](std::stop_token stop) { return work(*store, stop); },
        std::move(done));
}

}  // namespace partita
