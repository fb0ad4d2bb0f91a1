// Values in few characters, and what a text parses to in one line: what the tests of expressions share.
#pragma once

#include <QtTest>
#include <string>
#include <vector>

#include "engine/expression/parse.h"

namespace partita::test {

inline Value s(std::string text) {
    return Value::string(std::move(text));
}
inline Value n(std::string_view text) {
    return Value::number(*Number::parse(text));
}
inline Value b(std::string bytes) {
    return Value::binary(std::move(bytes));
}
inline Value l(List elements) {
    return Value::list(std::move(elements));
}
inline Value m(AttributeMap attributes) {
    return Value::map(std::move(attributes));
}
inline Value ss(std::vector<std::string> elements) {
    return *Value::stringSet(std::move(elements));
}
inline Value ns(const std::vector<std::string>& texts) {
    std::vector<Number> numbers;
    for (const std::string& text : texts) {
        numbers.push_back(*Number::parse(text));
    }
    return *Value::numberSet(std::move(numbers));
}
inline Value bs(std::vector<std::string> elements) {
    return *Value::binarySet(std::move(elements));
}

/// One value of each type by the name of the type, and a few names.
inline Placeholders commonPlaceholders() {
    Placeholders placeholders;
    placeholders.names = {{"#a", "a"},   {"#b", "b"},     {"#c", "c"},
                          {"#d", "[3]"}, {"#dot", "a.b"}, {"#1", "size"}};
    placeholders.values = {
        {":s", s("a")},
        {":n", n("1")},
        {":b", b("a")},
        {":bool", Value::boolean(true)},
        {":null", Value::null()},
        {":l", l({n("1")})},
        {":m", m({{"x", n("1")}})},
        {":ss", ss({"a"})},
        {":ns", ns({"1"})},
        {":bs", bs({"a"})},
        {":s2", s("b")},
        {":n2", n("2")},
        {":type", s("NS")},
        {":0", s("digit")},
    };
    return placeholders;
}

inline QString faultText(const Error& error) {
    QString text = QString::fromStdString(error.message);
    if (error.code != ErrorCode::Validation) text += QStringLiteral(" (not a ValidationException)");
    if (error.range) text += QStringLiteral(" @%1-%2").arg(error.range->begin).arg(error.range->end);
    return text;
}

template <class Parsed>
QString outcome(const Result<Parsed>& parsed) {
    return parsed ? QString::fromStdString(toText(*parsed)) : faultText(parsed.error());
}

/// The attributes of an item in one line.
inline QString itemText(const Item& item) {
    return QString::fromStdString(toText(Literal(Value::map(item))));
}

inline Condition condition(std::string_view text, const Placeholders& placeholders = commonPlaceholders()) {
    UsedPlaceholders used;
    auto parsed = parseCondition(text, ExpressionKind::Condition, placeholders, used);
    if (!parsed) qFatal("%s", parsed.error().message.c_str());
    return *std::move(parsed);
}

inline Update update(std::string_view text, const Placeholders& placeholders = commonPlaceholders()) {
    UsedPlaceholders used;
    auto parsed = parseUpdate(text, placeholders, used);
    if (!parsed) qFatal("%s", parsed.error().message.c_str());
    return *std::move(parsed);
}

}  // namespace partita::test
