#include "engine/interchange/write/document_outline.h"

#include <algorithm>

#include "engine/interchange/write/document_text.h"
#include "engine/interchange/write/schema_names.h"
#include "engine/table/entity.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// Names may have 65,535 bytes, which would add up where every item has its own; those that people read are
// shorter.
constexpr std::size_t kBytesOfName = 255;

std::vector<Value> valuesOf(const std::vector<KeyAttribute>& attributes, const ItemView& item) {
    std::vector<Value> values;
    for (const KeyAttribute& attribute : attributes)
        if (const auto found = item.find(attribute.name))
            if (auto value = found->value()) values.push_back(std::move(value).value());
    return values;
}

/// What stands before the first placeholder of a template: "${id}", "{id}", "{{id}}", "#{id}", "<id>".
std::string_view literalOf(std::string_view pattern) {
    return pattern.substr(0, pattern.find_first_of("$&{<"));
}

/// How many bytes of declared templates the keys of the item begin with; 0: it is no such entity.
std::size_t matchOf(const DocumentEntity& entity, const ItemView& item) {
    std::size_t matched = 0;
    for (const auto& [name, pattern] : entity.templates) {
        const auto key = item.find(name);
        const std::string_view literal = literalOf(pattern);
        if (!key || key->type() != ValueType::String) return 0;
        const bool fits = literal.size() == pattern.size() ? key->content() == literal
                                                           : key->content().starts_with(literal);
        if (!fits) return 0;
        matched += literal.size();
    }
    return matched;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

std::string DocumentEntity::patternOf(const std::string& keyAttribute) const {
    if (const auto declared = templates.find(keyAttribute); declared != templates.end())
        return declared->second;
    const auto found = patterns.find(keyAttribute);
    return found == patterns.end() ? std::string() : found->second.text();
}

DocumentOutline::DocumentOutline(const SinkTable& table, const DocumentLimits& limits)
    : m_table(table.definition),
      m_index(table.definition.keysOf(table.index) ? table.index : std::nullopt),
      m_limits(limits) {
    for (const KeyAttribute& key : declaredAttributesOf(m_table))
        if (std::find(m_keyNames.begin(), m_keyNames.end(), key.name) == m_keyNames.end())
            m_keyNames.push_back(key.name);
    for (const SourceEntity& declared : table.entities) {
        if (m_entities.size() == m_limits.entities || m_entityPlaces.contains(declared.name)) continue;
        DocumentEntity entity;
        entity.name = declared.name;
        entity.templates = declared.keyTemplates;
        for (const std::string& name : declared.attributes) {
            entity.hasMoreAttributes = entity.attributes.size() == m_limits.attributesOfEntity;
            if (entity.hasMoreAttributes) break;
            entity.attributes.push_back({name, {}});
        }
        m_entityPlaces.emplace(declared.name, m_entities.size());
        m_entities.push_back(std::move(entity));
    }
    m_declared = m_entities.size();
}

std::size_t DocumentOutline::entityOfItem(const ItemView& item) {
    std::size_t best = 0;
    std::size_t place = m_declared;
    for (std::size_t i = 0; i < m_declared; ++i) {
        const std::size_t match = matchOf(m_entities[i], item);
        if (match > best) {
            best = match;
            place = i;
        }
    }
    if (best > 0) return place;
    std::string name = entityOf(valuesOf(m_table.keys.partition, item), valuesOf(m_table.keys.sort, item));
    if (const auto known = m_entityPlaces.find(name); known != m_entityPlaces.end()) return known->second;
    // Keys such as "4f2a…#x" make an entity of every item: the rest is counted with those that have none.
    if (m_entities.size() >= m_limits.entities && !name.empty()) {
        ++m_itemsOfOtherEntities;
        name.clear();
        if (const auto none = m_entityPlaces.find(name); none != m_entityPlaces.end()) return none->second;
    }
    m_entityPlaces.emplace(name, m_entities.size());
    m_entities.emplace_back().name = std::move(name);
    return m_entities.size() - 1;
}

void DocumentOutline::describe(DocumentEntity& entity, const ItemView& item) const {
    ++entity.items;
    for (const std::string& name : m_keyNames)
        if (const auto key = item.find(name)) entity.patterns[name].add(*key);
    item.forEach([&](std::string_view name, const ValueView& value) {
        auto known = std::find_if(entity.attributes.begin(), entity.attributes.end(),
                                  [&](const auto& attribute) { return attribute.name == name; });
        if (known == entity.attributes.end()) {
            if (entity.attributes.size() == m_limits.attributesOfEntity || name.size() > kBytesOfName) {
                entity.hasMoreAttributes = true;
                return;
            }
            entity.attributes.push_back({std::string(name), {}});
            known = std::prev(entity.attributes.end());
        }
        known->types.emplace(typeName(value.type()));
    });
}

std::string DocumentOutline::cut(const ValueView& value) {
    auto [text, isCut] = documentText(value, m_limits.charactersOfValue);
    if (isCut) ++m_cutValues;
    return std::move(text);
}

std::string DocumentOutline::keyText(const std::vector<KeyAttribute>& attributes, const ItemView& item) {
    std::string text;
    for (const KeyAttribute& attribute : attributes)
        if (const auto value = item.find(attribute.name)) text += (text.empty() ? "" : " · ") + cut(*value);
    return text;
}

DocumentItem DocumentOutline::shownItem(const ItemView& item, std::size_t entity,
                                        const std::vector<std::string>& firstNames) {
    DocumentItem shown;
    shown.entity = entity;
    shown.sortKey = keyText(shownKeys().sort, item);
    std::set<std::string, std::less<>> seen;
    const auto add = [&](std::string_view name, const ValueView& value) {
        if (shownKeys().contains(name) || !seen.emplace(name).second) return;
        if (shown.cells.size() < m_limits.attributesOfItem) {
            shown.cells.push_back({cutText(name, m_limits.charactersOfValue).text, cut(value)});
        } else {
            ++shown.moreCells;
        }
    };
    for (const std::string& name : firstNames)
        if (const auto value = item.find(name)) add(name, *value);
    item.forEach(add);
    m_hiddenAttributes += shown.moreCells;
    return shown;
}

Result<void> DocumentOutline::add(std::string_view bytes, const std::vector<std::string>& firstNames) {
    const ItemView item(bytes);
    if (!item.forEach([](std::string_view, const ValueView&) {}))
        return Error::file(ErrorCode::DamagedFile, "The stored bytes of an item are damaged.", {});
    const std::size_t entity = entityOfItem(item);
    describe(m_entities[entity], item);
    std::string partition;
    for (const KeyAttribute& attribute : shownKeys().partition)
        if (const auto value = item.find(attribute.name))
            partition += std::to_string(value->content().size()) + ":" + std::string(value->content());
    if (m_items++ == 0 || partition != m_partition) {
        m_partition = std::move(partition);
        ++m_collectionCount;
        m_isShown = m_collections.size() < m_limits.collections;
        if (m_isShown) m_collections.push_back({keyText(shownKeys().partition, item), {}, 0});
    }
    if (!m_isShown) return {};
    DocumentCollection& collection = m_collections.back();
    ++collection.items;
    if (collection.shown.size() == m_limits.itemsOfCollection) return {};
    ++m_shownItems;
    collection.shown.push_back(shownItem(item, entity, firstNames));
    return {};
}

std::vector<std::string> DocumentOutline::losses() const {
    std::vector<std::string> losses;
    const std::string table = "Table " + m_table.name + ": ";
    if (m_shownItems < m_items) {
        losses.push_back(table + std::to_string(m_shownItems) + " of " + counted(m_items, "item", "items") +
                         " in " + std::to_string(m_collections.size()) + " of " +
                         counted(m_collectionCount, "item collection", "item collections") +
                         " are shown, the others are counted only.");
    }
    if (m_hiddenAttributes > 0) {
        losses.push_back(table + counted(m_hiddenAttributes, "attribute", "attributes") +
                         " of the items shown had no room.");
    }
    if (m_cutValues > 0) losses.push_back(table + counted(m_cutValues, "value was", "values were") + " cut.");
    if (m_itemsOfOtherEntities > 0) {
        losses.push_back(table + counted(m_itemsOfOtherEntities, "item", "items") + " of more than " +
                         std::to_string(m_limits.entities) + " entities are counted as of no entity.");
    }
    return losses;
}

}  // namespace partita
