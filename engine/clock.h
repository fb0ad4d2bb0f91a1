// Time comes in through this interface, so that tests own it.
#pragma once

#include <cstdint>

namespace partita {

/// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
using UtcMillis = std::int64_t;

/// Thread-safe.
class Clock {
  public:
    virtual ~Clock() = default;
    virtual UtcMillis now() const = 0;
    /// The machine's clock.
    static const Clock& system();
};

}  // namespace partita
