// Values of a model's rows that are not written as DynamoDB JSON writes them: read in the one way that they
// can have been meant. Every such reading is told. One thread at a time, one object a row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/workbench_json.h"
#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

class WorkbenchReading final {
  public:
    /// The value of a top-level attribute; nothing when it has none and is left out. `declared`: its type as
    /// the model says. Fails (BadInput, ValidationException; range: the value) when no meaning is obvious.
    Result<std::optional<Value>> attribute(const JsonNode& node, std::optional<ValueType> declared);
    /// The same value in the type that a key has to have.
    Result<Value> converted(const JsonNode& node, const Value& value, ValueType wanted);

    void told(std::string repair);
    /// Sentences without their beginning and their end, in the order of reading; at most 20, the last of
    /// which then says that there are more.
    const std::vector<std::string>& repairs() const { return m_repairs; }
    std::uint32_t numbersRewritten() const { return m_numbersRewritten; }

  private:
    using Read = Result<std::optional<Value>>;

    /// An object of one member that is named by a type.
    Read typed(ValueType type, const JsonNode& node, const std::string& path);
    /// JSON without types.
    Read plain(const JsonNode& node, const std::string& path);
    /// What stands inside a list or a map.
    Read nested(const JsonNode& node, const std::string& path);
    Read list(const JsonNode& node, const std::string& path);
    Read map(const JsonNode& node, const std::string& path);
    Read set(ValueType type, const JsonNode& node, const std::string& path);
    Read number(const std::string& text, const JsonNode& node, const std::string& path);
    Result<std::string> element(const JsonNode& node, const std::string& path);
    std::optional<Value> rawAs(ValueType declared, const JsonNode& node);

    static Error wrong(const JsonNode& node, const std::string& path, const std::string& what);
    static std::string the(const std::string& path);

    std::vector<std::string> m_repairs;
    std::uint32_t m_numbersRewritten = 0;
    int m_plain = 0;  // inside a value that is plain JSON as a whole, which was told once
};

}  // namespace partita
