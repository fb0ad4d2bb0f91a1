// What the service refuses now and then, on demand: throttling, and the time that transactions take.
#include <algorithm>
#include <thread>

#include "engine/engine_state.h"
#include "engine/partition/partitions.h"

namespace partita {

void Engine::setFaults(const ServiceFaults& faults) {
    using std::chrono::milliseconds;
    ServiceFaults chosen = faults;
    chosen.indexLag = std::clamp(faults.indexLag, milliseconds(0), kLongestIndexLag);
    chosen.transactionTime = std::clamp(faults.transactionTime, milliseconds(0), kLongestTransactionTime);
    const std::lock_guard guard(m_state->faultsMutex);
    m_state->faults = chosen;
    m_state->throttlesTables = chosen.throttleTables;
    m_state->throttlesIndexes = chosen.throttleIndexes;
    if (!m_state->throttles()) m_state->throttle.clear();
    m_state->lag.setDelay(chosen.indexLag);
    m_state->transactionMillis = chosen.transactionTime.count();
}

ServiceFaults Engine::faults() const {
    const std::lock_guard guard(m_state->faultsMutex);
    return m_state->faults;
}

Admission Engine::State::admission() const {
    return Admission(throttle, throttlesTables, throttlesIndexes,
                     [this](const std::shared_ptr<const StoredTable>& table, const LoadResource& resource) {
                         // As the load panel shows them; of a recording that can't be read, the least there
                         // can be.
                         const auto count = guarded(
                             [&]() -> Result<std::uint32_t> { return live(table)->partitions(resource); });
                         return count ? *count : table->partitions.value_or(1);
                     });
}

std::optional<Error> Engine::State::refusal(Admission& admission) const {
    std::vector<Admission::Refused> refused = admission.ask(clock.now());
    if (refused.empty()) return std::nullopt;
    return std::move(refused.front().error);
}

std::optional<Error> Engine::State::refusalOfRead(const std::shared_ptr<const StoredTable>& table,
                                                  const LoadResource& resource, std::string_view partition,
                                                  HalfUnits units) const {
    if (!throttles()) return std::nullopt;
    Admission asked = admission();
    asked.read(table, resource, partitionHash(partition), units);
    return refusal(asked);
}

std::optional<Error> Engine::State::refusalOfScan(const std::shared_ptr<const StoredTable>& table,
                                                  const LoadEvent& event) const {
    if (!throttles()) return std::nullopt;
    Admission asked = admission();
    HalfUnits rest = event.read;
    for (const auto& [partition, units] : event.readByPartition) {
        asked.readPartition(table, event.resource, partition, units);
        rest -= std::min(rest, units);
    }
    asked.readPartition(table, event.resource, std::nullopt, rest);
    return refusal(asked);
}

std::optional<Error> Engine::State::refusalOfWrite(const std::shared_ptr<const StoredTable>& table,
                                                   std::uint64_t hash, const WriteOutcome& outcome) const {
    Admission asked = admission();
    asked.write(table, hash, outcome);
    return refusal(asked);
}

std::optional<Error> Engine::State::conflict(const StoredTable& table, const KeyBytes& key) {
    if (!holds.any() || holds.admitsWrite({table.id, key})) return std::nullopt;
    return ongoingTransaction();
}

Error Engine::State::ongoingTransaction() {
    return Error::of(ErrorCode::TransactionConflict, "Transaction is ongoing for the item");
}

void Engine::State::passTransactionTime() const {
    // Looked at now and then, as the clock may not be the machine's, and the time be chosen anew.
    constexpr std::int64_t kLook = 20;
    const UtcMillis begin = clock.now();
    for (UtcMillis past = 0; past >= 0 && past < transactionMillis; past = clock.now() - begin)
        std::this_thread::sleep_for(
            std::chrono::milliseconds(std::clamp<std::int64_t>(transactionMillis - past, 1, kLook)));
}

}  // namespace partita
