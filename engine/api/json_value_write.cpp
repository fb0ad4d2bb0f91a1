// Attribute values as an answer's JSON, from values in memory and straight from stored bytes.
#include "engine/api/json_value.h"
#include "engine/api/json_writer.h"
#include "engine/expression/overloaded.h"
#include "engine/limits.h"
#include "engine/value/base64.h"
#include "engine/value/varint.h"

namespace partita {
namespace {

void appendNumber(const Number& number, std::string& out) {
    out.append("\"").append(number.text()).append("\"");
}

template <class Elements, class Append>
void appendArray(const Elements& elements, std::string& out, Append append) {
    out += '[';
    bool first = true;
    for (const auto& element : elements) {
        if (!first) out += ',';
        first = false;
        append(element);
    }
    out += ']';
}

void appendBinary(std::string_view bytes, std::string& out) {
    out.append("\"").append(toBase64(bytes)).append("\"");
}

void appendType(ValueType type, std::string& out) {
    out.append("{\"").append(typeName(type)).append("\":");
}

/// Writes stored bytes as JSON, one pass, nothing built. Each function takes what it writes from the front
/// of `bytes`, and is false when that is damaged.
class StoredWriter final {
  public:
    explicit StoredWriter(std::string& out) : m_out(out) {}

    /// The whole of `bytes` is an item or a map.
    bool attributes(std::string_view bytes, int depth) {
        std::uint64_t count = 0;
        if (depth > limits::kNestingDepth || !takeVarint(bytes, count)) return false;
        m_out += '{';
        for (std::uint64_t i = 0; i < count; ++i) {
            std::string_view name;
            if (!takePrefixed(bytes, name)) return false;
            if (i > 0) m_out += ',';
            appendJsonString(name, m_out);
            m_out += ':';
            if (!value(bytes, depth)) return false;
        }
        m_out += '}';
        return bytes.empty();
    }

  private:
    bool value(std::string_view& bytes, int depth) {
        if (bytes.empty()) return false;
        const auto tag = static_cast<unsigned char>(bytes[0]);
        if (tag < static_cast<unsigned char>(ValueType::String) ||
            tag > static_cast<unsigned char>(ValueType::BinarySet)) {
            return false;
        }
        const auto type = static_cast<ValueType>(tag);
        bytes.remove_prefix(1);
        appendType(type, m_out);
        if (!contents(type, bytes, depth)) return false;
        m_out += '}';
        return true;
    }

    bool contents(ValueType type, std::string_view& bytes, int depth) {
        if (type == ValueType::Null) return m_out += "true", true;
        if (type == ValueType::Bool) {
            if (bytes.empty()) return false;
            m_out += bytes[0] != 0 ? "true" : "false";
            bytes.remove_prefix(1);
            return true;
        }
        std::string_view content;
        if (!takePrefixed(bytes, content)) return false;
        switch (type) {
            case ValueType::String:
            case ValueType::Number:
            case ValueType::Binary:
                return scalar(type, content);
            case ValueType::List:
                return list(content, depth + 1);
            case ValueType::Map:
                return attributes(content, depth + 1);
            case ValueType::StringSet:
                return set(ValueType::String, content);
            case ValueType::NumberSet:
                return set(ValueType::Number, content);
            default:
                return set(ValueType::Binary, content);
        }
    }

    bool scalar(ValueType type, std::string_view content) {
        if (type == ValueType::String) return appendJsonString(content, m_out), true;
        if (type == ValueType::Binary) return appendBinary(content, m_out), true;
        const auto number = Number::takeKeyBytes(content);
        if (!number || !content.empty()) return false;
        appendNumber(*number, m_out);
        return true;
    }

    bool list(std::string_view bytes, int depth) {
        std::uint64_t count = 0;
        if (depth > limits::kNestingDepth || !takeVarint(bytes, count)) return false;
        m_out += '[';
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i > 0) m_out += ',';
            if (!value(bytes, depth)) return false;
        }
        m_out += ']';
        return bytes.empty();
    }

    bool set(ValueType type, std::string_view bytes) {
        std::uint64_t count = 0;
        if (!takeVarint(bytes, count)) return false;
        m_out += '[';
        for (std::uint64_t i = 0; i < count; ++i) {
            std::string_view element;
            if (!takePrefixed(bytes, element)) return false;
            if (i > 0) m_out += ',';
            if (!scalar(type, element)) return false;
        }
        m_out += ']';
        return bytes.empty();
    }

    std::string& m_out;
};

}  // namespace

void appendJson(const AttributeMap& item, std::string& out) {
    out += '{';
    bool first = true;
    for (const Attribute& attribute : item) {
        if (!first) out += ',';
        first = false;
        appendJsonString(attribute.name, out);
        out += ':';
        appendJson(attribute.value, out);
    }
    out += '}';
}

void appendJson(const Value& value, std::string& out) {
    appendType(value.type(), out);
    std::visit(
        overloaded{
            [&](const std::string& text) { appendJsonString(text, out); },
            [&](const Number& number) { appendNumber(number, out); },
            [&](const Binary& binary) { appendBinary(binary.bytes, out); },
            [&](bool yes) { out += yes ? "true" : "false"; },
            [&](const Null&) { out += "true"; },
            [&](const List& list) {
                appendArray(list, out, [&](const Value& element) { appendJson(element, out); });
            },
            [&](const AttributeMap& map) { appendJson(map, out); },
            [&](const StringSet& set) {
                appendArray(set.elements, out, [&](const std::string& text) { appendJsonString(text, out); });
            },
            [&](const NumberSet& set) {
                appendArray(set.elements, out, [&](const Number& number) { appendNumber(number, out); });
            },
            [&](const BinarySet& set) {
                appendArray(set.elements, out, [&](const std::string& bytes) { appendBinary(bytes, out); });
            },
        },
        value.data());
    out += '}';
}

bool appendItemJson(std::string_view itemBytes, std::string& out) {
    const std::size_t before = out.size();
    if (StoredWriter(out).attributes(itemBytes, 0)) return true;
    out.resize(before);
    return false;
}

Result<void> appendJson(const ItemList& items, std::string& out) {
    out += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out += ',';
        if (!appendItemJson(items.bytesOf(i), out)) {
            return Error::file(ErrorCode::DamagedFile, "The stored bytes of an item are damaged.", {});
        }
    }
    out += ']';
    return {};
}

}  // namespace partita
