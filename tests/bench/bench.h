// What the benchmarks share: settings, a clock, figures as JSON lines. A figure is always a ratio to
// something measured in the same run on the same machine; absolute times alone say little.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace partita::bench {

struct Settings {
    std::uint64_t items = 1'000'000;
    std::size_t itemBytes = 400;
    std::uint64_t collections = 20'000;
    std::uint64_t largestCollection = 200'000;
    std::string folder = "/tmp";  // where the files go; removed afterwards
};

class Stopwatch final {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

  private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// One line: what was measured, our figure, the limit's, their ratio, the goal in words.
struct Figure {
    std::string name;
    std::string unit;
    double ours = 0;
    double limit = 0;  // 0: there is none to compare with
    double ratio = 0;  // 0: not a ratio
    std::string goal;
    bool met = false;
    std::string settings;
};
void print(const Figure& figure);

/// Bytes of physical memory: the most so far, and now.
std::uint64_t peakMemory();
std::uint64_t currentMemory();
/// Makes peakMemory() start from now on.
void resetPeakMemory();

/// Stops the program with a message; a benchmark that fails is no figure.
[[noreturn]] void fail(const std::string& message);
template <class R>
auto need(R result) {
    if (!result) fail(result.error().text());
    return std::move(result).value();
}

void benchImport(const Settings& settings);
void benchQuery(const Settings& settings);
void benchScan(const Settings& settings);
void benchExport(const Settings& settings);
void benchGrowth(const Settings& settings);
void benchOpen(const Settings& settings);
void benchLoad(const Settings& settings);
void benchFrames(const Settings& settings);

}  // namespace partita::bench
