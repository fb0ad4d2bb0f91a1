// Splits one row of CSV or TSV into its cells, by RFC 4180: a cell that begins with a quotation mark ends
// with one, and holds delimiters, line breaks and doubled quotation marks. Blanks round the quotes are
// dropped, all others kept. Pure; any thread.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/interchange/read/tabular_cell.h"

namespace partita {

struct DelimitedRow {
    struct Fault {
        enum class Kind { NotClosed, TextAfterQuote };
        Kind kind = Kind::NotClosed;
        std::size_t cell = 0;  // from 0
        std::size_t at = 0;    // byte of the opening quote, or of the text that follows the closing one
    };
    std::vector<TabularCell> cells;  // up to the fault
    std::optional<Fault> fault;      // the first
};

/// `text` is without the line end.
DelimitedRow splitRow(std::string_view text, char delimiter);

/// Whether the row has nothing but blanks and delimiters.
bool isBlankRow(std::string_view text, char delimiter);

}  // namespace partita
