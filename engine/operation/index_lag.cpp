#include "engine/operation/index_lag.h"

#include <algorithm>

namespace partita {
namespace {

std::size_t bytesOf(const EntryKey& key, const OldEntryRef& before) {
    constexpr std::size_t kOverhead = 256;  // of the containers, about
    return kOverhead + key.partition.size() + key.sort.size() + key.tablePartition.size() +
           key.tableSort.size() + (before ? before->bytes.size() : 0);
}

}  // namespace

EntryKey EntryKey::of(const RowKey& key) {
    return {key.hash, std::string(key.partition), std::string(key.sort), std::string(key.tablePartition),
            std::string(key.tableSort)};
}

void IndexLag::setDelay(std::chrono::milliseconds delay) {
    const std::lock_guard guard(m_mutex);
    m_delay.store(delay.count(), std::memory_order_relaxed);
    passTime();
}

UtcMillis IndexLag::passTime() {
    const std::int64_t delay = m_delay.load(std::memory_order_relaxed);
    const UtcMillis now = m_clock.now();
    if (delay == 0 || now + delay < m_last) {
        m_told.clear();
        m_indexes.clear();
        m_bytes = 0;
        m_last = now;
    }
    m_last = std::max(m_last, now);
    while (!m_told.empty() && (m_told.front().at + delay <= m_last || m_bytes > kMostBytes))
        forgetOldest();
    return m_last;
}

void IndexLag::forgetOldest() {
    const Told oldest = m_told.front();
    m_told.pop_front();
    std::deque<Version>& versions = oldest.entry->second;
    m_bytes -= bytesOf(oldest.entry->first, versions.front().before);
    versions.pop_front();
    if (versions.empty()) oldest.entries->erase(oldest.entry);
}

void IndexLag::add(std::vector<Change> changes) {
    const std::lock_guard guard(m_mutex);
    const UtcMillis now = passTime();
    if (!isOn()) return;
    for (Change& change : changes) {
        Entries& entries = m_indexes[{change.table, change.index}];
        const auto entry = entries.try_emplace(std::move(change.key)).first;
        m_bytes += bytesOf(entry->first, change.before);
        entry->second.push_back({now, std::move(change.before)});
        m_told.push_back({now, &entries, entry});
    }
}

IndexLag::Shown IndexLag::shown(std::int64_t table, std::int64_t index,
                                std::optional<std::string_view> partition) {
    const std::lock_guard guard(m_mutex);
    passTime();
    Shown shown;
    const auto found = m_indexes.find({table, index});
    if (found == m_indexes.end()) return shown;
    const Entries& entries = found->second;
    auto entry = entries.begin();
    if (partition)
        entry = entries.lower_bound({partitionHash(*partition), std::string(*partition), {}, {}, {}});
    for (; entry != entries.end() && (!partition || entry->first.partition == *partition); ++entry)
        shown.emplace_back(entry->first, entry->second.front().before);
    return shown;
}

}  // namespace partita
