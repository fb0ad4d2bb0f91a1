// Statements as wholes: the clauses around conditions, values and updates.
#include <algorithm>
#include <utility>

#include "engine/api/partiql/condition_reader.h"
#include "engine/api/partiql/statement.h"
#include "engine/api/partiql/update_reader.h"
#include "engine/expression/overloaded.h"

namespace partita::partiql {
namespace {

std::string columnName(const Path& path) {
    std::string name = path.attribute;
    for (const PathStep& step : path.steps) {
        if (const auto* entry = std::get_if<std::string>(&step)) {
            name = *entry;
        } else {
            name += '[' + std::to_string(std::get<std::uint32_t>(step)) + ']';
        }
    }
    return name;
}

/// What names the table: SELECT reads it as any expression, the writes as a path.
enum class SourceIn { Select, Write, Insert };

class StatementReader final {
  public:
    StatementReader(std::string_view text, std::vector<Token> tokens, const std::vector<Value>& parameters)
        : m_tokens(text, std::move(tokens), parameters),
          m_values(m_tokens),
          m_conditions(m_tokens, m_values) {}

    Result<Statement> read(std::size_t parametersInText, std::size_t parametersGiven) {
        Statement statement = any();
        if (!m_tokens.failed()) {
            m_tokens.acceptSymbol(";");
            if (!m_tokens.atEnd()) m_tokens.fail("Unexpected token after expression");
        }
        if (m_tokens.error()) return *m_tokens.error();
        if (parametersInText != parametersGiven) {
            m_tokens.fault("Number of parameters in request and statement don't match.",
                           {0, m_tokens.text().size()});
        }
        if (m_tokens.firstFault()) return *m_tokens.firstFault();
        return statement;
    }

  private:
    Statement any() {
        if (m_tokens.acceptWord("select")) return select();
        if (m_tokens.isWord("exists") && m_tokens.isSymbol("(", 1)) return exists();
        if (m_tokens.acceptWord("insert")) return insert();
        if (m_tokens.acceptWord("update")) return update();
        if (m_tokens.acceptWord("delete")) return remove();
        if (m_tokens.acceptWord("from")) return fromFirst();
        m_tokens.fail("Expected data manipulation");
        return SelectStatement{};
    }

