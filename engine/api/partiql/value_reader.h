// Literal values and document paths of a statement. Private to this folder. One use, one thread.
#pragma once

#include <string>

#include "engine/api/partiql/token_reader.h"
#include "engine/expression/path.h"
#include "engine/value/value.h"

namespace partita::partiql {

class ValueReader final {
  public:
    explicit ValueReader(TokenReader& tokens) : m_tokens(tokens) {}

    /// Whether a literal value or a parameter is next.
    bool atValue() const;
    /// Only at a value. What is wrong with it is a fault of the reader.
    Value read() { return value("root", 0, true); }
    /// Only at a name.
    Path path();
    /// The item of an INSERT: a map whose values may be parameters.
    AttributeMap item();

  private:
    Value value(const std::string& place, int depth, bool parameters);
    Value number(const std::string& place);
    Value list(const std::string& place, int depth);
    Value set(const std::string& place, int depth);
    AttributeMap map(const std::string& place, int depth);
    /// After the "{". `readValue(name)` gives the value after the colon; nothing: no further.
    template <class ReadValue>
    AttributeMap members(const ReadValue& readValue);
    void unsupported(const std::string& place);
    bool isTooDeep(const std::string& place, int depth);
    void step(Path& path);

    TokenReader& m_tokens;
};

}  // namespace partita::partiql
