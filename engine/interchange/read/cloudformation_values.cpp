// Works out a template's functions as far as the template alone says. Sources: template reference, "Intrinsic
// function reference", "Pseudo parameters reference".
#include "engine/interchange/read/cloudformation_values.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace partita {
namespace {

// A template can repeat a long default any number of times.
constexpr std::size_t kMaxResolvedBytes = 16 * 1024 * 1024;
constexpr int kMaxConditionDepth = 30;

SourceNode unknown(std::uint64_t line, std::string reason) {
    SourceNode node;
    node.kind = SourceNode::Kind::Code;
    node.text = std::move(reason);
    node.line = line;
    return node;
}

SourceNode textNode(std::uint64_t line, std::string text) {
    SourceNode node;
    node.kind = SourceNode::Kind::Text;
    node.text = std::move(text);
    node.line = line;
    return node;
}

bool isFunction(const SourceNode& node) {
    return node.isMap() && node.members.size() == 1 &&
           (node.members.front().name == "Ref" || node.members.front().name.starts_with("Fn::"));
}

/// What stands for the values that the place of deployment gives.
struct Pseudo {
    std::string_view name;
    std::string_view value;
};
constexpr Pseudo kPseudo[] = {{"AWS::Region", "us-east-1"},
                              {"AWS::AccountId", "123456789012"},
                              {"AWS::Partition", "aws"},
                              {"AWS::URLSuffix", "amazonaws.com"}};

}  // namespace

std::vector<std::string> TemplateValues::takeAssumptions() {
    return std::exchange(m_assumptions, {});
}

void TemplateValues::assume(std::string assumption) {
    if (std::find(m_assumptions.begin(), m_assumptions.end(), assumption) == m_assumptions.end())
        m_assumptions.push_back(std::move(assumption));
}

SourceNode TemplateValues::resolved(const SourceNode& node) {
    m_bytes += node.text.size();
    if (++m_nodes > 4 * kMaxTreeNodes || m_bytes > kMaxResolvedBytes) {
        return unknown(node.line, "the template repeats too much");
    }
    if (isFunction(node)) {
        SourceNode value = function(node.members.front().name, node.members.front().value);
        value.line = node.line;
        return value;
    }
    if (node.isText() && ServerlessVariables::hasAny(node.text)) return expanded(node);
    SourceNode copy;
    copy.kind = node.kind;
    copy.text = node.text;
    copy.line = node.line;
    for (const SourceNode& element : node.elements) {
        SourceNode value = resolved(element);
        if (!value.isNull()) copy.elements.push_back(std::move(value));
    }
    for (const SourceMember& member : node.members) {
        SourceNode value = resolved(member.value);
        if (!value.isNull()) copy.members.push_back({member.name, std::move(value), member.line});
    }
    return copy;
}

SourceNode TemplateValues::expanded(const SourceNode& node) {
    const auto filled = m_variables.filled(node.text);
    for (const std::string& assumption : filled.assumptions)
        assume(assumption);
    if (!filled.text) return unknown(node.line, filled.reason);
    m_bytes += filled.text->size();
    return textNode(node.line, *filled.text);
}

SourceNode TemplateValues::function(const std::string& name, const SourceNode& argument) {
    if (name == "Ref") return ref(argument);
    if (name == "Fn::Sub") return sub(argument);
    if (name == "Fn::Join") return join(argument);
    if (name == "Fn::Select") return select(argument);
    if (name == "Fn::FindInMap") return findInMap(argument);
    if (name == "Fn::If") return choose(argument);
    return unknown(argument.line, name + " is only known when the template is deployed");
}

std::optional<std::string> TemplateValues::parameter(const std::string& name, std::string& reason) {
    for (const Pseudo& pseudo : kPseudo) {
        if (name != pseudo.name) continue;
        assume(name + " is " + std::string(pseudo.value));
        return std::string(pseudo.value);
    }
    const SourceNode* const all = m_root.find("Parameters");
    const SourceNode* const declared = all ? all->find(name) : nullptr;
    if (!declared) {
        reason = name + " is only known when the template is deployed";
        return {};
    }
    const SourceNode* const type = declared->find("Type");
    const SourceNode* const value = declared->find("Default");
    if (type && type->text.starts_with("AWS::SSM::")) {
        reason = "the parameter " + name + " is looked up when the template is deployed";
        return {};
    }
    if (!value || !value->isScalar()) {
        reason = "the parameter " + name + " has no default";
        return {};
    }
    m_bytes += value->text.size();
    if (m_bytes <= kMaxResolvedBytes) return value->text;
    reason = "the template repeats too much";
    return {};
}

SourceNode TemplateValues::ref(const SourceNode& argument) {
    if (argument.text == "AWS::NoValue") return {};
    std::string reason;
    auto value = parameter(argument.text, reason);
    return value ? textNode(argument.line, *std::move(value)) : unknown(argument.line, std::move(reason));
}

