#include "engine/storage/log_merger.h"

#include "engine/storage/storage_error.h"

namespace partita {

namespace {

// 32 MiB of pages of 16 KiB. A page that is written again and again stands in the log each time and is merged
// once, so the rarer, the less is written in all; but what is left at the end is waited for.
constexpr int kPagesToMerge = 2048;
// 256 MiB: what opening after a kill reads.
constexpr int kPagesOfFull = 8 * kPagesToMerge;

}  // namespace

LogMerger::~LogMerger() {
    m_thread.request_stop();
}

void LogMerger::logHas(int pages) {
    m_isFull = pages >= kPagesOfFull;
    if (pages < m_merged) m_merged = 0;  // it has begun anew
    if (pages - m_merged < kPagesToMerge) return;
    const std::lock_guard guard(m_mutex);
    m_isWanted = true;
    if (!m_thread.joinable()) m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    m_grown.notify_one();
}

void LogMerger::makeRoom() {
    const std::lock_guard merging(m_merging);
    // Not asked again before the next commit, even if somebody still reads the end of it.
    m_isFull = false;
    try {
        m_merged = m_writer.mergeLog();
    } catch (const StorageError&) {
        // A full disk, most likely: writing itself will say so.
    }
}

void LogMerger::run(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_grown.wait(lock, stop, [this] { return m_isWanted; })) {
        m_isWanted = false;
        lock.unlock();
        try {
            const std::lock_guard merging(m_merging);
            if (!m_database) {
                auto database = std::make_unique<Database>(m_writer.path(), Database::Access::ReadWrite);
                // A connection that has read nothing yet does not know that there is a log.
                database->integer("SELECT count(*) FROM sqlite_schema");
                m_database = std::move(database);
            }
            m_merged = m_database->mergeLog();
        } catch (const StorageError&) {
            // A full disk, most likely. The log holds all of it; the next commit asks again.
        }
        lock.lock();
    }
}

}  // namespace partita
