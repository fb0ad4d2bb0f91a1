#include "engine/storage/catalogue.h"

#include "engine/limits.h"
#include "engine/storage/storage_error.h"

namespace partita {
namespace {

// On disk: do not renumber.
enum class KeyRole : std::int64_t { Partition = 0, Sort = 1 };
enum class StoredKind : std::int64_t { Local = 1, Global = 2 };
enum class StoredProjection : std::int64_t { KeysOnly = 0, Include = 1, All = 2 };
enum class StoredBilling : std::int64_t { PayPerRequest = 0, Provisioned = 1 };

[[noreturn]] void damaged(Database& database, const std::string& what) {
    throw StorageError(
        Error::file(ErrorCode::DamagedFile, "The file is damaged: " + what + ".", database.path()));
}

std::optional<Throughput> throughputFrom(const Execution& row, int column) {
    if (row.isNull(column)) return std::nullopt;
    return Throughput{row.integer(column), row.integer(column + 1)};
}

void bindThroughput(Execution& execution, int parameter, const std::optional<Throughput>& throughput) {
    if (!throughput) {
        execution.bindNull(parameter).bindNull(parameter + 1);
        return;
    }
    execution.bind(parameter, throughput->readUnits).bind(parameter + 1, throughput->writeUnits);
}

KeySchema readKeys(Database& database, std::int64_t table, std::int64_t index) {
    KeySchema keys;
    Execution row = database.prepare(
        "SELECT role, name, type FROM key_attributes WHERE table_id = ? AND index_id = ? ORDER BY role, "
        "position");
    row.bind(1, table).bind(2, index);
    while (row.step()) {
        const std::int64_t type = row.integer(2);
        if (type < static_cast<std::int64_t>(ValueType::String) ||
            type > static_cast<std::int64_t>(ValueType::Binary))
            damaged(database, "a key attribute has an unknown type");
        auto& part =
            row.integer(0) == static_cast<std::int64_t>(KeyRole::Partition) ? keys.partition : keys.sort;
        part.push_back({std::string(row.text(1)), static_cast<ValueType>(type)});
    }
    return keys;
}

void writeKeys(Database& database, std::int64_t table, std::int64_t index, const KeySchema& keys) {
    const auto write = [&](KeyRole role, const std::vector<KeyAttribute>& attributes) {
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            database.prepare("INSERT INTO key_attributes VALUES (?, ?, ?, ?, ?, ?)")
                .bind(1, table)
                .bind(2, index)
                .bind(3, static_cast<std::int64_t>(role))
                .bind(4, static_cast<std::int64_t>(i))
                .bindText(5, attributes[i].name)
                .bind(6, static_cast<std::int64_t>(attributes[i].type))
                .run();
        }
    };
    write(KeyRole::Partition, keys.partition);
    write(KeyRole::Sort, keys.sort);
}

IndexDefinition readIndex(Database& database, std::int64_t table, const Execution& row) {
    IndexDefinition index;
    const std::int64_t id = row.integer(0);
    index.name = row.text(1);
    const std::int64_t kind = row.integer(2);
    if (kind != static_cast<std::int64_t>(StoredKind::Local) &&
        kind != static_cast<std::int64_t>(StoredKind::Global))
        damaged(database, "index " + index.name + " is of an unknown kind");
    index.kind = kind == static_cast<std::int64_t>(StoredKind::Local) ? IndexKind::Local : IndexKind::Global;
    switch (static_cast<StoredProjection>(row.integer(3))) {
        case StoredProjection::KeysOnly:
            index.projection.type = ProjectionType::KeysOnly;
            break;
        case StoredProjection::Include:
            index.projection.type = ProjectionType::Include;
            break;
        case StoredProjection::All:
            index.projection.type = ProjectionType::All;
            break;
        default:
            damaged(database, "index " + index.name + " has an unknown projection");
    }
    index.throughput = throughputFrom(row, 4);
    index.keys = readKeys(database, table, id);
    Execution names = database.prepare(
        "SELECT name FROM projected_attributes WHERE table_id = ? AND index_id = ? ORDER BY position");
    names.bind(1, table).bind(2, id);
    while (names.step())
        index.projection.attributes.emplace_back(names.text(0));
    return index;
}

}  // namespace

const ViewTables* StoredTable::viewOf(const std::optional<std::string>& index) const {
    if (!index) return &view;
    for (std::size_t i = 0; i < definition.indexes.size(); ++i)
        if (definition.indexes[i].name == *index) return &indexViews[i];
    return nullptr;
}

std::vector<std::string> Catalogue::createStatements() {
    return {
        "CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, billing INTEGER NOT NULL, "
        "read_units INTEGER, write_units INTEGER, partitions INTEGER)",
        "CREATE TABLE indexes (table_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, "
        "kind INTEGER NOT NULL, projection INTEGER NOT NULL, read_units INTEGER, write_units INTEGER, "
        "PRIMARY KEY (table_id, id)) WITHOUT ROWID",
        "CREATE TABLE key_attributes (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, role INTEGER NOT "
        "NULL, "
        "position INTEGER NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, index_id, role, position)) WITHOUT ROWID",
        "CREATE TABLE projected_attributes (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, "
        "position INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (table_id, index_id, position)) WITHOUT "
        "ROWID",
        "CREATE TABLE views (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, items INTEGER NOT NULL, "
        "bytes INTEGER NOT NULL, collections INTEGER NOT NULL, next_collection INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, index_id)) WITHOUT ROWID",
        "CREATE TABLE bodies (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        "CREATE TABLE entity_colours (table_id INTEGER NOT NULL, entity TEXT NOT NULL, rgb INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, entity)) WITHOUT ROWID",
        "CREATE TABLE attribute_orders (table_id INTEGER NOT NULL, entity TEXT NOT NULL, position INTEGER "
        "NOT NULL, "
        "name TEXT NOT NULL, PRIMARY KEY (table_id, entity, position)) WITHOUT ROWID",
        "CREATE TABLE recordings (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, name TEXT NOT NULL, "
        "source INTEGER NOT NULL, origin TEXT NOT NULL, partitions INTEGER NOT NULL, begin_ms INTEGER NOT "
        "NULL, "
        "end_ms INTEGER NOT NULL, requests INTEGER NOT NULL, read_half_units INTEGER NOT NULL, "
        "write_half_units INTEGER NOT NULL, bytes BLOB NOT NULL)",
    };
}

