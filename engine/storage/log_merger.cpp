#include "engine/storage/log_merger.h"

#include "engine/storage/storage_error.h"

namespace partita {

namespace {

// 32 MiB of pages of 16 KiB. A page that is written again and again stands in the log each time and is merged
// once, so the rarer, the less is written in all; but what is left at the end is waited for.
constexpr int kPagesToMerge = 2048;
// The log begins anew only when all of it is merged, and while somebody writes without a pause the background
// never merges the very last pages: past this size writing waits for it. Opening after a kill reads so much.
constexpr int kPagesToStop = 4 * kPagesToMerge;

}  // namespace

LogMerger::~LogMerger() {
    m_thread.request_stop();
}

void LogMerger::logHas(int pages) {
    if (pages >= kPagesToStop) {
        const std::lock_guard merging(m_merging);
        m_merged = m_writer.mergeLog();
        return;
    }
    if (pages < m_merged) m_merged = 0;  // it has begun anew
    if (pages - m_merged < kPagesToMerge) return;
    const std::lock_guard guard(m_mutex);
    m_isWanted = true;
    if (!m_thread.joinable()) m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    m_grown.notify_one();
}

void LogMerger::run(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_grown.wait(lock, stop, [this] { return m_isWanted; })) {
        m_isWanted = false;
        lock.unlock();
        try {
            const std::lock_guard merging(m_merging);
            if (!m_database)
                m_database = std::make_unique<Database>(m_writer.path(), Database::Access::ReadWrite);
            m_merged = m_database->mergeLog();
        } catch (const StorageError&) {
            // A full disk, most likely. The log holds all of it; the next commit asks again.
        }
        lock.lock();
    }
}

}  // namespace partita
