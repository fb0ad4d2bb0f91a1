// Schemas of OneTable, as JSON or in a source file. Source: OneTable's documentation, "Schemas", and its
// examples.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/read/declared_values.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/schema_source.h"
#include "engine/interchange/read/source_name.h"

namespace partita {
namespace {

std::string lower(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return made;
}

/// The indexes of a schema, when the map is one.
const SourceNode* indexesOf(const DeclaredValues& values, const SourceNode& map) {
    const SourceNode* const indexes = map.isMap() ? values.member(map, "indexes") : nullptr;
    const SourceNode* const primary = indexes ? values.member(*indexes, "primary") : nullptr;
    return primary && values.member(*primary, "hash") ? indexes : nullptr;
}

class SchemaReader final {
  public:
    SchemaReader(DeclaredValues& values, const SourceNode& schema, DeclaredSchemas& found)
        : m_values(values), m_schema(schema), m_found(found) {}

    Result<void> read(std::string name) {
        m_table.name = std::move(name);
        readModels();
        TableDefinition definition;
        definition.name = m_table.name;
        const SourceNode& indexes = *indexesOf(m_values, m_schema);
        auto primary = keysOf(*m_values.member(indexes, "primary"), nullptr);
        if (!primary) return primary.error();
        definition.keys = *std::move(primary);
        std::optional<Error> fault;
        m_values.eachMember(indexes, [&](const SourceMember& member, const SourceNode& value) {
            if (member.name == "primary" || fault) return;
            auto index = indexOf(member.name, value, definition.keys);
            if (index) {
                definition.indexes.push_back(*std::move(index));
            } else {
                fault = index.error();
            }
        });
        if (fault) return *fault;
        if (auto valid = validateDefinition(definition); !valid) {
            Error error = valid.error();
            error.where = "line " + std::to_string(m_schema.line);
            return error;
        }
        for (const char* const rest : {"params", "process", "queries"}) {
            const SourceNode* const given = m_schema.find(rest);
            if (given && !given->members.empty()) lost(given->line, std::string(rest) + " of the schema");
        }
        if (!m_rules.empty()) {
            std::string list;
            for (const std::string& rule : m_rules)
                list += (list.empty() ? "" : ", ") + rule;
            lost(m_schema.line, "What the models' fields say beside type, value and map (" + list + ")");
        }
        // Fields that are no keys may have templates, too.
        for (SourceEntity& entity : m_table.entities) {
            std::erase_if(entity.keyTemplates,
                          [&](const auto& named) { return !isKey(definition, named.first); });
        }
        m_table.schema = std::move(definition);
        m_found.tables.push_back(std::move(m_table));
        return {};
    }

  private:
    void lost(std::uint64_t line, const std::string& what) {
        m_found.notes.push_back({SourceNote::Kind::Lost, line, what + " is not taken over."});
    }

    static bool isKey(const TableDefinition& table, const std::string& name) {
        return table.keys.contains(name) ||
               std::any_of(table.indexes.begin(), table.indexes.end(),
                           [&](const IndexDefinition& index) { return index.keys.contains(name); });
    }

    void readModels() {
        const SourceNode* const models = m_values.member(m_schema, "models");
        if (!models) return;
        if (!models->isMap() && !models->isNull()) {
            lost(models->line, "What stands in the place of the models, which is no map of them,");
            return;
        }
        const bool whole =
            m_values.eachMember(*models, [&](const SourceMember& member, const SourceNode& model) {
                if (!model.isMap()) {
                    lost(member.line, "The model " + jsonString(member.name) + ", which is made elsewhere,");
                    return;
                }
                SourceEntity entity;
                entity.name = member.name;
                std::set<std::string> names;
                const bool all =
                    m_values.eachMember(model, [&](const SourceMember& field, const SourceNode& value) {
                        readField(field, value, entity, names);
                    });
                if (!all)
                    lost(model.line,
                         "What is spread into the model " + jsonString(member.name) + " from elsewhere");
                m_table.entities.push_back(std::move(entity));
            });
        if (!whole) lost(models->line, "What is spread into the models from elsewhere");
    }

