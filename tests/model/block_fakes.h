// Sources of blocks for tests: one in memory, whose answers can be held back or made to fail, and one that
// only counts, for tables larger than any test could hold. GUI thread, and the pool for their readers.
#pragma once

#include <QThread>
#include <QThreadPool>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "engine/table/key.h"
#include "model/block_source.h"

namespace partita {

inline KeySchema pairKeys() {
    return KeySchema{{{"PK", ValueType::String}}, {{"SK", ValueType::String}}};
}

inline Item madeItem(const std::string& partition, const std::string& sort,
                     std::initializer_list<Attribute> attributes = {}) {
    Item item(attributes);
    item.set("PK", Value::string(partition));
    item.set("SK", Value::string(sort));
    return item;
}

/// Blocks in the order they were given.
class MemoryReader final : public BlockReader {
  public:
    struct Block {
        CollectionId id;
        std::string key;
        std::vector<Item> items;
    };
    // Guarded by `mutex`.
    std::vector<Block> blocks;
    bool reversed = false;  // what ordering by size does, in this fake
    std::optional<Error> fault;
    std::optional<Error> itemsFault;
    mutable std::mutex mutex;
    mutable std::atomic<int> itemReads{0};

    Result<ViewStatistics> statistics() const override {
        const std::lock_guard lock(mutex);
        if (fault) return *fault;
        ViewStatistics all;
        all.collections = blocks.size();
        for (const Block& block : blocks)
            all.items += block.items.size();
        return all;
    }
    Result<std::vector<BlockSummaryPtr>> firstCollections(CollectionOrderBy by,
                                                          std::size_t most) const override {
        const std::lock_guard lock(mutex);
        if (fault) return *fault;
        std::vector<BlockSummaryPtr> first;
        for (const Block* block : ordered(by))
            if (first.size() < most) first.push_back(summary(*block));
        return first;
    }
    Result<std::shared_ptr<const CollectionOrder>> order(CollectionOrderBy by,
                                                         std::stop_token) const override {
        const std::lock_guard lock(mutex);
        if (fault) return *fault;
        auto order = std::make_shared<CollectionOrder>();
        for (const Block* block : ordered(by))
            order->append(block->id, block->items.size());
        return std::shared_ptr<const CollectionOrder>(order);
    }
    Result<std::vector<BlockSummaryPtr>> collections(const std::vector<CollectionId>& ids) const override {
        const std::lock_guard lock(mutex);
        std::vector<BlockSummaryPtr> found;
        for (const CollectionId id : ids)
            for (const Block& block : blocks)
                if (block.id == id) found.push_back(summary(block));
        return found;
    }
    Result<std::vector<BlockItemPtr>> items(CollectionId id, std::uint64_t first,
                                            std::size_t most) const override {
        ++itemReads;
        const std::lock_guard lock(mutex);
        if (itemsFault) return *itemsFault;
        std::vector<BlockItemPtr> window;
        for (const Block& block : blocks)
            if (block.id == id)
                for (std::uint64_t i = first; i < block.items.size() && window.size() < most; ++i)
                    window.push_back(
                        makeBlockItem(pairKeys(), pairKeys(), {block.items[i], sizeOf(block.items[i])}));
        return window;
    }
    Result<KeyPlace> find(const std::vector<Value>& partition,
                          const std::vector<Value>& sort) const override {
        const std::lock_guard lock(mutex);
        for (const Block& block : blocks) {
            if (Value::string(block.key) != partition.front()) continue;
            KeyPlace place{block.id, 0, sort.empty()};
            if (sort.empty()) return place;
            while (place.indexInCollection < block.items.size() &&
                   *block.items[place.indexInCollection].find("SK")->asString() < *sort.front().asString())
                ++place.indexInCollection;
            place.exact = place.indexInCollection < block.items.size() &&
                          *block.items[place.indexInCollection].find("SK") == sort.front();
            return place;
        }
        return Error::notFound("There is no such partition key.");
    }
    Result<std::optional<std::vector<Value>>> firstWithPrefix(const QString& prefix) const override {
        const std::lock_guard lock(mutex);
        for (const Block& block : blocks)
            if (block.key.starts_with(prefix.toStdString()))
                return std::optional(std::vector<Value>{Value::string(block.key)});
        return std::optional<std::vector<Value>>();
    }

