#include "engine/api/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace partita {
namespace {

/// What stands for a byte in a JSON string: 0 itself, 'u' four hex digits, otherwise the letter after the
/// backslash.
constexpr std::array<char, 256> kEscapes = [] {
    std::array<char, 256> escapes{};
    for (std::size_t c = 0; c < 0x20; ++c)
        escapes[c] = 'u';
    escapes['\b'] = 'b';
    escapes['\f'] = 'f';
    escapes['\n'] = 'n';
    escapes['\r'] = 'r';
    escapes['\t'] = 't';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
}();

}  // namespace

void appendJsonString(std::string_view utf8, std::string& out) {
    out += '"';
    std::size_t plainFrom = 0;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto c = static_cast<unsigned char>(utf8[at]);
        const char escape = kEscapes[c];
        if (escape == 0) continue;
        out.append(utf8.substr(plainFrom, at - plainFrom));
        plainFrom = at + 1;
        out += '\\';
        out += escape;
        if (escape == 'u') {
            constexpr std::string_view kHex = "0123456789abcdef";
            out += "00";
            out += kHex[c >> 4U];
            out += kHex[c & 15U];
        }
    }
    out.append(utf8.substr(plainFrom));
    out += '"';
}

void JsonWriter::separate() {
    if (std::exchange(m_comma, true)) m_text += ',';
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    m_text += bracket;
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    m_text += bracket;
    m_comma = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    m_text.append("\"").append(name).append("\":");
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::keyOf(std::string_view utf8) {
    separate();
    appendJsonString(utf8, m_text);
    m_text += ':';
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    appendJsonString(text, place());
    return *this;
}

JsonWriter& JsonWriter::value(bool yes) {
    return raw(yes ? "true" : "false");
}

JsonWriter& JsonWriter::value(double number) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    std::string_view shown(text.data(), static_cast<std::size_t>(end - text.data()));
    place().append(shown);
    // The service writes a double as one: 1.0.
    if (shown.find_first_of(".e") == std::string_view::npos) m_text += ".0";
    return *this;
}

JsonWriter& JsonWriter::time(UtcMillis time) {
    const std::string millis = std::to_string(time % 1000);
    return raw(std::to_string(time / 1000) + "." +
               std::string(3 - std::min<std::size_t>(3, millis.size()), '0') + millis);
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    place().append(json);
    return *this;
}

std::string& JsonWriter::place() {
    separate();
    return m_text;
}

}  // namespace partita
