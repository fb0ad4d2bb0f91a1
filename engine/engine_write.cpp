// PutItem, UpdateItem and DeleteItem, alone and together.
#include <algorithm>
#include <iterator>

#include "engine/engine_state.h"
#include "engine/operation/item_change.h"
#include "engine/operation/item_collection.h"

namespace partita {

void Engine::State::meterWrite(const std::shared_ptr<const StoredTable>& table, const std::string& partition,
                               const WriteOutcome& outcome) const {
    const UtcMillis now = clock.now();
    LoadEvent ofTable{now, {}, partition, 0, outcome.tableUnits, {}};
    for (const IndexWrite& write : outcome.indexWrites) {
        const IndexDefinition& index = table->definition.indexes[write.index];
        if (index.kind == IndexKind::Local) {
            ofTable.write += write.units;
        } else {
            meter(table, {now, index.name, write.partition, 0, write.units, {}});
        }
    }
    meter(table, ofTable);
}

void Engine::State::announceItems(const RequestTables& tables,
                                  std::vector<std::vector<std::string>> partitions) const {
    for (std::size_t i = 0; i < tables.size(); ++i)
        if (!partitions[i].empty())
            announce({Change::Kind::Items, tables[i]->definition.name, std::move(partitions[i])});
}

template <class Request>
Result<WriteResponse> Engine::State::write(const Request& request, Metering metering) {
    auto table = dataTable(request.table);
    if (!table) return table.error();
    auto change = ItemChange::of(**table, request);
    if (!change) return change.error();
    WriteOutcome outcome;
    bool conditionFailed = false;
    auto response = guarded([&]() -> Result<WriteResponse> {
        const TableFile::Writer writer = file->writer();
        // The table may have become another one while this write waited for its turn.
        if (auto current = dataTable(request.table); !current || *current != *table) {
            if (!current) return current.error();
            table = std::move(current);
            change = ItemChange::of(**table, request);
            if (!change) return change.error();
        }
        if (auto ongoing = conflict(**table, change->key())) return *ongoing;
        Transaction transaction(*writer, kindOfWrite((*table)->definition.hasLocalIndex()));
        ItemWriter items(*writer, **table, lagIfOn());
        const auto decided = change->decide(items);
        conditionFailed = !decided && decided.error().code == ErrorCode::ConditionalCheckFailed;
        if (!decided && !conditionFailed) return decided.error();
        if (throttles(metering)) {
            WriteOutcome price;
            price.tableUnits = change->unitsOfFailure();
            if (decided) price = change->price(items);
            if (auto refused = refusalOfWrite(*table, change->hash(), price)) {
                conditionFailed = false;
                return *refused;
            }
        }
        if (!decided) return decided.error();
        outcome = change->apply(items);
        const std::string& partition = change->key().partition;
        if (outcome.collectionGrowth > 0)
            if (auto fits = checkCollection(*writer, **table, partition, collectionLimit); !fits)
                return fits.error();
        WriteResponse done;
        auto returned = change->returned(request.returnValues);
        if (!returned) return returned.error();
        done.attributes = std::move(returned).value();
        done.capacity = outcome.capacity((*table)->definition);
        if (request.options.returnCollectionMetrics)
            done.collectionMetrics = collectionMetrics(*writer, **table, partition);
        transaction.commit();
        return done;
    });
    if (!response && !conditionFailed) return response;
    if (conditionFailed) outcome.tableUnits = change->unitsOfFailure();
    if (metering == Metering::On) meterWrite(*table, change->key().partition, outcome);
    if (response && change->changes())
        announce({Change::Kind::Items, request.table, {change->key().partition}});
    return response;
}

Result<WriteResponse> Engine::put(const PutRequest& request, Metering metering) {
    return m_state->write(request, metering);
}

Result<WriteResponse> Engine::update(const UpdateRequest& request, Metering metering) {
    return m_state->write(request, metering);
}

Result<WriteResponse> Engine::remove(const DeleteRequest& request, Metering metering) {
    return m_state->write(request, metering);
}

Result<bool> Engine::writeTogether(bool waits, const std::function<void()>& work) {
    State::Group group{m_state.get(), {}};
    auto done = guarded([&]() -> Result<bool> {
        const auto written = m_state->file->group(waits);
        if (!written) return false;
        State::Group*& current = State::currentGroup();
        current = &group;
        try {
            work();
        } catch (...) {
            current = nullptr;
            throw;
        }
        current = nullptr;
        written->commit();
        return true;
    });
    if (!done || !*done) return done;
    // Listeners look at what has changed: one word for all of a kind and a table. A write always names its
    // keys.
    std::map<std::pair<Change::Kind, std::string>, std::vector<std::string>> touched;
    for (Change& change : group.changes) {
        auto& partitions = touched[{change.kind, std::move(change.table)}];
        std::move(change.partitionKeys.begin(), change.partitionKeys.end(), std::back_inserter(partitions));
    }
    for (auto& [what, partitions] : touched)
        m_state->announce({what.first, what.second, std::move(partitions)});
    return done;
}

void Engine::setItemCollectionLimit(std::uint64_t bytes) {
    m_state->collectionLimit = bytes;
}

}  // namespace partita
