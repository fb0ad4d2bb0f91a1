// What the readers of tables of cells share: rows kept while the columns are found out, the row as CSV text,
// its decoding. decode() from any thread; else one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/delimited_row.h"
#include "engine/interchange/read/source_reader.h"
#include "engine/interchange/read/tabular_columns.h"

namespace partita {

/// A row of the source that has been read ahead.
struct TabularRow {
    std::string text;
    std::uint64_t line = 0;
    std::uint64_t offset = 0;
    bool tooLong = false;
};

class TabularReader : public SourceReader {
  public:
    const SourceDetection& detection() const final { return m_detection; }
    const std::vector<SourceTable>& tables() const final { return m_tables; }
    const std::vector<std::string>& files() const final { return m_files; }
    Result<std::optional<SourceRecord>> next() final;
    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const final;
    SourceFormat recordFormat() const final { return SourceFormat::Csv; }
    std::string preamble() const final;

  protected:
    TabularReader(SourceDetection detection, std::string file, const SourceOptions& options);

    /// Finds the columns by the header row (of readRow(), or none) and the rows after it. Fails as
    /// SourceReader::next() does, and when the header is not one.
    Result<void> begin(const std::string& tableName);
    /// Cells of a row's text; the first fault as an error of the record.
    Result<TabularColumns::Row> cellsOf(std::string_view text, std::uint64_t line) const;

    /// The next row that is not empty.
    virtual Result<std::optional<TabularRow>> readRow() = 0;
    /// Says of the cells what the source knows beside their text.
    virtual void classify(TabularColumns::Row& row) const = 0;
    /// Columns of the source before the first that is read.
    virtual std::size_t columnsBefore() const { return 0; }

    SourceDetection m_detection;
    SourceOptions m_options;
    char m_delimiter = ',';
    TabularColumns m_columns;

  private:
    /// Of a row with such a byte.
    Error notUtf8(std::string_view text, std::uint64_t line, const DelimitedRow& row) const;

    std::vector<SourceTable> m_tables;
    std::vector<std::string> m_files;
    std::deque<TabularRow> m_ahead;
    std::optional<Error> m_failure;  // that was met when reading ahead
    TabularRow m_row;                // handed out last
};

}  // namespace partita
