#include "engine/interchange/read/cell_value.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/read/cell_text.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

bool beginsJson(std::string_view text) {
    return text.starts_with('{') || text.starts_with('[');
}

Result<Number> numberOf(std::string_view text, std::uint32_t& numbersRewritten) {
    auto number = Number::parse(text);
    if (number && number->text() != text) ++numbersRewritten;
    return number;
}

Result<Value> numberValue(std::string_view text, std::uint32_t& numbersRewritten) {
    const auto number = numberOf(text, numbersRewritten);
    if (!number) return number.error();
    return Value::number(*number);
}

Result<std::string> bytesOf(std::string_view text) {
    auto bytes = fromBase64(text);
    if (!bytes) {
        return Error::badInput(
            "This is no base64 text: it takes letters, digits, + and /, and = until the length divides by "
            "4.");
    }
    return *std::move(bytes);
}

/// The members of a set: a JSON array (also in braces, as older consoles of AWS write it), or texts between
/// delimiters, without the blanks round them.
Result<std::vector<std::string>> membersOf(std::string_view text, char setDelimiter) {
    std::vector<std::string> members;
    if (beginsJson(text)) {
        std::string array(text);
        if (array.front() == '{' && array.back() == '}') {
            array.front() = '[';
            array.back() = ']';
        }
        const auto parsed = parsePlainValue(array);
        if (!parsed) return parsed.error();
        for (const Value& member : *parsed->asList()) {
            if (const std::string* const string = member.asString()) {
                members.push_back(*string);
            } else if (const Number* const number = member.asNumber()) {
                members.push_back(number->text());
            } else {
                return Error::badInput("A set holds texts or numbers only.");
            }
        }
        return members;
    }
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(setDelimiter, at), text.size());
        members.emplace_back(withoutBlanksRound(text.substr(at, end - at)));
        if (members.back().empty())
            return Error::badInput("Between two delimiters of the set there is nothing.");
        at = end + 1;
    }
    return members;
}

Result<Value> setValue(std::string_view text, CellType type, char setDelimiter,
                       std::uint32_t& numbersRewritten) {
    const ValueType wanted = type == CellType::StringSet   ? ValueType::StringSet
                             : type == CellType::NumberSet ? ValueType::NumberSet
                                                           : ValueType::BinarySet;
    if (text.starts_with('{')) {
        if (auto whole = parseDynamoDbValue(text)) {
            if (whole->type() == wanted) return whole;
            return Error::badInput("This is of type " + std::string(typeName(whole->type())) + ".");
        }
    }
    auto members = membersOf(text, setDelimiter);
    if (!members) return members.error();
    if (wanted == ValueType::StringSet) return Value::stringSet(*std::move(members));
    if (wanted == ValueType::BinarySet) {
        for (std::string& member : *members) {
            auto bytes = bytesOf(member);
            if (!bytes) return bytes.error();
            member = *std::move(bytes);
        }
        return Value::binarySet(*std::move(members));
    }
    std::vector<Number> numbers;
    for (const std::string& member : *members) {
        const auto number = numberOf(member, numbersRewritten);
        if (!number) return number.error();
        numbers.push_back(*number);
    }
    return Value::numberSet(std::move(numbers));
}

/// A cell of a spreadsheet says what it is; that of a CSV file is looked at.
Value autoValue(const TabularCell& cell, std::uint32_t& numbersRewritten) {
    const std::string_view text = withoutBlanksRound(cell.text);
    if (cell.kind == TabularCell::Kind::Boolean ||
        (cell.kind == TabularCell::Kind::Plain && isBooleanText(text))) {
        return Value::boolean(text.front() == 't' || text.front() == 'T');
    }
    if (cell.kind == TabularCell::Kind::Number ||
        (cell.kind == TabularCell::Kind::Plain && isPlainNumber(text))) {
        if (auto number = numberValue(text, numbersRewritten)) return *std::move(number);
    }
    if (beginsJson(text)) {
        if (auto json = jsonCell(text)) return *std::move(json);
    }
    return Value::string(cell.text);
}

/// A spreadsheet's number as text: plain digits, as people see it, not 1E+3.
std::string textOf(const TabularCell& cell) {
    if (cell.kind == TabularCell::Kind::Number) {
        if (const auto number = Number::parse(cell.text)) return number->text();
    }
    return cell.text;
}

}  // namespace

bool isPlainNumber(std::string_view text) {
    std::string_view digits = text;
    if (digits.starts_with('-')) digits.remove_prefix(1);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view whole = digits.substr(0, point);
    const std::string_view fraction = digits.substr(std::min(point + 1, digits.size()));
    const auto isDigits = [](std::string_view part) {
        return !part.empty() &&
               std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (!isDigits(whole) || (whole.size() > 1 && whole.front() == '0')) return false;
    if (point < digits.size() && !isDigits(fraction)) return false;
    return text != "-0" && Number::parse(text).ok();
}

bool isBooleanText(std::string_view text) {
    constexpr std::array<std::string_view, 6> kWords = {"true", "false", "TRUE", "FALSE", "True", "False"};
    return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

Result<Value> jsonCell(std::string_view text) {
    if (text.starts_with('{')) {
        if (auto value = parseDynamoDbValue(text)) return value;
    }
    if (beginsJson(text)) {
        const std::string_view type = text.front() == '{' ? "M" : "L";
        if (auto value = parseDynamoDbValue("{\"" + std::string(type) + "\":" + std::string(text) + "}"))
            return value;
    }
    return parsePlainValue(text);
}

Result<Value> cellValue(const TabularCell& cell, CellType type, char setDelimiter,
                        std::uint32_t& numbersRewritten) {
    const std::string_view text = withoutBlanksRound(cell.text);
    switch (type) {
        case CellType::Auto:
            return autoValue(cell, numbersRewritten);
        case CellType::String:
        case CellType::Skip:
            return Value::string(textOf(cell));
        case CellType::Number:
            return numberValue(text, numbersRewritten);
        case CellType::Binary: {
            auto bytes = bytesOf(text);
            if (!bytes) return bytes.error();
            return Value::binary(*std::move(bytes));
        }
        case CellType::Boolean:
            if (isBooleanText(text)) return Value::boolean(text.front() == 't' || text.front() == 'T');
            if (text == "1" || text == "0") return Value::boolean(text == "1");
            return Error::badInput("It is neither true nor false.");
        case CellType::Null:
            if (isBooleanText(text) && (text.front() == 't' || text.front() == 'T')) return Value::null();
            if (text == "null" || text == "NULL") return Value::null();
            return Error::badInput("A column of nulls holds true, null, or nothing.");
        case CellType::StringSet:
        case CellType::NumberSet:
        case CellType::BinarySet:
            return setValue(text, type, setDelimiter, numbersRewritten);
        case CellType::JsonText:
            return jsonCell(text);
    }
    return Value::string(cell.text);
}

std::string_view cellTypeText(CellType type) {
    switch (type) {
        case CellType::Auto:
        case CellType::Skip:
            return "any value";
        case CellType::String:
            return "text";
        case CellType::Number:
            return "a number";
        case CellType::Binary:
            return "base64 text";
        case CellType::Boolean:
            return "true or false";
        case CellType::Null:
            return "null";
        case CellType::StringSet:
            return "a set of texts";
        case CellType::NumberSet:
            return "a set of numbers";
        case CellType::BinarySet:
            return "a set of base64 texts";
        case CellType::JsonText:
            return "JSON";
    }
    return {};
}

}  // namespace partita
