// Each statement of a batch for itself.
#include "engine/api/partiql/run_batch.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "engine/api/partiql/key_tests.h"
#include "engine/api/partiql/read_plan.h"
#include "engine/api/partiql/run_statement.h"
#include "engine/api/partiql/single_read.h"
#include "engine/api/partiql/writes.h"
#include "engine/value/item_bytes.h"

namespace partita::partiql {
namespace {

using Request = std::variant<GetRequest, TransactWrite>;

struct Member {
    Result<Request> request;
    std::string table;
    Item key;
};

Result<Request> requestOf(const GivenStatement& given, const TableDefinition& table, Item& key) {
    if (const auto* select = std::get_if<SelectStatement>(&given.statement.value())) {
        auto get = singleRead(*select, table, "BatchExecuteStatement");
        if (!get) return get.error();
        for (const KeyAttribute& attribute : table.keys.all()) {
            if (auto checked = checkKeyValue(attribute, *get->key.find(attribute.name)); !checked) {
                return checked.error();
            }
        }
        get->consistent = given.consistent;
        key = get->key;
        return Request(*std::move(get));
    }
    auto write = writeOf(*given.statement, table);
    if (!write) return write.error();
    if (std::holds_alternative<ConditionCheck>(*write)) {
        return Error::validation("EXISTS can only be used in ExecuteTransaction write requests.");
    }
    key = keyOf(*write, table);
    return Request(*std::move(write));
}

Member memberOf(const Engine& engine, const GivenStatement& given) {
    if (!given.statement) return {given.statement.error(), {}, {}};
    const auto table = tableNamed(engine, tableOf(*given.statement));
    if (!table) return {table.error(), {}, {}};
    Item key;
    auto request = requestOf(given, **table, key);
    return {std::move(request), (*table)->name, std::move(key)};
}

void add(const ConsumedCapacity& capacity, std::vector<ConsumedCapacity>& all) {
    const auto same = std::find_if(
        all.begin(), all.end(), [&](const ConsumedCapacity& other) { return other.table == capacity.table; });
    if (same == all.end()) {
        all.push_back(capacity);
    } else {
        *same += capacity;
    }
}

class Batch final {
  public:
    Batch(Engine& engine, Metering metering) : m_engine(engine), m_metering(metering) {}

    void run(const GivenStatement& given, const Member& member) {
        BatchMemberAnswer answer;
        if (!member.request) {
            answer.error = member.request.error();
        } else {
            answer.table = member.table;
            if (const auto* get = std::get_if<GetRequest>(&*member.request)) {
                read(*get, std::get<SelectStatement>(*given.statement), answer);
            } else {
                write(std::get<TransactWrite>(*member.request), answer);
            }
        }
        m_response.answers.push_back(std::move(answer));
    }

    BatchResponse take() { return std::move(m_response); }

  private:
    void read(const GetRequest& get, const SelectStatement& select, BatchMemberAnswer& answer) {
        auto found = m_engine.get(get, m_metering);
        if (!found) {
            answer.error = found.error();
            return;
        }
        add(found->capacity, m_response.capacity);
        if (!found->item) return;
        answer.item =
            select.columns.empty() ? *std::move(found->item) : columnsOf(select.columns, *found->item);
    }

    void write(const TransactWrite& write, BatchMemberAnswer& answer) {
        auto done = runWrite(m_engine, write, m_metering);
        if (!done) {
            answer.error = done.error();
            return;
        }
        add(done->capacity, m_response.capacity);
        if (done->attributes && !done->attributes->empty()) answer.item = *std::move(done->attributes);
    }

    Engine& m_engine;
    Metering m_metering;
    BatchResponse m_response;
};

}  // namespace

Result<BatchResponse> runBatch(Engine& engine, const std::vector<GivenStatement>& statements,
                               Metering metering) {
    std::size_t reads = 0;
    std::size_t writes = 0;
    for (const GivenStatement& given : statements) {
        if (given.statement) ++(isRead(*given.statement) ? reads : writes);
    }
    if (reads > 0 && writes > 0) {
        return Error::validation("Read and write requests together in the same batch is not supported.");
    }
    std::vector<Member> members;
    std::set<std::string> seen;
    for (const GivenStatement& given : statements) {
        members.push_back(memberOf(engine, given));
        const Member& member = members.back();
        if (!member.request) continue;
        if (!seen.insert(member.table + '\0' + itemBytes(member.key)).second) {
            return Error::validation("Provided list of item keys contains duplicates");
        }
    }
    Batch batch(engine, metering);
    for (std::size_t i = 0; i < statements.size(); ++i) {
        batch.run(statements[i], members[i]);
    }
    return batch.take();
}

std::string batchErrorCode(const Error& error) {
    switch (error.code) {
        case ErrorCode::ConditionalCheckFailed:
            return "ConditionalCheckFailed";
        case ErrorCode::ItemCollectionSizeLimitExceeded:
            return "ItemCollectionSizeLimitExceeded";
        case ErrorCode::LimitExceeded:
            return "RequestLimitExceeded";
        case ErrorCode::Validation:
        case ErrorCode::BadInput:
            return "ValidationError";
        case ErrorCode::ProvisionedThroughputExceeded:
            return "ProvisionedThroughputExceeded";
        case ErrorCode::TransactionConflict:
            return "TransactionConflict";
        case ErrorCode::Throttling:
            return "ThrottlingError";
        case ErrorCode::ResourceNotFound:
            return "ResourceNotFound";
        case ErrorCode::AccessDenied:
        case ErrorCode::ReadOnly:
            return "AccessDenied";
        case ErrorCode::DuplicateItem:
            return "DuplicateItem";
        default:
            return "InternalServerError";
    }
}

}  // namespace partita::partiql