    void readField(const SourceMember& field, const SourceNode& value, SourceEntity& entity,
                   std::set<std::string>& names) {
        std::string attribute = field.name;
        if (const SourceNode* const mapped = m_values.member(value, "map"); mapped && mapped->isText()) {
            // "data.city": packed into the attribute data.
            attribute = mapped->text.substr(0, mapped->text.find('.'));
        }
        if (names.insert(attribute).second) entity.attributes.push_back(attribute);
        if (const SourceNode* const type = value.isMap() ? value.find("type") : &value)
            addType(attribute, *type);
        const SourceNode* const pattern = m_values.member(value, "value");
        if (pattern && pattern->isText()) {
            entity.keyTemplates[attribute] = pattern->text;
        } else if (pattern) {
            lost(pattern->line, "The value of " + jsonString(field.name) + " in the model " +
                                    jsonString(entity.name) + ", which is made in code,");
        }
        for (const SourceMember& rule : value.members) {
            static const std::set<std::string> kTaken = {"type", "value", "map", "hidden", "..."};
            if (!kTaken.contains(rule.name)) m_rules.insert(rule.name);
        }
    }

    void addType(const std::string& attribute, const SourceNode& type) {
        const std::string name = lower(type.text);
        ValueType found = ValueType::String;
        static const std::set<std::string> kTexts = {"", "string", "date"};
        if (type.isArray() || (!kTexts.contains(name) && name != "number" && !isBinary(name))) {
            m_otherTypes.emplace(attribute, type);
        }
        if (name == "number" || (name == "date" && !hasIsoDates())) found = ValueType::Number;
        if (isBinary(name)) found = ValueType::Binary;
        const auto [known, isNew] = m_types.emplace(attribute, found);
        if (isNew || known->second == found || !m_conflicts.insert(attribute).second) return;
        m_conflictLines[attribute] = type.line;
    }

    /// Dates are numbers unless the schema says that they are texts.
    bool hasIsoDates() const {
        const SourceNode* const params = m_values.member(m_schema, "params");
        const SourceNode* const iso = params ? m_values.member(*params, "isoDates") : nullptr;
        return iso && iso->text == "true";
    }

    static bool isBinary(const std::string& name) {
        return name == "binary" || name == "buffer" || name == "arraybuffer";
    }

    KeyAttribute keyAttribute(const std::string& name) {
        if (const auto other = m_otherTypes.extract(name)) {
            m_found.notes.push_back({SourceNote::Kind::Repaired, other.mapped().line,
                                     "The type of the key attribute " + jsonString(name) +
                                         " is none that a key can have: it is read as String."});
        }
        const auto known = m_types.find(name);
        if (const auto line = m_conflictLines.extract(name)) {
            m_found.notes.push_back({SourceNote::Kind::Warning, line.mapped(),
                                     "Models give the key attribute " + jsonString(name) +
                                         " different types; it is " + std::string(typeName(known->second)) +
                                         " here, as in the first."});
        }
        return {name, known == m_types.end() ? ValueType::String : known->second};
    }

    /// One name or a list of them.
    Result<std::vector<KeyAttribute>> part(const SourceNode& index, const char* name) {
        std::vector<KeyAttribute> attributes;
        const SourceNode* const given = m_values.member(index, name);
        if (!given || given->isNull()) return attributes;
        const auto add = [&](const SourceNode& node) {
            if (node.isText()) attributes.push_back(keyAttribute(node.text));
            return node.isText();
        };
        bool allText = given->isArray() || add(*given);
        for (const SourceNode& element : given->elements)
            allText = add(element) && allText;
        if (!allText) {
            return faultAt(given->line, std::string("The ") + name +
                                            " of an index is the name of an attribute, as a text.");
        }
        return attributes;
    }

    /// `primary`: of the table, for an index that has its partition key; null for the primary one.
    Result<KeySchema> keysOf(const SourceNode& index, const KeySchema* primary) {
        KeySchema keys;
        auto hash = part(index, "hash");
        if (!hash) return hash.error();
        keys.partition = *std::move(hash);
        if (keys.partition.empty() && primary) keys.partition = primary->partition;
        auto sort = part(index, "sort");
        if (!sort) return sort.error();
        keys.sort = *std::move(sort);
        return keys;
    }