SourceNode TemplateValues::sub(const SourceNode& argument) {
    const bool hasOwn = argument.isArray() && !argument.elements.empty();
    SourceNode pattern = hasOwn ? argument.elements.front() : argument;
    if (!pattern.isText()) return unknown(argument.line, "Fn::Sub takes a text");
    // The Serverless Framework fills its variables in before the template is one.
    if (ServerlessVariables::hasAny(pattern.text)) pattern = expanded(pattern);
    if (!pattern.isText()) return pattern;
    SourceNode own;
    if (hasOwn && argument.elements.size() > 1) own = resolved(argument.elements[1]);
    std::string text;
    for (std::size_t at = 0; at < pattern.text.size();) {
        const std::size_t begin = pattern.text.find("${", at);
        const std::size_t end = begin == std::string::npos ? begin : pattern.text.find('}', begin);
        text += pattern.text.substr(at, end == std::string::npos ? end : begin - at);
        if (end == std::string::npos) break;
        const std::string name = pattern.text.substr(begin + 2, end - begin - 2);
        at = end + 1;
        if (name.starts_with('!')) {
            text += "${" + name.substr(1) + "}";
            continue;
        }
        std::string reason;
        const SourceNode* const given = own.find(name);
        if (given && !given->isScalar()) return unknown(argument.line, given->text);
        auto value = given ? std::optional(given->text) : parameter(name, reason);
        if (!value) return unknown(argument.line, std::move(reason));
        text += *value;
        if (text.size() > kMaxResolvedBytes) return unknown(argument.line, "the template repeats too much");
    }
    m_bytes += text.size();
    return textNode(argument.line, std::move(text));
}

SourceNode TemplateValues::join(const SourceNode& argument) {
    if (argument.elements.size() != 2) return unknown(argument.line, "Fn::Join takes a text and a list");
    const SourceNode delimiter = resolved(argument.elements[0]);
    const SourceNode parts = resolved(argument.elements[1]);
    if (!parts.isArray()) return unknown(argument.line, parts.text);
    std::string text;
    for (const SourceNode& part : parts.elements) {
        if (!part.isScalar()) return unknown(argument.line, part.text);
        if (&part != &parts.elements.front()) text += delimiter.text;
        text += part.text;
        if (text.size() > kMaxResolvedBytes) return unknown(argument.line, "the template repeats too much");
    }
    m_bytes += text.size();
    return textNode(argument.line, std::move(text));
}

SourceNode TemplateValues::select(const SourceNode& argument) {
    const SourceNode given = resolved(argument);
    std::size_t place = 0;
    if (given.elements.size() == 2 && given.elements[1].isArray()) {
        const std::string& text = given.elements[0].text;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), place);
        if (code == std::errc() && place < given.elements[1].elements.size()) {
            return given.elements[1].elements[place];
        }
    }
    return unknown(argument.line, "Fn::Select is only known when the template is deployed");
}

SourceNode TemplateValues::findInMap(const SourceNode& argument) {
    const SourceNode keys = resolved(argument);
    const SourceNode* at = m_root.find("Mappings");
    for (const SourceNode& key : keys.elements) {
        if (at && at->isMap()) at = key.isScalar() ? at->find(key.text) : nullptr;
    }
    if (at && keys.elements.size() == 3 && at->isScalar()) return textNode(argument.line, at->text);
    if (at && keys.elements.size() == 3 && at->isArray()) {
        // Mappings hold no functions; working them out here could go round in circles.
        SourceNode list;
        list.kind = SourceNode::Kind::Array;
        for (const SourceNode& element : at->elements) {
            m_bytes += element.text.size();
            if (++m_nodes > 4 * kMaxTreeNodes || m_bytes > kMaxResolvedBytes) break;
            list.elements.push_back(textNode(argument.line, element.text));
        }
        return list;
    }
    return unknown(argument.line,
                   "Fn::FindInMap finds nothing without knowing where the template is deployed");
}

SourceNode TemplateValues::choose(const SourceNode& argument) {
    if (argument.elements.size() != 3)
        return unknown(argument.line, "Fn::If takes a condition and two values");
    const std::string& name = argument.elements[0].text;
    const auto holds = condition(name);
    if (!holds) m_assumptions.push_back("the condition " + name + " holds");
    return resolved(argument.elements[holds.value_or(true) ? 1 : 2]);
}

std::optional<bool> TemplateValues::condition(const std::string& name) {
    const auto [known, isNew] = m_conditions.emplace(name, std::nullopt);
    if (!isNew) return known->second;
    const SourceNode* const all = m_root.find("Conditions");
    const SourceNode* const declared = all ? all->find(name) : nullptr;
    const auto holds = declared ? test(*declared, 0) : std::nullopt;
    m_conditions[name] = holds;
    return holds;
}

std::optional<bool> TemplateValues::test(const SourceNode& node, int depth) {
    if (!node.isMap() || node.members.size() != 1 || depth > kMaxConditionDepth) return {};
    const auto& [name, argument, line] = node.members.front();
    const auto& parts = argument.elements;
    // One condition may stand on a long chain of others.
    if (name == "Condition" && m_conditions.size() < kMaxTreeDepth) return condition(argument.text);
    if (name == "Fn::Equals" && parts.size() == 2) {
        const std::vector<std::string> before = m_assumptions;
        const SourceNode a = resolved(parts[0]);
        const SourceNode b = resolved(parts[1]);
        if (a.isScalar() && b.isScalar()) return a.text == b.text;
        m_assumptions = before;
        return {};
    }
    if (name == "Fn::Not" && parts.size() == 1) {
        const auto inner = test(parts[0], depth + 1);
        return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (name != "Fn::And" && name != "Fn::Or") return {};
    const bool decides = name == "Fn::Or";
    std::optional<bool> all = !decides;
    for (const SourceNode& part : parts) {
        const auto inner = test(part, depth + 1);
        if (inner == decides) return decides;
        if (!inner) all.reset();
    }
    return all;
}

}  // namespace partita
