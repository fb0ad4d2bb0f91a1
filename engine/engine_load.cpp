// Load: the live recording of each table, replays, and recordings kept in the file.
#include <algorithm>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/limits.h"
#include "engine/partition/partitions.h"
#include "engine/partition/trace.h"
#include "engine/storage/collection_store.h"

namespace partita {
namespace {

constexpr const char* kLiveName = "live";
// On disk: do not renumber.
constexpr std::int64_t kStoredLive = 0;  // the one that goes on at the next opening
constexpr std::int64_t kStoredTrace = 1;
constexpr std::int64_t kStoredGenerated = 2;
constexpr std::int64_t kStoredLiveCopy = 3;  // of live load, saved under a name: never gone on with

constexpr std::size_t kGeneratorKeys = 100'000;  // as many as a load meter keeps exactly
constexpr std::size_t kMadeKeys = 1000;          // for a table that has none yet
constexpr std::uint64_t kEventsPerStopCheck = 4096;

std::int64_t storedCopyOf(RecordingInfo::Source source) {
    switch (source) {
        case RecordingInfo::Source::Live:
            return kStoredLiveCopy;
        case RecordingInfo::Source::Trace:
            return kStoredTrace;
        case RecordingInfo::Source::Generated:
            return kStoredGenerated;
    }
    return kStoredLiveCopy;
}

RecordingInfo::Source sourceFrom(std::int64_t stored) {
    if (stored == kStoredTrace) return RecordingInfo::Source::Trace;
    if (stored == kStoredGenerated) return RecordingInfo::Source::Generated;
    return RecordingInfo::Source::Live;
}

constexpr const char* kInfoColumns =
    "id, name, source, origin, partitions, begin_ms, end_ms, requests, read_half_units, write_half_units";

RecordingInfo infoFrom(const Execution& row) {
    RecordingInfo info;
    info.id = row.integer(0);
    info.name = row.text(1);
    info.source = sourceFrom(row.integer(2));
    info.origin = row.text(3);
    info.partitions =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer(4), 1, limits::kPartitionsMax));
    info.begin = row.integer(5);
    info.end = row.integer(6);
    info.requests = static_cast<std::uint64_t>(row.integer(7));
    info.read = static_cast<HalfUnits>(row.integer(8));
    info.write = static_cast<HalfUnits>(row.integer(9));
    return info;
}

std::int64_t insertRecording(Database& database, std::int64_t table, const LoadMeter& load,
                             const std::string& name, std::int64_t source) {
    const RecordingInfo info = load.info();
    const std::string bytes = load.toBytes();
    database.prepare("INSERT INTO recordings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(1, table)
        .bindText(2, name)
        .bind(3, source)
        .bindText(4, info.origin)
        .bind(5, info.partitions)
        .bind(6, info.begin)
        .bind(7, info.end)
        .bind(8, static_cast<std::int64_t>(info.requests))
        .bind(9, static_cast<std::int64_t>(info.read))
        .bind(10, static_cast<std::int64_t>(info.write))
        .bindBytes(11, bytes)
        .run();
    return database.lastInsertId();
}

Result<void> checkPartitionCount(std::optional<std::uint32_t> count) {
    if (count && (*count < 1 || *count > limits::kPartitionsMax))
        return Error::validation("The number of partitions must be 1 to " +
                                 std::to_string(limits::kPartitionsMax) + ".");
    return {};
}

/// Bytes that each partition of a view holds.
std::vector<std::uint64_t> partitionBytes(Database& database, const ViewTables& view,
                                          std::uint32_t partitions) {
    std::vector<std::uint64_t> bytes(partitions, 0);
    Execution row = database.prepare("SELECT hash, bytes FROM " + view.collections());
    while (row.step())
        bytes[partitionOf(hashFromStored(row.integer(0)), partitions)] +=
            static_cast<std::uint64_t>(row.integer(1));
    return bytes;
}

void removeLive(Database& database, std::int64_t table) {
    database.prepare("DELETE FROM recordings WHERE table_id = ? AND source = ?")
        .bind(1, table)
        .bind(2, kStoredLive)
        .run();
}

}  // namespace

std::uint32_t Engine::State::partitionCount(const StoredTable& table, const std::optional<std::string>& index,
                                            Database& database) const {
    if (table.partitions) return *table.partitions;
    const auto resource = resourceOf(table.definition, index);
    const auto indexName = resource.empty() ? std::nullopt : std::optional<std::string>(resource);
    const auto bytes =
        static_cast<std::uint64_t>(CollectionStore(database, *table.viewOf(indexName)).totals().bytes);
    const auto throughput =
        indexName ? table.definition.index(*indexName)->throughput : table.definition.throughput;
    return defaultPartitionCount(table.definition.billing, throughput, bytes);
}

