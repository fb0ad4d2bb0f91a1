// What a NoSQL Workbench model says of one table, made a SourceTable: keys, indexes, facets, and the rest
// kept as it stands.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "engine/interchange/json.h"
#include "engine/interchange/read/workbench_model.h"

namespace partita {
namespace {

// A model has a handful of tables, each with a few oddities; more than this would not be read by anybody.
constexpr std::size_t kNotes = 200;

using Kind = JsonNode::Kind;

Error wrong(const JsonNode& node, std::string message) {
    Error error = Error::badInput(std::move(message));
    error.range = node.range;
    return error;
}

const std::string* textOf(const JsonNode& object, std::string_view member) {
    const JsonNode* const found = object.find(member);
    return found && found->is(Kind::String) ? &found->text : nullptr;
}

class TableReader final {
  public:
    TableReader(const WorkbenchTableParts& parts, std::string_view text, std::vector<SourceNote>& notes)
        : m_parts(parts), m_text(text), m_notes(notes) {}

    Result<WorkbenchTable> read() {
        const JsonNode* const name = member("TableName");
        if (!name || !name->is(Kind::String) || name->text.empty()) {
            return wrong(name ? *name : beginning(),
                         "TableName is missing: a table has a name, as "
                         "\"TableName\": \"Music\".");
        }
        m_name = name->text;
        m_table.source.name = m_name;
        m_definition.name = m_name;
        readAttributes();
        if (auto done = readKeys(); !done) return done.error();
        readBilling();
        readIndexes("GlobalSecondaryIndexes", IndexKind::Global);
        readIndexes("LocalSecondaryIndexes", IndexKind::Local);
        readFacets();
        m_table.source.extra = workbenchExtra(m_parts, m_text);
        for (const KeyAttribute& key : m_definition.keys.all())
            m_table.types[key.name] = key.type;
        for (const IndexDefinition& index : m_definition.indexes) {
            for (const KeyAttribute& key : index.keys.all()) {
                m_table.types[key.name] = key.type;
                if (!m_definition.keys.contains(key.name)) m_table.indexTypes[key.name] = key.type;
            }
        }
        m_table.source.schema = std::move(m_definition);
        return std::move(m_table);
    }

  private:
    const JsonNode* member(std::string_view name) const {
        const auto found = std::find_if(m_parts.members.rbegin(), m_parts.members.rend(),
                                        [&](const JsonNode& node) { return node.name == name; });
        return found == m_parts.members.rend() || found->is(Kind::Null) ? nullptr : &*found;
    }

    JsonNode beginning() const {
        JsonNode node;
        node.range = {m_parts.begin, m_parts.begin + 1};
        return node;
    }

    void note(SourceNote::Kind kind, const JsonNode& at, const std::string& text) {
        if (m_notes.size() > kNotes) return;
        if (m_notes.size() == kNotes) {
            m_notes.push_back({SourceNote::Kind::Warning, 0, "The model has more oddities than are listed."});
            return;
        }
        const std::string_view before = m_text.substr(0, at.range.begin);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        m_notes.push_back({kind, static_cast<std::uint64_t>(line), "Table " + m_name + ": " + text});
    }

    ValueType typeOf(const JsonNode& attribute, const std::string& name, ValueType otherwise) {
        const std::string* const text = textOf(attribute, "AttributeType");
        const std::string fallback(typeName(otherwise));
        if (!text) {
            note(SourceNote::Kind::Repaired, attribute,
                 "The attribute " + jsonString(name) + " is declared without a type. " + fallback +
                     " was taken.");
            return otherwise;
        }
        if (const auto exact = typeNamed(*text)) return *exact;
        const auto loose = looseTypeNamed(*text);
        const std::string taken = loose ? std::string(typeName(*loose)) : fallback;
        note(SourceNote::Kind::Repaired, attribute,
             "The type " + jsonString(*text) + " of the attribute " + jsonString(name) + " was read as " +
                 taken + ".");
        return loose.value_or(otherwise);
    }

