// The resources of a template that are tables, their names, and what is told of them.
#include "engine/interchange/read/cloudformation_source.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/read/cloudformation_table.h"
#include "engine/interchange/read/cloudformation_values.h"
#include "engine/interchange/read/literal_reader.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/source_name.h"
#include "engine/interchange/read/yaml_template.h"
#include "engine/limits.h"

namespace partita {
namespace {

bool isTableType(const std::string& type) {
    return type == "AWS::DynamoDB::Table" || type == "AWS::DynamoDB::GlobalTable" ||
           type == "AWS::Serverless::SimpleTable";
}

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
        text += words[i];
    }
    return text;
}

/// Of the Serverless Framework: ${file(resources/tables.yml)}.
bool isInAnotherFile(const SourceNode& node) {
    return node.isText() && node.text.starts_with("${file(");
}

Error elsewhere(const std::string& file) {
    return Error::badInput("This file declares no table itself: its resources stand in " + file +
                           ". Import that file.");
}

class TemplateReader final {
  public:
    explicit TemplateReader(const SourceNode& root) : m_values(root) {}

    Result<DeclaredSchemas> read(const std::vector<const SourceNode*>& resources) {
        std::optional<Error> firstFault;
        for (const SourceNode* const group : resources) {
            for (const SourceMember& resource : group->members) {
                const auto done = readResource(resource);
                if (done) continue;
                // One table that is wrong costs no other.
                if (!firstFault) firstFault = done.error();
                m_found.notes.push_back(
                    notTakenOver("The table " + jsonString(resource.name), done.error(), resource.line));
            }
        }
        if (m_found.tables.empty() && firstFault) return *firstFault;
        if (m_found.tables.empty() && !m_elsewhere.empty()) return elsewhere(m_elsewhere);
        if (m_found.tables.empty() && m_anyLoop) {
            return Error::badInput(
                "The tables of this template, if any, are made by Fn::ForEach, which is not run. Give the "
                "template as it is deployed: aws cloudformation get-template --template-stage Processed.");
        }
        if (m_found.tables.empty()) {
            return Error::badInput(
                "The template declares no table: no resource is of the type AWS::DynamoDB::Table, "
                "AWS::DynamoDB::GlobalTable or AWS::Serverless::SimpleTable.");
        }
        return std::move(m_found);
    }

  private:
    void note(SourceNote::Kind kind, std::uint64_t line, std::string text) {
        m_found.notes.push_back({kind, line, std::move(text)});
    }

    Result<void> readResource(const SourceMember& resource) {
        if (resource.name.starts_with("Fn::ForEach")) {
            m_anyLoop = true;
            note(SourceNote::Kind::Lost, resource.line,
                 "Resources that Fn::ForEach makes are not read. Give the template as it looks once the "
                 "loop has run.");
            return {};
        }
        if (isInAnotherFile(resource.value)) {
            if (m_elsewhere.empty()) m_elsewhere = resource.value.text;
            note(SourceNote::Kind::Lost, resource.line,
                 "The resource " + jsonString(resource.name) + " stands in another file, " +
                     resource.value.text + ", and is not read: import that file.");
            return {};
        }
        const SourceNode* const type = resource.value.find("Type");
        if (!type) {
            note(SourceNote::Kind::Lost, resource.line,
                 "The resource " + jsonString(resource.name) + " has no Type and is not taken over.");
            return {};
        }
        if (type->text == "AWS::ApplicationAutoScaling::ScalableTarget") {
            const SourceNode* const properties = resource.value.find("Properties");
            const SourceNode* const service = properties ? properties->find("ServiceNamespace") : nullptr;
            if (service && service->text == "dynamodb") {
                note(SourceNote::Kind::Lost, resource.line,
                     "The automatic scaling " + jsonString(resource.name) + " is not taken over.");
            }
        }
        return isTableType(type->text) ? readTable(resource, type->text) : Result<void>();
    }

