#include "engine/interchange/read/workbench_value.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "engine/interchange/json.h"
#include "engine/interchange/read/workbench_model.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

using Kind = JsonNode::Kind;

// A row that is odd all over is not easier to understand with every oddity.
constexpr std::size_t kRepairs = 20;

bool isBool(const JsonNode& node) {
    return node.is(Kind::True) || node.is(Kind::False);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

/// Whether JSON of this kind can be the contents of that type.
bool canHold(ValueType type, const JsonNode& node) {
    switch (type) {
        case ValueType::String:
        case ValueType::Binary:
            return node.is(Kind::String);
        case ValueType::Number:
            return node.is(Kind::Number) || (node.is(Kind::String) && Number::parse(node.text));
        case ValueType::Bool:
        case ValueType::Null:
            return isBool(node);
        case ValueType::Map:
            return node.is(Kind::Object);
        default:
            return node.is(Kind::Array);
    }
}

/// The type that the object's one member is named by.
std::optional<ValueType> typeOf(const JsonNode& node) {
    if (!node.is(Kind::Object) || node.children.size() != 1) return {};
    return typeNamed(node.children.front().name);
}

bool holdsTypedValues(const JsonNode& map) {
    return map.is(Kind::Object) && !map.children.empty() &&
           std::all_of(map.children.begin(), map.children.end(),
                       [](const JsonNode& child) { return typeOf(child).has_value(); });
}

/// Java's SDK writes all members of a value, those that it has not as null.
const JsonNode* onlyOneNotNull(const JsonNode& node) {
    const JsonNode* found = nullptr;
    for (const JsonNode& child : node.children) {
        if (!typeNamed(child.name)) return nullptr;
        if (child.is(Kind::Null)) continue;
        if (found) return nullptr;
        found = &child;
    }
    return found;
}

std::string code(ValueType type) {
    return std::string(typeName(type));
}

}  // namespace

std::string WorkbenchReading::the(const std::string& path) {
    return "the attribute " + jsonString(path);
}

Error WorkbenchReading::wrong(const JsonNode& node, const std::string& path, const std::string& what) {
    Error error = Error::badInput(the(path) + " " + what + ".");
    error.range = node.range;
    return error;
}

void WorkbenchReading::told(std::string repair) {
    if (m_repairs.size() + 1 < kRepairs)
        m_repairs.push_back(std::move(repair));
    else if (m_repairs.size() + 1 == kRepairs)
        m_repairs.emplace_back("more of it is read in the same ways");
}

WorkbenchReading::Read WorkbenchReading::attribute(const JsonNode& node, std::optional<ValueType> declared) {
    const std::string& path = node.name;
    if (node.is(Kind::Object)) {
        if (node.children.empty()) {
            told(the(path) + " holds {}: it is left out");
            return std::optional<Value>();
        }
        const JsonNode& only = node.children.front();
        if (const auto type = typeOf(node)) return typed(*type, only, path);
        if (node.children.size() == 1) {
            const auto loose = looseTypeNamed(only.name);
            if (loose && (declared == loose || canHold(*loose, only))) {
                told(the(path) + " has the type " + jsonString(only.name) + ": it is read as " +
                     code(*loose));
                return typed(*loose, only, path);
            }
        } else if (const JsonNode* const one = onlyOneNotNull(node)) {
            told(the(path) + " has several types, all but one of them null: it is read as " + one->name);
            return typed(*typeNamed(one->name), *one, path);
        }
    } else if (declared) {
        if (auto raw = rawAs(*declared, node)) {
            told(the(path) + " is written without its type: it is read as " + code(raw->type()));
            return raw;
        }
    }
    ++m_plain;
    auto value = plain(node, path);
    --m_plain;
    if (value && *value)
        told(the(path) + " is written as plain JSON, without types: it is read as " + code((*value)->type()));
    return value;
}

std::optional<Value> WorkbenchReading::rawAs(ValueType declared, const JsonNode& node) {
    if (node.is(Kind::String) && declared == ValueType::Number) {
        if (auto parsed = Number::parse(trimmed(node.text))) return Value::number(*parsed);
    } else if (node.is(Kind::String) && declared == ValueType::Binary) {
        if (auto bytes = fromBase64(node.text)) return Value::binary(*std::move(bytes));
    } else if (node.is(Kind::String) && declared == ValueType::Bool) {
        const std::string text = lower(node.text);
        if (text == "true" || text == "false") return Value::boolean(text == "true");
    } else if (node.is(Kind::Number) && declared == ValueType::String) {
        return Value::string(node.text);
    } else if (node.is(Kind::Array) &&
               (declared == ValueType::StringSet || declared == ValueType::NumberSet ||
                declared == ValueType::BinarySet)) {
        const auto members = set(declared, node, node.name);
        if (members && *members) return **members;
    }
    return {};
}

