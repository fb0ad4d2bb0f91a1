// Tables and entities of dynamodb-toolbox, in source files and as the JSON that its own actions build.
// Sources: documentation of dynamodb-toolbox, "Table", "Entity", "Actions: DTO"; its package.
#include "engine/interchange/read/toolbox_source.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/schema_source.h"
#include "engine/interchange/read/source_name.h"

namespace partita {
namespace {

class ToolboxReader final {
  public:
    ToolboxReader(DeclaredValues& values, const std::string& source)
        : m_values(values), m_names(source, "Toolbox") {}

    Result<DeclaredSchemas> read() {
        // Tables before entities: JSON has a table inside each of its entities.
        std::optional<Error> firstFault;
        for (const bool entities : {false, true}) {
            for (const SourceBinding& binding : m_values.bindings()) {
                eachNode(binding.value, [&](const SourceNode& node) {
                    const auto done = entities ? readEntity(node) : readTable(node, binding);
                    if (done) return true;
                    if (!firstFault) firstFault = done.error();
                    m_found.notes.push_back(
                        notTakenOver(entities ? "An entity" : "A table", done.error(), node.line));
                    return true;
                });
            }
            if (m_found.tables.empty() && firstFault) return *firstFault;
        }
        if (m_found.tables.empty()) {
            return Error::badInput(
                "No table of dynamodb-toolbox is declared here: new Table({name: 'my-table', partitionKey: "
                "{name: 'pk', type: 'string'}}), or its JSON form.");
        }
        return std::move(m_found);
    }

  private:
    void note(SourceNote::Kind kind, std::uint64_t line, std::string text) {
        m_found.notes.push_back({kind, line, std::move(text)});
    }

    /// The settings of a table: what `new Table` is given, or the JSON form; null when the node is neither.
    const SourceNode* tableSettings(const SourceNode& node) const {
        if (node.kind == SourceNode::Kind::Call) {
            if (node.text != "Table" || node.elements.empty()) return nullptr;
            const SourceNode* const given = m_values.follow(node.elements.front());
            return given && given->find("partitionKey") ? given : nullptr;
        }
        const SourceNode* const key = node.isMap() ? node.find("partitionKey") : nullptr;
        const bool isJson =
            key && key->find("name") && !node.find("type") &&
            (node.find("tableName") || node.find("entityAttributeSavedAs") || node.find("indexes"));
        return isJson ? &node : nullptr;
    }

    Result<void> readTable(const SourceNode& node, const SourceBinding& binding) {
        const SourceNode* const settings = tableSettings(node);
        if (!settings || m_places.contains(settings) || !m_seen.insert(settings).second) return {};
        TableDefinition definition;
        const std::string given = nameOf(*settings);
        if (!given.empty() && node.isMap()) {
            // The same table comes again with each of its entities.
            if (const auto known = m_byName.find(given); known != m_byName.end()) {
                m_places.emplace(settings, known->second);
                return {};
            }
        }
        definition.name = given.empty() ? nameInstead(binding, node) : m_names.unique(given);
        if (auto keys = readKeys(*settings, definition); !keys) return keys;
        if (auto valid = validateDefinition(definition); !valid) {
            Error error = valid.error();
            error.where = "line " + std::to_string(node.line);
            return error;
        }
        m_places.emplace(settings, m_found.tables.size());
        m_byName.emplace(given.empty() ? definition.name : given, m_found.tables.size());
        SourceTable table;
        table.name = definition.name;
        table.schema = std::move(definition);
        m_found.tables.push_back(std::move(table));
        return {};
    }

    std::string nameOf(const SourceNode& settings) const {
        for (const char* const member : {"name", "tableName"}) {
            const SourceNode* const name = m_values.member(settings, member);
            if (name && name->isText() && name->text.find("${") == std::string::npos) return name->text;
        }
        return {};
    }

    /// Of a table whose name is made in code: what it is called there.
    std::string nameInstead(const SourceBinding& binding, const SourceNode& node) {
        const bool isBound = &binding.value == &node && binding.name.size() >= 3;
        std::string name = isBound ? m_names.unique(asTableName(binding.name)) : m_names.fallback();
        note(SourceNote::Kind::Repaired, node.line,
             "The name of a table is not told in the source. It is called " + jsonString(name) + ".");
        return name;
    }

