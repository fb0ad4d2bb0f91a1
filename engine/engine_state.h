// What is behind the engine's face: private to the engine_*.cpp files beside it.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/admission.h"
#include "engine/engine.h"
#include "engine/engine_upkeep.h"
#include "engine/limits.h"
#include "engine/operation/idempotency_tokens.h"
#include "engine/operation/index_lag.h"
#include "engine/operation/item_writer.h"
#include "engine/operation/request_tables.h"
#include "engine/operation/transaction_holds.h"
#include "engine/partition/throttle.h"
#include "engine/storage/import_store.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/table_file.h"

namespace partita {

struct Engine::State {
    class Import;  // import_run.h

    State(std::unique_ptr<TableFile> tableFile, const Clock& theClock)
        : file(std::move(tableFile)), clock(theClock), lag(theClock) {}

    std::unique_ptr<TableFile> file;
    const Clock& clock;
    std::string readOnlyReason;

    /// The table and its number, as they stand now. Fails with ResourceNotFoundException.
    Result<std::shared_ptr<const StoredTable>> table(const std::string& name) const;
    /// The same in the words of the operations on items, which are shorter.
    Result<std::shared_ptr<const StoredTable>> dataTable(const std::string& name) const;
    /// The same table as it stands now, for the one who holds the writer: indexes may have come and gone
    /// since it was looked up. Fails with ResourceNotFoundException when it is no more.
    Result<std::shared_ptr<const StoredTable>> asItIsNow(const StoredTable& table) const;
    /// A view of a table; the pointer keeps the whole snapshot alive.
    Result<std::shared_ptr<const ViewTables>> view(const ViewId& id) const;

    void announce(const Change& change) const;
    /// What is to be told of a group of writes of this thread, once it is committed. See writeTogether().
    struct Group {
        const State* state = nullptr;
        std::vector<Change> changes;
    };
    static Group*& currentGroup();

    /// What `attempt(catalogue)` gives; tried again when it failed and the tables have changed meanwhile, so
    /// that a read which meets a table or an index as it is removed says what the service would say.
    template <class Attempt>
    auto onCurrentTables(const Attempt& attempt) const {
        for (;;) {
            const auto catalogue = file->catalogue();
            auto result = attempt(catalogue);
            if (result) return result;
            // A table is gone from the file a moment before it is gone from the catalogue.
            if (serviceName(result.error().code).empty() && !file->isReadOnly())
                static_cast<void>(file->writer());
            if (file->catalogue() == catalogue) return result;
        }
    }

    // Operations on items; engine_write.cpp and engine_transact.cpp.
    /// A put, an update or a removal, on its own.
    template <class Request>
    Result<WriteResponse> write(const Request& request, Metering metering);
    /// What a write asked of the table's partition, and of each GSI's.
    void meterWrite(const std::shared_ptr<const StoredTable>& table, const std::string& partition,
                    const WriteOutcome& outcome) const;
    /// What a read of one item asked.
    void meterRead(const std::shared_ptr<const StoredTable>& table, std::string partition,
                   HalfUnits units) const;

    /// Says of each table which partition keys a batch or a transaction has touched, if any.
    void announceItems(const RequestTables& tables, std::vector<std::vector<std::string>> partitions) const;

    /// Of a write that does not fail any more once it has changed something, but for a fault of the file.
    /// Only the limit of item collections is looked at afterwards, and only tables with LSIs have it.
    static Transaction::Kind kindOfWrite(bool hasLocalIndex) {
        return hasLocalIndex ? Transaction::Kind::Write : Transaction::Kind::WriteOrFailAll;
    }

    std::atomic<std::uint64_t> collectionLimit = limits::kItemCollectionBytes;
    IdempotencyTokens tokens;  // of TransactWriteItems; used by who holds the writer

    // What the service refuses now and then, and shows late; engine_faults.cpp. While a switch is off, a
    // request costs one look at it.
    mutable std::mutex faultsMutex;
    ServiceFaults faults;  // as chosen last; what requests look at is beside it
    std::atomic<bool> throttlesTables = false;
    std::atomic<bool> throttlesIndexes = false;
    std::atomic<std::int64_t> transactionMillis = 0;
    mutable Throttle throttle;
    mutable IndexLag lag;
    mutable TransactionHolds holds;

