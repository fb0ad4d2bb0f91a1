// Sources: documentation of dynamodb-toolbox, "Entity", "Schema", "Transformers" (version 2), "Entity
// Attributes" (version 0.9).
#include "engine/interchange/read/toolbox_source.h"

namespace partita {
namespace {

/// `prefix('USER')` puts "USER#" before the value, `suffix('USER')` "#USER" after it.
std::optional<std::string> transformed(const DeclaredValues& values, const SourceNode& transformer,
                                       const std::string& name) {
    if (transformer.kind != SourceNode::Kind::Call || transformer.elements.empty()) return {};
    const SourceNode& text = transformer.elements.front();
    if (!text.isText()) return {};
    std::string delimiter = "#";
    if (transformer.elements.size() > 1) {
        const SourceNode* const given = values.member(transformer.elements[1], "delimiter");
        if (given && given->isText()) delimiter = given->text;
    }
    if (transformer.text == "prefix") return text.text + delimiter + "${" + name + "}";
    if (transformer.text == "suffix") return "${" + name + "}" + delimiter + text.text;
    return {};
}

/// One setting of an attribute: of version 1 and 2 a call in the chain or an option, in JSON a member.
void apply(const DeclaredValues& values, const std::string& setting, const SourceNode& value,
           ToolboxAttribute& into) {
    if (setting == "savedAs" && value.isText()) into.savedAs = value.text;
    if (setting == "transform") {
        if (auto pattern = transformed(values, value, into.name)) into.pattern = std::move(pattern);
    }
    const bool constant =
        setting == "const" || setting == "default" || setting == "putDefault" || setting == "keyDefault";
    if (constant && value.isText() && !into.pattern) into.pattern = value.text;
}

/// `string().key().savedAs('PK')`, `string({ key: true, savedAs: 'PK' })`, and {type: 'string', savedAs:
/// 'PK'}.
void readSettings(const DeclaredValues& values, const SourceNode& node, ToolboxAttribute& into) {
    for (const SourceMember& member : node.members)
        apply(values, member.name, member.value, into);
    for (const SourceNode& argument : node.elements) {
        for (const SourceMember& member : argument.members)
            apply(values, member.name, member.value, into);
    }
    for (const SourceNode& call : node.chain) {
        if (call.elements.empty()) continue;
        const SourceNode* const given = values.follow(call.elements.front());
        if (given) apply(values, call.text, *given, into);
    }
}

/// `true`, the name of an index, or a list of them: the first counts, the others are of other indexes.
std::optional<std::string> keyRole(const SourceNode* node) {
    if (!node) return {};
    if (node->isArray() && !node->elements.empty()) node = &node->elements.front();
    if (node->kind == SourceNode::Kind::Bool && node->text == "true") return std::string();
    if (node->isText()) return node->text;
    return {};
}

/// Version 0: {partitionKey: true, prefix: 'USER#'}, 'string', ['sk', 0].
void readVersion0(const DeclaredValues& values, const SourceNode& node, ToolboxAttribute& into) {
    if (!node.isMap()) return;
    if (auto role = keyRole(values.member(node, "partitionKey"))) {
        into.keyOf = std::move(role);
        into.isPartition = true;
    } else if (auto sort = keyRole(values.member(node, "sortKey"))) {
        into.keyOf = std::move(sort);
    }
    const auto text = [&](const char* name) {
        const SourceNode* const given = values.member(node, name);
        return given && given->isText() ? given->text : std::string();
    };
    if (const std::string mapped = text("map"); !mapped.empty()) into.savedAs = mapped;
    const std::string prefix = text("prefix");
    const std::string suffix = text("suffix");
    const SourceNode* const standard = values.member(node, "default");
    if (!prefix.empty() || !suffix.empty()) {
        into.pattern = prefix + "${" + into.name + "}" + suffix;
    } else if (standard && standard->isText()) {
        into.pattern = standard->text;
    } else if (standard && !standard->elements.empty() && standard->elements.front().isText()) {
        // A function that gives a template.
        into.pattern = standard->elements.front().text;
    }
}

}  // namespace

ToolboxSchema toolboxSchema(DeclaredValues& values, const SourceNode& entity) {
    ToolboxSchema read;
    const SourceNode* const schema = values.member(entity, "schema");
    const SourceNode* attributes = nullptr;
    const bool isVersion0 = !schema;
    if (isVersion0) {
        attributes = values.member(entity, "attributes");
    } else if (schema->kind == SourceNode::Kind::Call) {
        if (!schema->elements.empty()) attributes = values.follow(schema->elements.front());
        // `.and(…)` adds attributes that code makes.
        for (const SourceNode& call : schema->chain) {
            if (call.text == "and") read.unread.push_back(call.line);
        }
    } else {
        attributes = values.member(*schema, "attributes");
    }
    if (!attributes || !attributes->isMap()) {
        read.unread.push_back(entity.line);
        return read;
    }
    const bool whole =
        values.eachMember(*attributes, [&](const SourceMember& member, const SourceNode& node) {
            // Version 0: a part of another attribute's value, ['sk', 0].
            if (isVersion0 && node.isArray()) return;
            ToolboxAttribute attribute;
            attribute.name = member.name;
            attribute.line = member.line;
            if (isVersion0) {
                readVersion0(values, node, attribute);
            } else {
                readSettings(values, node, attribute);
            }
            if (attribute.savedAs.empty() && !attribute.keyOf) attribute.savedAs = attribute.name;
            read.attributes.push_back(std::move(attribute));
        });
    if (!whole) read.unread.push_back(attributes->line);
    return read;
}

}  // namespace partita
