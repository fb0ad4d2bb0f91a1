#include "engine/interchange/write/workbench_shape.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>

#include "engine/interchange/json.h"
#include "engine/interchange/read/workbench_model.h"

namespace partita {
namespace {

using Kind = JsonNode::Kind;

/// Members of a JSON object, written one after another.
class Members final {
  public:
    void raw(std::string_view name, const std::string& json) {
        if (!m_text.empty()) m_text += ',';
        appendJsonString(name, m_text);
        m_text += ':' + json;
    }
    void text(std::string_view name, std::string_view utf8) { raw(name, jsonString(utf8)); }
    std::string object() const { return "{" + m_text + "}"; }

  private:
    std::string m_text;
};

/// What a source that was a model said beside; empty nodes when there was none.
class Kept final {
  public:
    explicit Kept(const std::string& extra) : m_extra(extra) {
        // What was kept may be nested as deeply as a model may be, and stands a few levels deeper here.
        auto tree = JsonCursor(m_extra).value(-8);
        const JsonNode* const workbench = tree ? tree->find("workbench") : nullptr;
        if (!workbench) return;
        if (const JsonNode* const model = workbench->find("model")) m_model = *model;
        if (const JsonNode* const table = workbench->find("table")) m_table = *table;
    }

    const JsonNode& model() const { return m_model; }
    const JsonNode& table() const { return m_table; }
    std::string json(const JsonNode& node) const {
        return m_extra.substr(node.range.begin, node.range.end - node.range.begin);
    }
    /// The members of `node` (null: none) that are not `known`.
    void addRest(const JsonNode* node, std::initializer_list<std::string_view> known,
                 Members& members) const {
        if (!node || !node->is(Kind::Object)) return;
        for (const JsonNode& child : node->children) {
            if (std::find(known.begin(), known.end(), child.name) == known.end())
                members.raw(child.name, json(child));
        }
    }
    /// The element of the table's array of that name which says `name` under `key`; null: none.
    const JsonNode* element(std::string_view array, std::string_view key, std::string_view name) const {
        const JsonNode* const all = m_table.find(array);
        if (!all) return nullptr;
        const auto found =
            std::find_if(all->children.begin(), all->children.end(), [&](const JsonNode& node) {
                const JsonNode* const given = node.find(key);
                return given && given->is(Kind::String) && given->text == name;
            });
        return found == all->children.end() ? nullptr : &*found;
    }

  private:
    const std::string& m_extra;
    JsonNode m_model;
    JsonNode m_table;
};

std::string joined(const std::vector<std::string>& elements) {
    std::string text;
    for (const std::string& element : elements)
        text += (text.empty() ? "" : ",") + element;
    return "[" + text + "]";
}

std::string names(const std::vector<std::string>& all) {
    std::vector<std::string> texts;
    for (const std::string& name : all)
        texts.push_back(jsonString(name));
    return joined(texts);
}

class ShapeWriter final {
  public:
    ShapeWriter(const SinkTable& table, std::int64_t nowMillis)
        : m_table(table), m_definition(table.definition), m_kept(table.extra), m_nowMillis(nowMillis) {}

    WorkbenchShape write() {
        findIndexes();
        m_shape.modelHead = modelHead();
        line(m_shape.head, "TableName", jsonString(m_definition.name));
        line(m_shape.head, "KeyAttributes", keys(m_definition.keys, m_kept.table().find("KeyAttributes")));
        line(m_shape.head, "NonKeyAttributes", attributes());
        line(m_shape.head, "TableFacets", facets());
        writeIndexes(IndexKind::Global, "GlobalSecondaryIndexes", m_shape.head);
        writeIndexes(IndexKind::Local, "LocalSecondaryIndexes", m_shape.head);
        writeTail();
        return std::move(m_shape);
    }

  private:
    static void line(std::string& out, std::string_view name, const std::string& json) {
        out += jsonString(name) + ": " + json + ",\n";
    }

