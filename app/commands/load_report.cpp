#include "app/commands/load_report.h"

#include <algorithm>

#include "app/commands/console.h"
#include "app/commands/load_names.h"
#include "engine/limits.h"

namespace partita {

namespace {

std::string percent(double share) {
    return decimalText(share * 100) + " %";
}

/// "12.5", or "12.5 (at most 2 less)" when the figure is an upper bound.
std::string keyUnits(HalfUnits units, HalfUnits error) {
    return unitsText(units) + (error == 0 ? "" : " (at most " + unitsText(error) + " less)");
}

std::string partitionTable(const LoadSummary& summary) {
    std::vector<std::vector<std::string>> rows;
    for (const PartitionLoad& load : summary.partitions)
        rows.push_back({partitionName(load.partition), unitsText(load.peakRead), decimalText(load.meanRead),
                        unitsText(load.sumRead), unitsText(load.peakWrite), decimalText(load.meanWrite),
                        unitsText(load.sumWrite), load.hot() ? "HOT" : ""});
    rows.push_back({"all", "", "", unitsText(summary.sumRead), "", "", unitsText(summary.sumWrite), ""});
    return textTable({{"partition", false},
                      {"peak RCU/s", true},
                      {"mean RCU/s", true},
                      {"RCU", true},
                      {"peak WCU/s", true},
                      {"mean WCU/s", true},
                      {"WCU", true},
                      {"", false}},
                     rows);
}

std::string keyTable(const LoadSummary& summary, const std::vector<KeyLoad>& keys, const KeySchema& schema) {
    std::vector<std::vector<std::string>> rows;
    for (const KeyLoad& key : keys)
        rows.push_back({percent(key.readShare), percent(key.writeShare), keyUnits(key.read, key.readError),
                        keyUnits(key.write, key.writeError), unitsText(key.peakRead),
                        unitsText(key.peakWrite), partitionName(key.partition),
                        keyName(schema, key.keyBytes)});
    std::string out = textTable({{"of reads", true},
                                 {"of writes", true},
                                 {"RCU", true},
                                 {"WCU", true},
                                 {"peak RCU/s", true},
                                 {"peak WCU/s", true},
                                 {"in", false},
                                 {"key", false}},
                                rows);
    if (!summary.keysAreExact)
        out += "(more than 100,000 distinct keys: figures of keys are upper bounds, the error is shown)\n";
    return out;
}

std::string overText(const char* unit, std::uint32_t limit, HalfUnits peak, std::int64_t second,
                     std::uint32_t seconds) {
    return "over " + countText(limit) + " " + unit + " in " + countText(seconds) +
           (seconds == 1 ? " second" : " seconds") + ", peak " + unitsText(peak) + " at " +
           timeText(second * 1000);
}

/// "; WS#acme has 71.0 % of the reads": the name that matters, at a glance.
std::string keyShare(const PartitionLoad& load, const KeySchema& schema, bool writes) {
    if (load.hottestKeys.empty()) return {};
    const KeyLoad& key = load.hottestKeys.front();
    return "; " + keyName(schema, key.keyBytes) + " has " + percent(writes ? key.writeShare : key.readShare) +
           (writes ? " of all writes" : " of all reads");
}

std::string hotText(const LoadSummary& summary, const KeySchema& schema) {
    std::string out;
    for (const PartitionLoad& load : summary.partitions) {
        if (!load.hot()) continue;
        const std::string name = partitionName(load.partition);
        if (load.secondsOverRead != 0)
            out += "HOT " + name + ": " +
                   overText("RCU", limits::kPartitionReadUnits, load.peakRead, load.peakReadSecond,
                            load.secondsOverRead) +
                   keyShare(load, schema, false) + "\n";
        if (load.secondsOverWrite != 0)
            out += "HOT " + name + ": " +
                   overText("WCU", limits::kPartitionWriteUnits, load.peakWrite, load.peakWriteSecond,
                            load.secondsOverWrite) +
                   keyShare(load, schema, true) + "\n";
        if (!load.hottestKeys.empty())
            out += "hottest keys of " + name + ":\n" + keyTable(summary, load.hottestKeys, schema);
        out += "\n";
    }
    return out.empty() ? "No partition is over its limits in any second.\n\n" : out;
}

std::string resourceText(const LoadSummary& summary, const TableDefinition& table) {
    const KeySchema& schema = keysOfResource(table, summary.resource);
    std::string out = summary.resource.empty() ? "Table " + table.name : "Index " + summary.resource;
    out += ": " + countText(summary.requests) + " requests, " + countText(summary.partitions.size()) +
           " partitions of at most " + countText(limits::kPartitionReadUnits) + " RCU/s and " +
           countText(limits::kPartitionWriteUnits) + " WCU/s each\n";
    out += partitionTable(summary) + "\n" + hotText(summary, schema);
    if (!summary.hottestKeys.empty())
        out += "hottest keys:\n" + keyTable(summary, summary.hottestKeys, schema);
    if (summary.skewedKey && *summary.skewedKey < summary.hottestKeys.size())
        out += "skewed: " + keyName(schema, summary.hottestKeys[*summary.skewedKey].keyBytes) +
               " has over 30 % of the reads or of the writes\n";
    if (!summary.peaksAreExact)
        out +=
            "(requests came over an hour out of order: peaks and seconds over the limits may be too low)\n";
    if (summary.keysAreExact && !summary.keyPeaksAreExact)
        out += "(requests came out of order: peaks of keys may be too low)\n";
    return out + "\n";
}

}  // namespace

bool LoadReport::isHot() const {
    return std::ranges::any_of(resources, [](const LoadSummary& summary) {
        return std::ranges::any_of(summary.partitions, [](const PartitionLoad& load) { return load.hot(); });
    });
}

std::string loadReportText(const LoadReport& report, const TableDefinition& table) {
    std::string out = "Recording " + report.recording.name;
    if (report.recording.requests != 0)
        out += ", " + timeText(report.recording.begin) + " to " + timeText(report.recording.end);
    out += "\nRequests " + countText(report.trace.events) + ", RCU " + unitsText(report.trace.read) +
           ", WCU " + unitsText(report.trace.write) + "\n";
    if (report.trace.assumedUnits != 0)
        out +=
            countText(report.trace.assumedUnits) +
            " lines told no units: counted as the least that they can cost, 0.5 RCU a read, 1 WCU a write\n";
    out += "\n";
    if (report.trace.events == 0) out += "No request, so there is no load to show.\n";
    for (const LoadSummary& summary : report.resources)
        if (summary.requests != 0) out += resourceText(summary, table);
    if (report.trace.badLines != 0)
        out += countText(report.trace.badLines) + " of " + countText(report.trace.lines) +
               " lines could not be read and are left out:\n";
    for (const TraceProblem& problem : report.trace.problems)
        out += "line " + std::to_string(problem.line) + ": " + problem.reason + "\n";
    if (report.trace.badLines > report.trace.problems.size())
        out +=
            "and " + countText(report.trace.badLines - report.trace.problems.size()) + " more, not listed\n";
    return out;
}

}  // namespace partita
