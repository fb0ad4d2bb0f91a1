// What the service does to requests now and then, and a table file of its own accord never would: it
// throttles, its global secondary indexes lag, transactions get in each other's way. Each is switched on by
// itself; all are off at first, and nothing of them is kept in the file. Plain values.
//
// Imitated as documented: which limits there are, what is refused and in which words, what comes back
// unprocessed, which of two conflicting requests gives way. Assumed, as the service tells none of it: where a
// partition begins (see engine/partition), that each index lags by the same time, and how long a transaction
// takes.
#pragma once

#include <chrono>

namespace partita {

struct ServiceFaults {
    /// Requests that ask more of a table than its partitions serve (3,000 RCU and 1,000 WCU a second each)
    /// or, of a provisioned table, than its own throughput are refused before they do anything; see
    /// engine/partition/throttle.h. What is not metered is never throttled.
    bool throttleTables = false;
    /// The same of global secondary indexes. A write of the table is refused when one of the indexes that it
    /// would change can't take it.
    bool throttleIndexes = false;
    /// Query and Scan of a global secondary index see what was written so long ago, and nothing younger; see
    /// engine/operation/index_lag.h. 0: off. Imports show at once. At most kLongestIndexLag.
    std::chrono::milliseconds indexLag{0};
    /// A TransactWriteItems or TransactGetItems takes so long, and conflicts meanwhile with others that touch
    /// its items; see engine/operation/transaction_holds.h. 0: off. At most kLongestTransactionTime.
    std::chrono::milliseconds transactionTime{0};

    friend bool operator==(const ServiceFaults&, const ServiceFaults&) = default;
};

// Ours: what changes meanwhile is kept in memory, and a client's own patience ends.
inline constexpr std::chrono::milliseconds kLongestIndexLag = std::chrono::hours(1);
inline constexpr std::chrono::milliseconds kLongestTransactionTime = std::chrono::seconds(10);

}  // namespace partita
