#include "engine/storage/log_merger.h"

#include "engine/storage/storage_error.h"

namespace partita {

namespace {

// 64 MiB of pages of 16 KiB. A page that is written again and again stands in the log each time and is merged
// once, so the longer the log, the less is written in all; opening after a kill reads the whole of it.
constexpr int kPagesToMerge = 4096;
// While somebody writes without a pause, the background never merges the very last pages.
constexpr int kPagesToStop = 2 * kPagesToMerge;

}  // namespace

LogMerger::~LogMerger() {
    m_thread.request_stop();
}

void LogMerger::logHas(int pages) {
    if (pages < kPagesToMerge) return;
    if (pages >= kPagesToStop) {
        const std::lock_guard merging(m_merging);
        m_writer.mergeLog();
        return;
    }
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
            m_database->mergeLog();
        } catch (const StorageError&) {
            // A full disk, most likely. The log holds all of it; the next commit asks again.
        }
        lock.lock();
    }
}

}  // namespace partita
