#include "engine/api/request_items.h"

#include "engine/api/json_value.h"

namespace partita {

Result<void> checkRequestItems(const Members& members, std::size_t tables, const Violations& violations,
                               std::string_view operation) {
    if (members.fault()) return *members.fault();
    if (members.has("RequestItems") && tables == 0) {
        return Error::validation("The requestItems parameter is required for " + std::string(operation));
    }
    if (const auto error = violations.error()) return *error;
    return {};
}

void checkTableNames(const std::vector<std::string_view>& names, Members& members, Violations& violations) {
    for (const std::string_view name : names) {
        Violations ofName;
        ofName.tableName("requestItems", name);
        if (ofName.empty()) continue;
        violations.add(
            shownJson(*members.any("RequestItems"), kShownItems), "requestItems",
            "Map keys must satisfy constraint: [Member must have length less than or equal to 255, "
            "Member must have length greater than or equal to 1, Member must satisfy regular "
            "expression pattern: [a-zA-Z0-9_.-]+]");
        return;
    }
}

std::uint64_t appendResponses(const std::vector<std::optional<Item>>& items, JsonWriter& json) {
    std::uint64_t there = 0;
    json.key("Responses").beginArray();
    for (const std::optional<Item>& item : items) {
        json.begin();
        if (item) {
            ++there;
            json.key("Item");
            appendJson(*item, json.place());
        }
        json.end();
    }
    json.endArray();
    return there;
}

}  // namespace partita
