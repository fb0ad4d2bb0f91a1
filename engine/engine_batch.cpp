// BatchGetItem and BatchWriteItem.
#include <set>
#include <tuple>

#include "engine/engine_state.h"
#include "engine/operation/batch_limits.h"
#include "engine/operation/capacity.h"
#include "engine/operation/item_change.h"
#include "engine/operation/item_collection.h"
#include "engine/operation/key_paths.h"
#include "engine/operation/read_item.h"
#include "engine/operation/request_tables.h"

namespace partita {
namespace {

Error duplicates() {
    return Error::validation("Provided list of item keys contains duplicates");
}

/// Keys of one table, checked.
Result<std::vector<KeyBytes>> keysOf(const StoredTable& table, const BatchGetTable& wanted) {
    if (wanted.projection)
        if (auto valid = checkKeyPaths(table.definition, *wanted.projection); !valid) return valid.error();
    std::vector<KeyBytes> keys;
    std::set<KeyBytes> seen;
    for (const Item& key : wanted.keys) {
        auto bytes = bareKey(table.definition.keys, key);
        if (!bytes) return bytes.error();
        if (!seen.insert(*bytes).second) return duplicates();
        keys.push_back(std::move(bytes).value());
    }
    return keys;
}

/// A BatchWriteItem, checked as far as it can be without reading.
struct WriteBatch {
    RequestTables tables;
    std::vector<ItemChange> changes;
    std::vector<std::size_t> tableOf;  // of each change
};

Result<WriteBatch> writeBatch(std::shared_ptr<const Catalogue> catalogue, const BatchWriteRequest& request) {
    WriteBatch batch{RequestTables(std::move(catalogue)), {}, {}};
    if (request.writes.size() > limits::kBatchWrites)
        return Error::validation("Too many items requested for the BatchWriteItem call");
    std::set<std::pair<std::size_t, KeyBytes>> seen;
    for (const auto& write : request.writes) {
        const auto table = batch.tables.add(
            std::visit([](const auto& one) -> const std::string& { return one.table; }, write));
        if (!table) return table.error();
        auto change =
            std::visit([&](const auto& one) { return ItemChange::of(*batch.tables[*table], one); }, write);
        if (!change) return change.error();
        change->dropOptions();
        if (!seen.emplace(*table, change->key()).second) return duplicates();
        batch.changes.push_back(std::move(change).value());
        batch.tableOf.push_back(*table);
    }
    return batch;
}

}  // namespace

Result<BatchGetResponse> Engine::batchGet(const BatchGetRequest& request, Metering metering) const {
    return m_state->onCurrentTables([&](const auto& catalogue) -> Result<BatchGetResponse> {
        RequestTables tables(catalogue);
        std::vector<std::size_t> tableOf;
        std::vector<std::vector<KeyBytes>> keys;
        std::size_t count = 0;
        for (const BatchGetTable& wanted : request.tables) {
            count += wanted.keys.size();
            if (count > limits::kBatchGetKeys)
                return Error::validation("Too many items requested for the BatchGetItem call");
            const auto table = tables.add(wanted.table);
            if (!table) return table.error();
            auto bytes = keysOf(*tables[*table], wanted);
            if (!bytes) return bytes.error();
            tableOf.push_back(*table);
            keys.push_back(std::move(bytes).value());
        }
        std::vector<std::tuple<std::size_t, std::size_t, HalfUnits>> reads;  // table, key, cost
        auto response = guarded([&]() -> Result<BatchGetResponse> {
            BatchGetResponse answer;
            const TableFile::Reader reader = m_state->file->reader();
            const Transaction snapshot(*reader, Transaction::Kind::Read);
            std::uint64_t bytes = 0;
            std::optional<Error> throttled;
            for (std::size_t i = 0; i < request.tables.size(); ++i) {
                const BatchGetTable& wanted = request.tables[i];
                BatchGetResponse::Table& of = answer.tables.emplace_back();
                of.table = of.capacity.table = wanted.table;
                for (std::size_t k = 0; k < keys[i].size(); ++k) {
                    if (bytes > limits::kBatchBytes) {
                        of.unprocessedKeys.push_back(k);
                        continue;
                    }
                    auto found = readItem(*reader, *tables[tableOf[i]], keys[i][k], wanted.projection);
                    if (!found) return found.error();
                    bytes += found->size;
                    if (bytes > limits::kBatchBytes) {
                        of.unprocessedKeys.push_back(k);
                        continue;
                    }
                    const HalfUnits cost = readCost(found->size, wanted.consistent);
                    auto refused =
                        metering == Metering::On
                            ? m_state->refusalOfRead(tables[tableOf[i]], {}, keys[i][k].partition, cost)
                            : std::nullopt;
                    if (refused) {
                        throttled = std::move(refused);
                        bytes -= found->size;
                        of.unprocessedKeys.push_back(k);
                        continue;
                    }
                    of.capacity.total.read += cost;
                    of.capacity.ofTable.read += cost;
                    reads.emplace_back(i, k, cost);
                    if (found->item) of.items.push_back(std::move(*found->item));
                }
            }
            // As the service: only when nothing at all was read is it an error.
            if (throttled && reads.empty()) return *throttled;
            return answer;
        });
        if (response && metering == Metering::On)
            for (const auto& [table, key, cost] : reads)
                m_state->meterRead(tables[tableOf[table]], keys[table][key].partition, cost);
        return response;
    });
}

Result<BatchWriteResponse> Engine::batchWrite(const BatchWriteRequest& request, Metering metering) {
    auto batch = writeBatch(m_state->file->catalogue(), request);
    if (!batch) return batch.error();
    std::vector<std::optional<WriteOutcome>> outcomes;  // of each write; nothing: not done
    auto response = guarded([&]() -> Result<BatchWriteResponse> {
        const TableFile::Writer writer = m_state->file->writer();
        // The tables may have become others while this batch waited for its turn.
        if (auto current = m_state->file->catalogue(); current != batch->tables.catalogue()) {
            batch = writeBatch(std::move(current), request);
            if (!batch) return batch.error();
        }
        BatchWriteResponse answer;
        answer.capacity = batch->tables.capacities();
        bool hasLocalIndex = false;
        for (std::size_t i = 0; i < batch->tables.size(); ++i)
            hasLocalIndex = hasLocalIndex || batch->tables[i]->definition.hasLocalIndex();
        Transaction transaction(*writer, State::kindOfWrite(hasLocalIndex));
        std::vector<ItemWriter> writers = batch->tables.writers(*writer, m_state->lagIfOn());
        std::set<std::pair<std::size_t, std::string>> measured;
        std::optional<Error> throttled;
        for (std::size_t i = 0; i < batch->changes.size(); ++i) {
            ItemChange& change = batch->changes[i];
            const std::size_t at = batch->tableOf[i];
            const StoredTable& table = *batch->tables[at];
            std::optional<WriteOutcome>& outcome = outcomes.emplace_back();
            if (m_state->conflict(table, change.key())) {
                answer.unprocessed.push_back(i);
                continue;
            }
            if (auto decided = change.decide(writers[at]); !decided) return decided.error();
            if (m_state->throttles(metering)) {
                if (auto refused = m_state->refusalOfWrite(batch->tables[at], change.hash(),
                                                           change.price(writers[at]))) {
                    throttled = std::move(refused);
                    answer.unprocessed.push_back(i);
                    continue;
                }
            }
            outcome = change.apply(writers[at]);
            if (outcome->collectionGrowth > 0)
                if (auto fits =
                        checkCollection(*writer, table, change.key().partition, m_state->collectionLimit);
                    !fits)
                    return fits.error();
            answer.capacity[at] += outcome->capacity(table.definition);
            if (request.returnCollectionMetrics) measured.emplace(at, change.key().partition);
        }
        // As the service: only when nothing at all was written is it an error.
        if (throttled && answer.unprocessed.size() == batch->changes.size()) return *throttled;
        for (const auto& [at, partition] : measured)
            if (auto metrics = collectionMetrics(*writer, *batch->tables[at], partition))
                answer.collectionMetrics[batch->tables[at]->definition.name].push_back(std::move(*metrics));
        transaction.commit();
        return answer;
    });
    if (!response) return response;
    std::vector<std::vector<std::string>> touched(batch->tables.size());
    for (std::size_t i = 0; i < batch->changes.size(); ++i) {
        if (!outcomes[i]) continue;
        const std::string& partition = batch->changes[i].key().partition;
        const std::size_t at = batch->tableOf[i];
        if (batch->changes[i].changes()) touched[at].push_back(partition);
        if (metering == Metering::On) m_state->meterWrite(batch->tables[at], partition, *outcomes[i]);
    }
    m_state->announceItems(batch->tables, std::move(touched));
    return response;
}

}  // namespace partita
