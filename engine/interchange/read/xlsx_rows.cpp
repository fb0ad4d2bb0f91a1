#include "engine/interchange/read/xlsx_rows.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/interchange/read/tabular_header.h"
#include "engine/value/number.h"

namespace partita {
namespace {

constexpr std::size_t kLongestRow = 16 * 1024 * 1024;
constexpr std::size_t kDigitsOfExcel = 15;
constexpr std::size_t kLongestType = 9;  // inlineStr

/// A cell as the XML gives it: texts stay numbers until the row is asked for, so that rows read ahead are no
/// larger than their XML.
struct RawCell {
    std::size_t column = 0;
    std::string type;
    std::string text;
    unsigned style = 0;
};
struct RawRow {
    std::uint64_t number = 0;
    std::vector<RawCell> cells;
    bool tooLong = false;
};

/// The column of "AB12", from 0; nothing when it is none of a sheet.
std::optional<std::size_t> columnOf(std::string_view reference) {
    std::size_t column = 0;
    std::size_t at = 0;
    for (; at < reference.size() && reference[at] >= 'A' && reference[at] <= 'Z'; ++at) {
        column = column * 26 + static_cast<std::size_t>(reference[at] - 'A') + 1;
        if (column > kMostColumns) return std::nullopt;
    }
    if (at == 0) return std::nullopt;
    return column - 1;
}

template <class T>
std::optional<T> integerOf(std::string_view text) {
    T number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

class SheetEvents final : public XmlEvents {
  public:
    std::deque<RawRow> rows;
    XlsxFindings findings;

    void begin(std::string_view element, const XmlAttributes& attributes) override {
        m_takesText = false;
        if (element == "row") {
            const auto number = integerOf<std::uint64_t>(attributes.value("r"));
            m_row = {number && *number > m_lastRow ? *number : m_lastRow + 1, {}, false};
            m_lastRow = m_row.number;
            m_bytes = 0;
            m_nextColumn = 0;
        } else if (element == "c") {
            m_cell = {columnOf(attributes.value("r")).value_or(m_nextColumn),
                      std::string(attributes.value("t").substr(0, kLongestType)),
                      {},
                      integerOf<unsigned>(attributes.value("s")).value_or(0)};
            m_nextColumn = m_cell.column + 1;
            m_hasFormula = false;
        } else if (element == "f") {
            m_hasFormula = true;
        } else if (element == "rPh") {
            m_isPhonetic = true;
        } else if (element == "v" || element == "t") {
            m_takesText = !m_isPhonetic;
        } else if (element == "mergeCell") {
            if (findings.merged++ == 0) findings.firstMerged = attributes.value("ref").substr(0, 20);
        }
    }

    void end(std::string_view element) override {
        m_takesText = false;
        if (element == "rPh") m_isPhonetic = false;
        if (element == "c") {
            if (m_hasFormula && m_cell.text.empty() && m_cell.type != "str") ++findings.formulasWithoutValue;
            if (m_row.cells.size() >= kMostColumns) tooLong();
            if (!m_cell.text.empty() && m_cell.column < kMostColumns)
                m_row.cells.push_back(std::move(m_cell));
            m_cell = {};
        } else if (element == "row") {
            if (!m_row.cells.empty() || m_row.tooLong) rows.push_back(std::move(m_row));
            m_row = {};
        }
    }

    void text(std::string_view utf8) override {
        if (!m_takesText || m_row.tooLong) return;
        m_bytes += utf8.size();
        if (m_bytes > kLongestRow) {
            tooLong();
            return;
        }
        m_cell.text += utf8;
    }

  private:
    void tooLong() {
        m_row.tooLong = true;
        m_row.cells.clear();
        m_cell.text.clear();
    }

    RawRow m_row;
    RawCell m_cell;
    std::uint64_t m_lastRow = 0;
    std::size_t m_nextColumn = 0;
    std::size_t m_bytes = 0;
    bool m_takesText = false;
    bool m_isPhonetic = false;
    bool m_hasFormula = false;
};

}  // namespace

struct XlsxRows::State {
    SheetEvents events;
    std::optional<XlsxXml> xml;
    const XlsxWorkbook* workbook = nullptr;
    std::optional<Error> failure;
    bool atEnd = false;

