#include "engine/engine_upkeep.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "engine/operation/index_backfill.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/stream_store.h"
#include "engine/storage/view_removal.h"

namespace partita {
namespace {

using namespace std::chrono_literals;

// Of one part: a few milliseconds, which is what a request may have to wait.
constexpr std::size_t kItemsAtOnce = 500;
// Between parts the writer is left to those who wait for it: a mutex is not fair by itself.
constexpr auto kPause = 1ms;
// After a fault (a full disk): long enough not to be a nuisance, short enough to go on soon.
constexpr auto kFirstRetry = 1s;
constexpr auto kLastRetry = 60s;
// How often progress is told.
constexpr auto kTellEvery = 100ms;

/// Takes away some rows of a table and its indexes, and some records of its streams. True when none is left.
bool emptySome(Database& database, const StoredTable& table) {
    if (!StreamStore(database).removeSomeRecords(table.id, kItemsAtOnce)) return false;
    for (const ViewTables& view : table.indexViews)
        if (!removeSomeRows(database, view, kItemsAtOnce)) return false;
    for (const StoredTable::LeavingIndex& index : table.leavingIndexes)
        if (!removeSomeRows(database, index.view, kItemsAtOnce)) return false;
    return removeSomeRows(database, table.view, kItemsAtOnce);
}

}  // namespace

TableUpkeep::~TableUpkeep() {
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
}

void TableUpkeep::wake() {
    const std::lock_guard guard(m_mutex);
    m_isAwake = true;
    if (m_thread.joinable()) {
        m_woken.notify_one();
    } else {
        try {
            m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
        } catch (const std::system_error&) {
            // No thread is to be had now: the next call, or the next session, goes on.
        }
    }
}

void TableUpkeep::run(const std::stop_token& stop) {
    std::chrono::milliseconds retry = kFirstRetry;
    while (!stop.stop_requested()) {
        std::chrono::milliseconds wait = kPause;
        bool hasMore = false;
        try {
            hasMore = doSome();
            retry = kFirstRetry;
        } catch (const StorageError& fault) {
            m_mustReload = true;
            // What is damaged stays so; anything else may get better. The file says where to go on.
            if (fault.error().code == ErrorCode::DamagedFile) return;
            hasMore = true;
            wait = retry;
            retry = std::min<std::chrono::milliseconds>(2 * retry, kLastRetry);
        } catch (const std::bad_alloc&) {
            m_mustReload = true;
            hasMore = true;
            wait = retry;
        }
        std::unique_lock lock(m_mutex);
        if (hasMore) {
            m_woken.wait_for(lock, stop, wait, [] { return false; });
        } else {
            m_woken.wait(lock, stop, [this] { return m_isAwake; });
            m_isAwake = false;
        }
    }
}

bool TableUpkeep::doSome() {
    std::string table;
    std::int64_t gone = 0;
    bool isDone = false;
    {
        const TableFile::Writer writer = m_file.writer();
        if (m_mustReload) m_file.reloadCatalogue(*writer);
        m_mustReload = false;
        const auto catalogue = m_file.catalogue();
        std::shared_ptr<const StoredTable> stored;
        const StoredTable::LeavingIndex* leaving = nullptr;
        std::size_t filling = 0;
        if (!catalogue->leavingTables().empty()) {
            stored = catalogue->leavingTables().front();
        } else {
            for (const auto& candidate : catalogue->tables()) {
                const auto& states = candidate->indexStates;
                const auto creating = std::find_if(states.begin(), states.end(), [](const IndexState& state) {
                    return state.status == TableStatus::Creating;
                });
                if (candidate->leavingIndexes.empty() && creating == states.end()) continue;
                stored = candidate;
                if (!candidate->leavingIndexes.empty()) leaving = &candidate->leavingIndexes.front();
                filling = static_cast<std::size_t>(creating - states.begin());
                break;
            }
        }
        if (!stored) return false;
        table = stored->definition.name;
        const bool isLeaving = stored->state.status == TableStatus::Deleting;
        {
            Transaction transaction(*writer, Transaction::Kind::Write);
            if (isLeaving) {
                isDone = emptySome(*writer, *stored);
                if (isDone) Catalogue::removeTable(*writer, *stored);
            } else if (leaving) {
                isDone = removeSomeRows(*writer, leaving->view, kItemsAtOnce);
                if (isDone) Catalogue::removeIndex(*writer, leaving->view);
            } else {
                isDone = fillSome(*writer, *stored, filling, kItemsAtOnce);
            }
            transaction.commit();
        }
        if (isDone) {
            m_file.reloadCatalogue(*writer);
            if (isLeaving || leaving) m_file.forgetStatements(*writer);
            if (isLeaving) gone = stored->id;
        }
    }
    tell(table, gone, isDone);
    return true;
}

void TableUpkeep::tell(const std::string& table, std::int64_t gone, bool always) {
    const auto now = std::chrono::steady_clock::now();
    if (!always && now - m_told < kTellEvery) return;
    m_told = now;
    m_changed(table, gone);
}

}  // namespace partita