    void readAttributes() {
        const JsonNode* const all = member("NonKeyAttributes");
        if (!all) return;
        for (const JsonNode& attribute : all->children) {
            const std::string* name = textOf(attribute, "AttributeName");
            const bool nameOnly = attribute.is(Kind::String);
            if (nameOnly) name = &attribute.text;
            if (!name || name->empty()) {
                note(SourceNote::Kind::Lost, attribute,
                     "An attribute without a name in NonKeyAttributes was left out.");
                continue;
            }
            const ValueType type = nameOnly ? ValueType::String : typeOf(attribute, *name, ValueType::String);
            const auto [at, added] = m_table.types.emplace(*name, type);
            if (!added && at->second != type) {
                note(SourceNote::Kind::Repaired, attribute,
                     "The attribute " + jsonString(*name) + " is declared twice, as " +
                         std::string(typeName(at->second)) + " and as " + std::string(typeName(type)) +
                         ". The last one was taken.");
                at->second = type;
            }
        }
    }

    Result<KeyAttribute> keyAttribute(const JsonNode& node, const std::string& what) {
        const std::string* const name = textOf(node, "AttributeName");
        if (!name || name->empty()) {
            return wrong(node, what +
                                   " has no AttributeName. It is written {\"AttributeName\": \"PK\", "
                                   "\"AttributeType\": \"S\"}.");
        }
        const auto declared = m_table.types.find(*name);
        const ValueType type =
            typeOf(node, *name, declared == m_table.types.end() ? ValueType::String : declared->second);
        if (type != ValueType::String && type != ValueType::Number && type != ValueType::Binary) {
            return wrong(node, "The key attribute " + jsonString(*name) + " is of type " +
                                   std::string(typeName(type)) + ". A key is of type S, N or B.");
        }
        return KeyAttribute{*name, type};
    }

    /// One attribute, or an array of them, which an index may have.
    Result<std::vector<KeyAttribute>> keyPart(const JsonNode& keys, const std::string& part,
                                              const std::string& of) {
        std::vector<KeyAttribute> all;
        for (const std::string& name : {part, part + "s"}) {
            const JsonNode* const node = keys.find(name);
            if (!node || node->is(Kind::Null)) continue;
            if (node->is(Kind::Array)) {
                for (const JsonNode& element : node->children) {
                    auto one = keyAttribute(element, name + of);
                    if (!one) return one.error();
                    all.push_back(*std::move(one));
                }
                continue;
            }
            if (node->children.empty() && part == "SortKey") continue;  // {}: none
            auto one = keyAttribute(*node, name + of);
            if (!one) return one.error();
            all.push_back(*std::move(one));
        }
        return all;
    }

    Result<KeySchema> keySchema(const JsonNode& keys, const std::string& of) {
        auto partition = keyPart(keys, "PartitionKey", of);
        if (!partition) return partition.error();
        if (partition->empty()) {
            return wrong(keys, "PartitionKey is missing in KeyAttributes" + of +
                                   ". It is written \"PartitionKey\": {\"AttributeName\": \"PK\", "
                                   "\"AttributeType\": \"S\"}.");
        }
        auto sort = keyPart(keys, "SortKey", of);
        if (!sort) return sort.error();
        return KeySchema{*std::move(partition), *std::move(sort)};
    }

    Result<void> readKeys() {
        const std::string of = " of table " + m_name;
        const JsonNode* const keys = member("KeyAttributes");
        if (!keys || !keys->is(Kind::Object)) {
            return wrong(keys ? *keys : beginning(), "KeyAttributes" + of +
                                                         " is missing. It is written \"KeyAttributes\": "
                                                         "{\"PartitionKey\": {\"AttributeName\": \"PK\", "
                                                         "\"AttributeType\": \"S\"}}.");
        }
        auto schema = keySchema(*keys, of);
        if (!schema) return schema.error();
        if (schema->partition.size() > 1 || schema->sort.size() > 1)
            return wrong(*keys, "A table has one partition and at most one sort attribute" + of + ".");
        m_definition.keys = *std::move(schema);
        return {};
    }