    bool throttles() const {
        return throttlesTables.load(std::memory_order_relaxed) ||
               throttlesIndexes.load(std::memory_order_relaxed);
    }
    bool transactionsTakeTime() const {
        return transactionMillis.load(std::memory_order_relaxed) > 0 || holds.any();
    }
    /// What is not metered is no load, and is never throttled.
    bool throttles(Metering metering) const { return metering == Metering::On && throttles(); }
    /// Null: indexes show everything at once.
    IndexLag* lagIfOn() const { return lag.isOn() ? &lag : nullptr; }
    Admission admission() const;
    /// The error of the first action that is refused, if any; then nothing was taken.
    std::optional<Error> refusal(Admission& admission) const;
    std::optional<Error> refusalOfRead(const std::shared_ptr<const StoredTable>& table,
                                       const LoadResource& resource, std::string_view partition,
                                       HalfUnits units) const;
    std::optional<Error> refusalOfScan(const std::shared_ptr<const StoredTable>& table,
                                       const LoadEvent& event) const;
    /// Only while something is throttled. `hash` is that of the table's partition key.
    std::optional<Error> refusalOfWrite(const std::shared_ptr<const StoredTable>& table, std::uint64_t hash,
                                        const WriteOutcome& outcome) const;
    /// When a transaction is busy with the item; else those that read it are told of the write.
    std::optional<Error> conflict(const StoredTable& table, const KeyBytes& key);
    static Error ongoingTransaction();
    /// Waits as long as transactions take. Holds neither writer nor reader.
    void passTransactionTime() const;

    // Load.
    struct TableLoad {
        std::shared_ptr<LoadMeter> live;
        std::shared_ptr<LoadMeter> current;  // null: the live one
        std::uint64_t savedGeneration = 0;   // of the live one, as it stands in the file
    };
    /// Makes the live recording on first use, from the file where one of it is kept.
    std::shared_ptr<LoadMeter> live(const std::shared_ptr<const StoredTable>& table) const;
    std::shared_ptr<LoadMeter> current(const std::shared_ptr<const StoredTable>& table) const;
    std::uint32_t partitionCount(const StoredTable& table, const std::optional<std::string>& index,
                                 Database& database) const;
    /// A meter with the right number of partitions for the table and each GSI.
    std::unique_ptr<LoadMeter> newMeter(const StoredTable& table, RecordingInfo info, Database& database,
                                        std::optional<std::uint32_t> partitions) const;
    void meter(const std::shared_ptr<const StoredTable>& table, const LoadEvent& event) const;
    /// Keeps the live recordings in the file; quietly nothing on a file that is read only.
    void saveLive();

    mutable std::mutex loadMutex;
    mutable std::map<std::int64_t, TableLoad> loads;

    /// Puts one item back; which of the report's counts it belongs to. `tables`: those that have changed.
    static std::uint64_t RestoreReport::*restore(State& state, Database& writer,
                                                 const ImportStore::Replaced& replaced,
                                                 std::vector<std::string>& tables);
    /// Adds what an import taught; a table that can't be written to learns nothing.
    void learnOrder(const StoredTable& table, const AttributeOrder& learned, Database& database);

    mutable std::mutex orderMutex;
    mutable std::map<std::int64_t, std::shared_ptr<const AttributeOrder>> orders;  // by table, once read

    mutable std::mutex listenerMutex;
    std::map<int, std::shared_ptr<const Listener>> listeners;
    int nextListener = 1;

    // The control plane.
    /// As the table stands in the file, with the indexes that are being removed.
    TableDescription describe(Database& database, const StoredTable& table) const;
    Result<TableDescription> addTable(const CreateTableRequest& request);
    /// What everybody must know after a committed change of a table.
    void tableChanged(Database& writer, bool dropped);
    /// Removes the items that are past at `now` of one table; how many.
    std::uint64_t removeExpiredOf(const std::shared_ptr<const StoredTable>& table, UtcMillis now,
                                  std::stop_token stop);

    /// Goes on with what the last session left unfinished. Nothing on a file that is read only.
    void startUpkeep();
    /// What is kept in memory of a table that is no more.
    void forget(std::int64_t table);
    std::unique_ptr<TableUpkeep> upkeep;  // it stops before anything else goes. Null: read only
};

/// Runs `work`, turning what the storage throws into an Error.
template <class Work>
auto guarded(const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const StorageError& fault) {
        return fault.error();
    } catch (const std::bad_alloc&) {
        return Error::internal("There is not enough memory.");
    }
}

/// The resource of a view's load: LSIs share the table's partitions.
LoadResource resourceOf(const TableDefinition& table, const std::optional<std::string>& index);

}  // namespace partita
