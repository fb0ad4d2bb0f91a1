// Reads one value of Ion text as a DynamoDB value, exactly. One object a text; one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/interchange/read/ion_text.h"
#include "engine/value/value.h"

namespace partita {

class IonParser final {
  public:
    /// `repair`: what has no place in DynamoDB but one obvious meaning is read so, and named in repairs();
    /// else it is refused. `keepNames`: whether namesOf() knows anything. `text` outlives the parser.
    IonParser(std::string_view text, bool repair, bool keepNames)
        : m_text(text), m_repair(repair), m_keepNames(keepNames) {}

    /// The whole text as one value. Fails (BadInput, ValidationException) with the byte range of what is
    /// wrong; a name that occurs twice in a struct is an error.
    Result<Value> value();

    const std::vector<std::string>& repairs() const { return m_repairs; }
    std::uint32_t numbersRewritten() const { return m_numbersRewritten; }
    /// Names of the struct of that path (the names that lead to it, with a / before each) in the order of the
    /// text; of the outermost three levels.
    std::vector<std::string> namesOf(std::string_view path) const;

  private:
    struct Step {
        std::string_view name;  // of a field; empty data(): an element of a list
        std::size_t index = 0;
    };
    struct Field {
        Attribute attribute;
        std::size_t begin = 0;  // of its name in the text
    };

    Result<void> annotated(int depth, Value& out);
    Result<void> bare(int depth, Value& out);
    Result<void> wordValue(Value& out);
    Result<void> numeric(Value& out);
    Result<void> structure(int depth, Value& out);
    Result<std::string> fieldName();
    Result<void> list(int depth, Value& out);
    Result<void> set(const std::string& annotation, std::size_t begin, Value& list);
    /// Something that DynamoDB has no type for: read all the same, and named, or refused.
    Result<void> odd(const std::string& what, const std::string& readAs, std::size_t begin);
    void note(const std::string& what, const std::string& readAs);
    Result<AttributeMap> mapOf(std::vector<Field> fields, std::size_t begin);
    std::string path() const;

    IonText m_text;
    bool m_repair;
    bool m_keepNames;
    std::vector<Step> m_path;  // to what is being read; stays when reading fails
    std::vector<std::string> m_repairs;
    std::vector<std::pair<std::string, std::vector<std::string>>> m_names;
    std::uint32_t m_numbersRewritten = 0;
};

}  // namespace partita
