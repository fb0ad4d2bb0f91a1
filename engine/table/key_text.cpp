#include "engine/table/key_text.h"

#include "engine/value/base64.h"
#include "engine/value/item.h"

namespace partita {

std::string displayText(const Value& value) {
    if (const std::string* const text = value.asString()) return *text;
    if (const Number* const number = value.asNumber()) return number->text();
    if (const std::string* const bytes = value.asBinary()) return toBase64(*bytes);
    return std::string(typeName(value.type()));
}

std::string displayText(const std::vector<Value>& values) {
    std::string out;
    for (const Value& value : values) {
        if (&value != &values.front()) out += " · ";
        out += displayText(value);
    }
    return out;
}

Result<Value> keyValueFromText(ValueType type, std::string_view text) {
    if (type == ValueType::Number) {
        const auto number = Number::parse(text);
        if (!number) return number.error();
        return Value::number(*number);
    }
    if (type == ValueType::Binary) {
        auto bytes = fromBase64(text);
        if (!bytes) {
            return Error::validation(
                "A binary key is written in base64 with padding, such as \"AQI=\"; this text is not.");
        }
        return Value::binary(*std::move(bytes));
    }
    if (type != ValueType::String) {
        return Error::validation("A key attribute has the type S, N or B, not " +
                                 std::string(typeName(type)) + ".");
    }
    if (!isUtf8(text)) return Error::validation("The text of a key is not valid UTF-8.");
    return Value::string(std::string(text));
}

}  // namespace partita
