// Which items transactions are busy with, while a transaction takes its time
// (ServiceFaults::transactionTime). As the service: whoever writes an item, alone or in a transaction, gives
// way to a TransactWriteItems that is busy with it; a TransactGetItems gives way to all that write its items,
// before it or while it is busy. Thread-safe. What it gives must not outlive it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/key.h"

namespace partita {

class TransactionHolds final {
  public:
    /// The table's number, and the key.
    using ItemId = std::pair<std::int64_t, KeyBytes>;

    /// A TransactWriteItems that is under way; over when it goes.
    class Writing final {
      public:
        ~Writing();
        Writing(const Writing&) = delete;
        Writing& operator=(const Writing&) = delete;

      private:
        friend class TransactionHolds;
        Writing(TransactionHolds& holds, std::string token, std::vector<ItemId> items)
            : m_holds(holds), m_token(std::move(token)), m_items(std::move(items)) {}
        TransactionHolds& m_holds;
        std::string m_token;
        std::vector<ItemId> m_items;
    };
    /// A TransactGetItems that is under way; over when it goes.
    class Reading final {
      public:
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;
        /// Positions of the items that were written meanwhile.
        std::vector<std::size_t> written() const;

      private:
        friend class TransactionHolds;
        Reading(TransactionHolds& holds, std::vector<ItemId> items)
            : m_holds(holds), m_items(std::move(items)) {}
        TransactionHolds& m_holds;
        std::vector<ItemId> m_items;
        std::set<ItemId> m_written;  // under the mutex of m_holds
    };

    /// Whether anything is under way: one load, so that it costs nothing to ask.
    bool any() const { return m_count.load(std::memory_order_acquire) > 0; }

    struct WriteBegun {
        enum class Outcome { Begun, Conflicts, TokenInUse, TokenOfAnother } outcome = Outcome::Begun;
        std::unique_ptr<Writing> writing;    // when begun
        std::vector<std::size_t> conflicts;  // positions of the items that others are busy with
    };
    /// All items or none. `token`: ClientRequestToken, empty for none; `fingerprint` as in the request.
    WriteBegun beginWriting(std::vector<ItemId> items, const std::string& token,
                            const std::string& fingerprint);

    struct ReadBegun {
        std::unique_ptr<Reading> reading;    // null when there are conflicts
        std::vector<std::size_t> conflicts;  // positions of the items that others are writing
    };
    ReadBegun beginReading(std::vector<ItemId> items);

    /// A write of one item, by the one who holds the writer: false when a transaction is busy with it.
    bool admitsWrite(const ItemId& item);

  private:
    void tellReaders(const ItemId& item);

    std::mutex m_mutex;
    std::atomic<std::size_t> m_count = 0;
    std::set<ItemId> m_writing;
    std::map<std::string, std::string> m_tokens;  // of those that write, with the fingerprint
    std::multimap<ItemId, Reading*> m_reading;
};

}  // namespace partita
