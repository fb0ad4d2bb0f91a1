// Traces: recorded requests as JSON lines, read into load events; and generators of traces, so that a hot
// partition can be tried at once. The form is in README.md, "Traces".
#pragma once

#include <functional>
#include <iosfwd>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/partition/load.h"
#include "engine/progress.h"

namespace partita {

struct TraceProblem {
    std::uint64_t line = 0;  // from 1
    std::string reason;
};
struct TraceReport {
    std::uint64_t lines = 0;  // not blank
    std::uint64_t events = 0;
    std::uint64_t badLines = 0;
    std::vector<TraceProblem> problems;  // the first 100
    HalfUnits read = 0;
    HalfUnits write = 0;
};

/// What a trace needs of the table: key types, to turn a key's text into bytes.
/// Reads from a file, or from standard input for "-". Every good line is given to `sink`, in the file's order.
/// Fails when the source can't be read (FileMissing, InputOutput) or is cancelled; bad lines are in the report.
Result<TraceReport> readTrace(const std::string& path, const TableDefinition& table,
                              const std::function<void(const LoadEvent&)>& sink, const ProgressSink& progress = {},
                              std::stop_token stop = {});

/// "uniform", "zipf:1.1", "hot:0.7", then ",rate=R" (requests a second, default 2000), ",seconds=N" (60),
/// ",seed=K" (1), ",writes=F" (share of writes, 0 … 1, default 0.5).
struct GeneratorSpec {
    enum class Kind { Uniform, Zipf, Hot };
    Kind kind = Kind::Uniform;
    double parameter = 0;  // Zipf's exponent, or the hot key's share (0 … 1)
    std::uint32_t rate = 2000;
    std::uint32_t seconds = 60;
    std::uint64_t seed = 1;
    double writes = 0.5;
    std::string text() const;  // parses back to the same
};
Result<GeneratorSpec> parseGeneratorSpec(std::string_view text);

/// Keys (partition key bytes) to draw from: the table's own, in key order, or made ones when it has none.
/// The same spec and keys give the same events on every machine. Events begin at `begin`, in order of time.
/// `emit` returning false stops.
void generateTrace(const GeneratorSpec& spec, const std::vector<std::string>& keys, UtcMillis begin,
                   const std::function<bool(const LoadEvent&)>& emit);

/// One event as one line of a trace (no newline at its end).
std::string traceLine(const LoadEvent& event, const TableDefinition& table);

/// RFC 3339 to milliseconds and back; no offset means UTC.
std::optional<UtcMillis> parseTime(std::string_view text);
std::string timeText(UtcMillis time);  // 2026-05-01T10:00:00.250Z

}  // namespace partita
