#include "engine/admission.h"

#include <algorithm>

#include "engine/partition/partitions.h"
#include "engine/request.h"

namespace partita {
namespace {

/// Source: API reference, TransactionCanceledException, which lists them. Recorded of clients: on-demand
/// tables answer ThrottlingException, and the text about provisioned indexes ends without a full stop.
Error throttled(BillingMode billing, Throttle::Kind kind, bool ofIndex) {
    if (billing == BillingMode::PayPerRequest) {
        if (ofIndex && kind == Throttle::Kind::Write)
            return Error::of(ErrorCode::Throttling,
                             "Throughput exceeds the current capacity for one or more global secondary "
                             "indexes. DynamoDB is automatically scaling your index so please try again "
                             "shortly.");
        return Error::of(ErrorCode::Throttling,
                         "Throughput exceeds the current capacity of your table or index. DynamoDB is "
                         "automatically scaling your table or index so please try again shortly. If "
                         "exceptions persist, check if you have a hot key: "
                         "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
                         "bp-partition-key-design.html");
    }
    if (ofIndex)
        return Error::of(ErrorCode::ProvisionedThroughputExceeded,
                         "The level of configured provisioned throughput for one or more global secondary "
                         "indexes of the table was exceeded. Consider increasing your provisioning level "
                         "for the under-provisioned global secondary indexes with the UpdateTable API");
    return Error::of(ErrorCode::ProvisionedThroughputExceeded,
                     "The level of configured provisioned throughput for the table was exceeded. Consider "
                     "increasing your provisioning level with the UpdateTable API.");
}

/// Source: API reference, ThrottlingReason.
ThrottlingReason reasonOf(const std::string& table, const Throttle::Demand& demand, Throttle::Limit limit) {
    const bool ofIndex = !demand.resource.empty();
    std::string reason = ofIndex ? "Index" : "Table";
    reason += demand.kind == Throttle::Kind::Read ? "Read" : "Write";
    reason +=
        limit == Throttle::Limit::KeyRange ? "KeyRangeThroughputExceeded" : "ProvisionedThroughputExceeded";
    return {std::move(reason), "table/" + table + (ofIndex ? "/index/" + demand.resource : "")};
}

}  // namespace

void Admission::add(const TableRef& table, const LoadResource& resource,
                    std::optional<std::uint32_t> partition, Throttle::Kind kind, HalfUnits units,
                    std::size_t action) {
    if (units == 0) return;
    std::optional<Throughput> provisioned;
    if (table->definition.billing == BillingMode::Provisioned)
        provisioned =
            resource.empty() ? table->definition.throughput : table->definition.index(resource)->throughput;
    m_demands.push_back({table->id, resource, partition, kind, units, provisioned});
    m_origins.push_back({action, table});
}

void Admission::read(const TableRef& table, const LoadResource& resource, std::uint64_t hash, HalfUnits units,
                     std::size_t action) {
    if (!isThrottled(resource)) return;
    add(table, resource, partitionOf(hash, m_partitions(table, resource)), Throttle::Kind::Read, units,
        action);
}

void Admission::readPartition(const TableRef& table, const LoadResource& resource,
                              std::optional<std::uint32_t> partition, HalfUnits units) {
    if (isThrottled(resource)) add(table, resource, partition, Throttle::Kind::Read, units, 0);
}

void Admission::write(const TableRef& table, std::uint64_t hash, const WriteOutcome& outcome,
                      std::size_t action) {
    HalfUnits ofTable = outcome.tableUnits;
    for (const IndexWrite& write : outcome.indexWrites) {
        const IndexDefinition& index = table->definition.indexes[write.index];
        if (index.kind == IndexKind::Local) {
            ofTable += write.units;
        } else if (m_indexes) {
            add(table, index.name,
                partitionOf(partitionHash(write.partition), m_partitions(table, index.name)),
                Throttle::Kind::Write, write.units, action);
        }
    }
    if (m_tables)
        add(table, {}, partitionOf(hash, m_partitions(table, {})), Throttle::Kind::Write, ofTable, action);
}

std::vector<Admission::Refused> Admission::ask(UtcMillis now) {
    std::vector<Throttle::Refusal> refusals = m_throttle.take(m_demands, now);
    // By action; of one action the table first, as that is what the request named.
    std::ranges::stable_sort(refusals, {}, [&](const Throttle::Refusal& refusal) {
        return std::pair(m_origins[refusal.demand].action, !m_demands[refusal.demand].resource.empty());
    });
    std::vector<Refused> refused;
    std::vector<ThrottlingReason> reasons;
    for (std::size_t i = 0; i < refusals.size(); ++i) {
        const Throttle::Demand& demand = m_demands[refusals[i].demand];
        const Origin& origin = m_origins[refusals[i].demand];
        const TableDefinition& table = origin.table->definition;
        if (refused.empty() || refused.back().action != origin.action) {
            refused.push_back(
                {origin.action, throttled(table.billing, demand.kind, !demand.resource.empty())});
            reasons.clear();
        }
        ThrottlingReason reason = reasonOf(table.name, demand, refusals[i].limit);
        // An entry that moves writes twice to its index.
        const bool told = std::ranges::any_of(reasons, [&](const ThrottlingReason& one) {
            return one.reason == reason.reason && one.resource == reason.resource;
        });
        if (!told) reasons.push_back(std::move(reason));
        const bool isLast =
            i + 1 == refusals.size() || m_origins[refusals[i + 1].demand].action != origin.action;
        if (!isLast) continue;
        FailureDetail detail;
        detail.throttlingReasons = reasons;
        refused.back().error.detail = std::make_shared<const FailureDetail>(std::move(detail));
    }
    return refused;
}

}  // namespace partita
