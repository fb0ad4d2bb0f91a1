// The statements of a transaction, all or none of them.
#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "engine/api/partiql/key_tests.h"
#include "engine/api/partiql/read_plan.h"
#include "engine/api/partiql/run_batch.h"
#include "engine/api/partiql/run_statement.h"
#include "engine/api/partiql/single_read.h"
#include "engine/api/partiql/writes.h"
#include "engine/table/key.h"
#include "engine/value/item_bytes.h"

namespace partita::partiql {
namespace {

Error failedIn(std::size_t position, const Error& error) {
    Error whole = error;
    whole.message =
        "Validation failed in TransactStatements[" + std::to_string(position) + "]: " + error.message;
    return whole;
}

Error cancelled(std::vector<CancellationReason> reasons) {
    std::string codes;
    for (const CancellationReason& reason : reasons) {
        codes += (codes.empty() ? "" : ", ") + reason.code;
    }
    Error error = Error::of(
        ErrorCode::TransactionCanceled,
        "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]");
    FailureDetail detail;
    detail.cancellationReasons = std::move(reasons);
    error.detail = std::make_shared<const FailureDetail>(std::move(detail));
    return error;
}

bool hasReturning(const Statement& statement) {
    if (const auto* update = std::get_if<UpdateStatement>(&statement)) return update->returning.has_value();
    const auto* remove = std::get_if<DeleteStatement>(&statement);
    return remove && remove->returnsOld;
}

/// UPDATE and DELETE of the table: what is wrong with their WHERE clause cancels instead of failing.
bool isByKey(const Statement& statement) {
    if (const auto* update = std::get_if<UpdateStatement>(&statement)) return !update->from.index;
    const auto* remove = std::get_if<DeleteStatement>(&statement);
    return remove && !remove->from.index;
}

class Transaction final {
  public:
    Transaction(Engine& engine, const std::vector<GivenStatement>& statements)
        : m_engine(engine), m_statements(statements), m_reasons(statements.size()) {}

    /// Fails on what the whole request is refused for.
    Result<void> prepare() {
        std::size_t reads = 0;
        for (std::size_t i = 0; i < m_statements.size(); ++i) {
            const auto& statement = m_statements[i].statement;
            if (!statement) return failedIn(i, statement.error());
            if (partiql::isRead(*statement)) ++reads;
        }
        if (reads > 0 && reads < m_statements.size()) {
            return Error::validation(
                "ExecuteTransaction API does not support both read and write operations in the same "
                "request.");
        }
        m_isRead = reads > 0;
        for (std::size_t i = 0; i < m_statements.size(); ++i) {
            if (auto added = add(i); !added) return failedIn(i, added.error());
        }
        const bool fails =
            std::any_of(m_reasons.begin(), m_reasons.end(),
                        [](const CancellationReason& reason) { return reason.code != "None"; });
        if (fails) return cancelled(m_reasons);
        if (m_repeats) {
            return Error::validation("Transaction request cannot include multiple operations on one item");
        }
        return {};
    }

    Result<TransactionResponse> read(Metering metering) {
        auto got = m_engine.transactGet(m_gets, metering);
        if (!got) return got.error();
        TransactionResponse response{true, std::move(got->items), std::move(got->capacity)};
        for (std::size_t i = 0; i < response.items.size(); ++i) {
            const auto& columns = std::get<SelectStatement>(*m_statements[i].statement).columns;
            if (response.items[i] && !columns.empty()) {
                response.items[i] = columnsOf(columns, *response.items[i]);
            }
        }
        return response;
    }

    Result<TransactionResponse> write(const std::string& token, const std::string& fingerprint,
                                      Metering metering) {
        m_writes.token = token;
        m_writes.fingerprint = fingerprint;
        auto done = m_engine.transactWrite(m_writes, metering);
        if (!done) return inWordsOfStatements(done.error());
        return TransactionResponse{false, std::vector<std::optional<Item>>(m_statements.size()),
                                   std::move(done->capacity)};
    }

    bool isRead() const { return m_isRead; }

