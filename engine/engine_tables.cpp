// The control plane: making, describing and deleting tables, their tags, and whether items expire.
#include <algorithm>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/storage/file_format.h"
#include "engine/storage/stream_store.h"
#include "engine/storage/view_removal.h"
#include "engine/table/check_tags.h"

namespace partita {
namespace {

// A table with fewer rows goes at once; one with more goes in the background, a part at a time.
constexpr std::int64_t kRowsGoneAtOnce = 2000;

Error inUse(const std::string& what) {
    return Error::of(ErrorCode::ResourceInUse, what);
}

/// Format 1 gives tables no id, and a file that is only read gets none: its number stands for it.
std::string idOf(const StoredTable& table) {
    if (!table.state.uuid.empty()) return table.state.uuid;
    const std::string number = std::to_string(table.id);
    constexpr std::size_t kDigits = 12;
    return "00000000-0000-4000-8000-" + std::string(kDigits - std::min(kDigits, number.size()), '0') + number;
}

IndexDescription describeIndex(Database& database, const ViewTables& view, const std::string& name,
                               const IndexState& state, std::int64_t tableItems, UtcMillis now) {
    IndexDescription index;
    index.name = name;
    index.status = state.status;
    if (state.status == TableStatus::Creating) {
        index.backfilling = true;
        index.backfilled =
            tableItems > 0 ? std::min(1.0, static_cast<double>(state.seen) / static_cast<double>(tableItems))
                           : 0;
    }
    const ViewTotals totals = CollectionStore(database, view).totals();
    index.items = static_cast<std::uint64_t>(totals.items);
    index.bytes = static_cast<std::uint64_t>(totals.bytes);
    index.lastIncrease = state.changes.increase;
    index.lastDecrease = state.changes.decrease;
    index.decreasesToday = state.changes.decreasesOn(now);
    return index;
}

bool isSmall(Database& database, const StoredTable& table) {
    std::int64_t rows = CollectionStore(database, table.view).totals().items;
    for (const ViewTables& index : table.indexViews)
        rows += CollectionStore(database, index).totals().items;
    return rows <= kRowsGoneAtOnce && !StreamStore(database).hasMoreRecordsThan(table.id, kRowsGoneAtOnce);
}

}  // namespace

TableDescription Engine::State::describe(Database& database, const StoredTable& table) const {
    const UtcMillis now = clock.now();
    const bool isNew = file->catalogue()->format() >= 2;
    TableDescription description;
    description.definition = table.definition;
    description.id = idOf(table);
    description.created = table.state.created;
    const ViewTotals totals = CollectionStore(database, table.view).totals();
    description.items = static_cast<std::uint64_t>(totals.items);
    description.bytes = static_cast<std::uint64_t>(totals.bytes);
    bool isUpdating = !table.leavingIndexes.empty();
    for (std::size_t i = 0; i < table.indexViews.size(); ++i) {
        const ViewTables& view = table.indexViews[i];
        // How far a backfill is stands in the file alone; whether it may be read, in the catalogue, which
        // learns of the end of a backfill a moment after the file: who is told Active may read at once.
        IndexState state = isNew ? IndexState::read(database, view.table, view.index) : IndexState();
        if (table.indexStates[i].status == TableStatus::Creating) state.status = TableStatus::Creating;
        isUpdating = isUpdating || state.status == TableStatus::Creating;
        description.indexes.push_back(
            describeIndex(database, view, table.definition.indexes[i].name, state, totals.items, now));
    }
    for (const StoredTable::LeavingIndex& index : table.leavingIndexes) {
        IndexState leaving;
        leaving.status = TableStatus::Deleting;
        description.definition.indexes.push_back(index.definition);
        description.indexes.push_back(
            describeIndex(database, index.view, index.definition.name, leaving, totals.items, now));
    }
    description.status = table.state.status == TableStatus::Deleting ? TableStatus::Deleting
                         : isUpdating                                ? TableStatus::Updating
                                                                     : TableStatus::Active;
    description.onDemandSince = table.state.onDemandSince;
    description.lastIncrease = table.state.changes.increase;
    description.lastDecrease = table.state.changes.decrease;
    description.decreasesToday = table.state.changes.decreasesOn(now);
    description.deletionProtection = table.state.deletionProtection;
    description.tableClass = table.state.tableClass;
    description.tableClassSince = table.state.tableClassSince;
    if (isNew) {
        auto streams = StreamStore(database).streamsOf(table.id, now);
        if (!streams.empty()) {
            description.stream = std::move(streams.back().info);
            description.stream->table = table.definition.name;
        }
    }
    return description;
}

void Engine::State::startUpkeep() {
    if (!file->isReadOnly() && !upkeep)
        upkeep = std::make_unique<TableUpkeep>(*file, [this](const std::string& table, std::int64_t gone) {
            if (gone != 0) forget(gone);
            announce({Change::Kind::Tables, table, {}});
        });
    if (upkeep && file->catalogue()->hasUnfinishedWork()) upkeep->wake();
}

void Engine::State::forget(std::int64_t table) {
    {
        const std::lock_guard guard(loadMutex);
        loads.erase(table);
    }
    throttle.forget(table);
    const std::lock_guard guard(orderMutex);
    orders.erase(table);
}

Result<std::shared_ptr<const StoredTable>> Engine::State::asItIsNow(const StoredTable& known) const {
    for (const auto& current : file->catalogue()->tables())
        if (current->id == known.id) return current;
    return Error::notFound("Requested resource not found: Table: " + known.definition.name + " not found");
}

void Engine::State::tableChanged(Database& writer, bool dropped) {
    file->reloadCatalogue(writer);
    if (dropped) file->forgetStatements(writer);
    startUpkeep();
}

Result<TableDescription> Engine::State::addTable(const CreateTableRequest& request) {
    const TableDefinition& definition = request.definition;
    if (auto valid = validateDefinition(definition); !valid) return valid.error();
    if (auto valid = checkTags(request.tags); !valid) return valid.error();
    return guarded([&]() -> Result<TableDescription> {
        const TableFile::Writer writer = file->writer();
        const auto catalogue = file->catalogue();
        if (catalogue->find(definition.name) || catalogue->findLeaving(definition.name))
            return inUse("Table already exists: " + definition.name);
        const UtcMillis now = clock.now();
        TableState state = newTableState(definition, now);
        state.deletionProtection = request.deletionProtection;
        state.tableClass = request.tableClass;
        {
            Transaction transaction(*writer, Transaction::Kind::Write);
            const std::int64_t id = Catalogue::add(*writer, definition, std::move(state));
            if (request.stream) StreamStore(*writer).open(id, *request.stream, now);
            for (const auto& [name, value] : request.tags)
                Catalogue::setTag(*writer, id, name, value);
            transaction.commit();
        }
        tableChanged(*writer, false);
        // While no other may write: somebody may be waiting to delete it.
        const auto added = table(definition.name);
        if (!added) return added.error();
        return describe(*writer, **added);
    });
}

Result<void> Engine::createTable(const TableDefinition& table) {
    CreateTableRequest request;
    request.definition = table;
    const auto added = m_state->addTable(request);
    if (!added) return added.error();
    m_state->announce({Change::Kind::Tables, table.name, {}});
    return {};
}

Result<TableDescription> Engine::createTable(const CreateTableRequest& request) {
    auto description = m_state->addTable(request);
    if (!description) return description;
    // It can be used at once; the service's answer always says so.
    description->status = TableStatus::Creating;
    for (std::size_t i = 0; i < description->indexes.size(); ++i)
        if (description->definition.indexes[i].kind == IndexKind::Global)
            description->indexes[i].status = TableStatus::Creating;
    m_state->announce({Change::Kind::Tables, request.definition.name, {}});
    return description;
}

Result<TableDescription> Engine::describeTable(const std::string& name) const {
    // A table may go between being looked up and being read.
    return m_state->onCurrentTables([&](const auto& catalogue) -> Result<TableDescription> {
        auto table = m_state->table(name);
        if (!table) {
            table = catalogue->findLeaving(name);
            if (!*table) return m_state->table(name).error();
        }
        return guarded([&]() -> Result<TableDescription> {
            const TableFile::Reader reader = m_state->file->reader();
            Transaction snapshot(*reader, Transaction::Kind::Read);
            return m_state->describe(*reader, **table);
        });
    });
}

Result<TableDescription> Engine::deleteTable(const std::string& name) {
    std::int64_t gone = 0;
    auto deleted = guarded([&]() -> Result<TableDescription> {
        const TableFile::Writer writer = m_state->file->writer();
        if (m_state->file->catalogue()->findLeaving(name))
            return inUse("Attempt to change a resource which is still in use: Table is being deleted: " +
                         name);
        const auto table = m_state->table(name);
        if (!table) return table.error();
        TableDescription description = m_state->describe(*writer, **table);
        if (description.deletionProtection)
            return Error::validation(
                "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
                "protection first.");
        if (description.status != TableStatus::Active)
            return inUse(
                "Attempt to change a resource which is still in use: Cannot delete table while indexes are "
                "being created, updated, or deleted.");
        const bool atOnce = isSmall(*writer, **table);
        {
            Transaction transaction(*writer, Transaction::Kind::Write);
            if (atOnce) {
                for (const ViewTables& index : (*table)->indexViews)
                    removeSomeRows(*writer, index, kRowsGoneAtOnce);
                removeSomeRows(*writer, (*table)->view, kRowsGoneAtOnce);
                StreamStore(*writer).removeSomeRecords((*table)->id, kRowsGoneAtOnce);
                Catalogue::removeTable(*writer, **table);
            } else {
                TableState state = (*table)->state;
                state.status = TableStatus::Deleting;
                state.write(*writer, (*table)->id);
            }
            transaction.commit();
        }
        if (atOnce) gone = (*table)->id;
        m_state->tableChanged(*writer, atOnce);
        description.status = TableStatus::Deleting;
        return description;
    });
    if (gone != 0) m_state->forget(gone);
    if (deleted) m_state->announce({Change::Kind::Tables, name, {}});
    return deleted;
}

Result<Tags> Engine::tags(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<Tags> {
        if (m_state->file->catalogue()->format() < 2) return Tags();
        const TableFile::Reader reader = m_state->file->reader();
        return Catalogue::tags(*reader, (*table)->id);
    });
}

