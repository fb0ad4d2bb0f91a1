// Finishes in the background what the control plane began: fills new indexes, takes away the rows of indexes
// and tables that are to go. Works from what the file says, in short transactions, so that a restart goes on
// where the last session stopped. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/storage/table_file.h"

namespace partita {

class TableUpkeep final {
  public:
    /// Called on the upkeep's own thread, with no lock held, when a table's state or progress has changed;
    /// `gone`: the number of a table that is no more, or 0.
    using Changed = std::function<void(const std::string& table, std::int64_t gone)>;

    /// The file must be open for writing and outlive the upkeep.
    TableUpkeep(TableFile& file, Changed changed) : m_file(file), m_changed(std::move(changed)) {}
    /// Stops after the part at hand; the file knows where to go on.
    ~TableUpkeep();
    TableUpkeep(const TableUpkeep&) = delete;
    TableUpkeep& operator=(const TableUpkeep&) = delete;

    /// There is work, or may be. Starts the thread when there was none before.
    void wake();

  private:
    void run(const std::stop_token& stop);
    /// One part of the first work that is found. False when there is none.
    bool doSome();
    void tell(const std::string& table, std::int64_t gone, bool always);

    TableFile& m_file;
    Changed m_changed;
    std::mutex m_mutex;
    std::condition_variable_any m_woken;
    bool m_isAwake = false;
    std::chrono::steady_clock::time_point m_told;
    bool m_mustReload = false;  // after a fault, what is known of the file may be old
    std::jthread m_thread;
};

}  // namespace partita