    Result<void> readTable(const SourceMember& resource, const std::string& type) {
        SourceNode properties;
        properties.kind = SourceNode::Kind::Map;
        if (const SourceNode* const given = resource.value.find("Properties")) {
            properties = m_values.resolved(*given);
        }
        properties.line = resource.line;
        if (!properties.isMap())
            return faultAt(resource.line, "Properties is a map; something else stands here.");
        const std::vector<std::string> assumed = m_values.takeAssumptions();
        const std::string name = tableName(resource, properties);
        auto read = tableOfProperties(properties, type, name);
        if (!read) {
            Error error = read.error();
            error.where += (error.where.empty() ? "table " : ", table ") + jsonString(resource.name);
            return error;
        }
        std::vector<std::string> gaps = assumed;
        gaps.insert(gaps.end(), read->assumptions.begin(), read->assumptions.end());
        std::sort(gaps.begin(), gaps.end());
        gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
        if (!gaps.empty()) {
            note(SourceNote::Kind::Repaired, resource.line,
                 "Table " + jsonString(name) + " is read as if " + listed(gaps) + ".");
        }
        for (const std::string& property : read->notTaken) {
            note(SourceNote::Kind::Lost, lineOf(properties, property),
                 property + " of table " + jsonString(name) + " is not taken over.");
        }
        SourceTable table;
        table.name = name;
        table.schema = std::move(read->definition);
        m_found.tables.push_back(std::move(table));
        return {};
    }

    static std::uint64_t lineOf(const SourceNode& properties, const std::string& name) {
        for (const SourceMember& member : properties.members) {
            if (member.name == name) return member.line;
        }
        return properties.line;
    }

    /// The name that the template gives, as far as it does; else the resource's. Each is used once.
    std::string tableName(const SourceMember& resource, const SourceNode& properties) {
        const SourceNode* const given = properties.find("TableName");
        const auto called = [&](const std::string& why) {
            std::string name = resource.name;
            if (name.size() < limits::kNameMin) name += "Table";
            name = m_names.unique(name);
            if (!why.empty()) {
                note(SourceNote::Kind::Repaired, given->line,
                     why + " It is called " + jsonString(name) + ", as its resource is.");
            }
            return name;
        };
        if (given && given->kind == SourceNode::Kind::Code) {
            return called("The name of a table can't be told from the template: " + given->text + ".");
        }
        if (!given || !given->isScalar()) return called({});
        if (m_names.take(given->text)) return given->text;
        return called("Another table is called " + jsonString(given->text) + ", too.");
    }

    TemplateValues m_values;
    std::string m_elsewhere;  // a resource that stands in another file, as it is named
    bool m_anyLoop = false;
    DeclaredSchemas m_found;
    SourceNames m_names{{}, "Table"};
};

/// Of a template, and of a Serverless Framework file that holds one.
std::vector<const SourceNode*> resourcesOf(const SourceNode& root) {
    std::vector<const SourceNode*> groups;
    const auto add = [&](const SourceNode& holder) {
        const SourceNode* const resources = holder.find("Resources");
        if (resources && resources->isMap()) groups.push_back(resources);
    };
    add(root);
    if (const SourceNode* const inner = root.find("resources")) {
        add(*inner);
        for (const SourceNode& element : inner->elements)
            add(element);
    }
    // A file of the resources alone, as others include it.
    const bool isGroup =
        groups.empty() &&
        std::any_of(root.members.begin(), root.members.end(), [](const SourceMember& member) {
            const SourceNode* const type = member.value.isMap() ? member.value.find("Type") : nullptr;
            return type && isTableType(type->text);
        });
    if (isGroup) groups.push_back(&root);
    return groups;
}

/// The line of a mark between documents of YAML that stands behind some text; 0: there is none.
std::uint64_t lineOfSecondDocument(std::string_view text) {
    std::uint64_t number = 1;
    bool anyText = false;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::size_t first = line.find_first_not_of(" \t\r");
        const bool isMark =
            line.starts_with("---") && (line.size() == 3 || line[3] == ' ' || line[3] == '\r');
        if (isMark && anyText) return number;
        if (!isMark && first != std::string_view::npos && line[first] != '#' && line[first] != '%')
            anyText = true;
        at = end + 1;
    }
    return 0;
}