    std::string modelHead() const {
        std::string head;
        const JsonNode* const name = m_kept.model().find("ModelName");
        line(head, "ModelName",
             name && name->is(Kind::String) ? m_kept.json(*name) : jsonString(m_definition.name));
        const JsonNode* const metadata = m_kept.model().find("ModelMetadata");
        const auto text = [&](std::string_view member, const std::string& otherwise) {
            const JsonNode* const node = metadata ? metadata->find(member) : nullptr;
            return node && node->is(Kind::String) ? node->text : otherwise;
        };
        const std::string now = workbenchDate(m_nowMillis);
        Members members;
        members.text("Author", text("Author", ""));
        members.text("DateCreated", text("DateCreated", now));
        members.text("DateLastModified", now);
        members.text("Description", text("Description", ""));
        members.text("AWSService", "Amazon DynamoDB");
        members.text("Version", "3.0");
        m_kept.addRest(metadata,
                       {"Author", "DateCreated", "DateLastModified", "Description", "AWSService", "Version"},
                       members);
        line(head, "ModelMetadata", members.object());
        if (!m_kept.model().is(Kind::Object)) return head;
        for (const JsonNode& child : m_kept.model().children) {
            if (child.name != "ModelName" && child.name != "ModelMetadata" && child.name != "DataModel")
                line(head, child.name, m_kept.json(child));
        }
        return head;
    }

    /// Those that a model can hold.
    void findIndexes() {
        for (const IndexDefinition& index : m_definition.indexes) {
            if (index.keys.partition.size() > 1 || index.keys.sort.size() > 1) {
                lost("The index " + index.name +
                     " has several partition or sort attributes and is left out.");
                continue;
            }
            m_indexes.push_back(&index);
            if (index.throughput && index.throughput != m_definition.throughput)
                lost("The throughput of the index " + index.name + " is left out.");
            if (index.kind == IndexKind::Local)
                lost("Workbench does not show the local secondary index " + index.name + ".");
        }
    }

    void lost(const std::string& sentence) {
        m_shape.losses.push_back("Table " + m_definition.name + ": " + sentence);
    }

    std::string keyAttribute(const KeyAttribute& key, const JsonNode* kept) const {
        Members members;
        members.text("AttributeName", key.name);
        members.text("AttributeType", typeName(key.type));
        m_kept.addRest(kept, {"AttributeName", "AttributeType"}, members);
        return members.object();
    }

    std::string keys(const KeySchema& schema, const JsonNode* kept) const {
        Members members;
        if (!schema.partition.empty()) {
            members.raw("PartitionKey",
                        keyAttribute(schema.partition.front(), kept ? kept->find("PartitionKey") : nullptr));
        }
        if (!schema.sort.empty())
            members.raw("SortKey", keyAttribute(schema.sort.front(), kept ? kept->find("SortKey") : nullptr));
        m_kept.addRest(kept, {"PartitionKey", "SortKey"}, members);
        return members.object();
    }

    void declare(const std::string& name, std::optional<ValueType> type, const JsonNode* kept) {
        if (m_definition.keys.contains(name)) return;
        if (!m_shape.declared.insert(name).second) return;
        for (const IndexDefinition* const index : m_indexes) {
            for (const KeyAttribute& key : index->keys.all())
                if (key.name == name) type = key.type;
        }
        Members members;
        members.text("AttributeName", name);
        members.text("AttributeType", typeName(type.value_or(ValueType::String)));
        m_kept.addRest(kept, {"AttributeName", "AttributeType"}, members);
        m_attributes.push_back(members.object());
    }

