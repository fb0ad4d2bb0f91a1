// Attribute values in JSON, {"S": "…"}: read out of a request, and written into an answer.
// Free functions; any thread.
//
// The service looks at the form of the whole request before it looks at what values are (an empty set, a
// number that is none). So reading gives both: a wrong form goes to the request's SerializationFault, what is
// wrong with a value comes back beside it, for the caller to say at its turn.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/json_request.h"
#include "engine/value/item.h"
#include "engine/value/item_bytes.h"
#include "engine/value/item_list.h"

namespace partita {

struct GivenValue {
    Value value;
    std::optional<Error> fault;  // ValidationException: what is wrong with it
};
/// Item, Key, ExclusiveStartKey, ExpressionAttributeValues: names to values.
struct GivenAttributes {
    AttributeMap attributes;
    std::optional<Error> fault;  // of the first value that is wrong
    std::string faultAt;         // its name
};

/// Nothing when the member is absent, null, or no map.
std::optional<GivenAttributes> readAttributes(Members& members, std::string_view name);
std::optional<GivenValue> readValue(Members& members, std::string_view name);
std::optional<std::vector<GivenValue>> readValues(Members& members, std::string_view name);
std::optional<std::vector<GivenAttributes>> readAttributesList(Members& members, std::string_view name);
/// What stands in a list or a map.
std::optional<GivenAttributes> readAttributes(Json json, SerializationFault& fault);
std::optional<GivenValue> readValue(Json json, SerializationFault& fault);

/// Append {"name":{"S":"…"},…}, a whole item.
void appendJson(const AttributeMap& item, std::string& out);
/// The same straight from the stored bytes. False on damaged bytes; `out` is then as it was.
bool appendItemJson(std::string_view itemBytes, std::string& out);
/// [{…},{…}]. Fails (DamagedFile) on damaged bytes.
Result<void> appendJson(const ItemList& items, std::string& out);
/// {"S":"…"}.
void appendJson(const Value& value, std::string& out);

}  // namespace partita