/// Whether a line of the text begins with this.
bool hasLine(std::string_view text, std::string_view beginning) {
    for (std::size_t at = 0; (at = text.find(beginning, at)) != std::string_view::npos; ++at) {
        if (at == 0 || text[at - 1] == '\n') return true;
    }
    return false;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Whether a line of YAML says that a resource is a table.
bool hasTableType(std::string_view text) {
    constexpr std::string_view kType = "Type:";
    for (std::size_t at = 0; (at = text.find(kType, at)) != std::string_view::npos; ++at) {
        const std::size_t before = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
        if (at > 0 && before != std::string_view::npos && text[before] != '\n') continue;
        const std::size_t begin = std::min(text.find_first_not_of(" \t'\"", at + kType.size()), text.size());
        const std::string_view rest = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
        const std::string_view type = rest.substr(0, rest.find_last_not_of(" \t'\"") + 1);
        if (isTableType(std::string(type))) return true;
    }
    return false;
}

/// Whether a member of that name anywhere in JSON text has a value that begins so.
bool hasMember(std::string_view text, const std::string& name, std::string_view beginning) {
    const std::string quotedName = "\"" + name + "\"";
    for (std::size_t at = 0; (at = text.find(quotedName, at)) != std::string_view::npos;) {
        at += quotedName.size();
        const auto afterBlanks = [&](std::size_t from) {
            return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
        };
        const std::size_t colon = afterBlanks(at);
        if (colon == text.size() || text[colon] != ':') continue;
        if (text.substr(afterBlanks(colon + 1)).starts_with(beginning)) return true;
    }
    return false;
}

}  // namespace

Result<DeclaredSchemas> tablesOfTemplate(const SourceNode& root) {
    const auto resources = resourcesOf(root);
    if (const SourceNode* const inner = root.find("resources"); inner && resources.empty()) {
        if (isInAnotherFile(*inner)) return elsewhere(inner->text);
        for (const SourceNode& element : inner->elements)
            if (isInAnotherFile(element)) return elsewhere(element.text);
    }
    if (resources.empty() && root.find("service") && root.find("provider")) {
        return Error::badInput(
            "This Serverless Framework file declares no table: it has no resources of the type "
            "AWS::DynamoDB::Table.");
    }
    if (resources.empty()) {
        return faultAt(root.line, "This is no template: it has no map of Resources at its top.");
    }
    return TemplateReader(root).read(resources);
}

Result<std::unique_ptr<SourceReader>> readCloudFormation(const std::string& text, const std::string& name,
                                                         SourceDetection detection) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool isJson = begin != std::string::npos && text[begin] == '{';
    const auto root = isJson ? readJsonTree(text) : readYamlTemplate(text);
    if (!root) return root.error();
    auto found = tablesOfTemplate(*root);
    if (!found) return found.error();
    if (const std::uint64_t line = isJson ? 0 : lineOfSecondDocument(text); line > 0) {
        found->notes.push_back({SourceNote::Kind::Lost, line,
                                "Another document begins here; only the first one of the file is read."});
    }
    return std::unique_ptr<SourceReader>(
        std::make_unique<SchemaSource>(std::move(detection), name, text.size(), *std::move(found)));
}

std::string looksLikeCloudFormation(std::string_view head) {
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    if (head[begin] == '{') {
        const auto names = topLevelNames(head);
        const auto has = [&](std::string_view wanted) {
            return std::find(names.begin(), names.end(), wanted) != names.end();
        };
        // An item may have attributes of these names; in the form of the service they hold {"S": …}.
        const bool mayHaveResources = hasMember(head, "Resources", "{") || !contains(head, "\"Resources\"");
        const bool isTemplate = (has("AWSTemplateFormatVersion") &&
                                 hasMember(head, "AWSTemplateFormatVersion", "\"") && mayHaveResources) ||
                                (has("Transform") && contains(head, "AWS::") &&
                                 !hasMember(head, "Transform", "{") && mayHaveResources) ||
                                (hasMember(head, "Resources", "{") && hasMember(head, "Type", "\"AWS::"));
        // An item may hold a template as its text.
        return isTemplate && !has("Item") && !has("Items") ? "CloudFormation template, JSON" : std::string();
    }
    if (head[begin] == '[' || head[begin] == '<') return {};
    const bool isSam = hasLine(head, "Transform:") && contains(head, "AWS::Serverless");
    if (isSam) return "SAM template, YAML";
    const bool isTemplate = hasLine(head, "AWSTemplateFormatVersion:") || hasTableType(head) ||
                            (hasLine(head, "Resources:") && contains(head, "AWS::")) ||
                            (hasLine(head, "Resources:") && contains(head, "Type:"));
    if (isTemplate) return "CloudFormation template, YAML";
    const bool isServerless =
        hasLine(head, "service:") && (hasLine(head, "provider:") || hasLine(head, "resources:"));
    return isServerless ? "Serverless Framework file, YAML" : std::string();
}

}  // namespace partita