    std::optional<ValueType> occurring(const SinkTable::Column& column, std::optional<ValueType> declared) {
        if (column.types.empty()) return declared;
        const bool fits = declared && std::find(column.types.begin(), column.types.end(),
                                                typeName(*declared)) != column.types.end();
        const auto type = fits ? declared : typeNamed(column.types.front());
        if (column.types.size() > 1 && type) {
            std::string all;
            for (const std::string& one : column.types)
                all += (all.empty() ? "" : ", ") + one;
            lost("The attribute " + jsonString(column.name) + " occurs in the types " + all +
                 ". It is declared " + std::string(typeName(*type)) + "; the items keep their types.");
        }
        return type;
    }

    std::string attributes() {
        std::map<std::string, const SinkTable::Column*> columns;
        for (const SinkTable::Column& column : m_table.columns)
            columns[column.name] = &column;
        const JsonNode* const kept = m_kept.table().find("NonKeyAttributes");
        for (const JsonNode& node : kept ? kept->children : std::vector<JsonNode>()) {
            const JsonNode* const name = node.is(Kind::String) ? &node : node.find("AttributeName");
            const JsonNode* const given = node.find("AttributeType");
            if (!name || name->text.empty()) continue;
            auto type = given && given->is(Kind::String) ? looseTypeNamed(given->text) : std::nullopt;
            if (m_shape.declared.contains(name->text)) continue;
            if (const auto column = columns.find(name->text); column != columns.end())
                type = occurring(*column->second, type);
            declare(name->text, type, &node);
        }
        for (const SinkTable::Column& column : m_table.columns) {
            if (!m_shape.declared.contains(column.name) && !m_definition.keys.contains(column.name))
                declare(column.name, occurring(column, {}), nullptr);
        }
        for (const IndexDefinition* const index : m_indexes) {
            for (const KeyAttribute& key : index->keys.all())
                declare(key.name, key.type, nullptr);
            for (const std::string& name : index->projection.attributes)
                declare(name, {}, nullptr);
        }
        // Facets name attributes that the table declares, or Workbench refuses the model.
        for (const SourceEntity& entity : m_table.entities) {
            for (const std::string& name : entity.attributes)
                declare(name, {}, nullptr);
        }
        for (const KeyAttribute& key : m_definition.keys.all())
            m_shape.declared.insert(key.name);
        return joined(m_attributes);
    }

    std::string facets() const {
        std::vector<std::string> all;
        std::set<std::string> taken;  // a facet's name is unique in a model
        for (const SourceEntity& entity : m_table.entities) {
            if (entity.name.empty() || !taken.insert(entity.name).second) continue;
            const JsonNode* const kept = m_kept.element("TableFacets", "FacetName", entity.name);
            Members alias;
            const auto put = [&](std::string_view member, const std::vector<KeyAttribute>& keys) {
                if (keys.empty()) return;
                const auto found = entity.keyTemplates.find(keys.front().name);
                alias.text(member, found == entity.keyTemplates.end() ? keys.front().name : found->second);
            };
            put("PartitionKeyAlias", m_definition.keys.partition);
            put("SortKeyAlias", m_definition.keys.sort);
            m_kept.addRest(kept ? kept->find("KeyAttributeAlias") : nullptr,
                           {"PartitionKeyAlias", "SortKeyAlias"}, alias);
            std::vector<std::string> attributes;
            for (const std::string& name : entity.attributes) {
                if (!m_definition.keys.contains(name)) attributes.push_back(name);
            }
            Members members;
            members.text("FacetName", entity.name);
            members.raw("KeyAttributeAlias", alias.object());
            members.raw("TableData", "[]");
            members.raw("NonKeyAttributes", names(attributes));
            if (!kept || !kept->find("DataAccess")) members.raw("DataAccess", R"({"MySql":{}})");
            m_kept.addRest(kept, {"FacetName", "KeyAttributeAlias", "TableData", "NonKeyAttributes"},
                           members);
            all.push_back(members.object());
        }
        return joined(all);
    }

