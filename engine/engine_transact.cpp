// TransactWriteItems and TransactGetItems.
#include <set>

#include "engine/engine_state.h"
#include "engine/limits.h"
#include "engine/operation/batch_limits.h"
#include "engine/operation/cancellation_reasons.h"
#include "engine/operation/capacity.h"
#include "engine/operation/item_change.h"
#include "engine/operation/item_collection.h"
#include "engine/operation/key_paths.h"
#include "engine/operation/read_item.h"
#include "engine/operation/request_tables.h"

namespace partita {
namespace {

Error repeatedItem() {
    return Error::validation("Transaction request cannot include multiple operations on one item");
}

Error tooManyActions() {
    return Error::validation(
        "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must "
        "have "
        "length less than or equal to " +
        std::to_string(limits::kTransactionActions));
}

Error tooLarge() {
    return Error::validation(
        "Collection size of items exceeded, which can also be caused by the aggregate size of the items in "
        "the transaction exceeding the 4MB limit");
}

Error tokenOfAnother() {
    return Error::of(ErrorCode::IdempotentParameterMismatch,
                     "The provided client token is already in use with other parameters");
}

const std::string& tableOf(const TransactWrite& write) {
    return std::visit([](const auto& one) -> const std::string& { return one.table; }, write);
}

/// The item of a put, the key of what else there is.
const Item& itemOf(const TransactWrite& write) {
    if (const auto* put = std::get_if<PutRequest>(&write)) return put->item;
    if (const auto* removal = std::get_if<DeleteRequest>(&write)) return removal->key;
    if (const auto* update = std::get_if<UpdateRequest>(&write)) return update->key;
    return std::get_if<ConditionCheck>(&write)->key;
}

/// A TransactWriteItems, checked as far as it can be without reading.
struct WritePlan {
    RequestTables tables;
    std::vector<std::size_t> tableOf;                // of each action
    std::vector<std::optional<ItemChange>> changes;  // nothing where there is a reason
    CancellationReasons reasons;
};

Result<WritePlan> writePlan(std::shared_ptr<const Catalogue> catalogue, const TransactWriteRequest& request) {
    if (request.writes.size() > limits::kTransactionActions) return tooManyActions();
    WritePlan plan{RequestTables(std::move(catalogue)), {}, {}, CancellationReasons(request.writes.size())};
    std::uint64_t bytes = 0;
    for (const TransactWrite& write : request.writes) {
        const auto table = plan.tables.add(partita::tableOf(write));
        if (!table) return table.error();
        plan.tableOf.push_back(*table);
        // Recorded: these two faults are the request's, not an action's.
        if (auto empty = emptyKeyValue(plan.tables[*table]->definition, itemOf(write))) return *empty;
        const std::uint64_t size = sizeOf(itemOf(write));
        if (size > limits::kItemSize)
            return Error::validation("Item size has exceeded the maximum allowed size");
        bytes += size;
    }
    if (bytes > limits::kTransactionBytes) return tooLarge();
    std::set<std::pair<std::size_t, KeyBytes>> seen;
    for (std::size_t i = 0; i < request.writes.size(); ++i) {
        auto change =
            std::visit([&](const auto& one) { return ItemChange::of(*plan.tables[plan.tableOf[i]], one); },
                       request.writes[i]);
        plan.changes.emplace_back();
        if (!change) {
            if (auto added = plan.reasons.add(i, change.error()); !added) return added.error();
            continue;
        }
        if (!seen.emplace(plan.tableOf[i], change->key()).second) return repeatedItem();
        plan.changes.back() = std::move(change).value();
    }
    return plan;
}

/// The items that the actions are about; every one has been read.
std::vector<TransactionHolds::ItemId> itemsOf(const WritePlan& plan) {
    std::vector<TransactionHolds::ItemId> items;
    for (std::size_t i = 0; i < plan.changes.size(); ++i)
        items.emplace_back(plan.tables[plan.tableOf[i]]->id, plan.changes[i]->key());
    return items;
}

struct Written {
    TransactWriteResponse response;
    std::vector<WriteOutcome> outcomes;      // of each action
    std::vector<ConsumedCapacity> ofRepeat;  // what a repeat under the same token will cost
};

/// What each action's write asks of the partitions, once all are decided.
void addWrites(const WritePlan& plan, std::vector<ItemWriter>& writers, Admission& admission) {
    for (std::size_t i = 0; i < plan.changes.size(); ++i) {
        const ItemChange& change = *plan.changes[i];
        WriteOutcome price = change.price(writers[plan.tableOf[i]]);
        price.chargeTwice();
        admission.write(plan.tables[plan.tableOf[i]], change.hash(), price, i);
    }
}

Result<void> addReasons(const std::vector<Admission::Refused>& refused, CancellationReasons& reasons) {
    for (const Admission::Refused& one : refused)
        if (auto added = reasons.add(one.action, one.error); !added) return added;
    return {};
}

/// Decides all actions, asks `ask` whether the throttle admits them, then does them. Fails with the reasons
/// when one of them cannot be done; what has been written until then is the caller's to roll back.
template <class Ask>
Result<Written> writeAll(Database& database, WritePlan& plan, bool wantsMetrics,
                         std::uint64_t collectionLimit, IndexLag* lag, const Ask& ask) {
    std::vector<ItemWriter> writers = plan.tables.writers(database, lag);
    const std::size_t actions = plan.changes.size();
    for (std::size_t i = 0; i < actions; ++i) {
        if (!plan.changes[i]) continue;
        if (auto decided = plan.changes[i]->decide(writers[plan.tableOf[i]]); !decided)
            if (auto added = plan.reasons.add(i, decided.error()); !added) return added.error();
    }
    if (plan.reasons.any()) return plan.reasons.cancelled();
    if (auto asked = ask(plan, writers); !asked) return asked.error();
    if (plan.reasons.any()) return plan.reasons.cancelled();

    Written written{{plan.tables.capacities(), {}}, {}, plan.tables.capacities()};
    std::set<std::pair<std::size_t, std::string>> measured;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < actions; ++i) {
        ItemChange& change = *plan.changes[i];
        const std::string& partition = change.key().partition;
        const std::size_t at = plan.tableOf[i];
        const StoredTable& table = *plan.tables[at];
        WriteOutcome& outcome = written.outcomes.emplace_back(change.apply(writers[at]));
        outcome.chargeTwice();
        if (outcome.collectionGrowth > 0)
            if (auto fits = checkCollection(database, table, partition, collectionLimit); !fits)
                if (auto added = plan.reasons.add(i, fits.error()); !added) return added.error();
        written.response.capacity[at] += outcome.capacity(table.definition);
        const Capacity reads{2 * readCost(change.imageSize(), true), 0};
        written.ofRepeat[at].total += reads;
        written.ofRepeat[at].ofTable += reads;
        bytes += change.imageSize();
        if (wantsMetrics) measured.emplace(at, partition);
    }
    if (plan.reasons.any()) return plan.reasons.cancelled();
    if (bytes > limits::kTransactionBytes) return tooLarge();
    for (const auto& [at, partition] : measured)
        if (auto metrics = collectionMetrics(database, *plan.tables[at], partition))
            written.response.collectionMetrics[plan.tables[at]->definition.name].push_back(
                std::move(*metrics));
    return written;
}

}  // namespace

