#include "engine/interchange/read/workbench_json.h"

#include <algorithm>

#include "engine/interchange/json_text.h"
#include "engine/value/item.h"

namespace partita {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void appendUtf8(std::uint32_t point, std::string& out) {
    const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
    if (point < 0x80) {
        byte(point);
    } else if (point < 0x800) {
        byte(0xC0U | (point >> 6U));
        byte(0x80U | (point & 0x3FU));
    } else if (point < 0x10000) {
        byte(0xE0U | (point >> 12U));
        byte(0x80U | ((point >> 6U) & 0x3FU));
        byte(0x80U | (point & 0x3FU));
    } else {
        byte(0xF0U | (point >> 18U));
        byte(0x80U | ((point >> 12U) & 0x3FU));
        byte(0x80U | ((point >> 6U) & 0x3FU));
        byte(0x80U | (point & 0x3FU));
    }
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view member) const {
    if (kind != Kind::Object) return nullptr;
    const auto found = std::find_if(children.rbegin(), children.rend(),
                                    [&](const JsonNode& child) { return child.name == member; });
    return found == children.rend() ? nullptr : &*found;
}

std::string JsonNode::described() const {
    switch (kind) {
        case Kind::Null:
            return "null";
        case Kind::False:
            return "false";
        case Kind::True:
            return "true";
        case Kind::Number:
            return "the number " + text.substr(0, 60);
        case Kind::String:
            return text.empty() ? "an empty text" : "a text";
        case Kind::Array:
            return children.empty() ? "an empty array" : "an array";
        case Kind::Object:
            return children.empty() ? "an empty object" : "an object";
    }
    return "no JSON value";
}

Error JsonCursor::fault(std::string message) const {
    const bool ended = m_at >= m_text.size();
    Error error = Error::badInput(ended ? "The text ends here, before the JSON does." : std::move(message));
    error.range = SourceRange{std::min(m_at, m_text.size()), std::min(m_at + 1, m_text.size())};
    return error;
}

char JsonCursor::peek() {
    while (m_at < m_text.size() && isBlank(m_text[m_at]))
        ++m_at;
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonCursor::take(char c) {
    if (peek() != c || m_at >= m_text.size()) return false;
    ++m_at;
    return true;
}

Result<std::uint32_t> JsonCursor::hexDigits() {
    std::uint32_t value = 0;
    for (int digit = 0; digit < 4; ++digit, ++m_at) {
        const char c = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (c >= '0' && c <= '9')
            value = value * 16 + static_cast<std::uint32_t>(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + static_cast<std::uint32_t>(c - 'a' + 10);
        else if (c >= 'A' && c <= 'F')
            value = value * 16 + static_cast<std::uint32_t>(c - 'A' + 10);
        else
            return fault("Four hexadecimal digits follow \\u.");
    }
    return value;
}

Result<void> JsonCursor::escape(std::string& out) {
    const char c = m_at < m_text.size() ? m_text[m_at] : '\0';
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const auto letter = kLetters.find(c); letter != std::string_view::npos && c != '\0') {
        out += kMeanings[letter];
        ++m_at;
        return {};
    }
    if (c != 'u') return fault("This \\ escape is none of JSON's.");
    ++m_at;
    auto point = hexDigits();
    if (!point) return point.error();
    if (*point >= 0xD800 && *point <= 0xDBFF && m_text.substr(m_at, 2) == "\\u") {
        m_at += 2;
        const auto low = hexDigits();
        if (!low) return low.error();
        if (*low >= 0xDC00 && *low <= 0xDFFF)
            point = 0x10000U + ((*point - 0xD800U) << 10U) + (*low - 0xDC00U);
    }
    if (*point >= 0xD800 && *point <= 0xDFFF) return fault("A \\u escape is one half of a surrogate pair.");
    appendUtf8(*point, out);
    return {};
}

Result<std::string> JsonCursor::string() {
    if (!take('"')) return fault("A text in quotation marks is expected here.");
    const std::size_t begin = m_at - 1;
    std::string out;
    while (m_at < m_text.size()) {
        const std::size_t plain = m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"' && m_text[m_at] != '\\' &&
               static_cast<unsigned char>(m_text[m_at]) >= 0x20)
            ++m_at;
        out.append(m_text.substr(plain, m_at - plain));
        if (m_at >= m_text.size()) break;
        if (m_text[m_at] == '"') {
            ++m_at;
            if (isUtf8(out)) return out;
            m_at = begin;
            return fault("This text is not UTF-8.");
        }
        if (m_text[m_at] != '\\')
            return fault(
                "A line break or a control character stands in a text. JSON writes it as \\n or \\t.");
        ++m_at;
        if (auto done = escape(out); !done) return done.error();
    }
    return fault("A text is not closed.");
}

Result<void> JsonCursor::word(std::string_view token) {
    if (m_text.substr(m_at, token.size()) == token) {
        m_at += token.size();
        return {};
    }
    if (token.starts_with(m_text.substr(m_at))) m_at = m_text.size();
    return fault("This is no JSON value.");
}

Result<std::string> JsonCursor::name() {
    if (peek() != '"') return fault("A name in quotation marks, or a closing }, is expected here.");
    auto text = string();
    if (!text) return text;
    if (!take(':')) return fault("A colon is missing here, after the name " + *text + ".");
    return text;
}

Result<void> JsonCursor::separator(char closing) {
    if (peek() == closing) return {};
    if (take(',')) return {};
    return fault(std::string("A comma or a closing ") + closing + " is missing here.");
}

Result<JsonNode> JsonCursor::value(int depth) {
    JsonNode node;
    const char first = peek();
    const std::size_t begin = m_at;
    if (first == '{' || first == '[') {
        if (depth >= kDepth) return fault("The JSON is nested too deeply here to be read.");
        const bool isObject = first == '{';
        const char closing = isObject ? '}' : ']';
        node.kind = isObject ? JsonNode::Kind::Object : JsonNode::Kind::Array;
        ++m_at;
        while (!take(closing)) {
            std::string member;
            if (isObject) {
                auto read = name();
                if (!read) return read.error();
                member = *std::move(read);
            }
            auto child = value(depth + 1);
            if (!child) return child.error();
            child->name = std::move(member);
            node.children.push_back(*std::move(child));
            if (auto done = separator(closing); !done) return done.error();
        }
    } else if (first == '"') {
        node.kind = JsonNode::Kind::String;
        auto text = string();
        if (!text) return text.error();
        node.text = *std::move(text);
    } else if (first == 't' || first == 'f' || first == 'n') {
        node.kind = first == 't'   ? JsonNode::Kind::True
                    : first == 'f' ? JsonNode::Kind::False
                                   : JsonNode::Kind::Null;
        if (auto done = word(first == 't' ? "true" : first == 'f' ? "false" : "null"); !done)
            return done.error();
    } else {
        while (m_at < m_text.size() &&
               std::string_view("+-.0123456789eE").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
        node.kind = JsonNode::Kind::Number;
        node.text = m_text.substr(begin, m_at - begin);
        if (!isJsonNumber(node.text)) {
            if (m_at < m_text.size()) m_at = begin;
            return fault("A JSON value is expected here.");
        }
    }
    node.range = {begin, m_at};
    return node;
}

void appendCompactJson(std::string_view json, std::string& out) {
    bool inString = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (!inString && isBlank(c)) continue;
        out += c;
        if (c == '"') inString = !inString;
        if (inString && c == '\\' && at + 1 < json.size()) out += json[++at];
    }
}

std::string placeInText(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineBegin = before.rfind('\n') + 1;  // npos + 1 is 0
    const std::string_view head = before.substr(lineBegin);
    const auto column = 1 + std::count_if(head.begin(), head.end(), [](char c) {
                            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                        });
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace partita
