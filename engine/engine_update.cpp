// UpdateTable: billing and throughput, one index made or removed, the stream, protection and class. What a
// request asks is decided against the table as it stands, then done in one transaction; new indexes are
// filled by the upkeep.
#include <algorithm>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/limits.h"
#include "engine/partition/utc_time.h"
#include "engine/storage/stream_store.h"

namespace partita {
namespace {

constexpr UtcMillis kHour = 3'600'000;

Error inUpdate(const std::string& table) {
    return Error::of(ErrorCode::ResourceInUse,
                     "Attempt to change a resource which is still in use: Table is being updated: " + table);
}

Error oneIndexOnly() {
    return Error::of(
        ErrorCode::LimitExceeded,
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
        "per table");
}

/// A table's update, decided but not done.
class TableUpdate final {
  public:
    TableUpdate(const StoredTable& table, const UpdateTableRequest& request, UtcMillis now)
        : m_table(table),
          m_request(request),
          m_now(now),
          m_definition(table.definition),
          m_state(table.state),
          m_indexStates(table.indexStates) {}

    Result<void> decide() {
        if (auto free = checkUnfinishedWork(); !free) return free;
        if (auto decided = decideThroughput(); !decided) return decided;
        if (auto decided = decideIndex(); !decided) return decided;
        if (m_request.stream) {
            if (*m_request.stream && m_table.stream)
                return Error::validation("Table already has an enabled stream: TableName: " +
                                         m_definition.name);
            if (!*m_request.stream && !m_table.stream)
                return Error::validation("Table has no stream to disable: TableName: " + m_definition.name);
        }
        if (m_request.deletionProtection) m_state.deletionProtection = *m_request.deletionProtection;
        if (m_request.tableClass && m_request.tableClass != m_state.tableClass) {
            m_state.tableClass = m_request.tableClass;
            m_state.tableClassSince = m_now;
        }
        return {};
    }

    /// Within a write transaction.
    void write(Database& database) const {
        m_state.write(database, m_table.id);
        if (m_changesThroughput) Catalogue::setThroughput(database, m_table, m_definition);
        for (std::size_t i = 0; i < m_table.indexViews.size(); ++i)
            if (m_changesThroughput || m_removed == i)
                m_indexStates[i].write(database, m_table.id, m_table.indexViews[i].index);
        if (m_request.createIndex) {
            IndexState filling;
            filling.status = TableStatus::Creating;
            Catalogue::addIndex(database, m_table, *m_request.createIndex, filling);
        }
        if (!m_request.stream) return;
        if (*m_request.stream) {
            StreamStore(database).open(m_table.id, **m_request.stream, m_now);
        } else {
            StreamStore(database).close(m_table.id, m_now);
        }
    }

  private:
    Error noIndex(const std::string& name) const {
        return Error::notFound("Requested resource not found: Index " + name + " for table " +
                               m_definition.name);
    }

    bool asksForThroughput() const {
        return m_request.billing || m_request.throughput || !m_request.indexThroughput.empty();
    }

