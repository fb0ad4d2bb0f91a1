// The rows of a sheet, one after another, as the XML comes: memory is bounded by a piece of it and the
// workbook's texts. One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/read/tabular_cell.h"
#include "engine/interchange/read/xlsx_workbook.h"
#include "engine/interchange/read/xlsx_xml.h"
#include "engine/result.h"

namespace partita {

struct XlsxRow {
    std::uint64_t number = 0;        // from 1
    std::vector<TabularCell> cells;  // from column A; no empty ones at the end
    bool tooLong = false;            // more than 16 MiB; without cells then
};

/// What was met on the way, for the notes. Columns count from 0; values are the numbers of rows.
struct XlsxFindings {
    std::map<std::size_t, std::uint64_t> dates;      // the first of each column
    std::map<std::size_t, std::uint64_t> rounded;    // integers of more digits than Excel keeps
    std::map<std::size_t, std::uint64_t> fractions;  // with more digits than Excel shows
    std::uint64_t formulasWithoutValue = 0;
    std::uint64_t textsMissing = 0;
    std::uint64_t merged = 0;
    std::string firstMerged;  // "A1:B2"
};

class XlsxRows final {
  public:
    /// `workbook` outlives it.
    static Result<XlsxRows> open(const XlsxPackage& package, const XlsxSheet& sheet,
                                 const XlsxWorkbook& workbook);
    XlsxRows(XlsxRows&&) noexcept;
    ~XlsxRows();

    /// The next row that is not empty, or nothing at the end. Fails (BadInput) where the sheet is damaged,
    /// after the rows before.
    Result<std::optional<XlsxRow>> next();
    const XlsxFindings& findings() const;
    std::uint64_t bytesRead() const;  // of the XML
    std::uint64_t bytesTotal() const;

  private:
    struct State;
    explicit XlsxRows(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// "A", "AB": the letters of a column from 0.
std::string xlsxColumnName(std::size_t column);

}  // namespace partita
