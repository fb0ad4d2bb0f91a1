#include "engine/expression/placeholders.h"

#include <algorithm>
#include <vector>

#include "engine/limits.h"
#include "engine/value/item.h"

namespace partita {
namespace {

bool isPlaceholder(std::string_view key, char sigil) {
    const auto isPart = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    return key.size() > 1 && key[0] == sigil && std::all_of(key.begin() + 1, key.end(), isPart);
}

Result<void> checkKey(std::string_view key, char sigil, std::string_view parameter) {
    if (!isPlaceholder(key, sigil)) {
        return Error::validation(std::string(parameter) + " contains invalid key: Syntax error; key: \"" +
                                 std::string(key) + "\"");
    }
    if (key.size() > limits::kPlaceholderSize) {
        return Error::validation(std::string(parameter) +
                                 " contains invalid key: The expression attribute map contains a key that is "
                                 "too long; key: \"" +
                                 std::string(key) + "\"");
    }
    return {};
}

Result<void> unused(std::string_view parameter, const std::vector<std::string_view>& keys) {
    if (keys.empty()) return {};
    std::string list;
    for (const std::string_view key : keys) {
        list.append(list.empty() ? "" : ", ").append(key);
    }
    return Error::validation("Value provided in " + std::string(parameter) +
                             " unused in expressions: keys: {" + list + "}");
}

}  // namespace

Result<void> checkPlaceholders(const Placeholders& placeholders) {
    std::size_t size = 0;
    for (const auto& [key, name] : placeholders.names) {
        if (auto checked = checkKey(key, '#', "ExpressionAttributeNames"); !checked) return checked;
        if (name.empty()) {
            return Error::validation(
                "ExpressionAttributeNames contains invalid value: Empty attribute name; key: \"" + key +
                "\"");
        }
        if (name.size() > limits::kAttributeNameSize) {
            return Error::validation(
                "ExpressionAttributeNames contains invalid value: Attribute name is longer than 65535 bytes; "
                "key: \"" +
                key + "\"");
        }
        size += key.size() + name.size();
    }
    for (const auto& [key, value] : placeholders.values) {
        if (auto checked = checkKey(key, ':', "ExpressionAttributeValues"); !checked) return checked;
        size += key.size() + sizeOf(value);
    }
    if (size > limits::kPlaceholdersSize) {
        return Error::validation(
            "Names and values of expressions exceed 2 MB together; give fewer or shorter ones.");
    }
    return {};
}

Result<void> UsedPlaceholders::checkAllUsed(const Placeholders& placeholders) const {
    std::vector<std::string_view> names;
    for (const auto& entry : placeholders.names) {
        if (!m_names.contains(entry.first)) names.push_back(entry.first);
    }
    if (auto checked = unused("ExpressionAttributeNames", names); !checked) return checked;
    std::vector<std::string_view> values;
    for (const auto& entry : placeholders.values) {
        if (!m_values.contains(entry.first)) values.push_back(entry.first);
    }
    return unused("ExpressionAttributeValues", values);
}

std::string_view parameterName(ExpressionKind kind) {
    switch (kind) {
        case ExpressionKind::Condition:
            return "ConditionExpression";
        case ExpressionKind::Filter:
            return "FilterExpression";
        case ExpressionKind::KeyCondition:
            return "KeyConditionExpression";
        case ExpressionKind::Update:
            return "UpdateExpression";
        case ExpressionKind::Projection:
            return "ProjectionExpression";
    }
    return {};
}

}  // namespace partita
