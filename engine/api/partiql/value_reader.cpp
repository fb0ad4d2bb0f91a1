#include "engine/api/partiql/value_reader.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/limits.h"

namespace partita::partiql {

bool ValueReader::atValue() const {
    switch (m_tokens.peek().kind) {
        case Token::Kind::String:
        case Token::Kind::Number:
        case Token::Kind::Parameter:
            return true;
        case Token::Kind::Word:
            return m_tokens.isWord("true") || m_tokens.isWord("false") || m_tokens.isWord("null");
        case Token::Kind::Symbol:
            for (const std::string_view symbol : {"[", "{", "<<", "+", "-"}) {
                if (m_tokens.isSymbol(symbol)) return true;
            }
            return false;
        case Token::Kind::QuotedName:
        case Token::Kind::End:
            break;
    }
    return false;
}

Value ValueReader::value(const std::string& place, int depth, bool parameters) {
    switch (m_tokens.peek().kind) {
        case Token::Kind::String:
            return Value::string(m_tokens.next().text);
        case Token::Kind::Number:
            return number(place);
        case Token::Kind::Parameter: {
            if (parameters) return m_tokens.parameter(m_tokens.next());
            const Token token = m_tokens.next();
            m_tokens.faultAt("Unsupported data type: Parameter under key " + place, token.range);
            return Value::null();
        }
        case Token::Kind::Word:
            if (m_tokens.acceptWord("true")) return Value::boolean(true);
            if (m_tokens.acceptWord("false")) return Value::boolean(false);
            if (m_tokens.acceptWord("null")) return Value::null();
            break;
        case Token::Kind::Symbol:
            if (m_tokens.isSymbol("+") || m_tokens.isSymbol("-")) return number(place);
            if (m_tokens.isSymbol("[")) return list(place, depth);
            if (m_tokens.isSymbol("<<")) return set(place, depth);
            if (m_tokens.isSymbol("{")) return Value::map(map(place, depth));
            break;
        case Token::Kind::QuotedName:
        case Token::Kind::End:
            break;
    }
    if (m_tokens.isName()) {
        unsupported(place);
    } else {
        m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
    }
    return Value::null();
}

Value ValueReader::number(const std::string& place) {
    bool negative = false;
    const SourceRange from = m_tokens.peek().range;
    while (m_tokens.isSymbol("+") || m_tokens.isSymbol("-")) {
        if (m_tokens.next().text == "-") negative = !negative;
    }
    const Token token = m_tokens.peek();
    if (token.kind != Token::Kind::Number) {
        m_tokens.fail(m_tokens.atEnd() ? "Unexpected term" : "Unexpected operator");
        return Value::null();
    }
    m_tokens.next();
    const auto parsed = Number::parse((negative ? "-" : "") + token.text);
    if (parsed) return Value::number(*parsed);
    m_tokens.fault(parsed.error().message + " under " + place, {from.begin, token.range.end});
    return Value::null();
}

bool ValueReader::isTooDeep(const std::string& place, int depth) {
    if (depth >= kDepth) {
        m_tokens.fail("Lists and maps are nested too deeply");
        return true;
    }
    if (depth == limits::kNestingDepth) {
        m_tokens.fault("Nesting Levels have exceeded supported limits under " + place, m_tokens.peek().range);
    }
    return false;
}

Value ValueReader::list(const std::string& place, int depth) {
    m_tokens.next();
    List elements;
    if (m_tokens.acceptSymbol("]")) return Value::list({});
    do {
        const std::string inside = place + '[' + std::to_string(elements.size()) + ']';
        if (isTooDeep(inside, depth + 1)) break;
        elements.push_back(value(inside, depth + 1, false));
    } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    m_tokens.expectSymbol("]", "Expected RIGHT_BRACKET");
    return Value::list(std::move(elements));
}

Value ValueReader::set(const std::string& place, int depth) {
    const SourceRange from = m_tokens.next().range;
    if (m_tokens.acceptSymbol(">>")) {
        m_tokens.fault("Empty bags are not supported", from);
        return Value::null();
    }
    std::vector<std::string> strings;
    std::vector<Number> numbers;
    bool isForeign = false;
    do {
        if (isTooDeep(place, depth + 1)) break;
        const Value element =
            value(place + '[' + std::to_string(strings.size() + numbers.size()) + ']', depth + 1, false);
        if (const std::string* string = element.asString()) {
            strings.push_back(*string);
        } else if (const Number* number = element.asNumber()) {
            numbers.push_back(*number);
        } else {
            isForeign = true;
        }
    } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    const SourceRange whole{from.begin, m_tokens.peek().range.end};
    m_tokens.expectSymbol(">>", "Expected RIGHT_DOUBLE_ANGLE_BRACKET");
    if (m_tokens.failed()) return Value::null();
    if (isForeign || strings.empty() == numbers.empty()) {
        m_tokens.fault(
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags", whole);
        return Value::null();
    }
    auto made = strings.empty() ? Value::numberSet(std::move(numbers)) : Value::stringSet(std::move(strings));
    if (made) return *std::move(made);
    m_tokens.fault(made.error(), whole);
    return Value::null();
}

template <class ReadValue>
AttributeMap ValueReader::members(const ReadValue& readValue) {
    AttributeMap attributes;
    if (m_tokens.acceptSymbol("}")) return attributes;
    do {
        const Token name = m_tokens.peek();
        if (name.kind != Token::Kind::String) {
            m_tokens.fail("Expected a string as the name of an attribute");
            break;
        }
        m_tokens.next();
        m_tokens.expectSymbol(":", "Expected COLON");
        std::optional<Value> value = readValue(name.text);
        if (!value) break;
        if (!attributes.add(name.text, *std::move(value))) {
            m_tokens.fault("One or more parameter values were invalid: The attribute " + name.text +
                               " is given more than once",
                           name.range);
        }
    } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    m_tokens.expectSymbol("}", "Expected RIGHT_CURLY");
    return attributes;
}

AttributeMap ValueReader::map(const std::string& place, int depth) {
    m_tokens.next();
    return members([&](const std::string& name) -> std::optional<Value> {
        const std::string inside = place + '.' + name;
        if (isTooDeep(inside, depth + 1)) return std::nullopt;
        return value(inside, depth + 1, false);
    });
}

AttributeMap ValueReader::item() {
    m_tokens.expectSymbol("{", "Unexpected term");
    if (m_tokens.failed()) return {};
    return members([&](const std::string&) -> std::optional<Value> { return value("root", 0, true); });
}

/// A name or a call where a value should be: a fault, as the service reads on.
void ValueReader::unsupported(const std::string& place) {
    const Token name = m_tokens.next();
    m_tokens.faultAt("Unsupported data type: " + name.text + " under key " + place, name.range);
    if (m_tokens.isSymbol("(")) m_tokens.skipParentheses();
}

Path ValueReader::path() {
    Path path;
    path.attribute = m_tokens.next().text;
    while (!m_tokens.failed()) {
        if (m_tokens.acceptSymbol(".")) {
            if (m_tokens.isName()) {
                path.steps.emplace_back(m_tokens.next().text);
            } else {
                m_tokens.fail("Invalid path dot component");
            }
        } else if (m_tokens.acceptSymbol("[")) {
            step(path);
            m_tokens.expectSymbol("]", "Expected RIGHT_BRACKET");
        } else {
            break;
        }
    }
    return path;
}

void ValueReader::step(Path& path) {
    if (m_tokens.peek().kind == Token::Kind::String) {
        path.steps.emplace_back(m_tokens.next().text);
        return;
    }
    bool negative = false;
    while (m_tokens.isSymbol("-") || m_tokens.isSymbol("+")) {
        if (m_tokens.next().text == "-") negative = !negative;
    }
    const Token token = m_tokens.peek();
    if (token.kind != Token::Kind::Number) {
        m_tokens.fail(token.kind == Token::Kind::End ? "Unexpected term" : "Invalid path component");
        return;
    }
    m_tokens.next();
    std::uint64_t index = 0;
    const char* end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, index);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
    if (read.ptr != end || read.ec != std::errc() || index > kMost || (negative && index != 0)) {
        m_tokens.faultAt("List index is not within the allowable range; index: [" +
                             std::string(negative ? "-" : "") + token.text + "]",
                         token.range);
        index = 0;
    }
    path.steps.emplace_back(static_cast<std::uint32_t>(index));
}

}  // namespace partita::partiql
