// Loads windows of items and summaries of collections for one block model, off the GUI thread, and keeps a
// bounded number of them. The newest wish wins: a job whose pieces nobody wants any more is cancelled, and
// one that is still wanted is let finish, so that rows appear while the view is scrolled. GUI thread only.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/block_cache.h"
#include "model/block_source.h"
#include "model/job.h"

namespace partita {

/// Items are loaded by this many, from a multiple of it on.
inline constexpr std::uint64_t kItemsInWindow = 32;

struct WindowKey {
    CollectionId collection = 0;
    std::uint64_t window = 0;  // items [window · kItemsInWindow, …)
    friend bool operator==(const WindowKey&, const WindowKey&) = default;
};
struct WindowKeyHash {
    std::size_t operator()(const WindowKey& key) const {
        return std::hash<std::uint64_t>()(key.window * 0x9E3779B97F4A7C15ULL + key.collection);
    }
};

enum class LoadState { Loading, Loaded, Failed };

class BlockLoader final : public QObject {
    Q_OBJECT
  public:
    explicit BlockLoader(QObject* parent = nullptr);

    /// Forgets everything. Null: no source.
    void setSource(BlockSource* source);
    /// What is loaded may have changed: it stays to be shown, and is loaded anew when it is wanted.
    void markStale();
    /// Tries again what failed.
    void retry();

    struct Wish {
        std::vector<CollectionId> collections;  // most wanted first
        std::vector<WindowKey> windows;
    };
    void want(Wish wish);

    BlockItemPtr item(CollectionId collection, std::uint64_t index) const;
    LoadState itemState(CollectionId collection, std::uint64_t index) const;
    BlockSummaryPtr summary(CollectionId collection) const;
    LoadState summaryState(CollectionId collection) const;
    /// Why it failed; empty unless it did.
    QString errorText(CollectionId collection, std::uint64_t index) const;
    /// Summaries that came some other way.
    void keep(const std::vector<BlockSummaryPtr>& summaries);

    bool isLoading() const { return m_job.isRunning(); }
    std::size_t windowsKept() const { return m_windows.size(); }
    std::uint64_t bytesKept() const { return m_windows.cost(); }

  signals:
    /// Something that was wanted is there now, or has failed. `items`: those that are new.
    void loaded(const std::vector<partita::BlockItemPtr>& items);

  private:
    using Window = std::vector<BlockItemPtr>;
    struct Answer {
        std::vector<BlockSummaryPtr> summaries;
        QString summariesError;
        std::vector<std::pair<WindowKey, Window>> windows;
        std::vector<std::pair<WindowKey, QString>> failedWindows;
    };
    Wish missing() const;
    void startNext();
    void take(const Wish& asked, std::uint64_t generation, Answer answer);
    static Result<Answer> read(const BlockReader& reader, const Wish& wish, std::stop_token stop);

    QPointer<BlockSource> m_source;
    Job m_job;
    Wish m_wish;
    Wish m_running;
    std::uint64_t m_generation = 0;
    BlockCache<WindowKey, Window, WindowKeyHash> m_windows;
    BlockCache<CollectionId, BlockSummaryPtr> m_summaries;
    std::unordered_map<WindowKey, QString, WindowKeyHash> m_failedWindows;
    std::unordered_map<CollectionId, QString> m_failedCollections;
};

}  // namespace partita