    static std::optional<Throughput> throughputOf(const JsonNode& owner) {
        const JsonNode* settings = owner.find("ProvisionedCapacitySettings");
        if (!settings) settings = &owner;
        const JsonNode* const units = settings->find("ProvisionedThroughput");
        if (!units) return {};
        Throughput throughput;
        const std::pair<std::string_view, std::int64_t*> members[] = {
            {"ReadCapacityUnits", &throughput.readUnits}, {"WriteCapacityUnits", &throughput.writeUnits}};
        for (const auto& [name, into] : members) {
            const JsonNode* const node = units->find(name);
            if (!node) return {};
            const std::string& text = node->text;
            const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), *into);
            if (code != std::errc() || end != text.data() + text.size() || *into < 1) return {};
        }
        return throughput;
    }

    void readBilling() {
        const JsonNode* const mode = member("BillingMode");
        if (!mode) return;
        if (mode->is(Kind::String) && mode->text == "PROVISIONED") {
            JsonNode owner;
            owner.kind = Kind::Object;
            for (const char* const name : {"ProvisionedCapacitySettings", "ProvisionedThroughput"}) {
                if (const JsonNode* const settings = member(name)) owner.children.push_back(*settings);
            }
            m_definition.throughput = throughputOf(owner);
            if (m_definition.throughput) {
                m_definition.billing = BillingMode::Provisioned;
                return;
            }
            note(SourceNote::Kind::Repaired, *mode,
                 "BillingMode is PROVISIONED, but the model names no capacity. The table is paid for by "
                 "request.");
        } else if (!mode->is(Kind::String) || mode->text != "PAY_PER_REQUEST") {
            note(SourceNote::Kind::Repaired, *mode,
                 "BillingMode is PROVISIONED or PAY_PER_REQUEST; this is " + mode->described() +
                     ". The table is paid for by request.");
        }
    }

    void readIndexes(std::string_view list, IndexKind kind) {
        const JsonNode* const all = member(list);
        if (!all) return;
        for (const JsonNode& node : all->children) {
            auto index = indexOf(node, kind);
            if (index) {
                TableDefinition tried = m_definition;
                // Only the index is to be judged; the table's own name may be changed when it is made.
                tried.name = "Table";
                tried.indexes.push_back(*index);
                const auto valid = validateDefinition(tried);
                if (valid) {
                    m_definition.indexes.push_back(*std::move(index));
                    continue;
                }
                index = valid.error();
            }
            const std::string* const name = textOf(node, "IndexName");
            note(SourceNote::Kind::Lost, node,
                 "The index " + (name ? jsonString(*name) : "without a name") + " was left out. " +
                     index.error().message);
        }
    }

    Result<IndexDefinition> indexOf(const JsonNode& node, IndexKind kind) {
        IndexDefinition index;
        index.kind = kind;
        const std::string* const name = textOf(node, "IndexName");
        if (!name) return wrong(node, "It has no IndexName.");
        index.name = *name;
        const JsonNode* const keys = node.find("KeyAttributes");
        if (!keys) return wrong(node, "It has no KeyAttributes.");
        auto schema = keySchema(*keys, " of index " + *name);
        if (!schema) return schema.error();
        index.keys = *std::move(schema);
        index.projection = projectionOf(node, index);
        if (kind == IndexKind::Global && m_definition.billing == BillingMode::Provisioned) {
            index.throughput = throughputOf(node);
            if (!index.throughput) index.throughput = m_definition.throughput;
        }
        return index;
    }

