#include "engine/api/json_writer.h"

#include <array>
#include <charconv>
#include <utility>

namespace partita {

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