Result<TransactWriteResponse> Engine::transactWrite(const TransactWriteRequest& request, Metering metering) {
    auto plan = writePlan(m_state->file->catalogue(), request);
    if (!plan) return plan.error();
    std::vector<WriteOutcome> outcomes;
    bool repeated = false;
    // Only while transactions take their time: the items, until this ends.
    std::unique_ptr<TransactionHolds::Writing> writing;
    const auto begin = [&]() -> Result<void> {
        {
            const TableFile::Writer writer = m_state->file->writer();
            if (!request.token.empty() && m_state->tokens.find(request.token, m_state->clock.now()))
                return {};
        }
        auto begun = m_state->holds.beginWriting(itemsOf(*plan), request.token, request.fingerprint);
        switch (begun.outcome) {
            case TransactionHolds::WriteBegun::Outcome::TokenInUse:
                return Error::of(ErrorCode::TransactionInProgress,
                                 "The transaction with the given request token is already in progress.");
            case TransactionHolds::WriteBegun::Outcome::TokenOfAnother:
                return tokenOfAnother();
            case TransactionHolds::WriteBegun::Outcome::Conflicts:
                for (const std::size_t i : begun.conflicts)
                    if (auto added = plan->reasons.add(i, State::ongoingTransaction()); !added) return added;
                return plan->reasons.cancelled();
            case TransactionHolds::WriteBegun::Outcome::Begun:
                break;
        }
        writing = std::move(begun.writing);
        m_state->passTransactionTime();
        return {};
    };
    auto response = guarded([&]() -> Result<TransactWriteResponse> {
        if (m_state->transactionsTakeTime() && !plan->reasons.any())
            if (auto begun = begin(); !begun) return begun.error();
        const TableFile::Writer writer = m_state->file->writer();
        const UtcMillis now = m_state->clock.now();
        if (!request.token.empty()) {
            if (const auto* done = m_state->tokens.find(request.token, now)) {
                if (!IdempotencyTokens::matches(*done, request.fingerprint)) return tokenOfAnother();
                repeated = true;
                return TransactWriteResponse{done->readCapacity, {}};
            }
        }
        // The tables may have become others while this transaction waited for its turn.
        if (auto current = m_state->file->catalogue(); current != plan->tables.catalogue()) {
            plan = writePlan(std::move(current), request);
            if (!plan) return plan.error();
        }
        Transaction transaction(*writer, Transaction::Kind::Write);
        const auto ask = [&](WritePlan& decided, std::vector<ItemWriter>& writers) -> Result<void> {
            if (!m_state->throttles(metering)) return {};
            Admission admission = m_state->admission();
            addWrites(decided, writers, admission);
            return addReasons(admission.ask(m_state->clock.now()), decided.reasons);
        };
        auto written = writeAll(*writer, *plan, request.returnCollectionMetrics, m_state->collectionLimit,
                                m_state->lagIfOn(), ask);
        if (!written) return written.error();
        transaction.commit();
        if (!request.token.empty())
            m_state->tokens.add(request.token, request.fingerprint, now, std::move(written->ofRepeat));
        outcomes = std::move(written->outcomes);
        return std::move(written->response);
    });
    if (repeated || !plan) return response;
    const bool cancelled = !response && response.error().code == ErrorCode::TransactionCanceled;
    if (!response && !cancelled) return response;
    std::vector<std::vector<std::string>> touched(plan->tables.size());
    for (std::size_t i = 0; i < plan->changes.size(); ++i) {
        if (!plan->changes[i]) continue;
        const ItemChange& change = *plan->changes[i];
        WriteOutcome outcome;
        if (cancelled) {
            outcome.tableUnits = 2 * change.unitsOfFailure();
        } else {
            outcome = std::move(outcomes[i]);
            if (change.changes()) touched[plan->tableOf[i]].push_back(change.key().partition);
        }
        if (metering == Metering::On)
            m_state->meterWrite(plan->tables[plan->tableOf[i]], change.key().partition, outcome);
    }
    m_state->announceItems(plan->tables, std::move(touched));
    return response;
}

