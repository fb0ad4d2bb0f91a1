#include "engine/table/table_definition.h"

#include <algorithm>

namespace partita {

bool KeySchema::contains(std::string_view attribute) const {
    const auto named = [&](const KeyAttribute& key) { return key.name == attribute; };
    return std::any_of(partition.begin(), partition.end(), named) ||
           std::any_of(sort.begin(), sort.end(), named);
}

std::vector<KeyAttribute> KeySchema::all() const {
    std::vector<KeyAttribute> attributes = partition;
    attributes.insert(attributes.end(), sort.begin(), sort.end());
    return attributes;
}

bool TableDefinition::hasLocalIndex() const {
    return std::any_of(indexes.begin(), indexes.end(),
                       [](const IndexDefinition& index) { return index.kind == IndexKind::Local; });
}

const IndexDefinition* TableDefinition::index(std::string_view indexName) const {
    const auto at = std::find_if(indexes.begin(), indexes.end(),
                                 [&](const IndexDefinition& index) { return index.name == indexName; });
    return at == indexes.end() ? nullptr : &*at;
}

const KeySchema* TableDefinition::keysOf(const std::optional<std::string>& indexName) const {
    if (!indexName) return &keys;
    const IndexDefinition* const found = index(*indexName);
    return found ? &found->keys : nullptr;
}

bool isProjected(const TableDefinition& table, const IndexDefinition& index, std::string_view attribute) {
    if (index.projection.type == ProjectionType::All) return true;
    if (table.keys.contains(attribute) || index.keys.contains(attribute)) return true;
    const std::vector<std::string>& included = index.projection.attributes;
    return index.projection.type == ProjectionType::Include &&
           std::find(included.begin(), included.end(), attribute) != included.end();
}

}  // namespace partita
