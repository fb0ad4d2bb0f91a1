// Identifiers are letters and digits of ASCII, so that every language takes them.
#include "engine/interchange/write/schema_names.h"

#include <algorithm>
#include <utility>

namespace partita {
namespace {

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::vector<KeyAttribute> declaredAttributesOf(const TableDefinition& table) {
    std::vector<KeyAttribute> all = table.keys.all();
    for (const IndexDefinition& index : table.indexes) {
        for (KeyAttribute& key : index.keys.all()) {
            if (std::find(all.begin(), all.end(), key) == all.end()) all.push_back(std::move(key));
        }
    }
    return all;
}

std::string_view projectionName(ProjectionType type) {
    switch (type) {
        case ProjectionType::All:
            return "ALL";
        case ProjectionType::KeysOnly:
            return "KEYS_ONLY";
        case ProjectionType::Include:
            return "INCLUDE";
    }
    return {};
}

bool hasMultiAttributeKeys(const IndexDefinition& index) {
    return index.keys.partition.size() > 1 || index.keys.sort.size() > 1;
}

std::string Identifiers::camel(std::string_view name) {
    std::string made;
    bool begins = true;
    for (const char c : name) {
        if (isLetter(c) || isDigit(c)) {
            made += begins ? upper(c) : c;
            begins = false;
        } else {
            begins = true;
        }
    }
    if (made.empty() || !isLetter(made.front())) made = "Table" + made;
    return unique(std::move(made));
}

std::string Identifiers::snake(std::string_view name) {
    std::string made;
    for (const char c : name)
        made += isLetter(c) || isDigit(c) ? c : '_';
    if (made.empty() || !isLetter(made.front())) made = "table_" + made;
    return unique(std::move(made));
}

std::string Identifiers::unique(std::string wanted) {
    std::string made = wanted;
    for (int number = 2; !m_used.insert(made).second; ++number)
        made = wanted + std::to_string(number);
    return made;
}

void appendUnicodeEscape(unsigned char byte, std::string& out) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += "\\u00";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
}

}  // namespace partita
