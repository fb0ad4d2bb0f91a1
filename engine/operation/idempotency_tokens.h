// Which transactions were done lately under which ClientRequestToken, so that a repeat does nothing. Held in
// memory, for ten minutes. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/clock.h"
#include "engine/request.h"

namespace partita {

class IdempotencyTokens final {
  public:
    struct Done {
        std::array<std::uint64_t, 2> fingerprint{};  // a hash of the request's
        UtcMillis at = 0;
        std::vector<ConsumedCapacity> readCapacity;  // of a repeat: as if the items had been read
    };

    /// The transaction done under the token in the last ten minutes; null when there is none. Lives until
    /// add().
    const Done* find(const std::string& token, UtcMillis now);
    void add(const std::string& token, std::string_view fingerprint, UtcMillis now,
             std::vector<ConsumedCapacity> readCapacity);

    static bool matches(const Done& done, std::string_view fingerprint);

  private:
    void forget(UtcMillis now);

    std::unordered_map<std::string, Done> m_done;
    std::deque<std::pair<UtcMillis, std::string>> m_order;  // oldest first
};

}  // namespace partita