    Projection projectionOf(const JsonNode& node, const IndexDefinition& index) {
        Projection projection;
        const JsonNode* const given = node.find("Projection");
        const std::string* const type = given ? textOf(*given, "ProjectionType") : nullptr;
        const std::string of = "The projection of the index " + jsonString(index.name);
        if (type && *type == "KEYS_ONLY") {
            projection.type = ProjectionType::KeysOnly;
        } else if (type && *type == "INCLUDE") {
            projection.type = ProjectionType::Include;
            const JsonNode* const names = given->find("NonKeyAttributes");
            std::set<std::string> seen;
            for (const JsonNode& name : names ? names->children : std::vector<JsonNode>()) {
                const std::string* const text =
                    name.is(Kind::String) ? &name.text : textOf(name, "AttributeName");
                if (!text || m_definition.keys.contains(*text) || index.keys.contains(*text) ||
                    !seen.insert(*text).second)
                    continue;  // keys are projected anyway
                projection.attributes.push_back(*text);
            }
            if (projection.attributes.empty()) {
                projection.type = ProjectionType::KeysOnly;
                note(SourceNote::Kind::Repaired, *given,
                     of + " is INCLUDE and names no attribute beside keys. KEYS_ONLY was taken.");
            }
        } else if (!type || *type != "ALL") {
            note(SourceNote::Kind::Repaired, given ? *given : node,
                 of + " is none of ALL, KEYS_ONLY and INCLUDE. ALL was taken.");
        }
        return projection;
    }

    void readFacets() {
        for (const JsonNode& node : m_parts.facets) {
            SourceEntity entity;
            const std::string* const name = textOf(node, "FacetName");
            entity.name =
                name && !name->empty() ? *name : "Facet " + std::to_string(m_table.facets.size() + 1);
            if (!name || name->empty()) {
                note(SourceNote::Kind::Repaired, node,
                     "A facet has no name. It was called " + jsonString(entity.name) + ".");
            }
            const JsonNode* const alias = node.find("KeyAttributeAlias");
            const auto take = [&](const std::vector<KeyAttribute>& keys, std::string_view member) {
                const std::string* const text = alias ? textOf(*alias, member) : nullptr;
                if (text && !keys.empty()) entity.keyTemplates[keys.front().name] = *text;
            };
            take(m_definition.keys.partition, "PartitionKeyAlias");
            take(m_definition.keys.sort, "SortKeyAlias");
            const JsonNode* const attributes = node.find("NonKeyAttributes");
            for (const JsonNode& attribute : attributes ? attributes->children : std::vector<JsonNode>()) {
                const std::string* const text =
                    attribute.is(Kind::String) ? &attribute.text : textOf(attribute, "AttributeName");
                if (text) entity.attributes.push_back(*text);
            }
            m_table.facets.push_back(entity.name);
            m_table.source.entities.push_back(std::move(entity));
        }
    }

    const WorkbenchTableParts& m_parts;
    std::string_view m_text;
    std::vector<SourceNote>& m_notes;
    std::string m_name;
    WorkbenchTable m_table;
    TableDefinition m_definition;
};

}  // namespace

std::optional<ValueType> looseTypeNamed(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c != ' ' && c != '_' && c != '-')
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    constexpr std::pair<std::string_view, ValueType> kNames[] = {
        {"s", ValueType::String},
        {"string", ValueType::String},
        {"n", ValueType::Number},
        {"number", ValueType::Number},
        {"b", ValueType::Binary},
        {"binary", ValueType::Binary},
        {"bool", ValueType::Bool},
        {"boolean", ValueType::Bool},
        {"null", ValueType::Null},
        {"l", ValueType::List},
        {"list", ValueType::List},
        {"m", ValueType::Map},
        {"map", ValueType::Map},
        {"ss", ValueType::StringSet},
        {"stringset", ValueType::StringSet},
        {"ns", ValueType::NumberSet},
        {"numberset", ValueType::NumberSet},
        {"bs", ValueType::BinarySet},
        {"binaryset", ValueType::BinarySet},
    };
    for (const auto& [known, type] : kNames) {
        if (plain == known) return type;
    }
    return {};
}

Result<WorkbenchTable> workbenchTable(const WorkbenchTableParts& parts, std::string_view text,
                                      std::vector<SourceNote>& notes) {
    return TableReader(parts, text, notes).read();
}

}  // namespace partita
