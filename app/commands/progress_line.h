// How far work is, on one line of standard error that is written over and over; nothing unless somebody
// watches. One thread at a time.
#pragma once

#include <chrono>

#include "engine/progress.h"

namespace partita {

class ProgressLine final {
  public:
    ProgressLine();
    /// Wipes the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Lives no longer than the line.
    ProgressSink sink();

  private:
    void show(const Progress& progress);

    std::chrono::steady_clock::time_point m_begin;  // of the phase
    Progress::Phase m_phase = Progress::Phase::Reading;
    bool m_visible;
    bool m_shown = false;
};

}  // namespace partita
