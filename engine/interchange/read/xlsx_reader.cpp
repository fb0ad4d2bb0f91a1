// A sheet of an Excel workbook as a source. A record is its row as CSV: texts in quotes, all else without.
#include <algorithm>
#include <utility>

#include "engine/interchange/read/cell_text.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/tabular_reader.h"
#include "engine/interchange/read/xlsx_rows.h"

namespace partita {
namespace {

class XlsxReader final : public TabularReader {
  public:
    XlsxReader(XlsxPackage package, XlsxWorkbook workbook, SourceDetection detection,
               const SourceOptions& options)
        : TabularReader(std::move(detection), package.path(), options),
          m_package(std::move(package)),
          m_workbook(std::move(workbook)) {}

    Result<void> open();
    std::uint64_t bytesRead() const override;
    std::uint64_t bytesTotal() const override { return m_package.fileBytes(); }
    std::vector<SourceNote> notes() const override;

  private:
    Result<const XlsxSheet*> chosenSheet() const;
    Result<std::optional<TabularRow>> readRow() override;
    void classify(TabularColumns::Row& row) const override;
    std::size_t columnsBefore() const override { return m_firstColumn; }
    /// "column "age" (C)".
    std::string placeOf(std::size_t column) const;

    XlsxPackage m_package;
    XlsxWorkbook m_workbook;
    std::optional<XlsxRows> m_rows;
    const XlsxSheet* m_sheet = nullptr;
    bool m_hasFirst = false;
    std::size_t m_firstColumn = 0;  // of the first row, which is the header
    std::size_t m_columnCount = 0;
    std::uint64_t m_leftOf = 0;  // rows with cells before the first column
};

bool equalIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

Result<const XlsxSheet*> XlsxReader::chosenSheet() const {
    const std::string& wanted = m_options.tabular.sheet;
    const auto& sheets = m_workbook.sheets;
    if (wanted.empty()) {
        const auto seen =
            std::find_if(sheets.begin(), sheets.end(), [](const auto& s) { return !s.isHidden; });
        return seen == sheets.end() ? &sheets.front() : &*seen;
    }
    const auto named = std::find_if(sheets.begin(), sheets.end(),
                                    [&](const auto& s) { return equalIgnoringCase(s.name, wanted); });
    if (named != sheets.end()) return &*named;
    std::string names;
    for (const XlsxSheet& sheet : sheets)
        names += (names.empty() ? "" : ", ") + shownText(sheet.name) + (sheet.isHidden ? " (hidden)" : "");
    return Error::badInput("There is no sheet " + shownText(wanted) + ". The sheets are " + names + ".",
                           m_package.path());
}

Result<void> XlsxReader::open() {
    const auto sheet = chosenSheet();
    if (!sheet) return sheet.error();
    m_sheet = *sheet;
    auto rows = XlsxRows::open(m_package, *m_sheet, m_workbook);
    if (!rows) return rows.error();
    m_rows.emplace(*std::move(rows));
    if (auto begun = begin(m_sheet->name); !begun) return begun;
    m_detection.description = "Excel workbook, sheet " + shownText(m_sheet->name) + ", " +
                              std::to_string(m_columns.size()) +
                              (m_columns.size() == 1 ? " column" : " columns");
    return {};
}

Result<std::optional<TabularRow>> XlsxReader::readRow() {
    const auto next = m_rows->next();
    if (!next) return next.error();
    if (!*next) return std::optional<TabularRow>();
    const XlsxRow& row = **next;
    const auto& cells = row.cells;
    if (!m_hasFirst) {
        m_hasFirst = true;
        const auto first =
            std::find_if(cells.begin(), cells.end(), [](const auto& c) { return !c.isEmpty(); });
        m_firstColumn = static_cast<std::size_t>(first - cells.begin());
        m_columnCount = cells.size() - m_firstColumn;
    }
    TabularRow made{{}, row.number, 0, row.tooLong};
    for (std::size_t i = 0; i < std::min(m_firstColumn, cells.size()); ++i) {
        if (cells[i].isEmpty()) continue;
        ++m_leftOf;
        break;
    }
    for (std::size_t i = m_firstColumn; i < std::max(m_firstColumn + m_columnCount, cells.size()); ++i) {
        if (i > m_firstColumn) made.text += ',';
        if (i >= cells.size() || cells[i].isEmpty()) continue;
        const TabularCell& cell = cells[i];
        if (cell.kind != TabularCell::Kind::Text) {
            made.text += cell.text;
            continue;
        }
        made.text += '"';
        for (const char c : cell.text) {
            if (c == '"') made.text += '"';
            made.text += c;
        }
        made.text += '"';
    }
    return std::optional(std::move(made));
}

void XlsxReader::classify(TabularColumns::Row& row) const {
    for (TabularCell& cell : row) {
        if (cell.isQuoted) {
            cell.kind = TabularCell::Kind::Text;
        } else if (cell.text.starts_with('#')) {
            cell.kind = TabularCell::Kind::Error;
        } else if (cell.text == "TRUE" || cell.text == "FALSE") {
            cell.kind = TabularCell::Kind::Boolean;
        } else if (!cell.isEmpty()) {
            cell.kind = TabularCell::Kind::Number;
        }
    }
}

std::uint64_t XlsxReader::bytesRead() const {
    // The sheet is unpacked as it is read; its share of the file is not known more closely.
    const std::uint64_t total = std::max<std::uint64_t>(m_rows->bytesTotal(), 1);
    const double share = static_cast<double>(m_rows->bytesRead()) / static_cast<double>(total);
    return static_cast<std::uint64_t>(share * static_cast<double>(m_package.fileBytes()));
}

std::string XlsxReader::placeOf(std::size_t column) const {
    const std::string letters = xlsxColumnName(column);
    const bool isNamed = column >= m_firstColumn && column - m_firstColumn < m_columns.size();
    if (!isNamed) return "column " + letters;
    return "column " + shownText(m_columns.nameOf(column - m_firstColumn)) + " (" + letters + ")";
}

std::vector<SourceNote> XlsxReader::notes() const {
    using Kind = SourceNote::Kind;
    std::vector<SourceNote> notes;
    std::string others;
    for (const XlsxSheet& sheet : m_workbook.sheets) {
        if (&sheet == m_sheet) continue;
        others += (others.empty() ? "" : ", ") + shownText(sheet.name) + (sheet.isHidden ? " (hidden)" : "");
    }
    if (!others.empty()) {
        notes.push_back({Kind::Lost, 0,
                         "Only the sheet " + shownText(m_sheet->name) + " is read. The workbook also has " +
                             others + "."});
    }
    const XlsxFindings& found = m_rows->findings();
    for (const auto& [column, row] : found.dates) {
        notes.push_back({Kind::Repaired, row,
                         "Dates in " + placeOf(column) +
                             " are taken as text, as 2024-05-01 or "
                             "2024-05-01T10:30:00; the workbook holds them as numbers of days."});
    }
    for (const auto& [column, row] : found.rounded) {
        notes.push_back(
            {Kind::Warning, row,
             "In " + placeOf(column) +
                 " there are whole numbers of more than 15 digits. Excel keeps "
                 "15 and has rounded the rest already; format such a column as text before it is filled."});
    }
    for (const auto& [column, row] : found.fractions) {
        notes.push_back({Kind::Warning, row,
                         "In " + placeOf(column) +
                             " there are numbers of more than 15 digits, as the workbook "
                             "holds them; Excel shows at most 15 of them (1.1 for 1.1000000000000001)."});
    }
    const auto cells = [](std::uint64_t count) {
        return std::to_string(count) + (count == 1 ? " cell" : " cells");
    };
    if (found.formulasWithoutValue > 0) {
        notes.push_back({Kind::Warning, 0,
                         cells(found.formulasWithoutValue) + " with a formula " +
                             (found.formulasWithoutValue == 1 ? "has" : "have") +
                             " no value in the file: empty. Open and save the workbook in a "
                             "spreadsheet program, which calculates them."});
    }
    if (found.textsMissing > 0) {
        notes.push_back({Kind::Warning, 0,
                         cells(found.textsMissing) + (found.textsMissing == 1 ? " refers" : " refer") +
                             " to texts that the workbook does not hold: it is "
                             "damaged, and rows with such cells are refused."});
    }
    if (found.merged > 0) {
        notes.push_back({Kind::Warning, 0,
                         "Cells are merged (" + found.firstMerged +
                             (found.merged > 1 ? " and " + std::to_string(found.merged - 1) + " more" : "") +
                             "): only the first of them holds the value, the others are empty."});
    }
    if (m_leftOf > 0) {
        notes.push_back({Kind::Lost, 0,
                         std::to_string(m_leftOf) + (m_leftOf == 1 ? " row has cells" : " rows have cells") +
                             " left of the header's first column; they are not read."});
    }
    return notes;
}

}  // namespace

Result<std::unique_ptr<SourceReader>> readXlsx(const std::string& path, SourceDetection detection,
                                               const SourceOptions& options) {
    auto package = XlsxPackage::open(path);
    if (!package) return package.error();
    auto workbook = XlsxWorkbook::read(*package);
    if (!workbook) return workbook.error();
    auto reader = std::make_unique<XlsxReader>(*std::move(package), *std::move(workbook),
                                               std::move(detection), options);
    if (auto opened = reader->open(); !opened) return opened.error();
    return std::unique_ptr<SourceReader>(std::move(reader));
}

}  // namespace partita
