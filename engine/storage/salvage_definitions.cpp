// What the tables of a damaged file are.
#include <algorithm>
#include <charconv>
#include <set>

#include "engine/limits.h"
#include "engine/storage/definition_rows.h"
#include "engine/storage/salvage.h"
#include "engine/storage/storage_error.h"

namespace partita {

std::optional<std::pair<std::int64_t, std::int64_t>> viewNumbers(std::string_view name,
                                                                 std::string_view before) {
    if (!name.starts_with(before)) return std::nullopt;
    name.remove_prefix(before.size());
    std::pair<std::int64_t, std::int64_t> numbers;
    const char* const end = name.data() + name.size();
    const auto table = std::from_chars(name.data(), end, numbers.first);
    if (table.ec != std::errc() || table.ptr == end || *table.ptr != '_') return std::nullopt;
    const auto index = std::from_chars(table.ptr + 1, end, numbers.second);
    if (index.ec != std::errc() || index.ptr != end || numbers.first < 1 || numbers.second < 0)
        return std::nullopt;
    return numbers;
}

void Salvage::readDefinitions() {
    std::set<std::int64_t> ids;
    for (const char* sql : {"SELECT id FROM tables", "SELECT table_id FROM key_attributes",
                            "SELECT table_id FROM table_states"}) {
        Execution row = m_small.prepare(sql);
        while (row.step())
            ids.insert(row.integer(0));
    }
    for (const auto& [name, owner] : m_byName)
        if (const auto numbers = viewNumbers(name, "rows_")) ids.insert(numbers->first);
    for (const std::int64_t id : ids) {
        constexpr std::size_t kMostTables = 10'000;
        if (m_tables.size() < kMostTables && !readTable(id))
            m_losses.push_back("The definition of table number " + std::to_string(id) +
                               " is lost, and with it its items.");
    }
}

std::string Salvage::nameInIndex(std::int64_t id) {
    // The index that keeps names apart: (name, row number).
    std::string name;
    forEachRow("sqlite_autoindex_tables_1", [&](std::int64_t, const std::vector<Field>& fields) {
        if (fields.size() == 2 && fields[0].isText() && fields[1].isInteger() && fields[1].integer == id)
            name = fields[0].bytes;
    });
    return name;
}

bool Salvage::readTable(std::int64_t id) {
    SalvagedTable table;
    table.id = id;
    TableDefinition& definition = table.definition;
    Execution row =
        m_small.prepare("SELECT name, billing, read_units, write_units, partitions FROM tables WHERE id = ?");
    row.bind(1, id);
    const bool isNamed = row.step();
    if (!isNamed) definition.name = nameInIndex(id);
    if (isNamed) {
        definition.name = row.text(0);
        definition.billing = billingFromStored(row.integer(1));
        definition.throughput = throughputFrom(row, 2);
        if (row.integer(4) >= 1 && row.integer(4) <= limits::kPartitionsMax)
            table.partitions = static_cast<std::uint32_t>(row.integer(4));
    }
    try {
        table.state = TableState::read(m_small, id);
    } catch (const StorageError&) {
        if (m_file.format() >= 2 || !m_file.isHeaderOurs())
            table.losses.emplace_back("When it was made, its time to live and its protection are lost.");
    }
    if (table.state && table.state->status == TableStatus::Deleting) {
        m_leftOut.push_back("Table " + definition.name + " was being deleted and is left out.");
        return true;
    }
    const auto isUsed = [&](const std::string& name) {
        return std::any_of(m_tables.begin(), m_tables.end(),
                           [&](const SalvagedTable& other) { return other.definition.name == name; });
    };
    try {
        definition.keys = readKeys(m_small, id, 0);
    } catch (const StorageError&) {
        definition.keys = {};
    }
    TableDefinition named = definition;
    named.name = "Table";
    if (!validateDefinition(named) && (named.billing != BillingMode::PayPerRequest || named.throughput)) {
        definition.billing = named.billing = BillingMode::PayPerRequest;
        definition.throughput = named.throughput = std::nullopt;
        if (validateDefinition(named))
            table.losses.emplace_back("Its provisioned throughput is lost; it is on demand now.");
    }
    if (!validateDefinition(named)) {
        const auto guess = guessKeys(id);
        if (!guess) return false;
        definition.keys = named.keys = *guess;
        if (!validateDefinition(named)) return false;
        table.losses.emplace_back("What its keys are is lost; they were worked out from its items.");
    }
    if (!validateDefinition(definition) || isUsed(definition.name)) {
        definition.name = "Recovered-" + std::to_string(id);
        table.losses.emplace_back("Its name is lost.");
        if (isUsed(definition.name)) return false;
    }
    addIndexes(table);
    Execution totals =
        m_small.prepare("SELECT items FROM views WHERE table_id = ? AND index_id = 0 AND items >= 0");
    totals.bind(1, id);
    if (totals.step()) table.stated = static_cast<std::uint64_t>(totals.integer(0));
    m_tables.push_back(std::move(table));
    return true;
}

void Salvage::addIndexes(SalvagedTable& table) {
    std::set<std::int64_t> ids;
    for (const char* sql : {"SELECT id FROM indexes WHERE table_id = ?",
                            "SELECT index_id FROM key_attributes WHERE table_id = ? AND index_id > 0"}) {
        Execution row = m_small.prepare(sql);
        row.bind(1, table.id);
        while (row.step())
            ids.insert(row.integer(0));
    }
    for (const auto& [name, owner] : m_byName)
        if (const auto numbers = viewNumbers(name, "rows_"); numbers && numbers->first == table.id)
            if (numbers->second > 0) ids.insert(numbers->second);
    for (const std::int64_t id : ids) {
        std::string name = "number " + std::to_string(id);
        try {
            if (IndexState::read(m_small, table.id, id).status == TableStatus::Deleting) continue;
        } catch (const StorageError&) {
            // Then it is as good as any other.
        }
        try {
            Execution row = m_small.prepare(
                "SELECT id, name, kind, projection, read_units, write_units FROM indexes WHERE table_id = ? "
                "AND id = ?");
            row.bind(1, table.id).bind(2, id);
            if (row.step()) {
                name = row.text(1);
                IndexDefinition index = readIndex(m_small, table.id, row);
                if (table.definition.billing == BillingMode::PayPerRequest) index.throughput.reset();
                table.definition.indexes.push_back(std::move(index));
                if (validateDefinition(table.definition)) {
                    table.indexIds.push_back(id);
                    continue;
                }
                table.definition.indexes.pop_back();
            }
        } catch (const StorageError&) {
            // Said below.
        }
        table.losses.push_back("The definition of index " + name + " is lost.");
    }
}

}  // namespace partita
