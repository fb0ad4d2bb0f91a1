// What the parser reads in each of the two forms. The forms differ in how a value tells its type.
#include <utility>

#include "engine/interchange/item_parser.h"
#include "engine/interchange/json_outline.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

char firstOf(std::string_view token) {
    return token.empty() ? '\0' : token.front();
}

bool startsNumber(std::string_view token) {
    return !token.empty() && (token.front() == '-' || (token.front() >= '0' && token.front() <= '9'));
}

/// What a token is, for a sentence.
std::string_view kindOf(std::string_view token) {
    switch (firstOf(token)) {
        case '{':
            return "a JSON object";
        case '[':
            return "a JSON array";
        case '"':
            return "a JSON string";
        case 't':
        case 'f':
            return "true or false";
        case 'n':
            return "null";
        default:
            return startsNumber(token) ? "a JSON number" : "no JSON value";
    }
}

/// typeNamed(), with the usual types first: this is asked for every value of an import.
std::optional<ValueType> typeOf(std::string_view name) {
    if (name == "S") return ValueType::String;
    if (name == "N") return ValueType::Number;
    return typeNamed(name);
}

std::string_view jsonFormOf(ValueType type) {
    switch (type) {
        case ValueType::String:
            return R"({"S": "text"})";
        case ValueType::Number:
            return R"({"N": "12.5"}, with the number in quotes)";
        case ValueType::Binary:
            return R"({"B": "base64 text"})";
        case ValueType::Bool:
            return R"({"BOOL": true} or {"BOOL": false})";
        case ValueType::Null:
            return R"({"NULL": true})";
        case ValueType::List:
            return R"({"L": [{"S": "text"}]})";
        case ValueType::Map:
            return R"({"M": {"name": {"S": "text"}}})";
        case ValueType::StringSet:
            return R"({"SS": ["text"]})";
        case ValueType::NumberSet:
            return R"({"NS": ["12.5"]}, with the numbers in quotes)";
        case ValueType::BinarySet:
            return R"({"BS": ["base64 text"]})";
    }
    return {};
}

}  // namespace

template <class T, class Convert>
Result<std::vector<T>> ItemParser::setElements(Node& node, Convert convert) {
    Array array;
    if (const auto code = node.get_array().get(array)) return syntax(code);
    std::vector<T> elements;
    for (auto element : array) {
        Node item;
        if (const auto code = std::move(element).get(item)) return syntax(code);
        const std::string_view token = item.raw_json_token();
        if (firstOf(token) != '"') {
            return inside(elements.size(),
                          wrong(ErrorCode::BadInput,
                                "An element of a set is a JSON string, also where it is a number; "
                                "this is " +
                                    std::string(kindOf(token)) + ".",
                                token));
        }
        auto text = string(item);
        if (!text) return inside(elements.size(), text.error());
        Result<T> converted = convert(*std::move(text), token);
        if (!converted) return inside(elements.size(), converted.error());
        elements.push_back(*std::move(converted));
    }
    return elements;
}

Result<void> ItemParser::typed(Node& node, int depth, Value& out) {
    const std::string_view token = node.raw_json_token();
    const auto notTyped = [&](std::string_view what) {
        m_looksPlain = m_looksPlain || depth == 0;
        return wrong(ErrorCode::BadInput,
                     "DynamoDB JSON writes a value as an object of one member that is named by its type, as "
                     "{\"S\": \"text\"}; this is " +
                         std::string(what) + ".",
                     token);
    };
    if (firstOf(token) != '{') return notTyped(kindOf(token));
    Object object;
    if (const auto code = node.get_object().get(object)) return syntax(code);
    bool any = false;
    for (auto member : object) {
        simdjson::ondemand::field field;
        if (const auto code = std::move(member).get(field)) return syntax(code);
        if (std::exchange(any, true)) return notTyped("an object of several members");
        std::string_view name;
        if (field.unescaped_key().get(name)) return badEscape(token.substr(0, 1));
        auto type = typeOf(name);
        if (!type && m_maySmall && (depth == 0 || m_isSmall)) {
            type = smallTypeNamed(name);
            m_isSmall = m_isSmall || type.has_value();
        }
        if (!type) return notTyped("an object whose member is named " + jsonString(name));
        if (auto done = contents(*type, field.value(), depth, out); !done) return done;
    }
    if (!any) return notTyped("an empty object");
    return {};
}

