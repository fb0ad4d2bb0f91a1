#include "engine/engine.h"

#include "engine/engine_state.h"
#include "engine/operation/read_page.h"
#include "engine/partition/partitions.h"
#include "engine/value/item_bytes.h"

namespace partita {

Result<std::shared_ptr<const StoredTable>> Engine::State::table(const std::string& name) const {
    auto found = file->catalogue()->find(name);
    if (!found) return Error::notFound("Requested resource not found: Table: " + name + " not found");
    return found;
}

Result<std::shared_ptr<const ViewTables>> Engine::State::view(const ViewId& id) const {
    auto stored = table(id.table);
    if (!stored) return stored.error();
    const ViewTables* view = (*stored)->viewOf(id.index);
    if (!view) return Error::validation("The table does not have the specified index: " + *id.index);
    return std::shared_ptr<const ViewTables>(*stored, view);
}

void Engine::State::announce(const Change& change) const {
    std::vector<std::shared_ptr<const Listener>> told;
    {
        const std::lock_guard guard(listenerMutex);
        for (const auto& [id, listener] : listeners)
            told.push_back(listener);
    }
    for (const auto& listener : told)
        (*listener)(change);
}

LoadResource resourceOf(const TableDefinition& table, const std::optional<std::string>& index) {
    if (!index) return {};
    const IndexDefinition* definition = table.index(*index);
    return definition && definition->kind == IndexKind::Global ? *index : LoadResource();
}

Engine::Engine() = default;

Engine::~Engine() {
    if (m_state) m_state->saveLive();
}

Result<std::unique_ptr<Engine>> Engine::create(const std::string& path,
                                               const std::vector<TableDefinition>& tables,
                                               const Clock& clock) {
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        auto engine = std::unique_ptr<Engine>(new Engine);
        engine->m_state = std::make_unique<State>(TableFile::create(path, tables), clock);
        return engine;
    });
}

Result<std::unique_ptr<Engine>> Engine::open(const std::string& path, OpenMode mode, const Clock& clock) {
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        auto engine = std::unique_ptr<Engine>(new Engine);
        std::string reason = "It was opened for reading only.";
        if (mode != OpenMode::ReadOnly) {
            try {
                engine->m_state =
                    std::make_unique<State>(TableFile::open(path, TableFile::Mode::ReadWrite), clock);
                return engine;
            } catch (const StorageError& fault) {
                const ErrorCode code = fault.error().code;
                if (mode == OpenMode::ReadWrite ||
                    (code != ErrorCode::HeldByAnother && code != ErrorCode::ReadOnly))
                    return fault.error();
                reason = fault.error().message;
            }
        }
        engine->m_state = std::make_unique<State>(TableFile::open(path, TableFile::Mode::ReadOnly), clock);
        engine->m_state->readOnlyReason = reason;
        return engine;
    });
}

const std::string& Engine::path() const {
    return m_state->file->path();
}

bool Engine::isReadOnly() const {
    return m_state->file->isReadOnly();
}

std::string Engine::readOnlyReason() const {
    return m_state->readOnlyReason;
}

std::vector<std::string> Engine::tableNames() const {
    std::vector<std::string> names;
    for (const auto& table : m_state->file->catalogue()->tables())
        names.push_back(table->definition.name);
    return names;
}

Result<std::shared_ptr<const TableDefinition>> Engine::table(const std::string& name) const {
    auto stored = m_state->table(name);
    if (!stored) return stored.error();
    return std::shared_ptr<const TableDefinition>(*stored, &(*stored)->definition);
}

Result<void> Engine::createTable(const TableDefinition& table) {
    if (auto valid = validateDefinition(table); !valid) return valid.error();
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        if (m_state->file->catalogue()->find(table.name)) {
            Error error = Error::validation("Table already exists: " + table.name);
            error.code = ErrorCode::ResourceInUse;
            return error;
        }
        Transaction transaction(*writer, Transaction::Kind::Write);
        Catalogue::add(*writer, table);
        transaction.commit();
        m_state->file->reloadCatalogue(*writer);
        return {};
    });
    if (done) m_state->announce({Change::Kind::Tables, table.name, {}});
    return done;
}

namespace {

std::optional<Item> oldItem(const WriteOutcome& outcome) {
    if (!outcome.oldBytes) return std::nullopt;
    auto item = itemFromBytes(*outcome.oldBytes);
    if (!item) return std::nullopt;
    return std::move(item).value();
}

/// What a write asked of the table's partition, and of each GSI's.
std::vector<LoadEvent> eventsOf(const TableDefinition& table, UtcMillis now, const std::string& partition,
                                const WriteOutcome& outcome) {
    std::vector<LoadEvent> events;
    events.push_back({now, {}, partition, 0, outcome.tableUnits, {}});
    for (const IndexWrite& write : outcome.indexWrites) {
        const IndexDefinition& index = table.indexes[write.index];
        if (index.kind == IndexKind::Local) {
            events.front().write += write.units;
        } else {
            events.push_back({now, index.name, write.partition, 0, write.units, {}});
        }
    }
    return events;
}

}  // namespace

