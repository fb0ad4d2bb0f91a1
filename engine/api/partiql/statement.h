// A PartiQL statement, read and bound: parameters are in place, what can be said without the table is
// checked. Start at parseStatement(). Plain values; any thread. Source: developer guide, "PartiQL - a
// SQL-compatible query language for Amazon DynamoDB".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/path.h"
#include "engine/expression/update.h"
#include "engine/request.h"
#include "engine/result.h"

namespace partita::partiql {

/// "table" or "table"."index".
struct Source {
    std::string table;
    std::optional<std::string> index;
};

/// What SELECT takes of an item, and under which name it is answered: a path by its last name and the indexes
/// after it (a.b[2] is "b[2]").
struct Column {
    Path path;
    std::string name;
};
struct OrderTerm {
    std::string attribute;
    bool descending = false;
};
struct SelectStatement {
    Source from;
    std::vector<Column> columns;  // none: *
    std::optional<Condition> where;
    std::vector<OrderTerm> order;
    /// A function among the columns: the service says so later than all else that the text has wrong.
    std::optional<Error> columnFault;
};
struct InsertStatement {
    std::string table;
    Item item;
};
struct UpdateStatement {
    Source from;
    Update update;
    std::optional<Condition> where;
    std::optional<ReturnValues> returning;
};
struct DeleteStatement {
    Source from;
    std::optional<Condition> where;
    bool returnsOld = false;
};
/// EXISTS(SELECT …), in a transaction.
struct ExistsStatement {
    SelectStatement select;
};
using Statement =
    std::variant<SelectStatement, InsertStatement, UpdateStatement, DeleteStatement, ExistsStatement>;

/// Whether it reads only (SELECT).
bool isRead(const Statement& statement);
const std::string& tableOf(const Statement& statement);

/// Fails (ValidationException, the service's words, Error::range) on a text that is no statement, has more
/// than 8,192 bytes or another number of parameters than are given.
Result<Statement> parseStatement(std::string_view text, const std::vector<Value>& parameters);

/// One line, for tests: "SELECT a, b FROM t.i WHERE (a = {N:1}) ORDER BY a DESC".
std::string toText(const Statement& statement);

}  // namespace partita::partiql