WorkbenchReading::Read WorkbenchReading::plain(const JsonNode& node, const std::string& path) {
    switch (node.kind) {
        case Kind::Null:
            return std::optional(Value::null());
        case Kind::False:
        case Kind::True:
            return std::optional(Value::boolean(node.is(Kind::True)));
        case Kind::Number:
            return number(node.text, node, path);
        case Kind::String:
            return std::optional(Value::string(node.text));
        case Kind::Array:
            return list(node, path);
        case Kind::Object:
            return map(node, path);
    }
    return wrong(node, path, "is no value");
}

WorkbenchReading::Read WorkbenchReading::nested(const JsonNode& node, const std::string& path) {
    const auto type = typeOf(node);
    if (type && (m_plain == 0 || canHold(*type, node.children.front())))
        return typed(*type, node.children.front(), path);
    if (m_plain > 0) return plain(node, path);
    ++m_plain;
    auto value = plain(node, path);
    --m_plain;
    if (value && *value) {
        const bool isEmpty = node.is(Kind::Object) && node.children.empty();
        told(the(path) +
             (isEmpty ? " holds {}: it is read as an empty map"
                      : " is written as plain JSON, without types: it is read as " + code((*value)->type())));
    }
    return value;
}

WorkbenchReading::Read WorkbenchReading::list(const JsonNode& node, const std::string& path) {
    List elements;
    for (const JsonNode& child : node.children) {
        auto value = nested(child, path + "[" + std::to_string(&child - node.children.data()) + "]");
        if (!value) return value;
        if (*value) elements.push_back(**std::move(value));
    }
    return std::optional(Value::list(std::move(elements)));
}

WorkbenchReading::Read WorkbenchReading::map(const JsonNode& node, const std::string& path) {
    std::vector<Attribute> members;
    std::map<std::string_view, const JsonNode*> last;
    for (const JsonNode& child : node.children)
        last[child.name] = &child;
    for (const JsonNode& child : node.children) {
        const std::string at = path + "." + child.name;
        if (last[child.name] != &child) {
            told(the(at) + " is repeated: the last one is taken");
            continue;
        }
        auto value = nested(child, at);
        if (!value) return value;
        if (*value) members.push_back({child.name, **std::move(value)});
    }
    return std::optional(Value::map(*AttributeMap::of(std::move(members))));  // each name is there once
}

WorkbenchReading::Read WorkbenchReading::number(const std::string& text, const JsonNode& node,
                                                const std::string& path) {
    const auto parsed = Number::parse(text);
    if (!parsed) {
        Error error = parsed.error();
        error.message = the(path) + ": " + error.message;
        error.range = node.range;
        return error;
    }
    if (parsed->text() != text) ++m_numbersRewritten;
    return std::optional(Value::number(*parsed));
}

Result<std::string> WorkbenchReading::element(const JsonNode& node, const std::string& path) {
    if (node.is(Kind::String)) return node.text;
    if (node.is(Kind::Number)) {
        told(the(path) + " holds " + node.described() + " without quotation marks: it is taken as it stands");
        return node.text;
    }
    if (typeOf(node) && node.children.front().is(Kind::String)) {
        told(the(path) + " names the type of an element of a set: it is read without");
        return node.children.front().text;
    }
    return wrong(node, path, "is " + node.described() + ", which a set can't hold");
}

WorkbenchReading::Read WorkbenchReading::set(ValueType type, const JsonNode& node, const std::string& path) {
    std::vector<std::string> texts;
    if (node.is(Kind::String) || node.is(Kind::Number)) {
        told(the(path) + " is one element instead of a set: it is read as a set of it");
        texts.push_back(node.text);
    } else if (!node.is(Kind::Array)) {
        return wrong(node, path, "is of type " + code(type) + " and holds " + node.described());
    }
    for (const JsonNode& child : node.children) {
        auto text = element(child, path);
        if (!text) return text.error();
        texts.push_back(*std::move(text));
    }
    if (texts.empty()) {
        told(the(path) + " is an empty set: it is left out");
        return std::optional<Value>();
    }
    const auto once = [&](auto& elements) {
        std::sort(elements.begin(), elements.end());
        const auto end = std::unique(elements.begin(), elements.end());
        if (end == elements.end()) return;
        elements.erase(end, elements.end());
        told(the(path) + " is a set with repeated elements: each is taken once");
    };
    const auto made = [&](Result<Value> value) -> Read {
        if (!value) return value.error();
        return std::optional(*std::move(value));
    };
    if (type == ValueType::StringSet) {
        once(texts);
        return made(Value::stringSet(std::move(texts)));
    }
    if (type == ValueType::NumberSet) {
        std::vector<Number> numbers;
        for (const std::string& text : texts) {
            const auto one = number(text, node, path);
            if (!one) return one;
            numbers.push_back(*(*one)->asNumber());
        }
        once(numbers);
        return made(Value::numberSet(std::move(numbers)));
    }
    for (std::string& text : texts) {
        auto bytes = fromBase64(text);
        if (!bytes) return wrong(node, path, "is of type BS, and an element is no base64 text");
        text = *std::move(bytes);
    }
    once(texts);
    return made(Value::binarySet(std::move(texts)));
}

