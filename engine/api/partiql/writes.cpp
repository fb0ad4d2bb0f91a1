#include "engine/api/partiql/writes.h"

#include <utility>

#include "engine/api/partiql/key_tests.h"
#include "engine/expression/overloaded.h"

namespace partita::partiql {
namespace {

Condition itemExists(const TableDefinition& table, bool exists) {
    return makeCondition(AttributeExists{Path{table.keys.partition[0].name, {}}, exists});
}

Error notOnIndex() {
    return Error::validation("This operation is not supported on an index");
}

Result<TransactWrite> writeOf(const InsertStatement& insert, const TableDefinition& table) {
    PutRequest put{insert.table, insert.item};
    put.options.condition = itemExists(table, false);
    put.returnValues = ReturnValues::None;
    return TransactWrite(std::move(put));
}

Result<TransactWrite> writeOf(const UpdateStatement& update, const TableDefinition& table) {
    if (update.from.index) return notOnIndex();
    auto item = writtenItem(update.where, table.keys);
    if (!item) return item.error();
    UpdateRequest request{update.from.table, std::move(item->key), update.update};
    item->rest.insert(item->rest.begin(), itemExists(table, true));
    request.options.condition = makeAnd(std::move(item->rest));
    request.returnValues = update.returning.value_or(ReturnValues::None);
    return TransactWrite(std::move(request));
}

Result<TransactWrite> writeOf(const DeleteStatement& remove, const TableDefinition& table) {
    if (remove.from.index) return notOnIndex();
    auto item = writtenItem(remove.where, table.keys);
    if (!item) return item.error();
    DeleteRequest request{remove.from.table, std::move(item->key)};
    if (!item->rest.empty()) {
        request.options.condition = makeOr({itemExists(table, false), makeAnd(std::move(item->rest))});
    }
    request.returnValues = remove.returnsOld ? ReturnValues::AllOld : ReturnValues::None;
    return TransactWrite(std::move(request));
}

Result<TransactWrite> writeOf(const ExistsStatement& exists, const TableDefinition& table) {
    if (exists.select.from.index) return Error::validation("Operations on indices are not supported here");
    auto item = readItem(exists.select.where, table.keys);
    if (!item || item->rest.empty()) {
        return Error::validation("EXISTS() must contain a single item read with additional condition");
    }
    ConditionCheck check{exists.select.from.table, std::move(item->key), {}};
    check.options.condition = makeAnd(std::move(item->rest));
    return TransactWrite(std::move(check));
}

}  // namespace

Result<TransactWrite> writeOf(const Statement& statement, const TableDefinition& table) {
    return std::visit(overloaded{
                          [](const SelectStatement&) {
                              return Result<TransactWrite>(Error::internal("A SELECT is no write."));
                          },
                          [&](const auto& write) { return writeOf(write, table); },
                      },
                      statement);
}

WriteOptions& optionsOf(TransactWrite& write) {
    return std::visit([](auto& request) -> WriteOptions& { return request.options; }, write);
}

Item keyOf(const TransactWrite& write, const TableDefinition& table) {
    const auto* put = std::get_if<PutRequest>(&write);
    if (!put) {
        return std::visit(overloaded{[](const PutRequest&) { return Item(); },
                                     [](const auto& request) { return request.key; }},
                          write);
    }
    Item key;
    for (const KeyAttribute& attribute : table.keys.all()) {
        if (const Value* value = put->item.find(attribute.name)) key.set(attribute.name, *value);
    }
    return key;
}

Error duplicateItem() {
    return Error::of(ErrorCode::DuplicateItem, "Duplicate primary key exists in table");
}

}  // namespace partita::partiql
