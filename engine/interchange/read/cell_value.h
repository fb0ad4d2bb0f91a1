// What the text of one cell means. Numbers stay text until they are a Number; what may be something else than
// a number (00123, +49, 1,5, NaN, a date) stays text unless a number was asked for. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/read/tabular_cell.h"
#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

/// Whether a cell is a number beyond doubt: digits with an optional sign - and point, no leading zero, no
/// exponent, and one that DynamoDB can hold.
bool isPlainNumber(std::string_view text);
/// true, false, as programs write them: also TRUE and True.
bool isBooleanText(std::string_view text);
/// A list, map or set as JSON: what a cell that begins with { or [ holds. The DynamoDB form goes first, also
/// without the outermost type ({"a": {"S": "…"}}, as the AWS console writes a map).
Result<Value> jsonCell(std::string_view text);

/// The value of a cell that is not empty. Fails (BadInput, ValidationException) with what was expected; place
/// and cell are the caller's to name. `type` is not Skip. `numbersRewritten` counts a number whose text was
/// not canonical.
Result<Value> cellValue(const TabularCell& cell, CellType type, char setDelimiter,
                        std::uint32_t& numbersRewritten);

/// For sentences: "a number".
std::string_view cellTypeText(CellType type);

}  // namespace partita
