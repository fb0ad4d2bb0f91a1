// What a NoSQL Workbench model says of a table that Partita has no use for, kept for an export in the same
// format: the members that workbench_table.cpp does not read, at every level, with the names they belong to.
#include <algorithm>
#include <map>

#include "engine/interchange/json.h"
#include "engine/interchange/read/workbench_model.h"

namespace partita {
namespace {

using Kind = JsonNode::Kind;

const std::string* textOf(const JsonNode& object, std::string_view member) {
    const JsonNode* const found = object.find(member);
    return found && found->is(Kind::String) ? &found->text : nullptr;
}

/// Makes JSON objects of members that are not known; empty when there are none.
class Rest final {
  public:
    Rest(const WorkbenchTableParts& parts, std::string_view text) : m_parts(parts), m_text(text) {}

    std::string table() const {
        std::map<std::string_view, const JsonNode*> last;  // of a repeated member the last one counts
        for (const JsonNode& node : m_parts.members)
            last[node.name] = &node;
        std::string members;
        for (const JsonNode& node : m_parts.members) {
            const std::string& name = node.name;
            if (last[name] != &node || name == "TableName" || name == "BillingMode") continue;
            std::string json;
            if (name == "KeyAttributes") {
                json = restOfKeys(&node);
            } else if (name == "GlobalSecondaryIndexes" || name == "LocalSecondaryIndexes") {
                json = restOfIndexes(node);
            } else if (name == "ProvisionedCapacitySettings") {
                json = object(membersBut(node, {"ProvisionedThroughput"}));
            } else {
                // NonKeyAttributes too, whole: it declares attributes that no row has.
                appendCompactJson(m_text.substr(node.range.begin, node.range.end - node.range.begin), json);
            }
            appendRaw(name, json, members);
        }
        appendRaw("TableFacets", restOfFacets(), members);
        return object(members);
    }

  private:
    void append(const JsonNode& node, std::string& out) const {
        appendJsonString(node.name, out);
        out += ':';
        appendCompactJson(m_text.substr(node.range.begin, node.range.end - node.range.begin), out);
    }

    static void appendRaw(std::string_view name, const std::string& json, std::string& members) {
        if (json.empty()) return;
        if (!members.empty()) members += ',';
        appendJsonString(name, members);
        members += ':' + json;
    }

    static std::string object(const std::string& members) {
        return members.empty() ? "" : "{" + members + "}";
    }

    std::string membersBut(const JsonNode& node, std::initializer_list<std::string_view> known) const {
        std::string members;
        for (const JsonNode& child : node.children) {
            if (!node.is(Kind::Object) || std::find(known.begin(), known.end(), child.name) != known.end())
                continue;
            if (!members.empty()) members += ',';
            append(child, members);
        }
        return members;
    }

    std::string restOfKeys(const JsonNode* keys) const {
        if (!keys) return {};
        std::string members = membersBut(*keys, {"PartitionKey", "SortKey", "PartitionKeys", "SortKeys"});
        for (const std::string_view part : {"PartitionKey", "SortKey"}) {
            if (const JsonNode* const node = keys->find(part))
                appendRaw(part, object(membersBut(*node, {"AttributeName", "AttributeType"})), members);
        }
        return object(members);
    }

    /// [{"IndexName": …, what is not known}, …] of an array of named objects.
    template <class Rest>
    std::string restOfAll(const std::vector<JsonNode>& nodes, std::string_view nameMember, Rest rest) const {
        std::string all;
        for (const JsonNode& node : nodes) {
            const std::string* const name = textOf(node, nameMember);
            const std::string members = rest(node);
            if (!name || members.empty()) continue;
            std::string one;
            appendRaw(nameMember, jsonString(*name), one);
            all += (all.empty() ? "{" : ",{") + one + "," + members + "}";
        }
        return all.empty() ? "" : "[" + all + "]";
    }

    std::string restOfIndexes(const JsonNode& list) const {
        return restOfAll(list.children, "IndexName", [this](const JsonNode& node) {
            std::string members = membersBut(node, {"IndexName", "KeyAttributes", "Projection"});
            appendRaw("KeyAttributes", restOfKeys(node.find("KeyAttributes")), members);
            return members;
        });
    }

    std::string restOfFacets() const {
        return restOfAll(m_parts.facets, "FacetName", [this](const JsonNode& node) {
            std::string members = membersBut(node, {"FacetName", "KeyAttributeAlias", "NonKeyAttributes"});
            if (const JsonNode* const alias = node.find("KeyAttributeAlias"))
                appendRaw("KeyAttributeAlias",
                          object(membersBut(*alias, {"PartitionKeyAlias", "SortKeyAlias"})), members);
            return members;
        });
    }

    const WorkbenchTableParts& m_parts;
    std::string_view m_text;
};

}  // namespace

std::string workbenchExtra(const WorkbenchTableParts& parts, std::string_view text) {
    return Rest(parts, text).table();
}

}  // namespace partita
