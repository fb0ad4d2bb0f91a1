#include "engine/storage/definition_rows.h"

#include "engine/storage/file_format.h"

namespace partita {
namespace {

// On disk: do not renumber.
enum class KeyRole : std::int64_t { Partition = 0, Sort = 1 };
enum class StoredKind : std::int64_t { Local = 1, Global = 2 };
enum class StoredProjection : std::int64_t { KeysOnly = 0, Include = 1, All = 2 };
enum class StoredBilling : std::int64_t { PayPerRequest = 0, Provisioned = 1 };

}  // namespace

std::int64_t storedBilling(BillingMode billing) {
    return static_cast<std::int64_t>(billing == BillingMode::Provisioned ? StoredBilling::Provisioned
                                                                         : StoredBilling::PayPerRequest);
}

BillingMode billingFromStored(std::int64_t stored) {
    return stored == static_cast<std::int64_t>(StoredBilling::Provisioned) ? BillingMode::Provisioned
                                                                           : BillingMode::PayPerRequest;
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

void writeIndex(Database& database, std::int64_t table, std::int64_t id, const IndexDefinition& index) {
    const StoredProjection projection = index.projection.type == ProjectionType::All ? StoredProjection::All
                                        : index.projection.type == ProjectionType::Include
                                            ? StoredProjection::Include
                                            : StoredProjection::KeysOnly;
    Execution row = database.prepare("INSERT INTO indexes VALUES (?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, table)
        .bind(2, id)
        .bindText(3, index.name)
        .bind(4, static_cast<std::int64_t>(index.kind == IndexKind::Local ? StoredKind::Local
                                                                          : StoredKind::Global))
        .bind(5, static_cast<std::int64_t>(projection));
    bindThroughput(row, 6, index.throughput);
    row.run();
    for (std::size_t n = 0; n < index.projection.attributes.size(); ++n) {
        database.prepare("INSERT INTO projected_attributes VALUES (?, ?, ?, ?)")
            .bind(1, table)
            .bind(2, id)
            .bind(3, static_cast<std::int64_t>(n))
            .bindText(4, index.projection.attributes[n])
            .run();
    }
}

}  // namespace partita
