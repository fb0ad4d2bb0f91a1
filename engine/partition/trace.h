// Traces: recorded requests as JSON lines, read into load events, and written. The form is in README.md,
// "Traces". Any thread.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/partition/load.h"
#include "engine/partition/trace_generator.h"
#include "engine/partition/utc_time.h"
#include "engine/progress.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita {

struct TraceProblem {
    std::uint64_t line = 0;  // from 1
    std::string reason;
};
struct TraceReport {
    std::uint64_t lines = 0;  // not blank
    std::uint64_t events = 0;
    std::uint64_t badLines = 0;
    /// Lines that told no units: a read then counts as 0.5 RCU, a write as 1 WCU, the least that they can
    /// cost.
    std::uint64_t assumedUnits = 0;
    std::vector<TraceProblem> problems;  // the first 100
    HalfUnits read = 0;
    HalfUnits write = 0;
};

/// What a trace needs of the table: key types, to turn a key's text into bytes.
/// Reads from a file, or from standard input for "-". Every good line is given to `sink`, in the file's
/// order. Lines are read on a thread of its own; `sink` and `progress` are called on the caller's. Fails when
/// the source can't be read (FileMissing, InputOutput), is compressed or UTF-16 (BadInput), or is cancelled;
/// bad lines are in the report. Lines over 1 MiB count as bad. Memory is bounded.
Result<TraceReport> readTrace(const std::string& path, const TableDefinition& table,
                              const std::function<void(const LoadEvent&)>& sink,
                              const ProgressSink& progress = {}, std::stop_token stop = {});

/// One event as one line of a trace (no newline at its end); the key must be one of that table or index. A
/// trace knows no operation but by name: a Scan without a key, otherwise a PutItem when it wrote, a Query
/// when not.
std::string traceLine(const LoadEvent& event, const TableDefinition& table);

}  // namespace partita
