// What a recording says of each partition and key, against the limits: for people and for programs.
// Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/partition/load.h"
#include "engine/partition/trace.h"
#include "engine/table/table_definition.h"

namespace partita {

struct LoadReport {
    RecordingInfo recording;
    TraceReport trace;
    std::vector<LoadSummary> resources;  // the table and each GSI that has load, over the whole recording

    /// Over a limit in at least one second, anywhere.
    bool isHot() const;
};

std::string loadReportText(const LoadReport& report, const TableDefinition& table);
/// One object. Units are RCU and WCU, not half units.
std::string loadReportJson(const LoadReport& report, const TableDefinition& table);

}  // namespace partita
