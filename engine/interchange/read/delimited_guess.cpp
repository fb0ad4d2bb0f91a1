#include "engine/interchange/read/delimited_guess.h"

#include <algorithm>
#include <set>
#include <vector>

#include "engine/interchange/read/cell_text.h"
#include "engine/interchange/read/delimited_row.h"
#include "engine/interchange/read/delimited_scanner.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/tabular_header.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

using Rows = std::vector<std::vector<TabularCell>>;

/// Rows that cannot be split are there too, without cells.
Rows firstRows(std::string_view head, char delimiter, bool isCut) {
    constexpr std::size_t kRows = 100;
    DelimitedScanner scanner(ByteSource::ofText(std::string(head)));
    scanner.setDelimiter(delimiter);
    Rows rows;
    while (rows.size() < kRows) {
        const auto row = scanner.next();
        if (!row || !*row) break;
        DelimitedRow cells = splitRow((*row)->text, delimiter);
        const bool isLast = (*row)->offset + (*row)->text.size() >= head.size();
        if (isCut && isLast && !rows.empty()) break;
        rows.push_back(cells.fault ? std::vector<TabularCell>() : std::move(cells.cells));
    }
    return rows;
}

/// Names, each once; not what code or data of another kind begins with.
bool looksLikeHeader(const std::vector<TabularCell>& cells) {
    constexpr std::size_t kLongestName = 255;
    std::set<std::string_view> names;
    for (const TabularCell& cell : cells) {
        const std::string_view name = withoutBlanksRound(cell.text);
        if (name.empty() || name.size() > kLongestName || !names.insert(name).second) return false;
    }
    return cells.front().isQuoted ||
           std::string_view("{[<").find(cells.front().text.front()) == std::string_view::npos;
}

bool namesTypes(const std::vector<TabularCell>& cells) {
    const auto header = readHeader(cells, 1);
    return header && std::all_of(header->begin(), header->end(), [](const HeaderColumn& column) {
               return column.form != HeaderForm::Untyped;
           });
}

}  // namespace

DelimiterGuess guessDelimiter(std::string_view head, bool isCut) {
    DelimiterGuess best;
    double bestAgreement = -1;
    for (const char delimiter : {',', '\t', ';', '|'}) {
        const Rows rows = firstRows(head, delimiter, isCut);
        if (rows.empty() || rows.front().empty()) continue;
        const std::size_t columns = rows.front().size();
        const auto agreeing = static_cast<double>(
            std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == columns; }));
        const double agreement = columns == 1 ? 0 : agreeing / static_cast<double>(rows.size());
        if (agreement < bestAgreement || (agreement == bestAgreement && columns <= best.columns)) continue;
        bestAgreement = agreement;
        constexpr double kEnough = 0.8;  // some damaged rows do not hide what the others are
        const bool doAgree = columns > 1 && rows.size() > 1 && agreement >= kEnough && agreeing > 1;
        best = {delimiter, columns, looksLikeHeader(rows.front()) && (doAgree || namesTypes(rows.front()))};
    }
    return best;
}

std::optional<char> delimiterLine(std::string_view head, std::size_t& size) {
    constexpr std::string_view kBegin = "sep=";
    if (!head.starts_with(kBegin) || head.size() <= kBegin.size()) return std::nullopt;
    const char delimiter = head[kBegin.size()];
    size = kBegin.size() + 1;
    if (delimiter == '\r' || delimiter == '\n' || delimiter == '"') return std::nullopt;
    if (size < head.size() && head[size] != '\r' && head[size] != '\n') return std::nullopt;
    if (head.substr(size).starts_with("\r\n")) ++size;
    size = std::min(size + 1, head.size());
    return delimiter;
}

std::string describeDelimited(char delimiter, std::size_t columns) {
    std::string text = std::string(delimiter == '\t' ? "TSV, " : "CSV, ") + std::to_string(columns) +
                       (columns == 1 ? " column" : " columns");
    if (columns == 1) return text;
    return text + ", " + (delimiter == '\t' ? std::string("tabs") : std::string("'") + delimiter + "'") +
           " between them";
}

std::string looksLikeDelimited(std::string_view head, char& delimiter) {
    std::size_t lineSize = 0;
    const bool isCut = head.size() >= kHeadBytes;
    if (const auto named = delimiterLine(head, lineSize)) {
        delimiter = *named;
        const Rows rows = firstRows(head.substr(lineSize), delimiter, isCut);
        return rows.empty() ? std::string() : describeDelimited(delimiter, rows.front().size());
    }
    const DelimiterGuess guess = guessDelimiter(head, isCut);
    if (!guess.isSure) return {};
    delimiter = guess.delimiter;
    return describeDelimited(guess.delimiter, guess.columns);
}

}  // namespace partita
