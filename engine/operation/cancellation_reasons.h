// Why a transaction is cancelled: one reason for each of its actions. One request, one thread.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/error.h"
#include "engine/request.h"
#include "engine/result.h"

namespace partita {

class CancellationReasons final {
  public:
    explicit CancellationReasons(std::size_t actions) : m_reasons(actions) {}

    /// Fails with faults that are none of the action's, which end the transaction by themselves.
    Result<void> add(std::size_t action, const Error& error);
    bool any() const { return m_any; }
    /// TransactionCanceledException, with all of them.
    Error cancelled() const;

  private:
    std::vector<CancellationReason> m_reasons;
    bool m_any = false;
};

}  // namespace partita
