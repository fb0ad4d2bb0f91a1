#include "engine/operation/lagged_cursor.h"

#include <algorithm>
#include <compare>
#include <tuple>

namespace partita {
namespace {

std::strong_ordering order(const RowKey& a, const RowKey& b) {
    const auto parts = [](const RowKey& key) {
        return std::tie(key.hash, key.partition, key.sort, key.tablePartition, key.tableSort);
    };
    return parts(a) <=> parts(b);
}

/// Whether `key` comes after `start` in the order of reading.
bool isAfter(const RowKey& key, const std::optional<RowKey>& start, bool forward) {
    if (!start) return true;
    return forward ? order(key, *start) > 0 : order(key, *start) < 0;
}

}  // namespace

const Row* LaggedCursor::next() {
    for (;;) {
        if (!m_ahead && !m_ended) {
            m_ahead = m_rows.next();
            m_ended = m_ahead == nullptr;
        }
        if (m_next == m_shown.size()) return std::exchange(m_ahead, nullptr);
        const auto& [key, before] = m_shown[m_next];
        if (m_ahead) {
            const auto way = order(m_ahead->key, key.rowKey());
            if (m_forward ? way < 0 : way > 0) return std::exchange(m_ahead, nullptr);
            if (way == 0) m_ahead = nullptr;
        }
        ++m_next;
        if (!before) continue;
        m_row = {key.rowKey(), before->size, before->bytes};
        return &m_row;
    }
}

IndexLag::Shown inRange(IndexLag::Shown shown, const RangeRequest& request) {
    std::erase_if(shown, [&](const auto& one) {
        const EntryKey& key = one.first;
        return (request.range && !request.range->contains(key.sort)) ||
               !isAfter(key.rowKey(), request.after, request.forward);
    });
    if (!request.forward) std::ranges::reverse(shown);
    return shown;
}

IndexLag::Shown inHashes(IndexLag::Shown shown, std::uint64_t first, std::uint64_t last,
                         const std::optional<RowKey>& after) {
    std::erase_if(shown, [&](const auto& one) {
        const EntryKey& key = one.first;
        return key.hash < first || key.hash > last || !isAfter(key.rowKey(), after, true);
    });
    return shown;
}

}  // namespace partita
