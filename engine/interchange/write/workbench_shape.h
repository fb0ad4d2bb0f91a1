// The parts of a NoSQL Workbench model that stand round a table's rows, as JSON text. Pure; any thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/interchange/write/item_sink.h"

namespace partita {

struct WorkbenchShape {
    std::string modelHead;           // members of the model before DataModel, one a line, each with its comma
    std::string head;                // members of the table before its rows, likewise
    std::string tail;                // and after them, likewise, without the last comma
    std::set<std::string> declared;  // attributes
    std::vector<std::string> losses;
};

/// "Jun 24, 2020, 04:20 PM", UTC.
std::string workbenchDate(std::int64_t millis);
WorkbenchShape workbenchShape(const SinkTable& table, std::int64_t nowMillis);

}  // namespace partita