    Source source(SourceIn in) {
        Source source;
        if (!m_tokens.isName()) {
            m_tokens.fail(in == SourceIn::Select
                              ? (m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term")
                              : "Expected identifier for simple path");
            return source;
        }
        const std::size_t begin = m_tokens.peek().range.begin;
        std::vector<Token> parts = {m_tokens.next()};
        while (m_tokens.acceptSymbol(".")) {
            if (!m_tokens.isName()) {
                m_tokens.fail("Invalid path dot component");
                return source;
            }
            parts.push_back(m_tokens.next());
        }
        const SourceRange range{begin, m_tokens.previousEnd()};
        if (in == SourceIn::Insert && parts.size() > 1) {
            m_tokens.faultAt(
                "FROM clause may only contain a single table name in data manipulation statements", range);
        }
        for (const Token& part : parts) {
            if (part.text.empty()) m_tokens.fault("Path component cannot be an empty string", part.range);
        }
        if (parts.size() > 2) {
            m_tokens.fault("A path may contain at most 2 components in the FROM clause", range);
        }
        source.table = parts[0].text;
        if (parts.size() > 1) source.index = parts[1].text;
        if (in != SourceIn::Insert) alias();
        return source;
    }

    void alias() {
        const SourceRange range = m_tokens.peek().range;
        const bool isAlias = m_tokens.acceptWord("as") || m_tokens.isName();
        if (!isAlias) return;
        m_tokens.fault("Aliasing is not supported", range);
        if (m_tokens.isName()) m_tokens.next();
    }

    std::optional<Condition> where() {
        if (!m_tokens.acceptWord("where")) return std::nullopt;
        return m_conditions.read();
    }

    SelectStatement select() {
        SelectStatement select;
        if (!m_tokens.acceptSymbol("*")) {
            do {
                column(select);
            } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
        }
        if (!m_tokens.acceptWord("from")) m_tokens.fail("Unexpected token after expression");
        select.from = source(SourceIn::Select);
        select.where = where();
        if (m_tokens.acceptWord("order")) {
            if (!m_tokens.acceptWord("by")) m_tokens.fail("Unexpected keyword");
            do {
                orderTerm(select);
            } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
        }
        limit();
        return select;
    }

    /// The language has it, the service has not: there, Limit is a parameter of the request.
    void limit() {
        if (!m_tokens.acceptWord("limit")) return;
        const SourceRange range = m_tokens.peek().range;
        if (m_values.atValue()) {
            m_values.read();
        } else {
            m_tokens.fail("Unexpected term");
        }
        m_tokens.faultAt("Unsupported clause: LIMIT", range);
    }

    void column(SelectStatement& select) {
        const Token first = m_tokens.peek();
        const bool isCall = first.kind == Token::Kind::Word && m_tokens.isSymbol("(", 1);
        if (isCall || m_values.atValue()) {
            if (!select.columnFault) {
                select.columnFault = Error::validation("Unexpected path component at " +
                                                       placeText(m_tokens.text(), first.range));
                select.columnFault->range = first.range;
            }
            if (isCall) {
                m_tokens.next();
                m_tokens.skipParentheses();
            } else {
                m_values.read();
            }
            return;
        }
        if (!m_tokens.isName()) {
            m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
            return;
        }
        Path path = m_values.path();
        std::string name = columnName(path);
        const SourceRange range{first.range.begin, m_tokens.previousEnd()};
        const bool isTwice = std::any_of(select.columns.begin(), select.columns.end(),
                                         [&](const Column& column) { return column.name == name; });
        if (isTwice) m_tokens.fault("Duplicate identifiers in select clause: " + name, range);
        select.columns.push_back({std::move(path), std::move(name)});
        alias();
    }

    void orderTerm(SelectStatement& select) {
        if (!m_tokens.isName()) {
            m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
            return;
        }
        const std::size_t begin = m_tokens.peek().range.begin;
        const Path path = m_values.path();
        if (path.isNested()) {
            m_tokens.fault(
                "Attribute " + partita::toText(path) + " in ORDER BY clause must be part of the primary key",
                {begin, m_tokens.previousEnd()});
        }
        const bool descending = m_tokens.acceptWord("desc");
        if (!descending) m_tokens.acceptWord("asc");
        select.order.push_back({path.attribute, descending});
    }

    ExistsStatement exists() {
        m_tokens.next();
        m_tokens.next();
        ExistsStatement exists;
        if (m_tokens.acceptWord("select")) {
            exists.select = select();
        } else {
            m_tokens.fail("Unexpected term");
        }
        m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
        return exists;
    }

    InsertStatement insert() {
        InsertStatement insert;
        if (!m_tokens.acceptWord("into")) m_tokens.fail("Unexpected keyword");
        insert.table = source(SourceIn::Insert).table;
        if (m_tokens.failed()) return insert;
        if (!m_tokens.acceptWord("value")) {
            m_tokens.fail(m_tokens.isSymbol("(") || m_tokens.isKeyword() || m_tokens.atEnd()
                              ? "Unexpected keyword"
                              : "Unexpected token after expression");
            return insert;
        }
        insert.item = m_values.item();
        return insert;
    }

    UpdateStatement update() {
        Source from = source(SourceIn::Write);
        Update update = UpdateReader(m_tokens, m_values).read();
        std::optional<Condition> condition = where();
        std::optional<ReturnValues> returned = returning();
        return written(std::move(from), std::move(update), std::move(condition), returned);
    }

    /// FROM table WHERE … SET …: the same with the clauses in another order.
    UpdateStatement fromFirst() {
        Source from = source(SourceIn::Write);
        std::optional<Condition> condition = where();
        Update update = UpdateReader(m_tokens, m_values).read();
        std::optional<ReturnValues> returned = returning();
        return written(std::move(from), std::move(update), std::move(condition), returned);
    }

    static UpdateStatement written(Source from, Update update, std::optional<Condition> condition,
                                   std::optional<ReturnValues> returned) {
        return {std::move(from), std::move(update), std::move(condition), returned};
    }

    DeleteStatement remove() {
        DeleteStatement statement;
        if (!m_tokens.acceptWord("from")) m_tokens.fail("Expected FROM");
        statement.from = source(SourceIn::Write);
        statement.where = where();
        const SourceRange at = m_tokens.peek().range;
        const std::optional<ReturnValues> returned = returning();
        statement.returnsOld = returned.has_value();
        if (returned && *returned != ReturnValues::AllOld) {
            const bool isNew = *returned == ReturnValues::AllNew || *returned == ReturnValues::UpdatedNew;
            const bool isAll = *returned == ReturnValues::AllNew;
            m_tokens.fault("Invalid returning clause: RETURNING " +
                               std::string(isAll ? "ALL " : "MODIFIED ") + (isNew ? "NEW" : "OLD") +
                               " *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
                           {at.begin, m_tokens.previousEnd()});
        }
        return statement;
    }

    std::optional<ReturnValues> returning() {
        if (!m_tokens.acceptWord("returning")) return std::nullopt;
        const bool isAll = m_tokens.acceptWord("all");
        if (!isAll && !m_tokens.acceptWord("modified"))
            m_tokens.fail("Expected ALL or MODIFIED after RETURNING");
        const bool isOld = m_tokens.acceptWord("old");
        if (!isOld && !m_tokens.acceptWord("new")) m_tokens.fail("Expected OLD or NEW in RETURNING");
        m_tokens.expectSymbol("*", "Expected * in RETURNING");
        if (isAll) return isOld ? ReturnValues::AllOld : ReturnValues::AllNew;
        return isOld ? ReturnValues::UpdatedOld : ReturnValues::UpdatedNew;
    }

    TokenReader m_tokens;
    ValueReader m_values;
    ConditionReader m_conditions;
};

std::string toText(const Source& source) {
    return source.index ? source.table + '.' + *source.index : source.table;
}

std::string toText(const std::optional<Condition>& where) {
    return where ? " WHERE " + partita::toText(*where) : std::string();
}

std::string toText(const SelectStatement& select) {
    std::string columns;
    for (const Column& column : select.columns) {
        columns += (columns.empty() ? "" : ", ") + partita::toText(column.path);
    }
    std::string order;
    for (const OrderTerm& term : select.order) {
        order += (order.empty() ? " ORDER BY " : ", ") + term.attribute + (term.descending ? " DESC" : "");
    }
    return "SELECT " + (columns.empty() ? "*" : columns) + " FROM " + toText(select.from) +
           toText(select.where) + order;
}

}  // namespace

bool isRead(const Statement& statement) {
    return std::holds_alternative<SelectStatement>(statement);
}

const std::string& tableOf(const Statement& statement) {
    return *std::visit(overloaded{
                           [](const InsertStatement& insert) { return &insert.table; },
                           [](const ExistsStatement& exists) { return &exists.select.from.table; },
                           [](const auto& other) { return &other.from.table; },
                       },
                       statement);
}

Result<Statement> parseStatement(std::string_view text, const std::vector<Value>& parameters) {
    if (text.empty() || text.size() > kStatementBytes) {
        return Error::validation(
            "1 validation error detected: Value at 'statement' failed to satisfy "
            "constraint: Member must have length " +
            std::string(text.empty() ? "greater than or equal to 1" : "less than or equal to 8192"));
    }
    auto tokens = tokensOf(text);
    if (!tokens) return tokens.error();
    const auto places = std::count_if(tokens->begin(), tokens->end(), [](const Token& token) {
        return token.kind == Token::Kind::Parameter;
    });
    return StatementReader(text, *std::move(tokens), parameters)
        .read(static_cast<std::size_t>(places), parameters.size());
}

std::string toText(const Statement& statement) {
    return std::visit(
        overloaded{
            [](const SelectStatement& select) { return toText(select); },
            [](const ExistsStatement& exists) { return "EXISTS(" + toText(exists.select) + ")"; },
            [](const InsertStatement& insert) {
                return "INSERT INTO " + insert.table + " VALUE " +
                       partita::toText(Literal(Value::map(insert.item)));
            },
            [](const UpdateStatement& update) {
                constexpr std::string_view kReturning[] = {"NONE", "ALL OLD", "MODIFIED OLD", "ALL NEW",
                                                           "MODIFIED NEW"};
                std::string text = "UPDATE " + toText(update.from) + ' ' + partita::toText(update.update) +
                                   toText(update.where);
                if (update.returning) {
                    text += " RETURNING ";
                    text += kReturning[static_cast<std::size_t>(*update.returning)];
                }
                return text;
            },
            [](const DeleteStatement& remove) {
                return "DELETE FROM " + toText(remove.from) + toText(remove.where) +
                       (remove.returnsOld ? " RETURNING ALL OLD" : "");
            },
        },
        statement);
}

}  // namespace partita::partiql
