#include "engine/interchange/read/declared_tables.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/read/cloudformation_table.h"
#include "engine/interchange/read/declared_values.h"
#include "engine/interchange/read/source_name.h"

namespace partita {
namespace {

using namespace std::string_view_literals;

// The SDK's own names of the words of a request: KeyType.HASH stands for 'HASH'.
constexpr std::array kEnumerations = {"KeyType."sv,        "ScalarAttributeType."sv, "BillingMode."sv,
                                      "ProjectionType."sv, "StreamViewType."sv,      "TableClass."sv};
constexpr int kMostFollowed = 20;  // names inside one another

bool isDefinition(const SourceNode& node) {
    return node.isMap() && node.find("KeySchema") && node.find("AttributeDefinitions");
}

class TablesFinder final {
  public:
    TablesFinder(DeclaredValues& values, const std::string& source)
        : m_values(values), m_names(source, "Table") {}

    Result<DeclaredSchemas> read() {
        std::optional<Error> firstFault;
        for (const SourceBinding& binding : m_values.bindings()) {
            eachNode(binding.value, [&](const SourceNode& node) {
                // What a name stands for comes again where the name does.
                if (!isDefinition(node) || !m_seen.insert(&node).second) return true;
                if (auto done = readTable(node); !done) {
                    if (!firstFault) firstFault = done.error();
                    m_found.notes.push_back(notTakenOver("A table", done.error(), node.line));
                }
                return true;
            });
        }
        if (!m_found.tables.empty()) return std::move(m_found);
        if (firstFault) return *firstFault;
        return Error::badInput(
            "No table could be read here: none of the objects that this file gives a name or exports has a "
            "KeySchema and AttributeDefinitions.");
    }

  private:
    /// The node with the names in it followed as far as the file says.
    SourceNode followed(const SourceNode& node, int depth) {
        const bool isMuch = depth >= kMostFollowed || ++m_copied > kMaxTreeNodes;
        const SourceNode* const at = isMuch ? nullptr : m_values.follow(node);
        SourceNode copy;
        copy.line = node.line;
        if (!at || at->kind == SourceNode::Kind::Name) {
            copy.kind = SourceNode::Kind::Code;
            copy.text = node.text.substr(0, 100) + " is made in code";
            for (const std::string_view word : kEnumerations) {
                const std::size_t begin = node.text.rfind(word);
                const bool isWord = begin == 0 || (begin != std::string::npos && node.text[begin - 1] == '.');
                if (node.kind != SourceNode::Kind::Name || !isWord) continue;
                copy.kind = SourceNode::Kind::Text;
                copy.text = node.text.substr(begin + word.size());
            }
            return copy;
        }
        copy.kind = at->kind;
        copy.text = at->text;
        for (const SourceNode& element : at->elements)
            copy.elements.push_back(followed(element, depth + 1));
        m_values.eachMember(*at, [&](const SourceMember& member, const SourceNode& value) {
            copy.members.push_back({member.name, followed(value, depth + 1), member.line});
        });
        return copy;
    }

    Result<void> readTable(const SourceNode& node) {
        const SourceNode properties = followed(node, 0);
        const SourceNode* const given = properties.find("TableName");
        const bool isTold = given && given->isText() && given->text.find("${") == std::string::npos;
        const std::string name = isTold ? m_names.unique(given->text) : m_names.fallback();
        auto read = tableOfProperties(properties, "AWS::DynamoDB::Table", name);
        if (!read) return read.error();
        if (!isTold || name != given->text) {
            m_found.notes.push_back({SourceNote::Kind::Repaired, given ? given->line : node.line,
                                     isTold ? "Another table is called " + jsonString(given->text) +
                                                  ", too. This one is called " + jsonString(name) + "."
                                            : "The name of a table is not told in the source. It is called " +
                                                  jsonString(name) + "."});
        }
        for (const std::string& assumption : read->assumptions) {
            m_found.notes.push_back({SourceNote::Kind::Repaired, node.line,
                                     "Table " + jsonString(name) + " is read as if " + assumption + "."});
        }
        for (const std::string& property : read->notTaken) {
            m_found.notes.push_back({SourceNote::Kind::Lost, node.line,
                                     property + " of table " + jsonString(name) + " is not taken over."});
        }
        SourceTable table;
        table.name = name;
        table.schema = std::move(read->definition);
        m_found.tables.push_back(std::move(table));
        return {};
    }

    DeclaredValues& m_values;
    SourceNames m_names;
    DeclaredSchemas m_found;
    std::set<const SourceNode*> m_seen;
    std::size_t m_copied = 0;  // a name may be repeated any number of times
};

bool hasLine(std::string_view text, std::string_view beginning) {
    for (std::size_t at = 0; (at = text.find(beginning, at)) != std::string_view::npos; ++at) {
        if (at == 0 || text[at - 1] == '\n') return true;
    }
    return false;
}

}  // namespace

Result<DeclaredSchemas> declaredTables(std::string_view text, const std::string& name) {
    auto bindings = readDeclarations(text);
    if (!bindings) return bindings.error();
    DeclaredValues values(*std::move(bindings));
    return TablesFinder(values, name).read();
}

bool looksLikeDeclaredTables(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    if (!has("KeySchema") || !has("AttributeDefinitions") || has("dynamodb-toolbox")) return false;
    return has("module.exports") || hasLine(head, "const ") || hasLine(head, "export ");
}

}  // namespace partita
