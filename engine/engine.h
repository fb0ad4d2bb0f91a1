// The engine's face: one table file, open. Start reading here.
//
// Everything that the window, the command line and the endpoint do to a table file goes through this class.
// Thread-safe: one writer at a time, readers on connections of their own, so that reading goes on during an
// import. Nothing throws; nothing here calls back into the caller but listeners and progress.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/browse.h"
#include "engine/clock.h"
#include "engine/export.h"
#include "engine/faults.h"
#include "engine/import.h"
#include "engine/item_edit.h"
#include "engine/partition/load.h"
#include "engine/partition/load_meter.h"
#include "engine/partition/trace.h"
#include "engine/progress.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/table/attribute_order.h"
#include "engine/table_request.h"

namespace partita {

/// What has changed; said after the change is committed, on the thread that made it.
struct Change {
    enum class Kind { Items, Tables, Load, Settings };
    Kind kind = Kind::Items;
    std::string table;
    /// The partition keys of the table that were touched; empty: any may have been (an import).
    std::vector<std::string> partitionKeys;
};

/// A named colour of an entity type that the user chose, kept in the file. 0xRRGGBB.
struct EntityColour {
    std::string entity;
    std::uint32_t rgb = 0;
};

class Engine final {
  public:
    enum class OpenMode {
        ReadWrite,         // fails with HeldByAnother when another process writes the file
        ReadOnlyIfNeeded,  // as the window opens: read-only when held by another, not writable, or when
                           // there is no room on the disk
        ReadOnly,
    };

    /// Makes a new table file. Fails (InputOutput) when the path exists, and then leaves it as it was.
    static Result<std::unique_ptr<Engine>> create(const std::string& path,
                                                  const std::vector<TableDefinition>& tables,
                                                  const Clock& clock = Clock::system());
    /// Fails with FileMissing, FileEmpty, ForeignFile, DamagedFile, NewerVersion, HeldByAnother, ReadOnly;
    /// the file is never changed by a failing open. A file of an older format is read as it is; for writing
    /// it is brought to the present one, after a copy of it is put beside it (engine/storage/README.md).
    static Result<std::unique_ptr<Engine>> open(const std::string& path, OpenMode mode,
                                                const Clock& clock = Clock::system());
    /// Merges the log into the file, so that it is one file again. Saves the live recording if there is one.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const std::string& path() const;
    bool isReadOnly() const;
    /// A sentence why, for people; empty when it can be written.
    std::string readOnlyReason() const;

    // Tables.
    std::vector<std::string> tableNames() const;
    /// Fails with ResourceNotFoundException. The snapshot stays as it is when the table changes.
    Result<std::shared_ptr<const TableDefinition>> table(const std::string& name) const;
    Result<void> createTable(const TableDefinition& table);

    // The control plane; engine_tables.cpp. Errors are the service's own.
    Result<TableDescription> createTable(const CreateTableRequest& request);
    Result<TableDescription> describeTable(const std::string& name) const;
    /// Answers at once; a new index is filled in the background, in batches, also after a restart.
    Result<TableDescription> updateTable(const UpdateTableRequest& request);
    /// The description as it was, with status Deleting. ValidationException when it is protected.
    Result<TableDescription> deleteTable(const std::string& name);
    Result<TimeToLive> timeToLive(const std::string& table) const;
    Result<void> setTimeToLive(const std::string& table, const std::optional<std::string>& attribute);
    /// Removes what has expired by the clock, of all tables where time to live is on; how many items.
    Result<std::uint64_t> removeExpired(std::stop_token stop = {});
    Result<Tags> tags(const std::string& table) const;
    Result<void> addTags(const std::string& table, const Tags& tags);
    Result<void> removeTags(const std::string& table, const std::vector<std::string>& names);
    /// Of one table, or of all; the newest last.
    Result<std::vector<StreamInfo>> streams(const std::optional<std::string>& table = {}) const;
    Result<StreamPage> streamRecords(const std::string& table, const std::string& label,
                                     std::uint64_t fromSequence, std::uint32_t limit) const;