Result<PutResponse> Engine::put(const PutRequest& request, Metering metering) {
    auto table = m_state->table(request.table);
    if (!table) return table.error();
    const auto prepared = prepareItem((*table)->definition, request.item);
    if (!prepared) return prepared.error();
    WriteOutcome outcome;
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        outcome = ItemWriter(*writer, **table).put(*prepared);
        transaction.commit();
        return {};
    });
    if (!done) return done.error();
    if (metering == Metering::On)
        for (const LoadEvent& event :
             eventsOf((*table)->definition, m_state->clock.now(), prepared->key.partition, outcome))
            m_state->meter(*table, event);
    m_state->announce({Change::Kind::Items, request.table, {prepared->key.partition}});
    return PutResponse{oldItem(outcome), outcome.capacity((*table)->definition)};
}

Result<DeleteResponse> Engine::remove(const DeleteRequest& request, Metering metering) {
    auto table = m_state->table(request.table);
    if (!table) return table.error();
    const auto key = bareKey((*table)->definition.keys, request.key);
    if (!key) return key.error();
    WriteOutcome outcome;
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        outcome = ItemWriter(*writer, **table).remove(*key, partitionHash(key->partition));
        transaction.commit();
        return {};
    });
    if (!done) return done.error();
    if (metering == Metering::On)
        for (const LoadEvent& event :
             eventsOf((*table)->definition, m_state->clock.now(), key->partition, outcome))
            m_state->meter(*table, event);
    if (outcome.oldBytes) m_state->announce({Change::Kind::Items, request.table, {key->partition}});
    return DeleteResponse{oldItem(outcome), outcome.capacity((*table)->definition)};
}

Result<GetResponse> Engine::get(const GetRequest& request, Metering metering) const {
    auto table = m_state->table(request.table);
    if (!table) return table.error();
    auto key = bareKey((*table)->definition.keys, request.key);
    if (!key) return key.error();
    auto response = guarded([&]() -> Result<GetResponse> {
        const TableFile::Reader reader = m_state->file->reader();
        return getItem(*reader, **table, *key, request.consistent);
    });
    if (response && metering == Metering::On)
        m_state->meter(
            *table,
            {m_state->clock.now(), {}, std::move(key->partition), response->capacity.total.read, 0, {}});
    return response;
}

Result<PageResponse> Engine::query(const QueryRequest& request, Metering metering,
                                   std::stop_token stop) const {
    auto table = m_state->table(request.table);
    if (!table) return table.error();
    auto page = guarded([&]() -> Result<PageResponse> {
        const TableFile::Reader reader = m_state->file->reader();
        const Database::StopScope scope(*reader, stop);
        return queryPage(*reader, **table, request);
    });
    if (page && metering == Metering::On) {
        m_state->meter(*table, {m_state->clock.now(),
                                resourceOf((*table)->definition, request.index),
                                page->partitionBytes,
                                page->capacity.total.read,
                                0,
                                {}});
    }
    return page;
}

Result<PageResponse> Engine::scan(const ScanRequest& request, Metering metering, std::stop_token stop) const {
    auto table = m_state->table(request.table);
    if (!table) return table.error();
    BytesByHash bytes;
    auto page = guarded([&]() -> Result<PageResponse> {
        const TableFile::Reader reader = m_state->file->reader();
        const Database::StopScope scope(*reader, stop);
        return scanPage(*reader, **table, request, metering == Metering::On ? &bytes : nullptr);
    });
    // Null when the recording can't be read: that must not make a request fail that has been answered.
    const auto live = page && metering == Metering::On ? liveLoad(request.table) : nullptr;
    if (live) {
        LoadEvent event;
        event.time = m_state->clock.now();
        event.resource = resourceOf((*table)->definition, request.index);
        event.read = page->capacity.total.read;
        // The page's units in proportion to the bytes read of each partition; the running sum is rounded, so
        // that the shares add up to the page's units.
        const std::uint32_t partitions = live->partitions(event.resource);
        std::uint64_t soFar = 0;
        HalfUnits given = 0;
        for (const auto& [hash, size] : bytes) {
            soFar += size;
            const HalfUnits upTo = page->bytesRead ? event.read * soFar / page->bytesRead : 0;
            const std::uint32_t partition = partitionOf(hash, partitions);
            if (event.readByPartition.empty() || event.readByPartition.back().first != partition)
                event.readByPartition.emplace_back(partition, 0);
            event.readByPartition.back().second += upTo - given;
            given = upTo;
        }
        m_state->meter(*table, event);
    }
    return page;
}

int Engine::listen(Listener listener) {
    const std::lock_guard guard(m_state->listenerMutex);
    const int id = m_state->nextListener++;
    m_state->listeners.emplace(id, std::make_shared<const Listener>(std::move(listener)));
    return id;
}

void Engine::unlisten(int id) {
    const std::lock_guard guard(m_state->listenerMutex);
    m_state->listeners.erase(id);
}

}  // namespace partita
