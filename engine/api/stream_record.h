// A stream's record in JSON, as GetRecords answers it. Free function; any thread.
#pragma once

#include <string_view>

#include "engine/api/json_writer.h"
#include "engine/table_request.h"

namespace partita {

/// Appends {"eventID":…}.
void appendRecord(const StreamInfo& stream, const StreamRecord& record, std::string_view region,
                  JsonWriter& json);

}  // namespace partita
