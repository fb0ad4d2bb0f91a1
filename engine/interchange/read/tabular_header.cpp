#include "engine/interchange/read/tabular_header.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/interchange/read/cell_text.h"

namespace partita {
namespace {

struct Flag {
    std::string_view text;
    CellType type;
};
// The first of a type is the one that is written.
constexpr Flag kFlags[] = {
    {"S", CellType::String},      {"N", CellType::Number},       {"B", CellType::Binary},
    {"BOOL", CellType::Boolean},  {"NULL", CellType::Null},      {"SS", CellType::StringSet},
    {"NS", CellType::NumberSet},  {"BS", CellType::BinarySet},   {"JSON", CellType::JsonText},
    {"L", CellType::JsonText},    {"M", CellType::JsonText},     {"STRING", CellType::String},
    {"NUMBER", CellType::Number}, {"BINARY", CellType::Binary},  {"BOOLEAN", CellType::Boolean},
    {"INT", CellType::Number},    {"INTEGER", CellType::Number}, {"LONG", CellType::Number},
    {"FLOAT", CellType::Number},  {"DOUBLE", CellType::Number},  {"DECIMAL", CellType::Number},
    {"LIST", CellType::JsonText}, {"MAP", CellType::JsonText},
};
// Of columns that a person chose, in the header kept for refused rows.
constexpr Flag kChosen[] = {{"AUTO", CellType::Auto}, {"SKIP", CellType::Skip}};

/// Short flags count in capitals only: "time:s" is a unit.
std::optional<CellType> typeOfFlag(std::string_view flag) {
    std::string upper(flag);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    constexpr std::size_t kShort = 2;
    if (flag.size() <= kShort && upper != flag) return std::nullopt;
    for (const Flag& known : kFlags) {
        if (known.text == upper) return known.type;
    }
    return std::nullopt;
}

HeaderColumn columnOf(const TabularCell& cell) {
    const std::string_view text = cell.isQuoted ? std::string_view(cell.text) : withoutBlanksRound(cell.text);
    HeaderColumn column;
    column.text = text;
    column.name = text;
    if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
        std::string_view flag = text.substr(colon + 1);
        const bool isGuessed = flag.ends_with('?');
        if (isGuessed) flag.remove_suffix(1);
        auto type = typeOfFlag(flag);
        for (const Flag& chosen : kChosen) {
            if (isGuessed && chosen.text == flag) type = chosen.type;
        }
        if (!type) return column;
        column.name = text.substr(0, colon);
        column.type = *type;
        column.form = isGuessed ? HeaderForm::Guessed : HeaderForm::Colon;
        return column;
    }
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return column;
    const std::string_view flag = text.substr(open + 1, text.size() - open - 2);
    const auto type = typeOfFlag(flag);
    if (!type) return column;
    column.name = withoutBlanksRound(text.substr(0, open));
    column.type = *type;
    column.form = HeaderForm::Parentheses;
    column.isVague = flag == "B" || flag == "L" || flag == "M";
    return column;
}

}  // namespace

Result<std::vector<HeaderColumn>> readHeader(const std::vector<TabularCell>& cells, std::size_t firstColumn) {
    if (cells.size() > kMostColumns) {
        return Error::badInput("The header has " + std::to_string(cells.size()) + " columns; at most " +
                               std::to_string(kMostColumns) + " can be read.");
    }
    std::vector<HeaderColumn> columns;
    std::map<std::string, std::vector<std::size_t>> places;
    bool allTyped = true;
    for (const TabularCell& cell : cells) {
        columns.push_back(columnOf(cell));
        places[columns.back().name].push_back(firstColumn + columns.size() - 1);
        allTyped = allTyped && columns.back().form != HeaderForm::Untyped;
    }
    std::string faults;
    constexpr std::size_t kNamed = 10;
    std::size_t named = 0;
    for (const auto& [name, numbers] : places) {
        if (!name.empty() && numbers.size() == 1) continue;
        if (++named > kNamed) break;
        std::string list = std::to_string(numbers.front());
        for (std::size_t i = 1; i < std::min(numbers.size(), kNamed); ++i)
            list += (i + 1 == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
        if (numbers.size() > kNamed) list += ", …";
        const std::string of = (numbers.size() == 1 ? "Column " : "Columns ") + list;
        if (!faults.empty()) faults += " ";
        if (name.empty()) {
            faults += of + (numbers.size() == 1 ? " has no name." : " have no name.");
        } else {
            faults += of + " have the same name, " + shownText(name) + ".";
        }
    }
    if (!faults.empty()) {
        return Error::badInput(faults +
                               " Every column needs a name of its own in the header; or read the file as one "
                               "without a header.");
    }
    for (HeaderColumn& column : columns)
        column.isVague = column.isVague && !allTyped;
    return columns;
}

std::vector<HeaderColumn> namelessHeader(std::size_t columns) {
    std::vector<HeaderColumn> header(columns);
    for (std::size_t i = 0; i < columns; ++i)
        header[i].name = header[i].text = "column" + std::to_string(i + 1);
    return header;
}

std::string headerText(std::string_view name, CellType type, HeaderForm form) {
    std::string_view flag;
    for (const Flag& known : kFlags) {
        if (flag.empty() && known.type == type) flag = known.text;
    }
    for (const Flag& known : kChosen) {
        if (known.type == type) flag = known.text;
    }
    switch (form) {
        case HeaderForm::Untyped:
            break;
        case HeaderForm::Colon:
            return std::string(name) + ":" + std::string(flag);
        case HeaderForm::Parentheses:
            return std::string(name) + " (" + std::string(flag) + ")";
        case HeaderForm::Guessed:
            return std::string(name) + ":" + std::string(flag) + "?";
    }
    return std::string(name);
}

}  // namespace partita
