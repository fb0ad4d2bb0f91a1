#include "engine/table/key_component.h"

#include "engine/value/item.h"

namespace partita {
namespace {

constexpr char kEscapedZero = '\xFF';  // after 00: a 00 of the text; sorts after the end of a shorter text
constexpr std::string_view kEnd{"\0\0", 2};

bool takeText(bool composite, std::string_view& bytes, std::string& text) {
    if (!composite) {
        text.assign(bytes);
        bytes = {};
        return true;
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != 0) {
            text.push_back(bytes[i]);
            continue;
        }
        if (++i == bytes.size()) return false;
        if (bytes[i] == 0) {
            bytes.remove_prefix(i + 1);
            return true;
        }
        if (bytes[i] != kEscapedZero) return false;
        text.push_back(0);
    }
    return false;
}

}  // namespace

void appendEscaped(std::string_view bytes, std::string& out) {
    for (const char byte : bytes) {
        out.push_back(byte);
        if (byte == 0) out.push_back(kEscapedZero);
    }
}

void appendTextComponent(std::string_view bytes, bool composite, std::string& out) {
    if (!composite) {
        out.append(bytes);
        return;
    }
    appendEscaped(bytes, out);
    out.append(kEnd);
}

void appendComponent(const Value& value, bool composite, std::string& out) {
    if (const Number* const number = value.asNumber()) {
        number->appendKeyBytes(out);
    } else if (const std::string* const text = value.asString()) {
        appendTextComponent(*text, composite, out);
    } else if (const std::string* const bytes = value.asBinary()) {
        appendTextComponent(*bytes, composite, out);
    }
}

bool isEmptyKeyValue(const Value& value) {
    const std::string* const text = value.asString();
    const std::string* const bytes = value.asBinary();
    return (text && text->empty()) || (bytes && bytes->empty());
}

bool takeComponent(ValueType type, bool composite, std::string_view& bytes, Value& value) {
    if (type == ValueType::Number) {
        const auto number = Number::takeKeyBytes(bytes);
        if (number) value = Value::number(*number);
        return number.ok();
    }
    std::string text;
    if (!takeText(composite, bytes, text) || text.empty()) return false;
    if (type == ValueType::Binary) {
        value = Value::binary(std::move(text));
        return true;
    }
    if (type != ValueType::String || !isUtf8(text)) return false;
    value = Value::string(std::move(text));
    return true;
}

}  // namespace partita
