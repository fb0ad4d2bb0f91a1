// SET and REMOVE of an UPDATE, as an update of engine/expression. Private to this folder. One use, one
// thread.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/partiql/token_reader.h"
#include "engine/api/partiql/value_reader.h"
#include "engine/expression/update.h"

namespace partita::partiql {

class UpdateReader final {
  public:
    UpdateReader(TokenReader& tokens, ValueReader& values) : m_tokens(tokens), m_values(values) {}

    /// All clauses that stand here; the statement is in error when there is none.
    Update read();

  private:
    struct Target {
        Path path;
        SourceRange range;
    };
    /// The path that is changed next; a syntax error when none stands here.
    std::optional<Target> target();
    void set();
    void remove();
    void add(UpdateAction action, SourceRange range);
    UpdateOperand value(int depth);
    UpdateOperand operand(int depth);
    UpdateOperand call(int depth);
    /// SET path = set_add(path, <<…>>), or set_delete; false when something else stands here.
    bool setFunction(const Path& target, SourceRange range);
    void checkType(const UpdateOperand& operand, std::string_view name, ValueType type, SourceRange range);

    TokenReader& m_tokens;
    ValueReader& m_values;
    std::vector<UpdateAction> m_actions;
};

}  // namespace partita::partiql