    TabularCell cellOf(RawCell raw, std::uint64_t row);
    TabularCell numberOf(RawCell raw, std::uint64_t row);
    /// The next row; its cells may turn out to be empty.
    Result<std::optional<XlsxRow>> row();
};

TabularCell XlsxRows::State::numberOf(RawCell raw, std::uint64_t row) {
    TabularCell cell;
    const DateFormat format =
        raw.style < workbook->styles.size() ? workbook->styles[raw.style] : DateFormat::None;
    if (format != DateFormat::None) {
        if (auto date = dateText(raw.text, format, workbook->is1904)) {
            events.findings.dates.try_emplace(raw.column, row);
            cell.kind = TabularCell::Kind::Text;
            cell.text = *std::move(date);
            return cell;
        }
    }
    const bool isNumber = raw.text.find_first_not_of("+-.0123456789eE") == std::string::npos;
    cell.kind = isNumber ? TabularCell::Kind::Number : TabularCell::Kind::Text;
    cell.text = std::move(raw.text);
    const bool mayBeLong =
        cell.text.size() > kDigitsOfExcel || cell.text.find_first_of("eE") != std::string::npos;
    if (!isNumber || !mayBeLong) return cell;
    if (const auto number = Number::parse(cell.text)) {
        const std::string text = number->text();
        const auto digits = static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }));
        const bool isWhole = text.find('.') == std::string::npos;
        if (digits > kDigitsOfExcel)
            (isWhole ? events.findings.rounded : events.findings.fractions).try_emplace(raw.column, row);
    }
    return cell;
}

TabularCell XlsxRows::State::cellOf(RawCell raw, std::uint64_t row) {
    TabularCell cell;
    cell.kind = TabularCell::Kind::Text;
    if (raw.type.empty() || raw.type == "n") return numberOf(std::move(raw), row);
    if (raw.type == "s") {
        const auto number = integerOf<std::size_t>(raw.text);
        if (number && *number < workbook->texts.size()) {
            cell.text = workbook->texts.at(*number);
        } else {
            ++events.findings.textsMissing;
            cell.kind = TabularCell::Kind::Error;
            cell.text = "#MISSING";
        }
    } else if (raw.type == "b") {
        cell.kind = TabularCell::Kind::Boolean;
        cell.text = raw.text == "1" || raw.text == "true" ? "TRUE" : "FALSE";
    } else if (raw.type == "e") {
        const bool isUsual =
            raw.text.starts_with('#') && raw.text.find_first_of(",\" \r\n") == std::string::npos;
        cell.kind = TabularCell::Kind::Error;
        cell.text = isUsual ? std::move(raw.text) : "#ERROR";
    } else {
        cell.text = withoutXlsxEscapes(std::move(raw.text));  // inlineStr, str, d
    }
    return cell;
}

XlsxRows::XlsxRows(std::unique_ptr<State> state) : m_state(std::move(state)) {}
XlsxRows::XlsxRows(XlsxRows&&) noexcept = default;
XlsxRows::~XlsxRows() = default;

Result<XlsxRows> XlsxRows::open(const XlsxPackage& package, const XlsxSheet& sheet,
                                const XlsxWorkbook& workbook) {
    auto part = package.part(sheet.part);
    if (!part) return part.error();
    auto state = std::make_unique<State>();
    state->workbook = &workbook;
    state->xml.emplace(*std::move(part), state->events, sheet.part);
    return XlsxRows(std::move(state));
}

Result<std::optional<XlsxRow>> XlsxRows::next() {
    for (;;) {
        auto row = m_state->row();
        const bool isEmpty = row && *row && (*row)->cells.empty() && !(*row)->tooLong;
        if (!isEmpty) return row;
    }
}

Result<std::optional<XlsxRow>> XlsxRows::State::row() {
    while (events.rows.empty()) {
        if (failure) return *failure;
        if (atEnd) return std::optional<XlsxRow>();
        const auto more = xml->more();
        if (!more) {
            failure = more.error();
        } else {
            atEnd = !*more;
        }
    }
    RawRow raw = std::move(events.rows.front());
    events.rows.pop_front();
    XlsxRow row{raw.number, {}, raw.tooLong};
    std::size_t bytes = 0;
    for (RawCell& cell : raw.cells) {
        if (cell.column >= row.cells.size()) row.cells.resize(cell.column + 1);
        TabularCell& made = row.cells[cell.column];
        made = cellOf(std::move(cell), raw.number);
        bytes += made.text.size();
        if (bytes <= kLongestRow) continue;
        row.tooLong = true;
        break;
    }
    if (row.tooLong) row.cells.clear();
    while (!row.cells.empty() && row.cells.back().isEmpty())
        row.cells.pop_back();
    return std::optional(std::move(row));
}

const XlsxFindings& XlsxRows::findings() const {
    return m_state->events.findings;
}

std::uint64_t XlsxRows::bytesRead() const {
    return m_state->xml->part().bytesRead();
}

std::uint64_t XlsxRows::bytesTotal() const {
    return m_state->xml->part().bytesTotal();
}

std::string xlsxColumnName(std::size_t column) {
    std::string name;
    for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
        name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
    return name;
}

}  // namespace partita