Result<void> Engine::addTags(const std::string& name, const Tags& tags) {
    if (tags.empty()) return Error::validation("Atleast one Tag needs to be provided as Input.");
    if (auto valid = checkTags(tags); !valid) return valid.error();
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        const auto table = m_state->table(name);
        if (!table) return table.error();
        Transaction transaction(*writer, Transaction::Kind::Write);
        for (const auto& [key, value] : tags)
            Catalogue::setTag(*writer, (*table)->id, key, value);
        // Counted together with those that were there: what is too much is rolled back.
        if (auto valid = checkTags(Catalogue::tags(*writer, (*table)->id)); !valid) return valid.error();
        transaction.commit();
        return {};
    });
    if (done) m_state->announce({Change::Kind::Settings, name, {}});
    return done;
}

Result<void> Engine::removeTags(const std::string& name, const std::vector<std::string>& names) {
    if (names.empty()) return Error::validation("Atleast one Tag Key needs to be provided as Input.");
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        const auto table = m_state->table(name);
        if (!table) return table.error();
        Transaction transaction(*writer, Transaction::Kind::Write);
        for (const std::string& key : names)
            Catalogue::removeTag(*writer, (*table)->id, key);
        transaction.commit();
        return {};
    });
    if (done) m_state->announce({Change::Kind::Settings, name, {}});
    return done;
}

}  // namespace partita
