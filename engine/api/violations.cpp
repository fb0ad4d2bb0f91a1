#include "engine/api/violations.h"

#include <algorithm>

#include "engine/limits.h"

namespace partita {
namespace {

// The service says no more than so many at once.
constexpr std::size_t kMostSaid = 10;
constexpr std::string_view kNamePattern = "[a-zA-Z0-9_.-]+";

bool isNameText(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.' || c == '-';
    });
}

std::string atLeast(std::string_view what, std::string_view number) {
    return std::string("Member must have ").append(what).append(" greater than or equal to ").append(number);
}
std::string atMost(std::string_view what, std::string_view number) {
    return std::string("Member must have ").append(what).append(" less than or equal to ").append(number);
}

/// Characters, as Java counts them would need UTF-16; names are ASCII where the length is near the limit.
std::size_t lengthOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

void Violations::add(std::optional<std::string_view> shown, std::string_view place,
                     std::string_view constraint) {
    if (m_texts.size() >= kMostSaid) return;
    std::string text = "Value ";
    if (shown) {
        text.append("'").append(*shown).append("'");
    } else {
        text += "null";
    }
    text.append(" at '").append(place).append("' failed to satisfy constraint: ").append(constraint);
    m_texts.push_back(std::move(text));
}

void Violations::notNull(std::string_view place, bool given) {
    if (!given) add(std::nullopt, place, "Member must not be null");
}

void Violations::oneOf(std::string_view place, std::optional<std::string_view> value,
                       std::initializer_list<std::string_view> allowed) {
    if (!value || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return;
    std::string list;
    for (const std::string_view each : allowed) {
        list.append(list.empty() ? "" : ", ").append(each);
    }
    add(value, place, "Member must satisfy enum value set: [" + list + "]");
}

void Violations::length(std::string_view place, std::optional<std::string_view> value, std::size_t least,
                        std::size_t most) {
    if (value) size(place, lengthOf(*value), *value, least, most);
}

void Violations::size(std::string_view place, std::size_t count, std::string_view shown, std::size_t least,
                      std::size_t most) {
    if (count < least) add(shown, place, atLeast("length", std::to_string(least)));
    if (count > most) add(shown, place, atMost("length", std::to_string(most)));
}

void Violations::range(std::string_view place, std::optional<std::int64_t> value, std::int64_t least,
                       std::int64_t most) {
    if (!value) return;
    if (*value < least) add(std::to_string(*value), place, atLeast("value", std::to_string(least)));
    if (*value > most) add(std::to_string(*value), place, atMost("value", std::to_string(most)));
}

void Violations::name(std::string_view place, std::optional<std::string_view> value, std::size_t least,
                      std::size_t most) {
    if (!value) return;
    // An empty name also breaks the pattern, but the service only tells of its length.
    if (!isNameText(*value)) {
        add(value, place, "Member must satisfy regular expression pattern: " + std::string(kNamePattern));
    }
    length(place, value, least, most);
}

void Violations::tableName(std::string_view place, std::optional<std::string_view> value) {
    notNull(place, value.has_value());
    if (value && value->starts_with("arn:")) return;
    name(place, value, 1, 255);
    if (value && value->size() < limits::kNameMin) m_hasShortTableName = true;
}

std::optional<Error> Violations::error() const {
    if (m_texts.empty() && m_hasShortTableName) {
        return Error::validation(
            "TableName must be at least 3 characters long and at most 255 characters long");
    }
    if (m_texts.empty()) return std::nullopt;
    std::string all;
    for (const std::string& text : m_texts) {
        all.append(all.empty() ? "" : "; ").append(text);
    }
    return Error::validation(std::to_string(m_texts.size()) + " validation error" +
                             (m_texts.size() > 1 ? "s" : "") + " detected: " + all);
}

}  // namespace partita
