#include "app/commands/query_answer.h"

#include <algorithm>
#include <utility>

#include "engine/partition/partitions.h"

namespace partita {

namespace {

std::string unitsObject(const Capacity& capacity) {
    return "{\"CapacityUnits\": " + unitsJson(capacity.read + capacity.write) + "}";
}

std::string indexesObject(const std::map<std::string, Capacity>& indexes) {
    std::string out = "{";
    const char* separator = "";
    for (const auto& [name, capacity] : indexes) {
        out += std::exchange(separator, ", ");
        out += jsonString(name) + ": " + unitsObject(capacity);
    }
    return out + "}";
}

/// One word of a POSIX shell.
std::string shellWord(std::string_view text) {
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::string plural(std::uint64_t count, const char* one, const char* many) {
    return countText(count) + " " + (count == 1 ? one : many);
}

}  // namespace

QueryAnswer::QueryAnswer(const TableDefinition& table, const std::optional<std::string>& index, bool asJson)
    : m_table(table.name), m_asJson(asJson) {
    const auto addNames = [this](const KeySchema* keys) {
        if (keys == nullptr) return;
        for (const KeyAttribute& attribute : keys->all())
            if (std::ranges::find(m_style.firstNames, attribute.name) == m_style.firstNames.end())
                m_style.firstNames.push_back(attribute.name);
    };
    addNames(&table.keys);
    if (index) addNames(table.keysOf(index));
}

Result<void> QueryAnswer::add(const PageResponse& page) {
    const auto items = page.items.items();
    if (!items) return items.error();
    if (m_asJson && m_requests == 0) m_output.write("{\"Items\": [");
    for (const Item& item : *items) {
        if (m_asJson) {
            m_output.write(m_count == 0 ? "\n  " : ",\n  ");
            m_output.write(toDynamoDbJson(item, m_style));
        } else {
            m_output.write(toPlainJson(item, m_style) + "\n");
        }
        ++m_count;
    }
    ++m_requests;
    m_scannedCount += page.scannedCount;
    m_capacity += page.capacity;
    m_lastEvaluatedKey = page.lastEvaluatedKey;
    if (!page.partitionBytes.empty()) m_hash = page.hash;
    return {};
}

ExitStatus QueryAnswer::finish(ExitStatus status) {
    if (m_asJson) {
        m_output.write(m_count == 0 ? "],\n" : "\n],\n");
        m_output.write("\"Count\": " + std::to_string(m_count) +
                       ", \"ScannedCount\": " + std::to_string(m_scannedCount));
        if (m_lastEvaluatedKey)
            m_output.write(",\n\"LastEvaluatedKey\": " + toDynamoDbJson(*m_lastEvaluatedKey, m_style));
        m_output.write(",\n\"ConsumedCapacity\": " + capacityJson() + "}\n");
    }
    return m_output.finish(status);
}

std::string QueryAnswer::capacityJson() const {
    std::string out = "{\"TableName\": " + jsonString(m_table) +
                      ", \"CapacityUnits\": " + unitsJson(m_capacity.total.read + m_capacity.total.write) +
                      ", \"Table\": " + unitsObject(m_capacity.ofTable);
    if (!m_capacity.ofLocalIndexes.empty())
        out += ", \"LocalSecondaryIndexes\": " + indexesObject(m_capacity.ofLocalIndexes);
    if (!m_capacity.ofGlobalIndexes.empty())
        out += ", \"GlobalSecondaryIndexes\": " + indexesObject(m_capacity.ofGlobalIndexes);
    return out + "}";
}

std::string QueryAnswer::metrics(double milliseconds, std::optional<std::uint32_t> partitions) const {
    std::string out = "Query · " + plural(m_requests, "request", "requests") + " · " + countText(m_count) +
                      " of " + plural(m_scannedCount, "item", "items") + " read · " +
                      unitsText(m_capacity.total.read) + " RCU · " + decimalText(milliseconds) + " ms";
    if (m_hash && partitions)
        out += " · partition p" + std::to_string(partitionOf(*m_hash, *partitions)) + " of " +
               std::to_string(*partitions);
    if (m_lastEvaluatedKey)
        out += "\npartita: there may be more: --all, or --start-key " +
               shellWord(toDynamoDbJson(*m_lastEvaluatedKey, m_style));
    return out;
}

}  // namespace partita
