#include "engine/table/check_tags.h"

#include <algorithm>

#include "engine/limits.h"
#include "engine/value/item.h"

namespace partita {
namespace {

/// Characters, as tags are counted; bytes where the text is no UTF-8.
std::size_t lengthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

Error outOfBounds(const std::string& value, const std::string& member, const std::string& bound) {
    return Error::validation("1 validation error detected: Value '" + (isUtf8(value) ? value : "") +
                             "' at '" + member + "' failed to satisfy constraint: Member must have length " +
                             bound);
}

}  // namespace

Result<void> checkTags(const std::map<std::string, std::string>& tags) {
    if (tags.size() > limits::kTags)
        return Error::validation("One or more parameter values were invalid: Too many tags: tag limit is " +
                                 std::to_string(limits::kTags));
    std::size_t number = 0;
    for (const auto& [name, value] : tags) {
        const std::string member = "tags." + std::to_string(++number) + ".member.";
        if (name.empty()) return outOfBounds(name, member + "key", "greater than or equal to 1");
        if (lengthOf(name) > limits::kTagNameLength)
            return outOfBounds(name, member + "key",
                               "less than or equal to " + std::to_string(limits::kTagNameLength));
        if (lengthOf(value) > limits::kTagValueLength)
            return outOfBounds(value, member + "value",
                               "less than or equal to " + std::to_string(limits::kTagValueLength));
        if (name.starts_with("aws:"))
            return Error::validation(
                "One or more parameter values were invalid: Tag keys that begin with aws: are reserved for "
                "system use: " +
                name);
        if (!isUtf8(name) || !isUtf8(value))
            return Error::validation("One or more parameter values were invalid: A tag is not valid UTF-8");
    }
    return {};
}

}  // namespace partita