  private:
    std::vector<const Block*> ordered(CollectionOrderBy by) const {
        std::vector<const Block*> all;
        for (const Block& block : blocks)
            all.push_back(&block);
        if (by == CollectionOrderBy::Size) std::reverse(all.begin(), all.end());
        if (by == CollectionOrderBy::Hash)
            std::sort(all.begin(), all.end(), [](const Block* a, const Block* b) {
                return partitionHash(a->key) < partitionHash(b->key);
            });
        return all;
    }
    static BlockSummaryPtr summary(const Block& block) {
        CollectionSummary made;
        made.id = block.id;
        made.partition = {Value::string(block.key)};
        made.partitionBytes = block.key;
        made.hash = partitionHash(block.key);
        made.items = block.items.size();
        for (const Item& item : block.items)
            made.bytes += sizeOf(item);
        return makeBlockSummary(made);
    }
};

/// `collections` blocks whose item counts repeat 1, 2, 3 … `cycle`; every item the same few attributes.
class CountingReader final : public BlockReader {
  public:
    CountingReader(std::size_t collections, std::uint64_t cycle)
        : m_collections(collections), m_cycle(cycle) {
        auto order = std::make_shared<CollectionOrder>();
        order->reserve(collections);
        for (std::size_t i = 0; i < collections; ++i)
            order->append(static_cast<CollectionId>(i), itemsOf(i));
        m_order = order;
    }
    std::uint64_t itemsOf(std::size_t collection) const { return collection % m_cycle + 1; }
    static std::string keyOf(std::size_t collection) {
        return "ACCOUNT#" + std::to_string(100'000'000 + collection);
    }

    Result<ViewStatistics> statistics() const override {
        return ViewStatistics{m_order->rows(), m_order->rows() * 100, m_collections};
    }
    Result<std::vector<BlockSummaryPtr>> firstCollections(CollectionOrderBy,
                                                          std::size_t most) const override {
        std::vector<CollectionId> ids;
        for (std::size_t i = 0; i < std::min(most, m_collections); ++i)
            ids.push_back(static_cast<CollectionId>(i));
        return collections(ids);
    }
    Result<std::shared_ptr<const CollectionOrder>> order(CollectionOrderBy, std::stop_token) const override {
        return m_order;
    }
    Result<std::vector<BlockSummaryPtr>> collections(const std::vector<CollectionId>& ids) const override {
        std::vector<BlockSummaryPtr> found;
        for (const CollectionId id : ids) {
            CollectionSummary made;
            made.id = id;
            made.partitionBytes = keyOf(id);
            made.partition = {Value::string(made.partitionBytes)};
            made.hash = partitionHash(made.partitionBytes);
            made.items = itemsOf(id);
            made.bytes = made.items * 100;
            found.push_back(makeBlockSummary(made));
        }
        return found;
    }
    Result<std::vector<BlockItemPtr>> items(CollectionId id, std::uint64_t first,
                                            std::size_t most) const override {
        std::vector<BlockItemPtr> window;
        for (std::uint64_t i = first; i < itemsOf(id) && window.size() < most; ++i) {
            Item item = madeItem(keyOf(id), "ORDER#" + std::to_string(1'000'000 + i),
                                 {{"amount", Value::number(static_cast<std::int64_t>(i * 997 % 10007))},
                                  {"city", Value::string(i % 2 ? "東京都千代田区" : "Reykjavík")},
                                  {"note", Value::string("number " + std::to_string(i * 31 + id))},
                                  {"paid", Value::boolean(i % 3 == 0)},
                                  {"status", Value::string(i % 5 ? "ACTIVE" : "CLOSED")},
                                  {"updatedAt", Value::string("2026-05-01T10:00:00Z")}});
            window.push_back(makeBlockItem(pairKeys(), pairKeys(), {std::move(item), 100}));
        }
        return window;
    }
    Result<KeyPlace> find(const std::vector<Value>&, const std::vector<Value>&) const override {
        return Error::notFound("There is no such partition key.");
    }
    Result<std::optional<std::vector<Value>>> firstWithPrefix(const QString&) const override {
        return std::optional<std::vector<Value>>();
    }

  private:
    std::size_t m_collections;
    std::uint64_t m_cycle;
    std::shared_ptr<const CollectionOrder> m_order;
};

class FakeSource final : public BlockSource {
  public:
    explicit FakeSource(std::shared_ptr<const BlockReader> reader) : m_reader(std::move(reader)) {
        m_pool.setMaxThreadCount(1);
    }
    ~FakeSource() override {
        release();
        m_pool.waitForDone();
    }
    /// Jobs wait from now on, as if the disk were slow.
    void hold() { m_held = true; }
    void release() { m_held = false; }
    void change() { emit changed(); }

    const KeySchema& viewKeys() const override { return m_keys; }
    const KeySchema& tableKeys() const override { return m_keys; }
    Job start(QObject* context, Work work, Done done) override {
        return Job::start<void>(
            m_pool, context,
            [this, work = std::move(work)](std::stop_token stop) {
                while (m_held && !stop.stop_requested())
                    QThread::msleep(1);
                return work(*m_reader, stop);
            },
            std::move(done));
    }

  private:
    KeySchema m_keys = pairKeys();
    std::shared_ptr<const BlockReader> m_reader;
    QThreadPool m_pool;
    std::atomic<bool> m_held{false};
};

}  // namespace partita