    Result<void> checkUnfinishedWork() const {
        if (m_request.createIndex && m_request.removeIndex) return oneIndexOnly();
        if (!asksForThroughput() && !m_request.createIndex && !m_request.removeIndex && !m_request.stream &&
            !m_request.deletionProtection && !m_request.tableClass)
            return Error::validation(
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        const auto creating =
            std::find_if(m_table.indexStates.begin(), m_table.indexStates.end(),
                         [](const IndexState& state) { return state.status == TableStatus::Creating; });
        if (m_table.leavingIndexes.empty() && creating == m_table.indexStates.end()) return {};
        if (m_request.createIndex) return oneIndexOnly();
        if (!m_request.removeIndex) return inUpdate(m_definition.name);
        // An index that is still being filled may be given up.
        const auto at = static_cast<std::size_t>(creating - m_table.indexStates.begin());
        if (creating == m_table.indexStates.end() || m_definition.indexes[at].name != *m_request.removeIndex)
            return oneIndexOnly();
        return {};
    }

    static Result<void> checkBounds(const Throughput& throughput) {
        for (const auto& [units, name] : {std::pair(throughput.readUnits, "ReadCapacityUnits"),
                                          std::pair(throughput.writeUnits, "WriteCapacityUnits")}) {
            if (units > limits::kThroughputMax)
                return Error::validation("Given value " + std::to_string(units) + " for " + name +
                                         " is out of bounds");
            if (units < 1)
                return Error::validation(
                    "1 validation error detected: Value '" + std::to_string(units) +
                    "' at 'provisionedThroughput." +
                    (name[0] == 'R' ? "readCapacityUnits" : "writeCapacityUnits") +
                    "' failed to satisfy constraint: Member must have value greater than "
                    "or equal to 1");
        }
        return {};
    }

    Result<void> decideThroughput() {
        if (!asksForThroughput()) return {};
        const BillingMode billing = m_request.billing.value_or(m_definition.billing);
        if (billing == BillingMode::PayPerRequest) {
            if (m_request.throughput || !m_request.indexThroughput.empty())
                return Error::validation(
                    "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
                    "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
            if (m_definition.billing == BillingMode::PayPerRequest) return {};
            m_changesThroughput = true;
            m_definition.billing = billing;
            m_definition.throughput.reset();
            for (IndexDefinition& index : m_definition.indexes)
                index.throughput.reset();
            m_state.onDemandSince = m_now;
            return {};
        }
        if (m_request.billing && !m_request.throughput)
            return Error::validation(
                "One or more parameter values were invalid: ProvisionedThroughput must be specified when "
                "BillingMode is PROVISIONED");
        m_changesThroughput = true;
        m_definition.billing = billing;
        if (m_request.throughput)
            if (auto changed =
                    change(m_definition.throughput, *m_request.throughput, m_state.changes, "the table");
                !changed)
                return changed;
        for (const auto& [name, throughput] : m_request.indexThroughput) {
            const auto index = std::ranges::find(m_definition.indexes, name, &IndexDefinition::name);
            if (index == m_definition.indexes.end() || index->kind == IndexKind::Local) return noIndex(name);
            const auto at = static_cast<std::size_t>(index - m_definition.indexes.begin());
            if (auto changed =
                    change(index->throughput, throughput, m_indexStates[at].changes, "the index " + name);
                !changed)
                return changed;
        }
        std::string missing;
        for (const IndexDefinition& index : m_definition.indexes)
            if (index.kind == IndexKind::Global && !index.throughput)
                missing += (missing.empty() ? "" : ",") + index.name;
        if (!missing.empty())
            return Error::validation(
                "One or more parameter values were invalid: ProvisionedThroughput must be specified for "
                "index: " +
                missing);
        return {};
    }

    Result<void> change(std::optional<Throughput>& is, const Throughput& wanted, ThroughputChanges& changes,
                        const std::string& resource) const {
        if (auto valid = checkBounds(wanted); !valid) return valid;
        if (!is) {  // comes from on-demand: neither an increase nor a decrease
            is = wanted;
            return {};
        }
        if (*is == wanted)
            return Error::validation(
                "The provisioned throughput for " + resource +
                " will not change. The requested value equals the current value. Current ReadCapacityUnits "
                "provisioned for the table: " +
                std::to_string(is->readUnits) +
                ". Requested ReadCapacityUnits: " + std::to_string(wanted.readUnits) +
                ". Current WriteCapacityUnits provisioned for the table: " + std::to_string(is->writeUnits) +
                ". Requested WriteCapacityUnits: " + std::to_string(wanted.writeUnits) +
                ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
                "limits.");
        if (wanted.readUnits < is->readUnits || wanted.writeUnits < is->writeUnits) {
            const std::uint32_t today = changes.decreasesOn(m_now);
            if (today >= limits::kDecreasesADay && m_now - *changes.decrease < kHour)
                return Error::of(
                    ErrorCode::LimitExceeded,
                    "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given "
                    "UTC day. After the first " +
                        std::to_string(limits::kDecreasesADay) +
                        " decreases, each subsequent decrease in the same UTC day can be performed at most "
                        "once every 3600 seconds. Number of decreases today: " +
                        std::to_string(today) + ". Last decrease at " + timeText(*changes.decrease) +
                        ". Next decrease can be made at " + timeText(*changes.decrease + kHour));
            changes.decreases = today + 1;
            changes.decrease = m_now;
        }
        if (wanted.readUnits > is->readUnits || wanted.writeUnits > is->writeUnits) changes.increase = m_now;
        is = wanted;
        return {};
    }

    Result<void> decideIndex() {
        if (m_request.createIndex) {
            const IndexDefinition& index = *m_request.createIndex;
            if (m_definition.index(index.name))
                return Error::validation("Attempting to create an index which already exists");
            if (index.kind != IndexKind::Global)
                return Error::validation(
                    "One or more parameter values were invalid: A local secondary index can be made with its "
                    "table only: " +
                    index.name);
            const auto global =
                std::count_if(m_definition.indexes.begin(), m_definition.indexes.end(),
                              [](const auto& each) { return each.kind == IndexKind::Global; });
            if (static_cast<std::size_t>(global) >= limits::kGlobalIndexes)
                return Error::of(ErrorCode::LimitExceeded,
                                 "Subscriber limit exceeded: Number of global secondary indexes exceeds "
                                 "per-table limit of " +
                                     std::to_string(limits::kGlobalIndexes));
            TableDefinition whole = m_definition;
            whole.indexes.push_back(index);
            return validateDefinition(whole);
        }
        if (m_request.removeIndex) {
            const IndexDefinition* index = m_definition.index(*m_request.removeIndex);
            if (!index || index->kind != IndexKind::Global) return noIndex(*m_request.removeIndex);
            m_removed = static_cast<std::size_t>(index - m_definition.indexes.data());
            m_indexStates[*m_removed].status = TableStatus::Deleting;
            m_indexStates[*m_removed].position.reset();
        }
        return {};
    }

    const StoredTable& m_table;
    const UpdateTableRequest& m_request;
    const UtcMillis m_now;
    TableDefinition m_definition;
    TableState m_state;
    std::vector<IndexState> m_indexStates;
    bool m_changesThroughput = false;
    std::optional<std::size_t> m_removed;
};

}  // namespace

Result<TableDescription> Engine::updateTable(const UpdateTableRequest& request) {
    auto updated = guarded([&]() -> Result<TableDescription> {
        const TableFile::Writer writer = m_state->file->writer();
        if (m_state->file->catalogue()->findLeaving(request.table))
            return Error::of(ErrorCode::ResourceInUse,
                             "Attempt to change a resource which is still in use: Table is being deleted: " +
                                 request.table);
        const auto table = m_state->table(request.table);
        if (!table) return table.error();
        TableUpdate update(**table, request, m_state->clock.now());
        if (auto decided = update.decide(); !decided) return decided.error();
        {
            Transaction transaction(*writer, Transaction::Kind::Write);
            update.write(*writer);
            transaction.commit();
        }
        m_state->file->reloadCatalogue(*writer);
        const auto after = m_state->table(request.table);
        if (!after) return after.error();
        TableDescription description = m_state->describe(*writer, **after);
        description.status = TableStatus::Updating;
        return description;
    });
    if (!updated) return updated;
    // Not before the writer is free: the description is of the beginning.
    m_state->startUpkeep();
    m_state->announce({Change::Kind::Tables, request.table, {}});
    return updated;
}

}  // namespace partita
