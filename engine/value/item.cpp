#include "engine/value/item.h"

#include <algorithm>
#include <cstring>

#include "engine/limits.h"

namespace partita {
namespace {

Error notUtf8(std::string_view attribute) {
    // The name itself may be the text that is not UTF-8, so it is shown only when it is.
    return Error::validation("One or more parameter values were invalid: The text is not valid UTF-8",
                             isUtf8(attribute) ? std::string(attribute) : std::string());
}

Result<void> validateMap(const AttributeMap& map);

/// Texts and names inside a value; `attribute` is the name that the value stands under.
Result<void> validateValue(std::string_view attribute, const Value& value) {
    if (const std::string* const text = value.asString(); text && !isUtf8(*text)) return notUtf8(attribute);
    if (const StringSet* const set = std::get_if<StringSet>(&value.data())) {
        for (const std::string& text : set->elements) {
            if (!isUtf8(text)) return notUtf8(attribute);
        }
    }
    if (const List* const list = value.asList()) {
        for (const Value& element : *list) {
            if (auto checked = validateValue(attribute, element); !checked) return checked;
        }
    }
    if (const AttributeMap* const map = value.asMap()) return validateMap(*map);
    return {};
}

Result<void> validateMap(const AttributeMap& map) {
    for (const Attribute& attribute : map) {
        if (attribute.name.empty()) {
            return Error::validation(
                "One or more parameter values were invalid: An attribute name may not be empty");
        }
        if (attribute.name.size() > limits::kAttributeNameSize) {
            return Error::validation("Attribute name is too large, must be less than 65536 bytes");
        }
        if (!isUtf8(attribute.name)) return notUtf8(attribute.name);
        if (auto checked = validateValue(attribute.name, attribute.value); !checked) return checked;
    }
    return {};
}

/// Levels as the service counts them: a value is one, and each list or map around it is one more.
int levelsOf(const Value& value) {
    int below = 0;
    if (const List* const list = value.asList()) {
        for (const Value& element : *list)
            below = std::max(below, levelsOf(element));
    } else if (const AttributeMap* const map = value.asMap()) {
        for (const Attribute& attribute : *map)
            below = std::max(below, levelsOf(attribute.value));
    }
    return 1 + below;
}

}  // namespace

std::size_t sizeOf(const Item& item) {
    std::size_t bytes = 0;
    for (const Attribute& attribute : item) {
        bytes += attribute.name.size() + sizeOf(attribute.value);
    }
    return bytes;
}

Result<void> validateItem(const Item& item) {
    for (const Attribute& attribute : item) {
        if (levelsOf(attribute.value) > limits::kNestingDepth) {
            return Error::validation(
                "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
                "beyond supported limit",
                attribute.name);
        }
    }
    if (auto checked = validateMap(item); !checked) return checked;
    if (sizeOf(item) > limits::kItemSize) {
        return Error::validation("Item size has exceeded the maximum allowed size");
    }
    return {};
}

bool isUtf8(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = at + text.size();
    if (text.size() < 8) {
        // Attribute names: all bits together, without a branch for each byte.
        unsigned char bits = 0;
        for (const char c : text)
            bits |= static_cast<unsigned char>(c);
        if (bits < 0x80) return true;
    }
    while (at < end) {
        // Most text is ASCII: eight bytes at a time.
        if (end - at >= 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, at, sizeof eight);
            if ((eight & 0x8080'8080'8080'8080ULL) == 0) {
                at += 8;
                // The last bytes with those before them, once more eight at a time.
                if (end - at < 8 && end != at) {
                    std::memcpy(&eight, end - 8, sizeof eight);
                    if ((eight & 0x8080'8080'8080'8080ULL) == 0) return true;
                }
                continue;
            }
        }
        const unsigned char lead = *at;
        if (lead < 0x80) {
            ++at;
            continue;
        }
        // Bounds of the second byte exclude overlong forms, surrogates and what lies beyond U+10FFFF.
        std::ptrdiff_t length = 0;
        unsigned char low = 0x80;
        unsigned char high = 0xBF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            length = 2;
        } else if (lead >= 0xE0 && lead <= 0xEF) {
            length = 3;
            if (lead == 0xE0) low = 0xA0;
            if (lead == 0xED) high = 0x9F;
        } else if (lead >= 0xF0 && lead <= 0xF4) {
            length = 4;
            if (lead == 0xF0) low = 0x90;
            if (lead == 0xF4) high = 0x8F;
        } else {
            return false;
        }
        if (end - at < length || at[1] < low || at[1] > high) return false;
        for (std::ptrdiff_t i = 2; i < length; ++i) {
            if ((at[i] & 0xC0U) != 0x80U) return false;
        }
        at += length;
    }
    return true;
}

}  // namespace partita
