#include "engine/interchange/read/delimited_row.h"

#include <algorithm>

namespace partita {
namespace {

/// The quoted cell whose first quotation mark is at `at`; moves `at` behind the closing one. False when there
/// is none.
bool takeQuoted(std::string_view text, std::size_t& at, std::string& out) {
    std::size_t from = at + 1;
    for (;;) {
        const std::size_t quote = text.find('"', from);
        if (quote == std::string_view::npos) return false;
        out.append(text.substr(from, quote - from));
        at = quote + 1;
        if (at >= text.size() || text[at] != '"') return true;
        out += '"';
        from = at + 1;
    }
}

std::size_t afterBlanks(std::string_view text, std::size_t at, char delimiter) {
    return delimiter == ' ' ? at : std::min(text.find_first_not_of(' ', at), text.size());
}

}  // namespace

DelimitedRow splitRow(std::string_view text, char delimiter) {
    DelimitedRow row;
    for (std::size_t at = 0;;) {
        TabularCell cell;
        const std::size_t begin = at;
        const std::size_t start = afterBlanks(text, at, delimiter);
        if (start < text.size() && text[start] == '"') {
            at = start;
            if (!takeQuoted(text, at, cell.text)) {
                row.fault = {DelimitedRow::Fault::Kind::NotClosed, row.cells.size(), start};
                return row;
            }
            cell.isQuoted = true;
            cell.range = {start, at};
            at = afterBlanks(text, at, delimiter);
            if (at < text.size() && text[at] != delimiter) {
                row.fault = {DelimitedRow::Fault::Kind::TextAfterQuote, row.cells.size(), at};
                return row;
            }
        } else {
            at = std::min(text.find(delimiter, begin), text.size());
            cell.text.assign(text.substr(begin, at - begin));
            cell.range = {begin, at};
        }
        row.cells.push_back(std::move(cell));
        if (at >= text.size()) return row;
        ++at;
    }
}

bool isBlankRow(std::string_view text, char delimiter) {
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return c == delimiter || c == ' ' || c == '\t' || c == '\r' || c == '\n';
    });
}

}  // namespace partita