    /// 'pk', or {name: 'pk', type: 'string'}. `types`: of version 0, which declares types apart.
    Result<KeyAttribute> keyOf(const SourceNode& node, const SourceNode* types) const {
        KeyAttribute key;
        const SourceNode* const name = node.isMap() ? m_values.member(node, "name") : &node;
        if (!name || !name->isText()) {
            return faultAt(node.line, "A key is written 'pk' or {name: 'pk', type: 'string'}.");
        }
        key.name = name->text;
        const SourceNode* type = node.isMap() ? m_values.member(node, "type") : nullptr;
        if (!type && types) type = m_values.member(*types, key.name);
        if (type && type->isMap()) type = m_values.member(*type, "type");
        if (!type || type->text == "string") return key;
        if (type->text == "number") {
            key.type = ValueType::Number;
        } else if (type->text == "binary") {
            key.type = ValueType::Binary;
        } else {
            return faultAt(type->line, "The type of a key is string, number or binary; this is " +
                                           jsonString(type->text.substr(0, 200)) + ".");
        }
        return key;
    }

    Result<void> addKey(const SourceNode& owner, const char* name, const SourceNode* types,
                        std::vector<KeyAttribute>& to) const {
        const SourceNode* const given = m_values.member(owner, name);
        if (!given || given->isNull()) return {};
        const auto& all = given->elements;
        if (!given->isArray()) {
            auto key = keyOf(*given, types);
            if (!key) return key.error();
            to.push_back(*std::move(key));
        }
        for (const SourceNode& element : all) {
            auto key = keyOf(element, types);
            if (!key) return key.error();
            to.push_back(*std::move(key));
        }
        return {};
    }

    Result<void> readKeys(const SourceNode& settings, TableDefinition& table) {
        const SourceNode* const types = m_values.member(settings, "attributes");
        if (auto added = addKey(settings, "partitionKey", types, table.keys.partition); !added) return added;
        if (auto added = addKey(settings, "sortKey", types, table.keys.sort); !added) return added;
        const SourceNode* const indexes = m_values.member(settings, "indexes");
        if (!indexes || indexes->isNull()) return {};
        if (!indexes->isMap()) return faultAt(indexes->line, "The indexes of a table are a map of them.");
        std::optional<Error> fault;
        m_values.eachMember(*indexes, [&](const SourceMember& member, const SourceNode& given) {
            if (fault) return;
            IndexDefinition index;
            index.name = member.name;
            const SourceNode* const type = m_values.member(given, "type");
            const bool local =
                type ? type->text == "local" : !given.find("partitionKey") && !given.find("partitionKeys");
            index.kind = local ? IndexKind::Local : IndexKind::Global;
            for (const char* const part : {"partitionKey", "partitionKeys"}) {
                if (auto added = addKey(given, part, types, index.keys.partition); !added)
                    fault = added.error();
            }
            for (const char* const part : {"sortKey", "sortKeys"}) {
                if (auto added = addKey(given, part, types, index.keys.sort); !added) fault = added.error();
            }
            if (local) index.keys.partition = table.keys.partition;
            table.indexes.push_back(std::move(index));
        });
        if (fault) return *fault;
        return {};
    }

    const SourceNode* entitySettings(const SourceNode& node) const {
        if (node.kind == SourceNode::Kind::Call) {
            if (node.text != "Entity" || node.elements.empty()) return nullptr;
            const SourceNode* const given = m_values.follow(node.elements.front());
            return given && given->isMap() ? given : nullptr;
        }
        const SourceNode* const schema = node.isMap() ? node.find("schema") : nullptr;
        const bool isJson = schema && schema->find("attributes") && node.find("table");
        return isJson ? &node : nullptr;
    }

    /// Null, with a note: none that is known.
    SourceTable* tableOf(const SourceNode& settings, const std::string& entity) {
        const SourceNode* const given = m_values.member(settings, "table");
        const SourceNode* const inner = given ? tableSettings(*given) : nullptr;
        const auto known = m_places.find(inner);
        if (known != m_places.end()) return &m_found.tables[known->second];
        const bool isWrong = m_seen.contains(inner);
        if (m_found.tables.size() == 1 && !isWrong) return &m_found.tables.front();
        note(SourceNote::Kind::Lost, settings.line,
             "The table of the entity " + jsonString(entity) +
                 (isWrong ? " is wrong" : " is not declared here") + ": the entity is not taken over.");
        return nullptr;
    }

