#include "engine/operation/transaction_holds.h"

namespace partita {

TransactionHolds::Writing::~Writing() {
    const std::lock_guard guard(m_holds.m_mutex);
    for (const ItemId& item : m_items)
        m_holds.m_writing.erase(item);
    if (!m_token.empty()) m_holds.m_tokens.erase(m_token);
    --m_holds.m_count;
}

TransactionHolds::Reading::~Reading() {
    const std::lock_guard guard(m_holds.m_mutex);
    std::erase_if(m_holds.m_reading, [this](const auto& entry) { return entry.second == this; });
    --m_holds.m_count;
}

std::vector<std::size_t> TransactionHolds::Reading::written() const {
    const std::lock_guard guard(m_holds.m_mutex);
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (m_written.contains(m_items[i])) positions.push_back(i);
    return positions;
}

TransactionHolds::WriteBegun TransactionHolds::beginWriting(std::vector<ItemId> items,
                                                            const std::string& token,
                                                            const std::string& fingerprint) {
    using Outcome = WriteBegun::Outcome;
    WriteBegun begun;  // when memory ends, it goes after the lock
    const std::lock_guard guard(m_mutex);
    if (const auto found = m_tokens.find(token); found != m_tokens.end()) {
        begun.outcome = found->second == fingerprint ? Outcome::TokenInUse : Outcome::TokenOfAnother;
        return begun;
    }
    for (std::size_t i = 0; i < items.size(); ++i)
        if (m_writing.contains(items[i])) begun.conflicts.push_back(i);
    if (!begun.conflicts.empty()) {
        begun.outcome = Outcome::Conflicts;
        return begun;
    }
    begun.writing.reset(new Writing(*this, token, std::move(items)));
    ++m_count;
    if (!token.empty()) m_tokens.emplace(token, fingerprint);
    for (const ItemId& item : begun.writing->m_items) {
        m_writing.insert(item);
        tellReaders(item);
    }
    return begun;
}

TransactionHolds::ReadBegun TransactionHolds::beginReading(std::vector<ItemId> items) {
    ReadBegun begun;
    const std::lock_guard guard(m_mutex);
    for (std::size_t i = 0; i < items.size(); ++i)
        if (m_writing.contains(items[i])) begun.conflicts.push_back(i);
    if (!begun.conflicts.empty()) return begun;
    begun.reading.reset(new Reading(*this, std::move(items)));
    ++m_count;
    for (const ItemId& item : begun.reading->m_items)
        m_reading.emplace(item, begun.reading.get());
    return begun;
}

bool TransactionHolds::admitsWrite(const ItemId& item) {
    const std::lock_guard guard(m_mutex);
    if (m_writing.contains(item)) return false;
    tellReaders(item);
    return true;
}

void TransactionHolds::tellReaders(const ItemId& item) {
    const auto [begin, end] = m_reading.equal_range(item);
    for (auto reading = begin; reading != end; ++reading)
        reading->second->m_written.insert(item);
}

}  // namespace partita
