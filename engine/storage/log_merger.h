// Merges the log (-wal) of a file that is being written into the file, in the background: syncing takes as
// long as a hundred writes, and none of them should wait for it. Thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/storage/database.h"

namespace partita {

class LogMerger final {
  public:
    /// Opens a connection of its own, but not before there is something to do. The writer must outlive it.
    explicit LogMerger(Database& writer) : m_writer(writer) {}
    /// Stops after what it is at. The caller merges the rest.
    ~LogMerger();
    LogMerger(const LogMerger&) = delete;
    LogMerger& operator=(const LogMerger&) = delete;

    /// To be told after each commit, on the thread that writes: how many pages the log has.
    void logHas(int pages);
    /// The log begins anew only when all of it is merged, and while somebody writes without a pause the
    /// background never merges the very last pages. Past a size whoever wants to write next calls makeRoom()
    /// first, which takes a tenth of a second.
    bool isFull() const { return m_isFull; }
    /// On the thread that writes, between two transactions.
    void makeRoom();

  private:
    void run(const std::stop_token& stop);

    Database& m_writer;
    std::mutex m_merging;
    std::atomic<int> m_merged = 0;  // pages from the log's beginning, about
    std::atomic<bool> m_isFull = false;
    std::unique_ptr<Database> m_database;
    std::mutex m_mutex;
    std::condition_variable_any m_grown;
    bool m_isWanted = false;
    std::jthread m_thread;
};

}  // namespace partita