    Result<void> readEntity(const SourceNode& node) {
        const SourceNode* const settings = entitySettings(node);
        if (!settings || !m_entities.insert(settings).second) return {};
        SourceEntity entity;
        for (const char* const member : {"name", "entityName"}) {
            const SourceNode* const name = m_values.member(*settings, member);
            if (name && name->isText()) entity.name = name->text;
        }
        SourceTable* const table = tableOf(*settings, entity.name);
        if (!table) return {};
        const ToolboxSchema schema = toolboxSchema(m_values, *settings);
        std::set<std::string> names;
        for (const ToolboxAttribute& attribute : schema.attributes) {
            const std::string saved = savedName(attribute, *table->schema);
            if (names.insert(saved).second) entity.attributes.push_back(saved);
            const bool isKey = isKeyAttribute(*table->schema, saved);
            if (isKey && attribute.pattern) entity.keyTemplates[saved] = *attribute.pattern;
            if (isKey && !attribute.pattern && saved != attribute.name) {
                entity.keyTemplates[saved] = "${" + attribute.name + "}";
            }
        }
        readComputedKeys(*settings, entity, names);
        for (const std::uint64_t line : schema.unread) {
            note(SourceNote::Kind::Lost, line,
                 "Attributes of the entity " + jsonString(entity.name) +
                     " that code makes are not taken over.");
        }
        table->entities.push_back(std::move(entity));
        return {};
    }

    /// Of version 0 a key is named by its part: of the table or of an index.
    static std::string savedName(const ToolboxAttribute& attribute, const TableDefinition& table) {
        if (!attribute.keyOf) return attribute.savedAs;
        const auto index = attribute.keyOf->empty() ? std::nullopt : attribute.keyOf;
        const KeySchema* const keys = table.keysOf(index);
        const auto* const part = !keys ? nullptr : attribute.isPartition ? &keys->partition : &keys->sort;
        return part && !part->empty() ? part->front().name : attribute.name;
    }

    static bool isKeyAttribute(const TableDefinition& table, const std::string& name) {
        return table.keys.contains(name) ||
               std::any_of(table.indexes.begin(), table.indexes.end(),
                           [&](const IndexDefinition& index) { return index.keys.contains(name); });
    }

    /// `computeKey: ({ id }) => ({ PK: `USER#${id}`, SK: 'PROFILE' })`.
    void readComputedKeys(const SourceNode& settings, SourceEntity& entity, std::set<std::string>& names) {
        const SourceNode* const compute = settings.find("computeKey");
        if (!compute || compute->isNull()) return;
        const SourceNode* const given = compute->elements.empty() || !compute->elements.front().isMap()
                                            ? nullptr
                                            : &compute->elements.front();
        bool whole = given != nullptr;
        for (const SourceMember& member : given ? given->members : std::vector<SourceMember>()) {
            if (names.insert(member.name).second) entity.attributes.push_back(member.name);
            if (member.value.isText()) {
                entity.keyTemplates[member.name] = member.value.text;
            } else if (member.value.kind == SourceNode::Kind::Name) {
                entity.keyTemplates[member.name] = "${" + member.value.text + "}";
            } else {
                whole = false;
            }
        }
        if (whole) return;
        note(SourceNote::Kind::Lost, compute->line,
             "The keys of the entity " + jsonString(entity.name) + " are made in code that is not read.");
    }

    DeclaredValues& m_values;
    SourceNames m_names;
    DeclaredSchemas m_found;
    std::map<const SourceNode*, std::size_t> m_places;  // settings of tables to places in m_found
    std::set<const SourceNode*> m_seen;                 // settings of tables, also of wrong ones
    std::map<std::string, std::size_t> m_byName;
    std::set<const SourceNode*> m_entities;
};

}  // namespace

Result<std::unique_ptr<SourceReader>> readToolbox(const std::string& text, const std::string& name,
                                                  SourceDetection detection) {
    auto bindings = readDeclarations(text);
    if (!bindings) return bindings.error();
    DeclaredValues values(*std::move(bindings));
    auto found = ToolboxReader(values, name).read();
    if (!found) return found.error();
    return std::unique_ptr<SourceReader>(
        std::make_unique<SchemaSource>(std::move(detection), name, text.size(), *std::move(found)));
}

std::string looksLikeToolbox(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    if (head[begin] == '{') {
        const auto names = topLevelNames(head);
        const auto hasName = [&](std::string_view name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        const bool isEntity = hasName("entityName") && (hasName("schema") || hasName("table"));
        const bool isTable = hasName("tableName") && hasName("partitionKey");
        return isEntity || isTable ? "dynamodb-toolbox, JSON" : std::string();
    }
    // The CDK has a class of that name, too.
    const bool isCdk = has("aws-cdk-lib") || has("@aws-cdk/");
    const bool isToolbox = has("dynamodb-toolbox") ||
                           (!isCdk && (has("new Table(") || has("new Entity(")) && has("partitionKey"));
    return isToolbox ? "source file with tables and entities of dynamodb-toolbox" : std::string();
}

}  // namespace partita
