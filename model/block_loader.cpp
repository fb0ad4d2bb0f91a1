#include "model/block_loader.h"

#include <algorithm>

namespace partita {
namespace {

// Bounds of what is kept: a few screens around the place shown, whatever the size of the items.
constexpr std::size_t kWindowsKept = 4000;
constexpr std::uint64_t kBytesKept = 32ULL * 1024 * 1024;
constexpr std::size_t kSummariesKept = 4000;
// Bounds of one job, so that the next wish does not wait long.
constexpr std::size_t kWindowsOfAJob = 256;
constexpr std::size_t kCollectionsOfAJob = 512;

/// Roughly what an item takes in memory: its values, and their texts once more, two bytes a character.
std::uint64_t costOf(const BlockItem& item) {
    std::uint64_t cost = 300 + item.bytes * 2;
    for (const BlockCell& cell : item.cells)
        cost += 120 + static_cast<std::uint64_t>(cell.name.size() + cell.text.size()) * 2;
    return cost;
}

}  // namespace

BlockLoader::BlockLoader(QObject* parent)
    : QObject(parent), m_windows(kWindowsKept, kBytesKept), m_summaries(kSummariesKept, kSummariesKept) {}

void BlockLoader::setSource(BlockSource* source) {
    m_job.cancel();
    m_source = source;
    m_wish = {};
    m_running = {};
    ++m_generation;
    m_windows.clear();
    m_summaries.clear();
    m_failedWindows.clear();
    m_failedCollections.clear();
}

void BlockLoader::markStale() {
    ++m_generation;
    m_windows.markStale();
    m_summaries.markStale();
    m_failedWindows.clear();
    m_failedCollections.clear();
}

void BlockLoader::retry() {
    m_failedWindows.clear();
    m_failedCollections.clear();
    startNext();
}

void BlockLoader::keep(const std::vector<BlockSummaryPtr>& summaries) {
    for (const BlockSummaryPtr& summary : summaries)
        m_summaries.insert(summary->collection.id, summary, 1);
}

BlockLoader::Wish BlockLoader::missing() const {
    Wish wish;
    for (const CollectionId id : m_wish.collections) {
        if (wish.collections.size() == kCollectionsOfAJob) break;
        if (!m_summaries.isFresh(id) && !m_failedCollections.contains(id)) wish.collections.push_back(id);
    }
    for (const WindowKey& key : m_wish.windows) {
        if (wish.windows.size() == kWindowsOfAJob) break;
        if (!m_windows.isFresh(key) && !m_failedWindows.contains(key)) wish.windows.push_back(key);
    }
    return wish;
}

void BlockLoader::want(Wish wish) {
    m_wish = std::move(wish);
    m_windows.beginUse();
    m_summaries.beginUse();
    for (const WindowKey& key : m_wish.windows)
        m_windows.find(key);
    for (const CollectionId id : m_wish.collections)
        m_summaries.find(id);
    if (m_job.isRunning()) {
        const auto stillWanted = [this] {
            for (const WindowKey& key : m_running.windows)
                if (std::find(m_wish.windows.begin(), m_wish.windows.end(), key) != m_wish.windows.end())
                    return true;
            for (const CollectionId id : m_running.collections)
                if (std::find(m_wish.collections.begin(), m_wish.collections.end(), id) !=
                    m_wish.collections.end())
                    return true;
            return false;
        };
        if (stillWanted()) return;
        m_job.cancel();
    }
    startNext();
}

void BlockLoader::startNext() {
    if (!m_source || m_job.isRunning()) return;
    Wish wish = missing();
    if (wish.collections.empty() && wish.windows.empty()) return;
    m_running = wish;
    m_job = m_source->read<Answer>(
        this, [wish](const BlockReader& reader, std::stop_token stop) { return read(reader, wish, stop); },
        [this, wish, generation = m_generation](Result<Answer> result) {
            m_job = Job();
            m_running = {};
            if (!result) {
                Answer failed;
                failed.summariesError = QString::fromStdString(result.error().text());
                for (const WindowKey& key : wish.windows)
                    failed.failedWindows.emplace_back(key, failed.summariesError);
                take(wish, generation, std::move(failed));
                return;
            }
            take(wish, generation, std::move(*result));
        });
}

Result<BlockLoader::Answer> BlockLoader::read(const BlockReader& reader, const Wish& wish,
                                              std::stop_token stop) {
    Answer answer;
    if (!wish.collections.empty()) {
        auto summaries = reader.collections(wish.collections);
        if (summaries)
            answer.summaries = std::move(*summaries);
        else
            answer.summariesError = QString::fromStdString(summaries.error().text());
    }
    for (const WindowKey& key : wish.windows) {
        if (stop.stop_requested()) return Error::cancelled();
        auto items = reader.items(key.collection, key.window * kItemsInWindow, kItemsInWindow);
        if (items)
            answer.windows.emplace_back(key, std::move(*items));
        else
            answer.failedWindows.emplace_back(key, QString::fromStdString(items.error().text()));
    }
    return answer;
}

void BlockLoader::take(const Wish& asked, std::uint64_t generation, Answer answer) {
    // What was read before the last change may be old already: shown for now, and read again.
    const bool stale = generation != m_generation;
    std::vector<BlockItemPtr> items;
    std::unordered_set<CollectionId> answered;
    for (BlockSummaryPtr& summary : answer.summaries) {
        const CollectionId id = summary->collection.id;
        answered.insert(id);
        m_summaries.insert(id, std::move(summary), 1, stale);
    }
    for (auto& [key, window] : answer.windows) {
        std::uint64_t cost = 0;
        for (const BlockItemPtr& item : window) {
            cost += costOf(*item);
            items.push_back(item);
        }
        m_windows.insert(key, std::move(window), cost, stale);
    }
    if (!stale) {
        for (auto& [key, error] : answer.failedWindows)
            m_failedWindows[key] = error;
        for (const CollectionId id : asked.collections)
            if (!answered.contains(id))
                m_failedCollections[id] = answer.summariesError.isEmpty()
                                              ? tr("This block is no longer there. Refresh the view.")
                                              : answer.summariesError;
    }
    emit loaded(items);
    startNext();
}

BlockItemPtr BlockLoader::item(CollectionId collection, std::uint64_t index) const {
    const Window* window = m_windows.find({collection, index / kItemsInWindow});
    const std::uint64_t place = index % kItemsInWindow;
    return window && place < window->size() ? (*window)[place] : nullptr;
}

LoadState BlockLoader::itemState(CollectionId collection, std::uint64_t index) const {
    if (item(collection, index)) return LoadState::Loaded;
    return m_failedWindows.contains({collection, index / kItemsInWindow}) ? LoadState::Failed
                                                                          : LoadState::Loading;
}

BlockSummaryPtr BlockLoader::summary(CollectionId collection) const {
    const BlockSummaryPtr* summary = m_summaries.find(collection);
    return summary ? *summary : nullptr;
}

LoadState BlockLoader::summaryState(CollectionId collection) const {
    if (summary(collection)) return LoadState::Loaded;
    return m_failedCollections.contains(collection) ? LoadState::Failed : LoadState::Loading;
}

QString BlockLoader::errorText(CollectionId collection, std::uint64_t index) const {
    if (const auto found = m_failedWindows.find({collection, index / kItemsInWindow});
        found != m_failedWindows.end())
        return found->second;
    if (const auto found = m_failedCollections.find(collection); found != m_failedCollections.end())
        return found->second;
    return {};
}

}  // namespace partita
