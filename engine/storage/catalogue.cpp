#include "engine/storage/catalogue.h"

#include <algorithm>

#include "engine/limits.h"
#include "engine/storage/definition_rows.h"
#include "engine/storage/file_format.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/stream_store.h"

namespace partita {
namespace {

/// Makes the rows and inner tables of a view that has none.
void addView(Database& database, const ViewTables& view) {
    writeKeys(database, view.table, view.index, view.keys);
    database.prepare("INSERT INTO views VALUES (?, ?, 0, 0, 0, 1)")
        .bind(1, view.table)
        .bind(2, view.index)
        .run();
    for (const std::string& statement : view.createStatements())
        database.execute(statement);
}

void removeRows(Database& database, const std::string& innerTable, std::int64_t table) {
    database.prepare("DELETE FROM " + innerTable + " WHERE table_id = ?").bind(1, table).run();
}

}  // namespace

const ViewTables* StoredTable::viewOf(const std::optional<std::string>& index) const {
    if (!index) return &view;
    for (std::size_t i = 0; i < definition.indexes.size(); ++i)
        if (definition.indexes[i].name == *index) return &indexViews[i];
    return nullptr;
}

bool StoredTable::isBeingFilled(std::string_view index) const {
    for (std::size_t i = 0; i < definition.indexes.size(); ++i)
        if (definition.indexes[i].name == index) return indexStates[i].status == TableStatus::Creating;
    return false;
}

std::shared_ptr<StoredTable> Catalogue::readTable(Database& database, const Execution& row,
                                                  std::int32_t format, const Clock& clock) {
    auto table = std::make_shared<StoredTable>();
    table->id = row.integer(0);
    table->definition.name = row.text(1);
    table->definition.billing = billingFromStored(row.integer(2));
    table->definition.throughput = throughputFrom(row, 3);
    if (!row.isNull(5)) {
        if (row.integer(5) < 1 || row.integer(5) > limits::kPartitionsMax)
            damaged(database, "table " + table->definition.name + " has an impossible number of partitions");
        table->partitions = static_cast<std::uint32_t>(row.integer(5));
    }
    table->definition.keys = readKeys(database, table->id, 0);
    table->view = ViewTables(table->id, 0, table->definition.keys);
    if (format >= 2) {
        table->state = TableState::read(database, table->id);
        table->stream = StreamStore(database).openStream(table->id, clock);
    }
    Execution indexRow = database.prepare(
        "SELECT id, name, kind, projection, read_units, write_units FROM indexes WHERE table_id = ? "
        "ORDER BY id");
    indexRow.bind(1, table->id);
    while (indexRow.step()) {
        const std::int64_t id = indexRow.integer(0);
        IndexDefinition index = readIndex(database, table->id, indexRow);
        IndexState state;
        if (format >= 2) state = IndexState::read(database, table->id, id);
        ViewTables view(table->id, id, index.keys);
        if (state.status == TableStatus::Deleting) {
            table->leavingIndexes.push_back({std::move(index), std::move(view)});
            continue;
        }
        table->definition.indexes.push_back(std::move(index));
        table->indexViews.push_back(std::move(view));
        table->indexStates.push_back(std::move(state));
    }
    if (const auto valid = validateDefinition(table->definition); !valid)
        damaged(database, "the definition of table " + table->definition.name +
                              " is not valid: " + valid.error().message);
    return table;
}

std::shared_ptr<const Catalogue> Catalogue::read(Database& database, const Clock& clock) {
    auto catalogue = std::make_shared<Catalogue>();
    catalogue->m_format = formatOf(database);
    Execution row = database.prepare(
        "SELECT id, name, billing, read_units, write_units, partitions FROM tables ORDER BY id");
    while (row.step()) {
        auto table = readTable(database, row, catalogue->m_format, clock);
        auto& where =
            table->state.status == TableStatus::Deleting ? catalogue->m_leaving : catalogue->m_tables;
        where.push_back(std::move(table));
    }
    return catalogue;
}

std::shared_ptr<const StoredTable> Catalogue::find(const std::string& name) const {
    for (const auto& table : m_tables)
        if (table->definition.name == name) return table;
    return nullptr;
}

std::shared_ptr<const StoredTable> Catalogue::findLeaving(const std::string& name) const {
    for (const auto& table : m_leaving)
        if (table->definition.name == name) return table;
    return nullptr;
}

bool Catalogue::has(std::int64_t id) const {
    return std::any_of(m_tables.begin(), m_tables.end(), [&](const auto& table) { return table->id == id; });
}

bool Catalogue::hasUnfinishedWork() const {
    const auto unfinished = [](const std::shared_ptr<const StoredTable>& table) {
        return !table->leavingIndexes.empty() ||
               std::any_of(table->indexStates.begin(), table->indexStates.end(),
                           [](const auto& state) { return state.status == TableStatus::Creating; });
    };
    return !m_leaving.empty() || std::any_of(m_tables.begin(), m_tables.end(), unfinished);
}

std::vector<std::string> Catalogue::expectedSchema() const {
    std::vector<std::string> schema = formatStatements(m_format);
    const auto append = [&](const ViewTables& view) {
        for (auto& statement : view.createStatements())
            schema.push_back(std::move(statement));
    };
    for (const auto* tables : {&m_tables, &m_leaving}) {
        for (const auto& table : *tables) {
            append(table->view);
            for (const ViewTables& index : table->indexViews)
                append(index);
            for (const StoredTable::LeavingIndex& index : table->leavingIndexes)
                append(index.view);
        }
    }
    return schema;
}

std::int64_t Catalogue::add(Database& database, const TableDefinition& definition, TableState state) {
    const std::int64_t id = takeNumber(database, Counter::Table);
    Execution insert = database.prepare(
        "INSERT INTO tables (id, name, billing, read_units, write_units) VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, id).bindText(2, definition.name).bind(3, storedBilling(definition.billing));
    bindThroughput(insert, 4, definition.throughput);
    insert.run();
    addView(database, ViewTables(id, 0, definition.keys));
    state.nextIndex = 1;
    for (const IndexDefinition& index : definition.indexes) {
        const std::int64_t number = state.nextIndex++;
        writeIndex(database, id, number, index);
        IndexState().write(database, id, number);
        addView(database, ViewTables(id, number, index.keys));
    }
    state.write(database, id);
    return id;
}

void Catalogue::addIndex(Database& database, const StoredTable& table, const IndexDefinition& index,
                         const IndexState& state) {
    TableState after = TableState::read(database, table.id);
    const std::int64_t number = after.nextIndex++;
    after.write(database, table.id);
    writeIndex(database, table.id, number, index);
    state.write(database, table.id, number);
    addView(database, ViewTables(table.id, number, index.keys));
}

void Catalogue::setThroughput(Database& database, const StoredTable& table,
                              const TableDefinition& definition) {
    Execution update =
        database.prepare("UPDATE tables SET billing = ?, read_units = ?, write_units = ? WHERE id = ?");
    update.bind(1, storedBilling(definition.billing)).bind(4, table.id);
    bindThroughput(update, 2, definition.throughput);
    update.run();
    for (std::size_t i = 0; i < table.indexViews.size(); ++i) {
        Execution row = database.prepare(
            "UPDATE indexes SET read_units = ?, write_units = ? WHERE table_id = ? AND id = ?");
        row.bind(3, table.id).bind(4, table.indexViews[i].index);
        bindThroughput(row, 1, definition.indexes[i].throughput);
        row.run();
    }
}

void Catalogue::removeIndex(Database& database, const ViewTables& index) {
    for (const char* innerTable : {"key_attributes", "projected_attributes", "views", "index_states"})
        database.prepare(std::string("DELETE FROM ") + innerTable + " WHERE table_id = ? AND index_id = ?")
            .bind(1, index.table)
            .bind(2, index.index)
            .run();
    database.prepare("DELETE FROM indexes WHERE table_id = ? AND id = ?")
        .bind(1, index.table)
        .bind(2, index.index)
        .run();
    for (const std::string& name : {index.rows(), index.collections(), index.marks()})
        database.execute("DROP TABLE " + name);
}

void Catalogue::removeTable(Database& database, const StoredTable& table) {
    for (const ViewTables& index : table.indexViews)
        removeIndex(database, index);
    for (const StoredTable::LeavingIndex& index : table.leavingIndexes)
        removeIndex(database, index.view);
    StreamStore(database).removeStreamsOf(table.id);
    for (const char* innerTable :
         {"key_attributes", "views", "table_states", "tags", "entity_colours", "attribute_orders",
          "recordings", "import_replaced", "table_sources", "source_entities"})
        removeRows(database, innerTable, table.id);
    database.prepare("DELETE FROM tables WHERE id = ?").bind(1, table.id).run();
    for (const std::string& name : {table.view.rows(), table.view.collections(), table.view.marks()})
        database.execute("DROP TABLE " + name);
}

Tags Catalogue::tags(Database& database, std::int64_t table) {
    Tags tags;
    Execution row = database.prepare("SELECT name, value FROM tags WHERE table_id = ?");
    row.bind(1, table);
    while (row.step())
        tags.emplace(row.text(0), row.text(1));
    return tags;
}

void Catalogue::setTag(Database& database, std::int64_t table, const std::string& name,
                       const std::string& value) {
    database.prepare("INSERT OR REPLACE INTO tags VALUES (?, ?, ?)")
        .bind(1, table)
        .bindText(2, name)
        .bindText(3, value)
        .run();
}

void Catalogue::removeTag(Database& database, std::int64_t table, const std::string& name) {
    database.prepare("DELETE FROM tags WHERE table_id = ? AND name = ?")
        .bind(1, table)
        .bindText(2, name)
        .run();
}

AttributeOrder Catalogue::attributeOrder(Database& database, std::int64_t table) {
    AttributeOrder order;
    Execution row = database.prepare(
        "SELECT entity, name FROM attribute_orders WHERE table_id = ? ORDER BY entity, position");
    row.bind(1, table);
    while (row.step())
        order.add(std::string(row.text(0)), {std::string(row.text(1))});
    return order;
}

void Catalogue::setAttributeOrder(Database& database, std::int64_t table, const AttributeOrder& order) {
    database.prepare("DELETE FROM attribute_orders WHERE table_id = ?").bind(1, table).run();
    for (const auto& [entity, names] : order.entities()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            database.prepare("INSERT INTO attribute_orders VALUES (?, ?, ?, ?)")
                .bind(1, table)
                .bindText(2, entity)
                .bind(3, static_cast<std::int64_t>(i))
                .bindText(4, names[i])
                .run();
        }
    }
}

void Catalogue::choosePartitions(Database& database, std::int64_t table, std::optional<std::uint32_t> count) {
    Execution update = database.prepare("UPDATE tables SET partitions = ? WHERE id = ?");
    if (count) {
        update.bind(1, *count);
    } else {
        update.bindNull(1);
    }
    update.bind(2, table).run();
}

}  // namespace partita