Result<TransactGetResponse> Engine::transactGet(const TransactGetRequest& request, Metering metering) const {
    return m_state->onCurrentTables([&](const auto& catalogue) -> Result<TransactGetResponse> {
        if (request.gets.size() > limits::kTransactionActions) return tooManyActions();
        RequestTables tables(catalogue);
        std::vector<std::size_t> tableOf;
        for (const GetRequest& get : request.gets) {
            const auto table = tables.add(get.table);
            if (!table) return table.error();
            tableOf.push_back(*table);
        }
        CancellationReasons reasons(request.gets.size());
        std::vector<KeyBytes> keys(request.gets.size());
        std::set<std::pair<std::size_t, KeyBytes>> seen;
        for (std::size_t i = 0; i < request.gets.size(); ++i) {
            const GetRequest& get = request.gets[i];
            const TableDefinition& table = tables[tableOf[i]]->definition;
            auto key = bareKey(table.keys, get.key);
            Result<void> valid = key ? Result<void>() : Result<void>(key.error());
            if (valid && get.projection) valid = checkKeyPaths(table, *get.projection);
            if (!valid) {
                if (auto added = reasons.add(i, valid.error()); !added) return added.error();
                continue;
            }
            if (!seen.emplace(tableOf[i], *key).second) return repeatedItem();
            keys[i] = std::move(key).value();
        }
        if (reasons.any()) return reasons.cancelled();
        const auto conflicted = [&](const std::vector<std::size_t>& positions) -> Error {
            for (const std::size_t i : positions)
                if (auto added = reasons.add(i, State::ongoingTransaction()); !added) return added.error();
            return reasons.cancelled();
        };
        // Only while transactions take their time: what is written to the items, until this ends.
        std::unique_ptr<TransactionHolds::Reading> reading;
        if (m_state->transactionsTakeTime()) {
            std::vector<TransactionHolds::ItemId> items;
            for (std::size_t i = 0; i < keys.size(); ++i)
                items.emplace_back(tables[tableOf[i]]->id, keys[i]);
            auto begun = m_state->holds.beginReading(std::move(items));
            if (!begun.conflicts.empty()) return conflicted(begun.conflicts);
            reading = std::move(begun.reading);
            m_state->passTransactionTime();
        }

        std::vector<HalfUnits> costs;
        auto response = guarded([&]() -> Result<TransactGetResponse> {
            TransactGetResponse answer;
            answer.capacity = tables.capacities();
            const TableFile::Reader reader = m_state->file->reader();
            const Transaction snapshot(*reader, Transaction::Kind::Read);
            std::uint64_t bytes = 0;
            for (std::size_t i = 0; i < request.gets.size(); ++i) {
                auto found = readItem(*reader, *tables[tableOf[i]], keys[i], request.gets[i].projection);
                if (!found) return found.error();
                bytes += found->size;
                if (bytes > limits::kTransactionBytes) return tooLarge();
                const Capacity reads{2 * readCost(found->size, true), 0};
                answer.capacity[tableOf[i]].total += reads;
                answer.capacity[tableOf[i]].ofTable += reads;
                costs.push_back(reads.read);
                answer.items.push_back(std::move(found->item));
            }
            return answer;
        });
        if (!response) return response;
        if (reading)
            if (const auto written = reading->written(); !written.empty()) return conflicted(written);
        if (m_state->throttles(metering)) {
            Admission admission = m_state->admission();
            for (std::size_t i = 0; i < costs.size(); ++i)
                admission.read(tables[tableOf[i]], {}, partitionHash(keys[i].partition), costs[i], i);
            if (auto added = addReasons(admission.ask(m_state->clock.now()), reasons); !added)
                return added.error();
            if (reasons.any()) return reasons.cancelled();
        }
        if (metering == Metering::On)
            for (std::size_t i = 0; i < costs.size(); ++i)
                m_state->meterRead(tables[tableOf[i]], keys[i].partition, costs[i]);
        return response;
    });
}

}  // namespace partita