  private:
    Result<void> add(std::size_t position) {
        const Statement& statement = m_statements[position].statement.value();
        const auto table = tableNamed(m_engine, tableOf(statement));
        if (!table) {
            if (table.error().code != ErrorCode::ResourceNotFound) return table.error();
            m_reasons[position] = {"ResourceNotFound", table.error().message, {}};
            return {};
        }
        const auto* select = std::get_if<SelectStatement>(&statement);
        return select ? addRead(position, *select, **table) : addWrite(position, statement, **table);
    }

    Result<void> addRead(std::size_t position, const SelectStatement& select, const TableDefinition& table) {
        if (select.from.index) {
            return Error::validation("Reads on indices are not supported within transactions.");
        }
        auto get = singleRead(select, table, "ExecuteTransaction");
        if (!get) return get.error();
        if (isOfTable(get->key, table)) {
            seen(table, get->key);
        } else {
            m_reasons[position] = notOfTheSchema();
        }
        m_gets.gets.push_back(*std::move(get));
        return {};
    }

    Result<void> addWrite(std::size_t position, const Statement& statement, const TableDefinition& table) {
        if (hasReturning(statement)) {
            return Error::validation("RETURNING clause is not supported in ExecuteTransaction.");
        }
        auto write = writeOf(statement, table);
        if (!write) {
            if (!isByKey(statement)) return write.error();
            m_reasons[position] = notOfTheSchema();
            return {};
        }
        const Item key = keyOf(*write, table);
        if (const auto* put = std::get_if<PutRequest>(&*write)) {
            if (const auto checked = tableKey(table.keys, put->item); !checked) {
                m_reasons[position] = {"ValidationError", checked.error().message, {}};
                return {};
            }
            seen(table, key);
        } else if (isOfTable(key, table)) {
            seen(table, key);
        } else {
            m_reasons[position] = notOfTheSchema();
        }
        optionsOf(*write).returnItemOnFailure = m_statements[position].returnItemOnFailure;
        m_writes.writes.push_back(*std::move(write));
        return {};
    }

    static CancellationReason notOfTheSchema() {
        return {"ValidationError", "The provided key element does not match the schema", {}};
    }

    static bool isOfTable(const Item& key, const TableDefinition& table) {
        const std::vector<KeyAttribute> attributes = table.keys.all();
        return std::all_of(attributes.begin(), attributes.end(), [&](const KeyAttribute& attribute) {
            const Value* value = key.find(attribute.name);
            return value && value->type() == attribute.type;
        });
    }

    void seen(const TableDefinition& table, const Item& key) {
        m_repeats = !m_seen.insert(table.name + '\0' + itemBytes(key)).second || m_repeats;
    }

    /// An INSERT whose item is there is a duplicate, not a failed condition.
    Error inWordsOfStatements(const Error& error) const {
        if (error.code != ErrorCode::TransactionCanceled || !error.detail) return error;
        std::vector<CancellationReason> reasons = error.detail->cancellationReasons;
        bool changed = false;
        for (std::size_t i = 0; i < reasons.size() && i < m_statements.size(); ++i) {
            if (reasons[i].code != "ConditionalCheckFailed") continue;
            if (!std::holds_alternative<InsertStatement>(*m_statements[i].statement)) continue;
            reasons[i] = {"DuplicateItem", duplicateItem().message, {}};
            changed = true;
        }
        return changed ? cancelled(std::move(reasons)) : error;
    }

    Engine& m_engine;
    const std::vector<GivenStatement>& m_statements;
    std::vector<CancellationReason> m_reasons;
    std::set<std::string> m_seen;
    bool m_repeats = false;
    bool m_isRead = false;
    TransactGetRequest m_gets;
    TransactWriteRequest m_writes;
};

}  // namespace

Result<TransactionResponse> runTransaction(Engine& engine, const std::vector<GivenStatement>& statements,
                                           const std::string& token, const std::string& fingerprint,
                                           Metering metering) {
    Transaction transaction(engine, statements);
    if (auto prepared = transaction.prepare(); !prepared) return prepared.error();
    return transaction.isRead() ? transaction.read(metering)
                                : transaction.write(token, fingerprint, metering);
}

}  // namespace partita::partiql
