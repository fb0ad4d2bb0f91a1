#include "engine/interchange/json_outline.h"

#include <algorithm>
#include <cstring>

#include "engine/interchange/bracket_scanner.h"

namespace partita {
namespace {

constexpr auto kNone = std::string_view::npos;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

/// After the closing quotation mark of the string that begins there; kNone when it is not closed.
std::size_t endOfString(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        const void* const quote = std::memchr(text.data() + at, '"', text.size() - at);
        if (!quote) return kNone;
        const auto end = static_cast<std::size_t>(static_cast<const char*>(quote) - text.data());
        std::size_t escapes = 0;
        while (end - escapes > at && text[end - escapes - 1] == '\\')
            ++escapes;
        if (escapes % 2 == 0) return end + 1;
        at = end;
    }
    return kNone;
}

/// After the value that begins there; kNone when it does not end.
std::size_t endOfValue(std::string_view text, std::size_t at) {
    const char first = text[at];
    if (first == '"') return endOfString(text, at);
    if (first == '{' || first == '[') {
        BracketScanner scanner;
        scanner.start(0, false);
        std::size_t size = 0;
        const auto stop = scanner.scan(text.data() + at, 0, text.size() - at, size);
        return stop == BracketScanner::Stop::Closed ? at + size : kNone;
    }
    const std::size_t begin = at;
    while (at < text.size() && !isBlank(text[at]) && text[at] != ',' && text[at] != '}' && text[at] != ']')
        ++at;
    return at == begin || at == text.size() ? kNone : at;
}

}  // namespace

const JsonMember* JsonOutline::find(std::string_view name) const {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const JsonMember& m) { return m.name == name; });
    return found == members.end() ? nullptr : &*found;
}

std::string_view JsonOutline::nameTwice() const {
    if (members.size() < 2) return {};
    std::vector<std::string_view> names;
    for (const JsonMember& member : members)
        names.push_back(member.name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    return twice == names.end() ? std::string_view() : *twice;
}

JsonOutline outlineOf(std::string_view text) {
    JsonOutline outline;
    if (text.empty() || text.front() != '{') return outline;
    std::size_t at = skipBlanks(text, 1);
    if (at < text.size() && text[at] == '}') {
        outline.isWhole = true;
        outline.size = at + 1;
        return outline;
    }
    while (at < text.size() && text[at] == '"') {
        const std::size_t nameEnd = endOfString(text, at);
        if (nameEnd == kNone) return outline;
        JsonMember& member = outline.members.emplace_back();
        member.name = text.substr(at + 1, nameEnd - at - 2);
        at = skipBlanks(text, nameEnd);
        if (at == text.size() || text[at] != ':') return outline;
        at = skipBlanks(text, at + 1);
        if (at == text.size()) return outline;
        const std::size_t end = endOfValue(text, at);
        member.at = at;
        member.value = text.substr(at, end == kNone ? kNone : end - at);
        if (end == kNone) return outline;
        at = skipBlanks(text, end);
        if (at == text.size()) return outline;
        if (text[at] == '}') {
            outline.isWhole = true;
            outline.size = at + 1;
            return outline;
        }
        if (text[at] != ',') return outline;
        at = skipBlanks(text, at + 1);
    }
    return outline;
}

std::string_view firstNameOf(std::string_view object) {
    const std::size_t at = skipBlanks(object, 1);
    if (at >= object.size() || object[at] != '"') return {};
    const std::size_t end = endOfString(object, at);
    return end == kNone ? std::string_view() : object.substr(at + 1, end - at - 2);
}

std::string_view firstElementOf(std::string_view array) {
    const std::size_t at = skipBlanks(array, 1);
    if (at >= array.size() || array[at] == ']') return {};
    return array.substr(at);
}

bool isTypedValue(std::string_view value) {
    if (value.empty() || value.front() != '{') return false;
    // Most objects are told by the first name; those are not gone through.
    const std::string_view type = firstNameOf(value);
    const bool isScalar = type == "S" || type == "N" || type == "B";
    const bool isFlag = type == "BOOL" || type == "NULL";
    const bool isArray = type == "L" || type == "SS" || type == "NS" || type == "BS";
    if (!isScalar && !isFlag && !isArray && type != "M") return false;
    const JsonOutline outline = outlineOf(value);
    if (outline.members.empty() || (outline.isWhole && outline.members.size() > 1)) return false;
    const char first = outline.members.front().first();
    if (isScalar) return first == '"';
    if (isFlag) return first == 't' || first == 'f';
    return first == (isArray ? '[' : '{');
}

std::optional<ValueType> smallTypeNamed(std::string_view name) {
    if (name == "s") return ValueType::String;
    if (name == "n") return ValueType::Number;
    if (name == "b") return ValueType::Binary;
    if (name == "bOOL") return ValueType::Bool;
    if (name == "nULLValue" || name == "nULL") return ValueType::Null;
    if (name == "l") return ValueType::List;
    if (name == "m") return ValueType::Map;
    if (name == "sS") return ValueType::StringSet;
    if (name == "nS") return ValueType::NumberSet;
    if (name == "bS") return ValueType::BinarySet;
    return std::nullopt;
}

bool looksTyped(const JsonOutline& object) {
    return !object.members.empty() &&
           std::all_of(object.members.begin(), object.members.end(),
                       [](const JsonMember& member) { return isTypedValue(member.value); });
}

}  // namespace partita
