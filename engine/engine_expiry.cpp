// Time to live: where it is on, and the removal of what is past, in batches. Never of itself: who serves a
// file asks for it every while.
#include <set>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/operation/item_writer.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// Looked at between two looks at the stop token, and removed in one transaction at most.
constexpr std::size_t kRowsAtOnce = 5000;
constexpr std::size_t kRemovedAtOnce = 200;
// The service takes no time for one that is more than five years ago: rather for another unit of time.
constexpr std::int64_t kMostSecondsAgo = 5LL * 365 * 86'400;

/// Whether the attribute holds an N of seconds that is past.
bool isPast(std::string_view itemBytes, const std::string& attribute, UtcMillis now) {
    const auto found = ItemView(itemBytes).find(attribute);
    if (!found || found->type() != ValueType::Number) return false;
    std::string_view content = found->content();
    const auto seconds = Number::takeKeyBytes(content);
    return seconds && *seconds < Number::fromInteger(now / 1000) &&
           *seconds > Number::fromInteger(now / 1000 - kMostSecondsAgo);
}

struct Candidate {
    std::uint64_t hash = 0;
    KeyBytes key;
    RowKey rowKey() const { return {hash, key.partition, key.sort, {}, {}}; }
};

/// Looks at some rows after `position` and moves it. False at the end of the table.
bool findSome(Database& database, const StoredTable& table, UtcMillis now, std::optional<Candidate>& position,
              std::vector<Candidate>& found) {
    const auto from = position;
    RowCursor cursor = RowReader(database, table.view)
                           .scan(0, ~0ULL, from ? std::optional<RowKey>(from->rowKey()) : std::nullopt);
    for (std::size_t i = 0; i < kRowsAtOnce && found.size() < kRemovedAtOnce; ++i) {
        const Row* row = cursor.next();
        if (!row) return false;
        position = Candidate{row->key.hash, {std::string(row->key.partition), std::string(row->key.sort)}};
        if (isPast(row->bytes, *table.state.timeToLive, now)) found.push_back(*position);
    }
    return true;
}

}  // namespace

Result<TimeToLive> Engine::timeToLive(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return TimeToLive{(*table)->state.timeToLive};
}

Result<void> Engine::setTimeToLive(const std::string& name, const std::optional<std::string>& attribute) {
    if (attribute && (attribute->empty() || attribute->size() > limits::kKeyAttributeNameSize))
        return Error::validation(
            "1 validation error detected: Value '" + *attribute +
            "' at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must have "
            "length " +
            (attribute->empty() ? "greater than or equal to 1" : "less than or equal to 255"));
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        const auto table = m_state->table(name);
        if (!table) return table.error();
        TableState state = (*table)->state;
        if (!attribute && !state.timeToLive) return Error::validation("TimeToLive is already disabled");
        if (attribute && state.timeToLive)
            return Error::validation(*attribute == *state.timeToLive
                                         ? "TimeToLive is already enabled"
                                         : "TimeToLive is active on a different AttributeName: current "
                                           "AttributeName is " +
                                               *state.timeToLive);
        state.timeToLive = attribute;
        {
            Transaction transaction(*writer, Transaction::Kind::Write);
            state.write(*writer, (*table)->id);
            transaction.commit();
        }
        m_state->file->reloadCatalogue(*writer);
        return {};
    });
    if (done) m_state->announce({Change::Kind::Settings, name, {}});
    return done;
}

Result<std::uint64_t> Engine::removeExpired(std::stop_token stop) {
    if (isReadOnly())
        return Error::file(ErrorCode::ReadOnly, "Nothing can expire: the file is open for reading only.",
                           path());
    return guarded([&]() -> Result<std::uint64_t> {
        const UtcMillis now = m_state->clock.now();
        std::uint64_t removed = 0;
        const auto catalogue = m_state->file->catalogue();
        for (const auto& table : catalogue->tables())
            if (table->state.timeToLive) removed += m_state->removeExpiredOf(table, now, stop);
        return removed;
    });
}

std::uint64_t Engine::State::removeExpiredOf(const std::shared_ptr<const StoredTable>& table, UtcMillis now,
                                             std::stop_token stop) {
    std::uint64_t removed = 0;
    std::optional<Candidate> position;
    for (bool more = true; more && !stop.stop_requested();) {
        std::vector<Candidate> found;
        {
            const TableFile::Reader reader = file->reader();
            more = findSome(*reader, *table, now, position, found);
        }
        if (found.empty()) continue;
        std::set<std::string> partitions;
        {
            const TableFile::Writer writer = file->writer();
            const auto current = asItIsNow(*table);
            // Deleted, or switched off or over to another attribute in the meantime.
            if (!current || (*current)->state.timeToLive != table->state.timeToLive) return removed;
            Transaction transaction(*writer, Transaction::Kind::Write);
            ItemWriter items(*writer, **current, lagIfOn());
            for (const Candidate& candidate : found) {
                const auto stored = items.find(candidate.rowKey());
                if (!stored || !isPast(stored->bytes, *table->state.timeToLive, now)) continue;
                items.remove(candidate.key, candidate.hash, stored, ItemWriter::Removal::Expired);
                partitions.insert(candidate.key.partition);
                ++removed;
            }
            transaction.commit();
        }
        if (!partitions.empty())
            announce({Change::Kind::Items, table->definition.name, {partitions.begin(), partitions.end()}});
    }
    return removed;
}

}  // namespace partita