    // Requests, answered as the service answers them. Writes fail with ReadOnly on a file opened so.
    Result<WriteResponse> put(const PutRequest& request, Metering metering = Metering::On);
    Result<WriteResponse> update(const UpdateRequest& request, Metering metering = Metering::On);
    Result<WriteResponse> remove(const DeleteRequest& request, Metering metering = Metering::On);
    /// A person's change of one item, done only while what is stored is still exactly what they saw; another
    /// key moves the item, in one transaction. Checked as a put; never metered. Fails with
    /// ConditionalCheckFailed, and nothing is changed, when the item is another one by now, is gone, or would
    /// come where one stands: Error::detail holds the item that is there (nothing: none is).
    Result<void> edit(const ItemEdit& edit);
    /// Runs `work`, on this thread; all its puts, updates, removals and batches are committed together at the
    /// end, which takes a fraction of the time, and each still succeeds or fails alone. What it reads is as
    /// before any of them. It must not touch tables themselves, nor wait for others that write. False:
    /// `waits` is not set and another is writing; nothing was done. An error (DiskFull, InputOutput,
    /// ReadOnly), or whatever `work` throws: whatever it was told meanwhile, nothing was written.
    Result<bool> writeTogether(bool waits, const std::function<void()>& work);
    Result<GetResponse> get(const GetRequest& request, Metering metering = Metering::On) const;
    Result<PageResponse> query(const QueryRequest& request, Metering metering = Metering::On,
                               std::stop_token stop = {}) const;
    Result<PageResponse> scan(const ScanRequest& request, Metering metering = Metering::On,
                              std::stop_token stop = {}) const;

    Result<BatchGetResponse> batchGet(const BatchGetRequest& request, Metering metering = Metering::On) const;
    Result<BatchWriteResponse> batchWrite(const BatchWriteRequest& request, Metering metering = Metering::On);
    /// All or nothing. TransactionCanceledException with the reasons in Error::detail.
    Result<TransactWriteResponse> transactWrite(const TransactWriteRequest& request,
                                                Metering metering = Metering::On);
    Result<TransactGetResponse> transactGet(const TransactGetRequest& request,
                                            Metering metering = Metering::On) const;

    /// The most bytes that an item collection of a table with LSIs may have, until the engine is closed; the
    /// service's 10 GB at first. For tests and demonstrations.
    void setItemCollectionLimit(std::uint64_t bytes);

    /// What the service does now and then, on demand; all off at first. May change while requests are
    /// answered; times are cut to what faults.h allows. Until the engine is closed.
    void setFaults(const ServiceFaults& faults);
    ServiceFaults faults() const;

    // Browsing. Never metered, and never lagging.
    Result<ViewStatistics> statistics(const ViewId& view) const;
    /// The first collections of an order, without building the whole of it. At most `most`.
    Result<std::vector<CollectionSummary>> firstCollections(const ViewId& view, CollectionOrderBy by,
                                                            std::size_t most) const;
    /// `recording`: for CollectionOrderBy::Load (nothing: the current one).
    Result<std::shared_ptr<const CollectionOrder>> collectionOrder(const ViewId& view, CollectionOrderBy by,
                                                                   std::stop_token stop = {}) const;
    /// In the order asked for; ids that no longer exist are left out.
    Result<std::vector<CollectionSummary>> collections(const ViewId& view,
                                                       const std::vector<CollectionId>& ids) const;
    Result<ItemWindow> items(const ViewId& view, CollectionId collection, std::uint64_t first,
                             std::size_t most) const;
    /// Fails with ResourceNotFoundException when no collection has that key.
    Result<KeyPlace> find(const ViewId& view, const std::vector<Value>& partition,
                          const std::vector<Value>& sort = {}) const;
    /// Up to `most` partition keys that begin with `prefix` (as displayText() shows them), in key order.
    /// For S and B keys a seek; for N keys a look at the first 10,000.
    Result<std::vector<std::vector<Value>>> completePartition(const ViewId& view, const std::string& prefix,
                                                              std::size_t most) const;
    /// Partition key bytes of the table or index in key order, at most `most`: what a generator draws from.
    Result<std::vector<std::string>> partitionKeys(const ViewId& view, std::size_t most) const;