WorkbenchReading::Read WorkbenchReading::typed(ValueType type, const JsonNode& node,
                                               const std::string& path) {
    const auto leftOut = [&](const std::string& why) {
        told(the(path) + " " + why + ": it is left out");
        return std::optional<Value>();
    };
    const auto holds = [&] { return "is of type " + code(type) + " and holds " + node.described(); };
    if (node.is(Kind::Null) && type != ValueType::Null) return leftOut(holds());
    if (type != ValueType::Map && typeOf(node) == type) {
        told(the(path) + " names its type twice: once is enough");
        return typed(type, node.children.front(), path);
    }
    switch (type) {
        case ValueType::String:
            if (node.is(Kind::String)) return std::optional(Value::string(node.text));
            if (!node.is(Kind::Number) && !isBool(node)) return wrong(node, path, holds());
            told(the(path) + " " + holds() + ": it is read as text");
            return std::optional(Value::string(node.is(Kind::Number) ? node.text
                                               : node.is(Kind::True) ? "true"
                                                                     : "false"));
        case ValueType::Number:
            if (node.is(Kind::Number)) {
                told(the(path) + " " + holds() + " without quotation marks: it is taken as it stands");
                return number(node.text, node, path);
            }
            if (!node.is(Kind::String)) return wrong(node, path, holds());
            if (trimmed(node.text).empty()) return leftOut("is of type N and holds no number");
            if (trimmed(node.text) != node.text)
                told(the(path) + " has blanks around its number: they are left out");
            return number(trimmed(node.text), node, path);
        case ValueType::Binary: {
            if (!node.is(Kind::String)) return wrong(node, path, holds());
            auto bytes = fromBase64(node.text);
            if (!bytes) return wrong(node, path, "is of type B, and its text is no base64");
            return std::optional(Value::binary(*std::move(bytes)));
        }
        case ValueType::Bool: {
            if (isBool(node)) return std::optional(Value::boolean(node.is(Kind::True)));
            const std::string text = lower(node.text);
            if (!node.is(Kind::String) || (text != "true" && text != "false"))
                return wrong(node, path, holds());
            told(the(path) + " is of type BOOL and holds a text: it is read as " + text);
            return std::optional(Value::boolean(text == "true"));
        }
        case ValueType::Null:
            if (node.is(Kind::Object) || node.is(Kind::Array)) return wrong(node, path, holds());
            if (!node.is(Kind::True)) told(the(path) + " " + holds() + ": it is read as NULL");
            return std::optional(Value::null());
        case ValueType::List:
            return node.is(Kind::Array) ? list(node, path) : wrong(node, path, holds());
        case ValueType::Map: {
            if (!node.is(Kind::Object)) return wrong(node, path, holds());
            const bool twice = typeOf(node) == ValueType::Map && !typeOf(node.children.front()) &&
                               holdsTypedValues(node.children.front());
            if (!twice) return map(node, path);
            told(the(path) + " names its type M twice: once is enough");
            return map(node.children.front(), path);
        }
        default:
            return set(type, node, path);
    }
}

Result<Value> WorkbenchReading::converted(const JsonNode& node, const Value& value, ValueType wanted) {
    const std::string is =
        the(node.name) + " is a key of type " + code(wanted) + " and holds " + code(value.type());
    if (wanted == ValueType::Number && value.asString()) {
        if (const auto parsed = Number::parse(trimmed(*value.asString()))) {
            told(is + ": its text is read as the number");
            return Value::number(*parsed);
        }
    } else if (wanted == ValueType::String && value.asNumber()) {
        told(is + ": its number is read as text");
        return Value::string(value.asNumber()->text());
    }
    Error error = Error::validation(is + ", which can't be made one.");
    error.range = node.range;
    return error;
}

}  // namespace partita