    Result<IndexDefinition> indexOf(const std::string& name, const SourceNode& given,
                                    const KeySchema& primary) {
        if (!given.isMap()) return faultAt(given.line, "The index " + jsonString(name) + " is no map.");
        IndexDefinition index;
        index.name = name;
        const SourceNode* const type = m_values.member(given, "type");
        const bool local = type ? type->text == "local" : !m_values.member(given, "hash");
        index.kind = local ? IndexKind::Local : IndexKind::Global;
        auto keys = keysOf(given, &primary);
        if (!keys) return keys.error();
        index.keys = *std::move(keys);
        const SourceNode* const project = m_values.member(given, "project");
        if (project && project->isArray()) {
            for (const SourceNode& element : project->elements) {
                const bool known = primary.contains(element.text) || index.keys.contains(element.text);
                if (element.isText() && !known) index.projection.attributes.push_back(element.text);
            }
            index.projection.type =
                index.projection.attributes.empty() ? ProjectionType::KeysOnly : ProjectionType::Include;
        } else if (project && project->text == "keys") {
            index.projection.type = ProjectionType::KeysOnly;
        }
        if (const SourceNode* const follow = m_values.member(given, "follow");
            follow && follow->text == "true") {
            lost(follow->line, "follow of the index " + jsonString(name));
        }
        return index;
    }

    DeclaredValues& m_values;
    const SourceNode& m_schema;
    DeclaredSchemas& m_found;
    SourceTable m_table;
    std::map<std::string, ValueType> m_types;        // of the first model that says
    std::map<std::string, SourceNode> m_otherTypes;  // of none that keys have
    std::set<std::string> m_conflicts;
    std::map<std::string, std::uint64_t> m_conflictLines;
    std::set<std::string> m_rules;
};

/// The names that `new Table({name, schema})` gives to schemas.
std::map<const SourceNode*, std::string> namesGiven(const DeclaredValues& values) {
    std::map<const SourceNode*, std::string> names;
    for (const SourceBinding& binding : values.bindings()) {
        eachNode(binding.value, [&](const SourceNode& node) {
            if (node.kind != SourceNode::Kind::Call || node.text != "Table" || node.elements.empty())
                return true;
            const SourceNode* const schema = values.member(node.elements.front(), "schema");
            const SourceNode* const name = values.member(node.elements.front(), "name");
            if (schema && name && name->isText()) names[schema] = name->text;
            return true;
        });
    }
    return names;
}

}  // namespace

Result<std::unique_ptr<SourceReader>> readOneTable(const std::string& text, const std::string& name,
                                                   SourceDetection detection) {
    auto bindings = readDeclarations(text);
    if (!bindings) return bindings.error();
    DeclaredValues values(*std::move(bindings));
    std::vector<const SourceNode*> schemas;
    for (const SourceBinding& binding : values.bindings()) {
        eachNode(binding.value, [&](const SourceNode& node) {
            const bool isSchema = indexesOf(values, node) != nullptr;
            if (isSchema) schemas.push_back(&node);
            return !isSchema;
        });
    }
    if (schemas.empty()) {
        return Error::badInput(
            "No schema of OneTable is declared here: it is an object with indexes, one of which is primary "
            "and "
            "has a hash: {indexes: {primary: {hash: 'pk', sort: 'sk'}}, models: {…}}.");
    }
    DeclaredSchemas found;
    std::optional<Error> firstFault;
    SourceNames names(name, "OneTable");
    const auto given = namesGiven(values);
    for (const SourceNode* const schema : schemas) {
        const auto named = given.find(schema);
        std::string called = named == given.end() ? names.fallback() : names.unique(named->second);
        if (named == given.end()) {
            found.notes.push_back(
                {SourceNote::Kind::Repaired, schema->line,
                 "The schema does not name its table. It is called " + jsonString(called) + "."});
        }
        const std::string what = "The schema of the table " + jsonString(called);
        if (auto read = SchemaReader(values, *schema, found).read(std::move(called)); !read) {
            if (!firstFault) firstFault = read.error();
            found.notes.push_back(notTakenOver(what, read.error(), schema->line));
        }
    }
    if (found.tables.empty() && firstFault) return *firstFault;
    return std::unique_ptr<SourceReader>(
        std::make_unique<SchemaSource>(std::move(detection), name, text.size(), std::move(found)));
}

std::string looksLikeOneTable(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    if (head[begin] == '{') {
        const auto names = topLevelNames(head);
        const auto hasName = [&](std::string_view name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        const bool isSchema = hasName("indexes") && has("primary") && has("hash");
        return isSchema || (hasName("format") && has("onetable:")) ? "OneTable schema" : std::string();
    }
    const bool isSource =
        has("export ") || has("module.exports") || has("const ") || has("import ") || has("require(");
    const bool isOneTable = has("onetable") || (has("indexes") && has("primary") && has("hash"));
    return isSource && isOneTable ? "source file with a OneTable schema" : std::string();
}

}  // namespace partita