    // Import.
    /// What the import would do, by the first kPreviewRecords records; nothing is changed. Not for standard
    /// input.
    Result<ImportPreview> previewImport(const SourceLocation& source, const ImportOptions& options,
                                        std::stop_token stop = {}) const;
    /// Streams items from a source. Whatever goes wrong with single records is in the report; Result fails
    /// only when nothing was done (no such table or file, read-only, no space).
    Result<ImportReport> importItems(const SourceLocation& source, const ImportOptions& options,
                                     const ProgressSink& progress = {}, std::stop_token stop = {});
    /// The same of a file; "-": standard input.
    Result<ImportReport> importItems(const std::string& source, const ImportOptions& options,
                                     const ProgressSink& progress = {}, std::stop_token stop = {});
    /// Those that the file keeps, the newest first, without their problems.
    Result<std::vector<ImportReport>> imports() const;
    Result<std::vector<ImportProblem>> importProblems(std::int64_t import, std::size_t most) const;
    /// The refused records of an import as a source of their own, to be mended and imported again.
    Result<RefusedRecords> refusedRecords(std::int64_t import,
                                          std::size_t mostBytes = 16 * 1024 * 1024) const;
    /// Puts back what an import replaced, merged or deleted, where it is still as the import left it.
    Result<RestoreReport> restoreReplaced(std::int64_t import, const ProgressSink& progress = {},
                                          std::stop_token stop = {});
    Result<void> forgetImport(std::int64_t import);

    // Export.
    /// Writes to a file ("-": standard output) or, where the format is one of several files, a folder. What
    /// is at the place is replaced when all of it is written, and not before. Never metered. Fails with
    /// DiskFull, InputOutput, ReadOnly (of the place), ResourceNotFoundException, or BadInput for a redaction
    /// that can't be.
    Result<ExportReport> exportItems(const std::string& path, const ExportOptions& options,
                                     const ProgressSink& progress = {}, std::stop_token stop = {}) const;
    Result<TableSource> tableSource(const std::string& table) const;

    // Load. One recording is current: the live one at first.
    std::shared_ptr<LoadMeter> liveLoad(const std::string& table) const;
    /// Partitions of the table or an index: the chosen number, or the rule's.
    Result<std::uint32_t> partitionCount(const ViewId& view) const;
    /// 1 … 256, or nothing for the rule's. Kept in the file; the live recording starts afresh.
    Result<void> choosePartitionCount(const std::string& table, std::optional<std::uint32_t> count);
    /// A new recording from a trace or a generator; never changes items.
    struct Replay {
        std::shared_ptr<LoadMeter> load;
        TraceReport report;
    };
    /// `partitions` (1 … 256) divides the table and its GSIs for this recording only; nothing:
    /// partitionCount().
    Result<Replay> replayTrace(const std::string& table, const std::string& path,
                               const ProgressSink& progress = {}, std::stop_token stop = {},
                               std::optional<std::uint32_t> partitions = {}) const;
    Result<Replay> replayGenerated(const std::string& table, const GeneratorSpec& spec,
                                   std::stop_token stop = {},
                                   std::optional<std::uint32_t> partitions = {}) const;
    /// The recording that CollectionOrderBy::Load goes by; null: the live one.
    void setCurrentLoad(const std::string& table, std::shared_ptr<LoadMeter> load);
    Result<std::vector<RecordingInfo>> recordings(const std::string& table) const;
    Result<std::int64_t> saveRecording(const std::string& table, const LoadMeter& load,
                                       const std::string& name);
    Result<std::shared_ptr<LoadMeter>> loadRecording(const std::string& table, std::int64_t id) const;
    Result<void> removeRecording(const std::string& table, std::int64_t id);

    /// In which order the attributes of each entity type were first seen, as imports taught it. The snapshot
    /// stays as it is. Reads the file once, then from memory.
    Result<std::shared_ptr<const AttributeOrder>> attributeOrder(const std::string& table) const;

    // Entity colours.
    Result<std::vector<EntityColour>> entityColours(const std::string& table) const;
    Result<void> setEntityColour(const std::string& table, const EntityColour& colour);

    // Whole-file check: items, collections, marks and indexes agree. Says the first differences found.
    Result<std::vector<std::string>> check(const ProgressSink& progress = {},
                                           std::stop_token stop = {}) const;

    // Listeners are called on the thread that made the change, after it is committed; they must not block.
    using Listener = std::function<void(const Change&)>;
    int listen(Listener listener);
    void unlisten(int id);

  private:
    Engine();
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
