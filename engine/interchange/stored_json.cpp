#include "engine/interchange/stored_json.h"

#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/limits.h"
#include "engine/value/base64.h"
#include "engine/value/number.h"
#include "engine/value/varint.h"

namespace partita {
namespace {

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

    /// Takes an attribute from the front: its name, and all of it.
    static bool takeAttribute(std::string_view& bytes, std::string_view& name, std::string_view& value) {
        if (!takePrefixed(bytes, name) || bytes.empty()) return false;
        const std::string_view begin = bytes;
        const auto type = static_cast<ValueType>(static_cast<unsigned char>(bytes[0]));
        bytes.remove_prefix(1);
        std::string_view content;
        if (type == ValueType::Bool) {
            if (bytes.empty()) return false;
            bytes.remove_prefix(1);
        } else if (type != ValueType::Null && !takePrefixed(bytes, content)) {
            return false;
        }
        value = begin.substr(0, begin.size() - bytes.size());
        return true;
    }

    bool value(std::string_view& bytes, int depth) {
        if (bytes.empty()) return false;
        const auto tag = static_cast<unsigned char>(bytes[0]);
        if (tag < static_cast<unsigned char>(ValueType::String) ||
            tag > static_cast<unsigned char>(ValueType::BinarySet)) {
            return false;
        }
        const auto type = static_cast<ValueType>(tag);
        bytes.remove_prefix(1);
        m_out += "{\"";
        m_out += typeName(type);
        m_out += "\":";
        if (!contents(type, bytes, depth)) return false;
        m_out += '}';
        return true;
    }

  private:
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
        if (type == ValueType::Binary) {
            m_out += '"';
            m_out += toBase64(content);
            m_out += '"';
            return true;
        }
        const auto number = Number::takeKeyBytes(content);
        if (!number || !content.empty()) return false;
        m_out += '"';
        m_out += number->text();
        m_out += '"';
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

bool appendStoredJson(std::string_view itemBytes, std::string& out) {
    const std::size_t before = out.size();
    if (StoredWriter(out).attributes(itemBytes, 0)) return true;
    out.resize(before);
    return false;
}

bool appendStoredJson(std::string_view itemBytes, std::string& out,
                      const std::vector<std::string>& firstNames) {
    if (firstNames.empty()) return appendStoredJson(itemBytes, out);
    const std::size_t before = out.size();
    std::uint64_t count = 0;
    if (!takeVarint(itemBytes, count)) return false;
    struct Span {
        std::string_view name, value;
        bool isWritten = false;
    };
    std::vector<Span> spans;
    for (std::uint64_t i = 0; i < count; ++i) {
        Span& span = spans.emplace_back();
        if (!StoredWriter::takeAttribute(itemBytes, span.name, span.value)) return false;
    }
    if (!itemBytes.empty()) return false;
    StoredWriter writer(out);
    out += '{';
    const auto write = [&](Span& span) {
        span.isWritten = true;
        if (out.back() != '{') out += ',';
        appendJsonString(span.name, out);
        out += ':';
        return writer.value(span.value, 0) && span.value.empty();
    };
    bool isWhole = true;
    for (const std::string& name : firstNames) {
        // Attributes stand in the order of their names.
        const auto found = std::lower_bound(
            spans.begin(), spans.end(), name,
            [](const Span& span, const std::string& wanted) { return span.name < std::string_view(wanted); });
        if (found != spans.end() && found->name == name && !found->isWritten)
            isWhole = write(*found) && isWhole;
    }
    for (Span& span : spans)
        if (!span.isWritten) isWhole = write(span) && isWhole;
    out += '}';
    if (!isWhole) out.resize(before);
    return isWhole;
}

}  // namespace partita
