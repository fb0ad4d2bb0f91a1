// How long work tells what it has done. The work calls report() now and then, from its own thread.
#pragma once

#include <cstdint>
#include <functional>

namespace partita {

struct Progress {
    enum class Phase { Reading, Sorting, Writing };
    Phase phase = Phase::Reading;
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;  // 0: not known (a pipe)
    std::uint64_t itemsDone = 0;
};

/// May be empty. Must be quick and must not call the engine.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace partita