std::shared_ptr<const Catalogue> Catalogue::read(Database& database) {
    auto catalogue = std::make_shared<Catalogue>();
    Execution row = database.prepare(
        "SELECT id, name, billing, read_units, write_units, partitions FROM tables ORDER BY id");
    while (row.step()) {
        auto table = std::make_shared<StoredTable>();
        table->id = row.integer(0);
        table->definition.name = row.text(1);
        table->definition.billing = row.integer(2) == static_cast<std::int64_t>(StoredBilling::Provisioned)
                                        ? BillingMode::Provisioned
                                        : BillingMode::PayPerRequest;
        table->definition.throughput = throughputFrom(row, 3);
        if (!row.isNull(5)) {
            if (row.integer(5) < 1 || row.integer(5) > limits::kPartitionsMax)
                damaged(database,
                        "table " + table->definition.name + " has an impossible number of partitions");
            table->partitions = static_cast<std::uint32_t>(row.integer(5));
        }
        table->definition.keys = readKeys(database, table->id, 0);
        table->view = ViewTables(table->id, 0, table->definition.keys);
        Execution indexRow = database.prepare(
            "SELECT id, name, kind, projection, read_units, write_units FROM indexes WHERE table_id = ? "
            "ORDER BY id");
        indexRow.bind(1, table->id);
        while (indexRow.step()) {
            table->definition.indexes.push_back(readIndex(database, table->id, indexRow));
            table->indexViews.emplace_back(table->id, indexRow.integer(0),
                                           table->definition.indexes.back().keys);
        }
        if (const auto valid = validateDefinition(table->definition); !valid)
            damaged(database, "the definition of table " + table->definition.name +
                                  " is not valid: " + valid.error().message);
        catalogue->m_tables.push_back(std::move(table));
    }
    return catalogue;
}

std::shared_ptr<const StoredTable> Catalogue::find(const std::string& name) const {
    for (const auto& table : m_tables)
        if (table->definition.name == name) return table;
    return nullptr;
}

std::vector<std::string> Catalogue::expectedSchema() const {
    std::vector<std::string> schema = createStatements();
    const auto append = [&](const ViewTables& view) {
        for (auto& statement : view.createStatements())
            schema.push_back(std::move(statement));
    };
    for (const auto& table : m_tables) {
        append(table->view);
        for (const ViewTables& index : table->indexViews)
            append(index);
    }
    return schema;
}

void Catalogue::add(Database& database, const TableDefinition& definition) {
    Execution insert =
        database.prepare("INSERT INTO tables (name, billing, read_units, write_units) VALUES (?, ?, ?, ?)");
    insert.bindText(1, definition.name)
        .bind(2, static_cast<std::int64_t>(definition.billing == BillingMode::Provisioned
                                               ? StoredBilling::Provisioned
                                               : StoredBilling::PayPerRequest));
    bindThroughput(insert, 3, definition.throughput);
    insert.run();
    const std::int64_t id = database.lastInsertId();

    const auto addView = [&](std::int64_t index, const KeySchema& keys) {
        writeKeys(database, id, index, keys);
        database.prepare("INSERT INTO views VALUES (?, ?, 0, 0, 0, 1)").bind(1, id).bind(2, index).run();
        for (const std::string& statement : ViewTables(id, index, keys).createStatements())
            database.execute(statement);
    };
    addView(0, definition.keys);
    for (std::size_t i = 0; i < definition.indexes.size(); ++i) {
        const IndexDefinition& index = definition.indexes[i];
        const auto indexId = static_cast<std::int64_t>(i + 1);
        const StoredProjection projection =
            index.projection.type == ProjectionType::All       ? StoredProjection::All
            : index.projection.type == ProjectionType::Include ? StoredProjection::Include
                                                               : StoredProjection::KeysOnly;
        Execution row = database.prepare("INSERT INTO indexes VALUES (?, ?, ?, ?, ?, ?, ?)");
        row.bind(1, id)
            .bind(2, indexId)
            .bindText(3, index.name)
            .bind(4, static_cast<std::int64_t>(index.kind == IndexKind::Local ? StoredKind::Local
                                                                              : StoredKind::Global))
            .bind(5, static_cast<std::int64_t>(projection));
        bindThroughput(row, 6, index.throughput);
        row.run();
        for (std::size_t n = 0; n < index.projection.attributes.size(); ++n) {
            database.prepare("INSERT INTO projected_attributes VALUES (?, ?, ?, ?)")
                .bind(1, id)
                .bind(2, indexId)
                .bind(3, static_cast<std::int64_t>(n))
                .bindText(4, index.projection.attributes[n])
                .run();
        }
        addView(indexId, index.keys);
    }
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
