#include "engine/operation/request_tables.h"

#include <algorithm>

namespace partita {

Result<std::size_t> RequestTables::add(const std::string& name) {
    const auto known =
        std::ranges::find_if(m_tables, [&](const auto& table) { return table->definition.name == name; });
    if (known != m_tables.end()) return static_cast<std::size_t>(known - m_tables.begin());
    auto found = m_catalogue->find(name);
    if (!found) return Error::notFound("Requested resource not found");
    m_tables.push_back(std::move(found));
    return m_tables.size() - 1;
}

std::vector<ItemWriter> RequestTables::writers(Database& database, IndexLag* lag) const {
    std::vector<ItemWriter> writers;
    writers.reserve(m_tables.size());
    for (const auto& table : m_tables)
        writers.emplace_back(database, *table, lag);
    return writers;
}

std::vector<ConsumedCapacity> RequestTables::capacities() const {
    std::vector<ConsumedCapacity> capacities(m_tables.size());
    for (std::size_t i = 0; i < m_tables.size(); ++i)
        capacities[i].table = m_tables[i]->definition.name;
    return capacities;
}

std::optional<Error> emptyKeyValue(const TableDefinition& table, const Item& item) {
    for (const auto* attributes : {&table.keys.partition, &table.keys.sort})
        for (const KeyAttribute& attribute : *attributes) {
            const Value* value = item.find(attribute.name);
            if (!value || value->type() != attribute.type) continue;
            const std::string* text = value->asString() ? value->asString() : value->asBinary();
            if (!text || !text->empty()) continue;
            return Error::validation(
                std::string("One or more parameter values are not valid. The AttributeValue for a key "
                            "attribute cannot contain an empty ") +
                    (value->asString() ? "string" : "binary") + " value. Key: " + attribute.name,
                attribute.name);
        }
    return std::nullopt;
}

}  // namespace partita
