// Which character stands between the cells of a text, by its first rows. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace partita {

struct DelimiterGuess {
    char delimiter = ',';
    std::size_t columns = 1;
    bool isSure = false;  // several rows agree, or the header names types
};

/// `isCut`: the text goes on behind `head`.
DelimiterGuess guessDelimiter(std::string_view head, bool isCut);

/// The delimiter of Excel's first line "sep=;"; nothing when the text begins otherwise. `size` becomes that
/// of the line.
std::optional<char> delimiterLine(std::string_view head, std::size_t& size);

/// "CSV, 7 columns, ';' between them".
std::string describeDelimited(char delimiter, std::size_t columns);

}  // namespace partita