std::unique_ptr<LoadMeter> Engine::State::newMeter(const StoredTable& table, RecordingInfo info,
                                                   Database& database,
                                                   std::optional<std::uint32_t> partitions) const {
    info.partitions = partitions ? *partitions : partitionCount(table, std::nullopt, database);
    auto meter = std::make_unique<LoadMeter>(std::move(info));
    for (const IndexDefinition& index : table.definition.indexes)
        if (index.kind == IndexKind::Global)
            meter->setPartitions(index.name,
                                 partitions ? *partitions : partitionCount(table, index.name, database));
    return meter;
}

std::shared_ptr<LoadMeter> Engine::State::live(const std::shared_ptr<const StoredTable>& table) const {
    const std::lock_guard guard(loadMutex);
    TableLoad& load = loads[table->id];
    if (load.live) return load.live;
    const TableFile::Reader reader = file->reader();
    {
        Execution row =
            reader->prepare(std::string("SELECT ") + kInfoColumns +
                            ", bytes FROM recordings WHERE table_id = ? AND source = ? ORDER BY id DESC");
        row.bind(1, table->id).bind(2, kStoredLive);
        if (row.step()) {
            // A recording of another number of partitions can't be gone on with; nor can a damaged one.
            auto kept = LoadMeter::fromBytes(infoFrom(row), row.bytes(10));
            if (kept && (*kept)->info().partitions == partitionCount(*table, std::nullopt, *reader))
                load.live = std::move(kept).value();
        }
    }
    if (!load.live) {
        RecordingInfo info;
        info.name = kLiveName;
        load.live = newMeter(*table, std::move(info), *reader, std::nullopt);
    }
    load.savedGeneration = load.live->generation();
    return load.live;
}

std::shared_ptr<LoadMeter> Engine::State::current(const std::shared_ptr<const StoredTable>& table) const {
    {
        const std::lock_guard guard(loadMutex);
        const auto found = loads.find(table->id);
        if (found != loads.end() && found->second.current) return found->second.current;
    }
    return live(table);
}

void Engine::State::meter(const std::shared_ptr<const StoredTable>& table, const LoadEvent& event) const {
    // Metering must not make a request fail that has been answered already.
    const auto counted = guarded([&]() -> Result<void> {
        live(table)->record(event);
        return {};
    });
    if (counted) announce({Change::Kind::Load, table->definition.name, {}});
}

void Engine::State::saveLive() {
    if (file->isReadOnly()) return;
    const auto saved = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = file->writer();
        const std::lock_guard guard(loadMutex);
        const auto catalogue = file->catalogue();
        for (auto& [table, load] : loads) {
            // A request that began before its table was deleted may have counted it once more.
            if (!catalogue->has(table)) continue;
            if (!load.live || load.live->generation() == load.savedGeneration) continue;
            Transaction transaction(*writer, Transaction::Kind::Write);
            removeLive(*writer, table);
            insertRecording(*writer, table, *load.live, kLiveName, kStoredLive);
            transaction.commit();
            load.savedGeneration = load.live->generation();
        }
        return {};
    });
    static_cast<void>(saved);  // at close there is nobody left to tell, and the items are safe
}

std::shared_ptr<LoadMeter> Engine::liveLoad(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return nullptr;
    const auto meter = guarded([&]() -> Result<std::shared_ptr<LoadMeter>> { return m_state->live(*table); });
    return meter ? *meter : nullptr;
}

Result<std::uint32_t> Engine::partitionCount(const ViewId& view) const {
    const auto table = m_state->table(view.table);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::uint32_t> {
        const TableFile::Reader reader = m_state->file->reader();
        return m_state->partitionCount(**table, view.index, *reader);
    });
}

Result<void> Engine::choosePartitionCount(const std::string& name, std::optional<std::uint32_t> count) {
    if (auto valid = checkPartitionCount(count); !valid) return valid;
    const auto table = m_state->table(name);
    if (!table) return table.error();
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        Catalogue::choosePartitions(*writer, (*table)->id, count);
        removeLive(*writer, (*table)->id);
        transaction.commit();
        m_state->file->reloadCatalogue(*writer);
        const std::lock_guard guard(m_state->loadMutex);
        m_state->loads.erase((*table)->id);
        return {};
    });
    if (done) m_state->announce({Change::Kind::Load, name, {}});
    return done;
}

