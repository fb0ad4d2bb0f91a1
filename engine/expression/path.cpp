#include "engine/expression/path.h"

#include <algorithm>

namespace partita {
namespace {

bool isPlain(const std::string& name) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && isLetter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

std::string nameText(const std::string& name) {
    return isPlain(name) ? name : '"' + name + '"';
}

}  // namespace

std::string Path::bracketText() const {
    std::string text = "[" + attribute;
    for (const PathStep& step : steps) {
        if (const auto* name = std::get_if<std::string>(&step)) {
            text += ", " + *name;
        } else {
            text += ", [" + std::to_string(std::get<std::uint32_t>(step)) + "]";
        }
    }
    return text + "]";
}

std::string toText(const Path& path) {
    std::string text = nameText(path.attribute);
    for (const PathStep& step : path.steps) {
        if (const auto* name = std::get_if<std::string>(&step)) {
            text += '.' + nameText(*name);
        } else {
            text += '[' + std::to_string(std::get<std::uint32_t>(step)) + ']';
        }
    }
    return text;
}

const Value* find(const Item& item, const Path& path) {
    const Value* value = item.find(path.attribute);
    for (auto step = path.steps.begin(); value && step != path.steps.end(); ++step) {
        if (const auto* name = std::get_if<std::string>(&*step)) {
            const AttributeMap* map = value->asMap();
            value = map ? map->find(*name) : nullptr;
        } else {
            const auto index = std::get<std::uint32_t>(*step);
            const List* list = value->asList();
            value = list && index < list->size() ? &(*list)[index] : nullptr;
        }
    }
    return value;
}

std::optional<ValueView> find(const ItemView& item, const Path& path) {
    std::optional<ValueView> value = item.find(path.attribute);
    for (auto step = path.steps.begin(); value && step != path.steps.end(); ++step) {
        if (const auto* name = std::get_if<std::string>(&*step)) {
            value = value->type() == ValueType::Map ? ItemView(value->content()).find(*name) : std::nullopt;
        } else {
            value = value->element(std::get<std::uint32_t>(*step));
        }
    }
    return value;
}

}  // namespace partita
