// JSON as a tree that keeps what DynamoDB's items can't: repeated names, numbers as they stand, and the place
// of each value. For models and their rows, which are odd in all of these. A cursor over text; one thread at
// a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace partita {

struct JsonNode {
    enum class Kind : std::uint8_t { Null, False, True, Number, String, Array, Object };
    Kind kind = Kind::Null;
    std::string name;                // as the member of an object
    std::string text;                // String: without escapes. Number: the token
    std::vector<JsonNode> children;  // of an object in the order of the text, repeated names included
    SourceRange range;               // of the cursor's text

    bool is(Kind wanted) const { return kind == wanted; }
    /// The last member of that name; null when there is none, or this is no object.
    const JsonNode* find(std::string_view member) const;
    /// For sentences: "an empty object", "a text", "the number 12.50".
    std::string described() const;
};

class JsonCursor final {
  public:
    /// Deeper values are refused: an item has 32 levels, each of two brackets, and reading recurses.
    static constexpr int kDepth = 128;

    explicit JsonCursor(std::string_view text, std::size_t at = 0) : m_text(text), m_at(at) {}

    std::size_t at() const { return m_at; }
    void moveTo(std::size_t at) { m_at = at; }
    /// The next character after blanks; '\0' at the end.
    char peek();
    /// Steps over blanks and this character, if it is the next one.
    bool take(char c);
    Result<std::string> string();
    Result<JsonNode> value(int depth = 0);
    /// An object's name and the colon after it.
    Result<std::string> name();
    /// After a member or an element: a comma, or `closing`, which is left. A comma before `closing` is borne.
    Result<void> separator(char closing);
    /// A fault at the present place; says so when that is the end of the text.
    Error fault(std::string message) const;

  private:
    Result<void> escape(std::string& out);
    Result<std::uint32_t> hexDigits();
    Result<void> word(std::string_view token);

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Appends JSON without the blanks between its tokens.
void appendCompactJson(std::string_view json, std::string& out);
/// "line 7, column 12", from 1; columns in characters.
std::string placeInText(std::string_view text, std::size_t offset);

}  // namespace partita
