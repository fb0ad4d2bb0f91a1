// How far a piece of work is, told by its thread and asked by the GUI's, and how long the rest may take.
#pragma once

#include <QElapsedTimer>
#include <chrono>
#include <memory>
#include <optional>

#include "engine/progress.h"

namespace partita {

/// GUI thread only, but for what sink() gives.
class ProgressWatch final {
  public:
    ProgressWatch();
    /// For one piece of work: forgets an earlier one, whose sink may still be called. Thread-safe.
    [[nodiscard]] ProgressSink begin();
    struct Status {
        Progress progress;
        /// Of this phase, by how it went so far; nothing while that says little.
        std::optional<std::chrono::seconds> timeLeft;
    };
    /// What was told last.
    Status status();

  private:
    std::optional<std::chrono::seconds> timeLeft() const;

    struct Shared;
    std::shared_ptr<Shared> m_shared;  // written by the work's thread
    Progress m_latest;
    Progress m_began;       // what was told when the phase was first seen
    QElapsedTimer m_timer;  // since then
};

}  // namespace partita
