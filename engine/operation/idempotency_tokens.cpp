#include "engine/operation/idempotency_tokens.h"

#include <xxhash.h>

namespace partita {
namespace {

// Source: API reference, TransactWriteItems, ClientRequestToken.
constexpr UtcMillis kLifetime = 10 * 60 * 1000;
// Ours: bounds the memory that a client can take; the oldest go first.
constexpr std::size_t kMostKept = 100'000;

std::array<std::uint64_t, 2> hashOf(std::string_view fingerprint) {
    const XXH128_hash_t hash = XXH3_128bits(fingerprint.data(), fingerprint.size());
    return {hash.low64, hash.high64};
}

}  // namespace

void IdempotencyTokens::forget(UtcMillis now) {
    while (!m_order.empty() && (m_order.front().first + kLifetime <= now || m_order.size() > kMostKept)) {
        const auto found = m_done.find(m_order.front().second);
        if (found != m_done.end() && found->second.at == m_order.front().first) m_done.erase(found);
        m_order.pop_front();
    }
}

const IdempotencyTokens::Done* IdempotencyTokens::find(const std::string& token, UtcMillis now) {
    forget(now);
    const auto found = m_done.find(token);
    return found == m_done.end() ? nullptr : &found->second;
}

void IdempotencyTokens::add(const std::string& token, std::string_view fingerprint, UtcMillis now,
                            std::vector<ConsumedCapacity> readCapacity) {
    m_done.insert_or_assign(token, Done{hashOf(fingerprint), now, std::move(readCapacity)});
    m_order.emplace_back(now, token);
    forget(now);
}

bool IdempotencyTokens::matches(const Done& done, std::string_view fingerprint) {
    return done.fingerprint == hashOf(fingerprint);
}

}  // namespace partita