    static std::string projection(const Projection& projection) {
        Members members;
        members.text("ProjectionType", projection.type == ProjectionType::All        ? "ALL"
                                       : projection.type == ProjectionType::KeysOnly ? "KEYS_ONLY"
                                                                                     : "INCLUDE");
        if (projection.type == ProjectionType::Include)
            members.raw("NonKeyAttributes", names(projection.attributes));
        return members.object();
    }

    void writeIndexes(IndexKind kind, std::string_view member, std::string& out) const {
        std::vector<std::string> all;
        for (const IndexDefinition* const index : m_indexes) {
            if (index->kind != kind) continue;
            const JsonNode* const kept = m_kept.element(member, "IndexName", index->name);
            Members members;
            members.text("IndexName", index->name);
            members.raw("KeyAttributes", keys(index->keys, kept ? kept->find("KeyAttributes") : nullptr));
            members.raw("Projection", projection(index->projection));
            m_kept.addRest(kept, {"IndexName", "KeyAttributes", "Projection"}, members);
            all.push_back(members.object());
        }
        if (!all.empty()) line(out, member, joined(all));
    }

    void writeTail() {
        std::string& tail = m_shape.tail;
        const JsonNode& kept = m_kept.table();
        if (!kept.find("DataAccess")) line(tail, "DataAccess", R"({"MySql":{}})");
        if (kept.is(Kind::Object)) {
            for (const JsonNode& child : kept.children) {
                constexpr std::array kWritten = {"TableName",
                                                 "KeyAttributes",
                                                 "NonKeyAttributes",
                                                 "TableFacets",
                                                 "GlobalSecondaryIndexes",
                                                 "LocalSecondaryIndexes",
                                                 "TableData",
                                                 "BillingMode",
                                                 "ProvisionedCapacitySettings"};
                if (std::find(kWritten.begin(), kWritten.end(), child.name) == kWritten.end())
                    line(tail, child.name, m_kept.json(child));
            }
        }
        const bool provisioned = m_definition.billing == BillingMode::Provisioned && m_definition.throughput;
        const JsonNode* const settings = kept.find("ProvisionedCapacitySettings");
        if (provisioned || settings) {
            Members members;
            if (provisioned) {
                members.raw("ProvisionedThroughput",
                            "{\"ReadCapacityUnits\":" + std::to_string(m_definition.throughput->readUnits) +
                                ",\"WriteCapacityUnits\":" +
                                std::to_string(m_definition.throughput->writeUnits) + "}");
            }
            m_kept.addRest(settings, {"ProvisionedThroughput"}, members);
            line(tail, "ProvisionedCapacitySettings", members.object());
        }
        tail += provisioned ? "\"BillingMode\": \"PROVISIONED\"\n" : "\"BillingMode\": \"PAY_PER_REQUEST\"\n";
    }

    const SinkTable& m_table;
    const TableDefinition& m_definition;
    Kept m_kept;
    std::int64_t m_nowMillis;
    WorkbenchShape m_shape;
    std::vector<const IndexDefinition*> m_indexes;
    std::vector<std::string> m_attributes;  // declarations
};

}  // namespace

std::string workbenchDate(std::int64_t millis) {
    using namespace std::chrono;
    constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const sys_time<minutes> time = floor<minutes>(sys_time<milliseconds>(milliseconds(millis)));
    const year_month_day day(floor<days>(time));
    const auto ofDay = (time - floor<days>(time)).count();
    const auto two = [](auto number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    const auto hour = ofDay / 60;
    return std::string(kMonths[static_cast<unsigned>(day.month()) - 1]) + " " +
           two(static_cast<unsigned>(day.day())) + ", " + std::to_string(static_cast<int>(day.year())) +
           ", " + two(hour % 12 == 0 ? 12 : hour % 12) + ":" + two(ofDay % 60) + (hour < 12 ? " AM" : " PM");
}

WorkbenchShape workbenchShape(const SinkTable& table, std::int64_t nowMillis) {
    return ShapeWriter(table, nowMillis).write();
}

}  // namespace partita
