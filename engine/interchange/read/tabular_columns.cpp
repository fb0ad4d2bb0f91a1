#include "engine/interchange/read/tabular_columns.h"

#include <algorithm>
#include <utility>

#include "engine/interchange/read/cell_text.h"
#include "engine/interchange/read/cell_value.h"

namespace partita {
namespace {

const KeyAttribute* keyNamed(const KeySchema& keys, std::string_view name) {
    for (const auto* const part : {&keys.partition, &keys.sort}) {
        for (const KeyAttribute& key : *part) {
            if (key.name == name) return &key;
        }
    }
    return nullptr;
}

CellType cellTypeOf(ValueType keyType) {
    switch (keyType) {
        case ValueType::Number:
            return CellType::Number;
        case ValueType::Binary:
            return CellType::Binary;
        default:
            return CellType::String;
    }
}

/// The line of a byte of the record.
std::uint64_t lineAt(std::string_view text, std::size_t at, std::uint64_t line) {
    for (std::size_t i = 0; i < std::min(at, text.size()); ++i) {
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n'))) ++line;
    }
    return line;
}

}  // namespace

Result<TabularColumns> TabularColumns::of(std::vector<HeaderColumn> header,
                                          const std::vector<ColumnGuess>& guesses,
                                          const SourceOptions& options) {
    TabularColumns made;
    made.m_emptyCell = options.tabular.emptyCell;
    made.m_setDelimiter = options.tabular.setDelimiter;
    made.m_repair = options.repair;
    for (std::size_t i = 0; i < header.size(); ++i) {
        HeaderColumn& head = header[i];
        if (head.isVague && !guesses[i].fits(head.type)) {
            head.form = HeaderForm::Untyped;
            head.name = head.text;
        }
        Column column;
        const bool isTyped = head.form != HeaderForm::Untyped;
        column.source = {head.name, isTyped ? head.type : guesses[i].type(),
                         isTyped && head.form != HeaderForm::Guessed, guesses[i].samples()};
        column.isGuessed = !column.source.isDeclared;
        column.header = std::move(head);
        made.m_columns.push_back(std::move(column));
    }
    for (const SourceColumn& chosen : options.tabular.columns) {
        const auto column = std::find_if(made.m_columns.begin(), made.m_columns.end(),
                                         [&](const Column& c) { return c.source.name == chosen.name; });
        if (column == made.m_columns.end()) {
            constexpr std::size_t kNamed = 20;
            std::string names;
            for (std::size_t i = 0; i < std::min(made.m_columns.size(), kNamed); ++i)
                names += (i == 0 ? "" : ", ") + shownText(made.nameOf(i));
            if (made.m_columns.size() > kNamed) names += ", …";
            return Error::badInput("There is no column " + shownText(chosen.name) + ". The columns are " +
                                   names + ".");
        }
        // A choice that repeats what was found leaves the cells to be judged as before.
        if (column->source.type == chosen.type) continue;
        column->source.type = chosen.type;
        column->isGuessed = false;
        column->isChosen = true;
    }
    return made;
}

std::vector<SourceColumn> TabularColumns::sourceColumns() const {
    std::vector<SourceColumn> columns;
    for (const Column& column : m_columns)
        columns.push_back(column.source);
    return columns;
}

std::vector<std::string> TabularColumns::lastingHeader() const {
    std::vector<std::string> names;
    for (const Column& column : m_columns) {
        const HeaderForm form =
            column.isGuessed || column.isChosen ? HeaderForm::Guessed : column.header.form;
        names.push_back(headerText(column.source.name, column.source.type, form));
    }
    return names;
}

Result<void> TabularColumns::checkLength(const Row& row, DecodedRecord& record) const {
    if (row.size() == m_columns.size()) return {};
    const bool isShort = row.size() < m_columns.size();
    const bool isHarmless =
        isShort || std::all_of(row.begin() + static_cast<std::ptrdiff_t>(m_columns.size()), row.end(),
                               [](const TabularCell& cell) { return cell.isEmpty(); });
    const auto cells = [](std::size_t count) {
        return std::to_string(count) + (count == 1 ? " cell" : " cells");
    };
    std::string message = "The row has " + cells(row.size()) + ", but there are " +
                          std::to_string(m_columns.size()) +
                          (m_columns.size() == 1 ? " column." : " columns.");
    const std::string repair = isShort ? "cells that are missing at its end are taken as empty"
                                       : "the empty cells at its end are dropped";
    if (isHarmless && m_repair) {
        record.repairs.push_back(message + " " + (isShort ? "C" : "T") + repair.substr(1) + ".");
        return {};
    }
    if (isHarmless) message += " With repair, " + repair + ".";
    Error error = Error::badInput(std::move(message));
    if (!isShort && !row.empty()) error.range = {row[m_columns.size()].range.begin, row.back().range.end};
    return error;
}

std::optional<Value> TabularColumns::emptyValue(const TabularCell& cell, const Column& column) const {
    const CellType type = column.source.type;
    if (cell.isQuoted && column.header.form == HeaderForm::Colon && !column.isChosen) {
        if (type == CellType::String) return Value::string({});
        if (type == CellType::Binary) return Value::binary({});
    }
    if (m_emptyCell == TabularOptions::EmptyCell::Null) return Value::null();
    const bool isText = type == CellType::String || type == CellType::Auto;
    if (m_emptyCell == TabularOptions::EmptyCell::EmptyString && isText) return Value::string({});
    return std::nullopt;
}

Result<Value> TabularColumns::value(const TabularCell& cell, const Column& column, const KeyAttribute* key,
                                    std::uint32_t& numbersRewritten) const {
    CellType type = column.source.type;
    bool isGuessed = column.isGuessed;
    const std::string name = shownText(column.source.name);
    if (key) {
        const CellType wanted = cellTypeOf(key->type);
        if (wanted != type && !isGuessed && type != CellType::Auto) {
            return Error::badInput(std::string(column.isChosen ? "The column was chosen to hold "
                                                               : "The header says that the column holds ") +
                                   std::string(cellTypeText(type)) + ", but the table's key attribute " +
                                   name + " is of type " + std::string(typeName(key->type)) + ".");
        }
        type = wanted;
        isGuessed = false;
    }
    if (cell.kind == TabularCell::Kind::Error) {
        return Error::badInput("The cell holds the fault " + cell.text +
                               " of a formula, not a value. Correct it in the spreadsheet.");
    }
    Result<Value> value = cellValue(cell, type, m_setDelimiter, numbersRewritten);
    // Of JSON that was read only its beginning is left to look at; to parse it twice would be slow.
    const bool isSure = type == CellType::JsonText
                            ? cell.text.find_first_of("{[") == cell.text.find_first_not_of(" \t\r\n")
                            : isBeyondDoubt(cell, type);
    if (value && (!isGuessed || isSure)) return value;
    std::string message = shownText(cell.text) + " is not " + std::string(cellTypeText(type));
    if (!value) {
        message += ": " + value.error().message;
        if (!message.ends_with('.')) message += '.';
    } else {
        message += " beyond doubt.";
    }
    if (key) {
        message +=
            " The table's key attribute " + name + " is of type " + std::string(typeName(key->type)) + ".";
    } else if (isGuessed) {
        message +=
            " The first rows of the column hold nothing else; choose another type for it, as text, or "
            "correct the cell.";
    }
    return Error{value ? ErrorCode::BadInput : value.error().code, std::move(message), {}, {}, {}};
}

Result<DecodedRecord> TabularColumns::item(const Row& row, std::string_view text, std::uint64_t line,
                                           const KeySchema& keys, bool keepNames) const {
    DecodedRecord record;
    record.form = JsonForm::Plain;
    if (auto length = checkLength(row, record); !length) {
        Error error = length.error();
        error.where = "line " + std::to_string(line);
        return error;
    }
    static const TabularCell kMissing;
    std::vector<Attribute> attributes;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        if (column.source.type == CellType::Skip) continue;
        const TabularCell& cell = i < row.size() ? row[i] : kMissing;
        const KeyAttribute* const key = keyNamed(keys, column.source.name);
        const auto fault = [&](Error error) {
            error.where = "line " + std::to_string(lineAt(text, cell.range.begin, line)) + ", column " +
                          shownText(column.source.name);
            error.range = i < row.size() ? cell.range : SourceRange{text.size(), text.size()};
            return error;
        };
        std::optional<Value> value;
        const bool isText = key ? key->type == ValueType::String : column.source.type == CellType::String;
        if (isText ? !cell.isEmpty() : !cell.isBlank()) {
            auto read = this->value(cell, column, key, record.numbersRewritten);
            if (!read) return fault(read.error());
            value = *std::move(read);
        } else if (key) {
            return fault(Error::validation("The cell is empty, but " + shownText(key->name) +
                                           " is a key attribute of the table, of type " +
                                           std::string(typeName(key->type)) + "."));
        } else {
            value = emptyValue(cell, column);
        }
        if (!value) continue;
        if (keepNames) record.names.push_back(column.source.name);
        attributes.push_back({column.source.name, *std::move(value)});
    }
    // The names are distinct: the header was refused otherwise.
    record.item = *AttributeMap::of(std::move(attributes));
    return record;
}

}  // namespace partita
