// What many seconds took of one unit: their sum, the busiest of them and how many were over the limit. It
// keeps these exact when the seconds themselves are given up. A plain value; half units.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/request.h"

namespace partita {

struct BusySeconds {
    HalfUnits sum = 0;
    HalfUnits peak = 0;
    std::int64_t peakSecond = 0;  // the first of its kind; 0 when all took nothing
    std::uint64_t secondsOver = 0;

    /// The whole of a second that is not in it yet.
    void addSecond(std::int64_t second, HalfUnits units, HalfUnits limit) {
        if (units > 0) add({units, units, second, units > limit ? 1U : 0U});
    }
    /// Other seconds.
    void add(const BusySeconds& other) {
        sum += other.sum;
        secondsOver += other.secondsOver;
        takePeak(other);
    }
    /// A part of a second that may be in it already. Only the sum stays exact; peak and secondsOver become
    /// the least that they can be.
    void addPart(std::int64_t second, HalfUnits units, HalfUnits limit) {
        if (units == 0) return;
        sum += units;
        if (units > limit) secondsOver = std::max<std::uint64_t>(secondsOver, 1);
        takePeak({units, units, second, 0});
    }

  private:
    void takePeak(const BusySeconds& other) {
        if (other.peak < peak || (other.peak == peak && (peak == 0 || other.peakSecond >= peakSecond)))
            return;
        peak = other.peak;
        peakSecond = other.peakSecond;
    }
};

}  // namespace partita
