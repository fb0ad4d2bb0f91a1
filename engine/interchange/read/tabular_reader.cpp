#include "engine/interchange/read/tabular_reader.h"

#include <algorithm>
#include <utility>

#include "engine/interchange/read/cell_text.h"
#include "engine/interchange/read/delimited_row.h"
#include "engine/interchange/text_encoding.h"
#include "engine/interchange/write/csv_text.h"

namespace partita {
namespace {

// Rows by which types are guessed: enough to see what a column holds, few enough to be kept.
constexpr std::size_t kRowsAhead = 500;
constexpr std::size_t kBytesAhead = 4 * 1024 * 1024;

std::string hexOf(char byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return std::string("0x") + kDigits[value >> 4] + kDigits[value & 0xF];
}

}  // namespace

TabularReader::TabularReader(SourceDetection detection, std::string file, const SourceOptions& options)
    : m_detection(std::move(detection)), m_options(options), m_files{std::move(file)} {}

Result<void> TabularReader::begin(const std::string& tableName) {
    const auto inFile = [this](Error error) {
        error.where = m_files.front() + (error.where.empty() ? "" : ", " + error.where);
        return error;
    };
    auto first = readRow();
    if (!first) return first.error();
    if (!*first) return inFile(Error::badInput("There is no row in it."));
    if ((*first)->tooLong) return inFile(Error::badInput("Its first row is longer than 16 MiB."));
    auto headerCells = cellsOf((*first)->text, (*first)->line);
    if (!headerCells) return inFile(headerCells.error());
    auto header = m_options.tabular.hasHeader
                      ? readHeader(*headerCells, columnsBefore() + 1)
                      : Result<std::vector<HeaderColumn>>(namelessHeader(headerCells->size()));
    if (!header) {
        Error error = header.error();
        error.where = "line " + std::to_string((*first)->line);
        return inFile(std::move(error));
    }
    if (!m_options.tabular.hasHeader) m_ahead.push_back(**std::move(first));

    std::size_t bytes = 0;
    while (m_ahead.size() < kRowsAhead && bytes < kBytesAhead) {
        auto row = readRow();
        // What was read before a fault is handed on before the fault is told.
        if (!row) m_failure = row.error();
        if (!row || !*row) break;
        bytes += (*row)->text.size();
        m_ahead.push_back(**std::move(row));
    }
    std::vector<ColumnGuess> guesses(header->size());
    for (const TabularRow& row : m_ahead) {
        if (row.tooLong) continue;
        const auto cells = cellsOf(row.text, row.line);
        // The cells of a row that is too long or too short may belong to other columns.
        if (!cells || (cells->size() != guesses.size() && !m_options.repair)) continue;
        for (std::size_t i = 0; i < std::min(cells->size(), guesses.size()); ++i)
            guesses[i].add((*cells)[i]);
    }
    auto columns = TabularColumns::of(*std::move(header), guesses, m_options);
    if (!columns) return inFile(columns.error());
    m_columns = *std::move(columns);
    SourceTable table;
    table.name = tableName;
    table.columns = m_columns.sourceColumns();
    m_tables.push_back(std::move(table));
    return {};
}

Result<TabularColumns::Row> TabularReader::cellsOf(std::string_view text, std::uint64_t line) const {
    DelimitedRow row = splitRow(text, m_delimiter);
    if (!isUtf8(text)) return notUtf8(text, line, row);
    if (!row.fault) {
        classify(row.cells);
        return std::move(row.cells);
    }
    const std::string column = row.fault->cell < m_columns.size()
                                   ? "column " + shownText(m_columns.nameOf(row.fault->cell))
                                   : "column " + std::to_string(row.fault->cell + 1);
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(row.fault->at), '\n');
    const std::string place =
        "line " + std::to_string(line + static_cast<std::uint64_t>(lines)) + ", " + column;
    Error error =
        row.fault->kind == DelimitedRow::Fault::Kind::NotClosed
            ? Error::badInput(
                  "The quotation mark that opens the cell " + shownText(text.substr(row.fault->at + 1)) +
                      " is never closed, so the row is taken to end with its line. Close it, or, if "
                      "it belongs to the text, put the cell in quotation marks and double it.",
                  place)
            : Error::badInput("After the closing quotation mark of the cell there is " +
                                  shownText(text.substr(row.fault->at)) +
                                  ". A quotation mark inside a quoted cell is written twice.",
                              place);
    error.range = SourceRange{row.fault->at, text.size()};
    return error;
}

Error TabularReader::notUtf8(std::string_view text, std::uint64_t line, const DelimitedRow& row) const {
    const std::size_t at = firstNotUtf8(text);
    const auto inside = [&](const TabularCell& cell) { return at < cell.range.end; };
    const auto cell = static_cast<std::size_t>(std::find_if(row.cells.begin(), row.cells.end(), inside) -
                                               row.cells.begin());
    const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    Error error = Error::badInput(
        "The byte " + hexOf(text[at]) +
            " is no UTF-8: it is damaged, or was written in another encoding. Correct the cell and save the "
            "table as UTF-8.",
        "line " + std::to_string(line + static_cast<std::uint64_t>(lines)) + ", " +
            (cell < m_columns.size() ? "column " + shownText(m_columns.nameOf(cell))
                                     : "column " + std::to_string(cell + 1)));
    error.range = SourceRange{at, at + 1};
    return error;
}

Result<std::optional<SourceRecord>> TabularReader::next() {
    if (!m_ahead.empty()) {
        m_row = std::move(m_ahead.front());
        m_ahead.pop_front();
    } else if (m_failure) {
        return *m_failure;
    } else {
        auto row = readRow();
        if (!row) return row.error();
        if (!*row) return std::optional<SourceRecord>();
        m_row = **std::move(row);
    }
    SourceRecord record;
    record.text = m_row.text;
    record.line = m_row.line;
    record.offset = m_row.offset;
    record.complete = !m_row.tooLong;
    record.tooLong = m_row.tooLong;
    return std::optional(record);
}

Result<DecodedRecord> TabularReader::decode(const SourceRecord& record, const KeySchema& keys,
                                            bool keepNames) const {
    const auto cells = cellsOf(record.text, record.line);
    if (!cells) return cells.error();
    return m_columns.item(*cells, record.text, record.line, keys, keepNames);
}

std::string TabularReader::preamble() const {
    std::string text;
    if (m_delimiter != ',') text += std::string("sep=") + m_delimiter + "\n";
    bool isFirst = true;
    for (const std::string& cell : m_columns.lastingHeader()) {
        if (!std::exchange(isFirst, false)) text += m_delimiter;
        appendCsvCell(cell, m_delimiter, text);
    }
    return text + "\n";
}

}  // namespace partita
