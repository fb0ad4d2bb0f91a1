#include "engine/table/check_tags.h"

#include <algorithm>
#include <string_view>

#include "engine/limits.h"
#include "engine/value/item.h"

namespace partita {
namespace {

/// Characters, as tags are counted; bytes where the text is no UTF-8.
std::size_t lengthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Letters, digits, spaces and + - = . _ : / @; what is not ASCII is taken for letters.
bool isTagText(const std::string& text) {
    constexpr std::string_view kSigns = "+-=._:/@ ";
    return isUtf8(text) && std::all_of(text.begin(), text.end(), [&](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      (c & 0x80) || kSigns.find(c) != std::string_view::npos;
           });
}

std::string shown(const std::string& text) {
    return isUtf8(text) ? text : std::string();
}

}  // namespace

Result<void> checkTagName(const std::string& name) {
    if (name.empty() || lengthOf(name) > limits::kTagNameLength || !isTagText(name)) {
        return Error::validation("The Tag Key provided is invalid, Key: " + shown(name));
    }
    if (name.starts_with("aws:")) {
        return Error::validation("Tag Key cannot be prefixed with aws:, Key: " + name);
    }
    return {};
}

Result<void> checkTagValue(const std::string& value) {
    if (lengthOf(value) > limits::kTagValueLength || !isTagText(value)) {
        return Error::validation("The Tag Value provided is invalid, Value: " + shown(value));
    }
    return {};
}

Result<void> checkTags(const std::map<std::string, std::string>& tags) {
    if (tags.size() > limits::kTags) {
        return Error::validation("Number of Tags exceed the current limit for the provided ResourceArn");
    }
    for (const auto& [name, value] : tags) {
        if (auto checked = checkTagName(name); !checked) return checked;
        if (auto checked = checkTagValue(value); !checked) return checked;
    }
    return {};
}

}  // namespace partita
