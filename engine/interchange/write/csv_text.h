// Items as CSV that readDelimited() reads back to the same items. Each header cell names the attribute and
// its type, "age:N". A cell:
//   S          the text; an empty text is a pair of quotes, "", where an absent attribute is nothing at all
//   N          the number's canonical text
//   B          base64; empty bytes are "" too
//   BOOL       true or false
//   NULL       true
//   L M SS NS BS, and all of an attribute that has several types (its flag is JSON): DynamoDB JSON
// What is lost is said by CsvRows::losses() and csvKnownLosses(). One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/write/item_sink.h"
#include "engine/result.h"

namespace partita {

/// A cell, in quotes where a reader could take it for something else.
void appendCsvCell(std::string_view text, char delimiter, std::string& out);

class CsvRows final {
  public:
    /// The columns are the table's: SinkTable::columns, key attributes first.
    explicit CsvRows(const SinkTable& table);

    /// With the line end, CR LF.
    std::string header() const;
    /// Appends the row of an item, `bytes` as stored. Fails (DamagedFile) on damaged bytes, and `out` is as
    /// it was.
    Result<void> append(std::string_view bytes, std::string& out);
    /// Sentences: what of the items so far has no place in the columns.
    std::vector<std::string> losses() const;

  private:
    struct Column {
        std::string name;
        std::string type;  // of the service, or "JSON"
    };
    std::vector<Column> m_columns;
    std::map<std::string, std::size_t, std::less<>> m_places;
    std::vector<std::string> m_cells;
    std::map<std::string, std::uint64_t> m_lost;  // values without a column of their type, by attribute
    std::uint64_t m_lostOthers = 0;               // of attributes past those that are counted by name
    std::uint64_t m_zeros = 0;                    // texts with U+0000 in a cell of their own
};

/// Sentences on what CSV can't hold of any table.
std::vector<std::string> csvKnownLosses();

}  // namespace partita