Result<void> ItemParser::contents(ValueType type, Node& node, int depth, Value& out) {
    const std::string_view token = withoutBlanksAfter(node.raw_json_token());
    const char first = firstOf(token);
    const auto notOfType = [&] {
        return wrong(ErrorCode::BadInput,
                     "The type " + std::string(typeName(type)) + " is written " +
                         std::string(jsonFormOf(type)) + "; this is " + std::string(kindOf(token)) + ".",
                     token);
    };
    const auto asIs = [](std::string text, std::string_view) { return Result<std::string>(std::move(text)); };
    const auto asNumber = [this](const std::string& text, std::string_view at) { return number(text, at); };
    const auto asBinary = [this](const std::string& text, std::string_view at) { return binary(text, at); };
    const auto setOf = [&](auto elements, auto make) -> Result<void> {
        if (!elements) return elements.error();
        Result<Value> set = make(*std::move(elements));
        if (!set) return wrong(set.error().code, set.error().message, token);
        out = *std::move(set);
        return {};
    };
    switch (type) {
        case ValueType::String: {
            if (first != '"') return notOfType();
            auto text = string(node);
            if (!text) return text.error();
            out = Value::string(*std::move(text));
            return {};
        }
        case ValueType::Number: {
            if (first != '"') return notOfType();
            const auto text = string(node);
            if (!text) return text.error();
            const auto parsed = number(*text, token);
            if (!parsed) return parsed.error();
            out = Value::number(*parsed);
            return {};
        }
        case ValueType::Binary: {
            if (first != '"') return notOfType();
            const auto text = string(node);
            if (!text) return text.error();
            auto bytes = binary(*text, token);
            if (!bytes) return bytes.error();
            out = Value::binary(*std::move(bytes));
            return {};
        }
        case ValueType::Bool:
            if (token != "true" && token != "false") return notOfType();
            out = Value::boolean(token == "true");
            return {};
        case ValueType::Null:
            if (token != "true") return notOfType();
            out = Value::null();
            return {};
        case ValueType::List:
            return first == '[' ? list(node, depth + 1, &ItemParser::typed, out) : notOfType();
        case ValueType::Map:
            return first == '{' ? map(node, depth + 1, &ItemParser::typed, out) : notOfType();
        case ValueType::StringSet:
            if (first != '[') return notOfType();
            return setOf(setElements<std::string>(node, asIs), &Value::stringSet);
        case ValueType::NumberSet:
            if (first != '[') return notOfType();
            return setOf(setElements<Number>(node, asNumber), &Value::numberSet);
        case ValueType::BinarySet:
            if (first != '[') return notOfType();
            return setOf(setElements<std::string>(node, asBinary), &Value::binarySet);
    }
    return notOfType();
}

Result<void> ItemParser::plain(Node& node, int depth, Value& out) {
    const std::string_view token = withoutBlanksAfter(node.raw_json_token());
    switch (firstOf(token)) {
        case '"': {
            auto text = string(node);
            if (!text) return text.error();
            out = Value::string(*std::move(text));
            return {};
        }
        case '{':
            return map(node, depth + 1, &ItemParser::plain, out);
        case '[':
            return list(node, depth + 1, &ItemParser::plain, out);
        default:
            break;
    }
    if (token == "true" || token == "false") {
        out = Value::boolean(token == "true");
        return {};
    }
    if (token == "null") {
        out = Value::null();
        return {};
    }
    if (!isJsonNumber(token)) {
        return wrong(
            ErrorCode::BadInput,
            "This is no JSON value. A value is a quoted text, a number such as -12.5, true, false, null, an "
            "array or an object.",
            token);
    }
    const auto parsed = number(token, token);
    if (!parsed) return parsed.error();
    out = Value::number(*parsed);
    return {};
}

}  // namespace partita
