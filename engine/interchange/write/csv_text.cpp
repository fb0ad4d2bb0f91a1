#include "engine/interchange/write/csv_text.h"

#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/value/base64.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// Attributes whose losses are counted one by one: names can be data.
constexpr std::size_t kNamedLosses = 100;

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

bool isJsonType(std::string_view type) {
    return type == "JSON" || type == "L" || type == "M" || type == "SS" || type == "NS" || type == "BS";
}

std::string cellOf(const Value& value, std::string_view type) {
    std::string cell;
    if (isJsonType(type)) {
        appendCsvCell(toDynamoDbJson(value), ',', cell);
    } else if (const std::string* const text = value.asString()) {
        if (text->empty()) return "\"\"";
        appendCsvCell(*text, ',', cell);
    } else if (const std::string* const bytes = value.asBinary()) {
        return bytes->empty() ? "\"\"" : toBase64(*bytes);
    } else if (const Number* const number = value.asNumber()) {
        return number->text();
    } else if (const bool* const truth = value.asBool()) {
        return *truth ? "true" : "false";
    } else {
        return "true";  // NULL, as DynamoDB JSON writes it
    }
    return cell;
}

}  // namespace

void appendCsvCell(std::string_view text, char delimiter, std::string& out) {
    // All that may stand between cells, so that a guess of the delimiter goes by the real one; blanks at the
    // ends, which some readers drop; a byte order mark, which would be dropped at the beginning of a file.
    constexpr std::string_view kSpecial = ",;|\t\"\r\n";
    const bool isSpecial = text.find_first_of(kSpecial) != std::string_view::npos ||
                           text.find(delimiter) != std::string_view::npos || text.starts_with(' ') ||
                           text.ends_with(' ') || text.starts_with("\xEF\xBB\xBF");
    if (isSpecial) {
        out += quoted(text);
    } else {
        out += text;
    }
}

CsvRows::CsvRows(const SinkTable& table) {
    const auto add = [this](const std::string& name, const std::string& type) {
        if (!m_places.try_emplace(name, m_columns.size()).second) return;
        m_columns.push_back({name, type});
    };
    for (const KeyAttribute& key : table.definition.keys.all()) {
        const auto isKey = [&](const SinkTable::Column& column) { return column.name == key.name; };
        const bool occurs = std::any_of(table.columns.begin(), table.columns.end(), isKey);
        if (occurs) add(key.name, std::string(typeName(key.type)));
    }
    for (const SinkTable::Column& column : table.columns)
        add(column.name, column.types.size() == 1 ? column.types.front() : "JSON");
}

std::string CsvRows::header() const {
    std::string line;
    for (const Column& column : m_columns) {
        if (!line.empty()) line += ',';
        appendCsvCell(column.name + ":" + column.type, ',', line);
    }
    return line + "\r\n";
}

Result<void> CsvRows::append(std::string_view bytes, std::string& out) {
    const auto item = itemFromBytes(bytes);
    if (!item) return item.error();
    m_cells.assign(m_columns.size(), {});
    for (const Attribute& attribute : *item) {
        const auto place = m_places.find(attribute.name);
        if (place != m_places.end()) {
            const std::string* const text = attribute.value.asString();
            if (text && text->find('\0') != std::string::npos && m_columns[place->second].type == "S")
                ++m_zeros;
            const std::string& type = m_columns[place->second].type;
            if (type == "JSON" || type == typeName(attribute.value.type())) {
                m_cells[place->second] = cellOf(attribute.value, type);
                continue;
            }
        }
        if (m_lost.size() < kNamedLosses || m_lost.contains(attribute.name)) {
            ++m_lost[attribute.name];
        } else {
            ++m_lostOthers;
        }
    }
    bool isFirst = true;
    for (const std::string& cell : m_cells) {
        if (!isFirst) out += ',';
        isFirst = false;
        out += cell;
    }
    out += "\r\n";
    return {};
}

std::vector<std::string> CsvRows::losses() const {
    std::vector<std::string> sentences;
    for (const auto& [name, count] : m_lost) {
        sentences.push_back("The attribute " + jsonString(name) + " of " + std::to_string(count) +
                            (count == 1 ? " item" : " items") +
                            " has no column of its type, and was left out.");
    }
    if (m_lostOthers > 0) {
        sentences.push_back(std::to_string(m_lostOthers) +
                            (m_lostOthers == 1 ? " more value of another attribute has"
                                               : " more values of other attributes have") +
                            " no column, and " + (m_lostOthers == 1 ? "was" : "were") + " left out.");
    }
    if (m_zeros > 0) {
        sentences.push_back(std::to_string(m_zeros) + (m_zeros == 1 ? " text holds" : " texts hold") +
                            " the character U+0000, which many programs do not take in a text file.");
    }
    return sentences;
}

std::vector<std::string> csvKnownLosses() {
    return {
        "CSV holds the items only: not the table's keys, its indexes and its entity types.",
        "A text that holds the character U+0000 makes the file one that is not taken for text.",
        "Partita reads every other value back as it was. A spreadsheet program does not: it rounds numbers "
        "of more "
        "than 15 digits, and when it saves the file again, an empty text has become an absent attribute.",
    };
}

}  // namespace partita
