// Appends JSON objects and arrays to a string, with the commas where they belong. A value; one thread.
//
//     JsonWriter json;
//     json.begin().member("Count", 2).key("Items").beginArray() … .endArray().end();
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/clock.h"
#include "engine/interchange/json.h"

namespace partita {

class JsonWriter final {
  public:
    JsonWriter() = default;
    explicit JsonWriter(std::size_t reserve) { m_text.reserve(reserve); }

    JsonWriter& begin() { return open('{'); }
    JsonWriter& end() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    /// The next value is of this member; `name` needs no escapes.
    JsonWriter& key(std::string_view name);
    /// The same for any name.
    JsonWriter& keyOf(std::string_view utf8);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool yes);
    JsonWriter& value(double number);
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) JsonWriter& value(Integer number) {
        return raw(std::to_string(number));
    }
    /// Seconds since 1970, as the service writes dates, with milliseconds. Not before 1970.
    JsonWriter& time(UtcMillis time);
    /// JSON text as it is.
    JsonWriter& raw(std::string_view json);
    /// For functions that append a value themselves: call this first, then append to text().
    std::string& place();

    template <class Contents>
    JsonWriter& member(std::string_view name, const Contents& contents) {
        return key(name).value(contents);
    }

    std::string& text() { return m_text; }
    std::string take() { return std::move(m_text); }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::string m_text;
    bool m_comma = false;  // whether the next member or element has one before it
};

}  // namespace partita
