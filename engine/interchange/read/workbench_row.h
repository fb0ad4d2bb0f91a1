// A row of a NoSQL Workbench model as an item. A row that DynamoDB would not take as it stands is read in the
// one way that it can have been meant, if there is one, and each such reading is named. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/read/source_reader.h"
#include "engine/interchange/read/workbench_model.h"

namespace partita {

struct WorkbenchRowPlace {
    const WorkbenchTable& table;
    std::string where;  // for messages: the table, the row's number, the facet
};

/// Fails (BadInput, ValidationException; with a range of `row` where there is one) when the row is no item:
/// with `repair` when no reading is obvious, without it also when one is, and says which. `keys`: of the
/// table that the item goes to; when it has none, the model's are meant.
Result<DecodedRecord> decodeWorkbenchRow(std::string_view row, const WorkbenchRowPlace& place,
                                         const KeySchema& keys, bool repair, bool keepNames);

}  // namespace partita
