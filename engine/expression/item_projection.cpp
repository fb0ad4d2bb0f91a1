#include "engine/expression/item_projection.h"

#include <map>
#include <utility>

namespace partita {

/// What is asked of one value: all of it, or some of its entries or elements.
struct ProjectionNode {
    bool whole = false;
    std::map<std::string, ProjectionNode, std::less<>> members;
    std::map<std::uint32_t, ProjectionNode> elements;  // in the order of the list
};

namespace {

void addPath(ProjectionNode& root, const Path& path) {
    ProjectionNode* node = &root.members[path.attribute];
    for (auto step = path.steps.begin(); !node->whole && step != path.steps.end(); ++step) {
        if (const auto* name = std::get_if<std::string>(&*step)) {
            node = &node->members[*name];
        } else {
            node = &node->elements[std::get<std::uint32_t>(*step)];
        }
    }
    node->members.clear();
    node->elements.clear();
    node->whole = true;
}

/// Nothing when the value has none of what is asked.
std::optional<Value> project(const ProjectionNode& node, const Value& value) {
    if (node.whole) return value;
    if (const AttributeMap* map = value.asMap()) {
        AttributeMap kept;
        for (const auto& [name, child] : node.members) {
            const Value* member = map->find(name);
            auto part = member ? project(child, *member) : std::nullopt;
            if (part) kept.add(name, *std::move(part));
        }
        if (!kept.empty()) return Value::map(std::move(kept));
    } else if (const List* list = value.asList()) {
        List kept;
        for (const auto& [index, child] : node.elements) {
            if (index >= list->size()) break;
            auto part = project(child, (*list)[index]);
            if (part) kept.push_back(*std::move(part));
        }
        if (!kept.empty()) return Value::list(std::move(kept));
    }
    return std::nullopt;
}

Result<std::optional<Value>> project(const ProjectionNode& node, const ValueView& view) {
    const bool isList = view.type() == ValueType::List;
    if (node.whole || isList) {
        // A list's elements are stored one after another: building it whole costs one pass.
        auto value = view.value();
        if (!value) return value.error();
        return project(node, *value);
    }
    if (view.type() != ValueType::Map) return std::optional<Value>();
    const ItemView map(view.content());
    AttributeMap kept;
    for (const auto& [name, child] : node.members) {
        const auto member = map.find(name);
        if (!member) continue;
        auto part = project(child, *member);
        if (!part) return part;
        if (*part) kept.add(name, **std::move(part));
    }
    if (kept.empty()) return std::optional<Value>();
    return std::optional<Value>(Value::map(std::move(kept)));
}

}  // namespace

ItemProjection::ItemProjection(std::vector<Path> paths) {
    ProjectionNode root;
    for (const Path& path : paths) {
        addPath(root, path);
    }
    m_tree = std::make_shared<const Tree>(
        Tree{std::move(paths), std::make_shared<const ProjectionNode>(std::move(root))});
}

Item project(const ItemProjection& projection, const Item& item) {
    Item kept;
    for (const auto& [name, child] : projection.m_tree->root->members) {
        const Value* attribute = item.find(name);
        auto part = attribute ? project(child, *attribute) : std::nullopt;
        if (part) kept.add(name, *std::move(part));
    }
    return kept;
}

Result<Item> project(const ItemProjection& projection, const ItemView& item) {
    Item kept;
    for (const auto& [name, child] : projection.m_tree->root->members) {
        const auto attribute = item.find(name);
        if (!attribute) continue;
        auto part = project(child, *attribute);
        if (!part) return part.error();
        if (*part) kept.add(name, **std::move(part));
    }
    return kept;
}

std::string toText(const ItemProjection& projection) {
    std::string text;
    for (const Path& path : projection.paths()) {
        if (!text.empty()) text += ", ";
        text += toText(path);
    }
    return text;
}

}  // namespace partita
