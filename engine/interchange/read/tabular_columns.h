// The columns of a table of cells, and what a row of them says as an item. Immutable once made; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_reader.h"
#include "engine/interchange/read/tabular_cell.h"
#include "engine/interchange/read/tabular_guess.h"
#include "engine/interchange/read/tabular_header.h"
#include "engine/result.h"

namespace partita {

class TabularColumns final {
  public:
    using Row = std::vector<TabularCell>;
    TabularColumns() = default;

    /// Types are the header's, else those of `guesses`, one a column; the options' go before both. Fails
    /// (BadInput) when the options name a column that there is not.
    static Result<TabularColumns> of(std::vector<HeaderColumn> header,
                                     const std::vector<ColumnGuess>& guesses, const SourceOptions& options);

    std::size_t size() const { return m_columns.size(); }
    std::vector<SourceColumn> sourceColumns() const;
    /// A header with which the rows alone are read as with this one.
    std::vector<std::string> lastingHeader() const;
    const std::string& nameOf(std::size_t column) const { return m_columns[column].source.name; }

    /// The item of a row. `text` and `line`: of the record, for the places of faults. Fails with the range of
    /// the cell that is wrong, and the column's name.
    Result<DecodedRecord> item(const Row& row, std::string_view text, std::uint64_t line,
                               const KeySchema& keys, bool keepNames) const;

  private:
    struct Column {
        SourceColumn source;
        HeaderColumn header;
        bool isGuessed = false;
        bool isChosen = false;
    };

    Result<void> checkLength(const Row& row, DecodedRecord& record) const;
    /// The value of an empty cell; nothing: the attribute is left out.
    std::optional<Value> emptyValue(const TabularCell& cell, const Column& column) const;
    Result<Value> value(const TabularCell& cell, const Column& column, const KeyAttribute* key,
                        std::uint32_t& numbersRewritten) const;

    std::vector<Column> m_columns;
    TabularOptions::EmptyCell m_emptyCell = TabularOptions::EmptyCell::LeaveOut;
    char m_setDelimiter = ',';
    bool m_repair = false;
};

}  // namespace partita