Result<Engine::Replay> Engine::replayTrace(const std::string& name, const std::string& path,
                                           const ProgressSink& progress, std::stop_token stop,
                                           std::optional<std::uint32_t> partitions) const {
    if (auto valid = checkPartitionCount(partitions); !valid) return valid.error();
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<Replay> {
        RecordingInfo info;
        info.name = path == "-" ? "standard input" : path.substr(path.find_last_of('/') + 1);
        info.source = RecordingInfo::Source::Trace;
        info.origin = path;
        Replay replay;
        {
            const TableFile::Reader reader = m_state->file->reader();
            replay.load = m_state->newMeter(**table, std::move(info), *reader, partitions);
            // A trace does not say what a Scan read of each partition: it is spread by what each holds.
            replay.load->setPartitionBytes(
                {}, partitionBytes(*reader, (*table)->view, replay.load->partitions({})));
            for (std::size_t i = 0; i < (*table)->indexViews.size(); ++i) {
                const IndexDefinition& index = (*table)->definition.indexes[i];
                if (index.kind == IndexKind::Global)
                    replay.load->setPartitionBytes(index.name,
                                                   partitionBytes(*reader, (*table)->indexViews[i],
                                                                  replay.load->partitions(index.name)));
            }
        }
        auto report = readTrace(
            path, (*table)->definition, [&](const LoadEvent& event) { replay.load->record(event); }, progress,
            stop);
        if (!report) return report.error();
        replay.report = std::move(report).value();
        return replay;
    });
}

Result<Engine::Replay> Engine::replayGenerated(const std::string& name, const GeneratorSpec& spec,
                                               std::stop_token stop,
                                               std::optional<std::uint32_t> partitions) const {
    if (auto valid = checkPartitionCount(partitions); !valid) return valid.error();
    const auto table = m_state->table(name);
    if (!table) return table.error();
    auto keys = partitionKeys({name, std::nullopt}, kGeneratorKeys);
    if (!keys) return keys.error();
    if (keys->empty()) *keys = madeKeys((*table)->definition.keys, kMadeKeys);
    return guarded([&]() -> Result<Replay> {
        RecordingInfo info;
        info.name = spec.text();
        info.source = RecordingInfo::Source::Generated;
        info.origin = spec.text();
        Replay replay;
        {
            const TableFile::Reader reader = m_state->file->reader();
            replay.load = m_state->newMeter(**table, std::move(info), *reader, partitions);
        }
        std::uint64_t events = 0;
        generateTrace(spec, *keys, m_state->clock.now(), [&](const LoadEvent& event) {
            replay.load->record(event);
            replay.report.read += event.read;
            replay.report.write += event.write;
            return ++events % kEventsPerStopCheck != 0 || !stop.stop_requested();
        });
        if (stop.stop_requested()) return Error::cancelled();
        replay.report.lines = replay.report.events = events;
        return replay;
    });
}

void Engine::setCurrentLoad(const std::string& name, std::shared_ptr<LoadMeter> load) {
    const auto table = m_state->table(name);
    if (!table) return;
    {
        const std::lock_guard guard(m_state->loadMutex);
        m_state->loads[(*table)->id].current = std::move(load);
    }
    m_state->announce({Change::Kind::Load, name, {}});
}

Result<std::vector<RecordingInfo>> Engine::recordings(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::vector<RecordingInfo>> {
        const TableFile::Reader reader = m_state->file->reader();
        std::vector<RecordingInfo> found;
        Execution row = reader->prepare(std::string("SELECT ") + kInfoColumns +
                                        " FROM recordings WHERE table_id = ? AND source <> ? ORDER BY id");
        row.bind(1, (*table)->id).bind(2, kStoredLive);
        while (row.step())
            found.push_back(infoFrom(row));
        return found;
    });
}

Result<std::int64_t> Engine::saveRecording(const std::string& name, const LoadMeter& load,
                                           const std::string& recordingName) {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    auto id = guarded([&]() -> Result<std::int64_t> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        const std::int64_t inserted =
            insertRecording(*writer, (*table)->id, load, recordingName, storedCopyOf(load.info().source));
        transaction.commit();
        return inserted;
    });
    if (id) m_state->announce({Change::Kind::Load, name, {}});
    return id;
}

Result<std::shared_ptr<LoadMeter>> Engine::loadRecording(const std::string& name, std::int64_t id) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::shared_ptr<LoadMeter>> {
        const TableFile::Reader reader = m_state->file->reader();
        Execution row = reader->prepare(std::string("SELECT ") + kInfoColumns +
                                        ", bytes FROM recordings WHERE table_id = ? AND id = ?");
        row.bind(1, (*table)->id).bind(2, id);
        if (!row.step()) return Error::notFound("There is no such recording in the file.");
        auto load = LoadMeter::fromBytes(infoFrom(row), row.bytes(10));
        if (!load) return load.error();
        return std::shared_ptr<LoadMeter>(std::move(load).value());
    });
}

Result<void> Engine::removeRecording(const std::string& name, std::int64_t id) {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        (*writer)
            .prepare("DELETE FROM recordings WHERE table_id = ? AND id = ?")
            .bind(1, (*table)->id)
            .bind(2, id)
            .run();
        transaction.commit();
        return {};
    });
    if (done) m_state->announce({Change::Kind::Load, name, {}});
    return done;
}

}  // namespace partita
