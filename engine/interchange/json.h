// Items and schemas as JSON text. DynamoDB form: {"S": "…"}; plain form: what people write by hand.
// Numbers pass through as text and never through double. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

enum class JsonForm { Auto, DynamoDb, Plain };
struct JsonStyle {
    int indent = 0;                       // spaces; 0: one line
    std::vector<std::string> firstNames;  // attributes to write first, in this order (an item's keys)
};

std::string toDynamoDbJson(const Value& value, const JsonStyle& style = {});
std::string toDynamoDbJson(const Item& item, const JsonStyle& style = {});
/// Binary becomes base64 text, sets become arrays: for reading, not for coming back.
std::string toPlainJson(const Value& value, const JsonStyle& style = {});
std::string toPlainJson(const Item& item, const JsonStyle& style = {});
/// Appends a JSON string literal with its quotes; `utf8` is valid UTF-8.
void appendJsonString(std::string_view utf8, std::string& out);
std::string jsonString(std::string_view utf8);

struct ParsedItem {
    Item item;
    JsonForm form = JsonForm::DynamoDb;  // which it was: DynamoDb or Plain
    std::uint32_t numbersRewritten = 0;  // numbers whose text was not the canonical one
    std::vector<std::string> names;      // top-level names in the order of the text, when asked for
};
/// One JSON object as an item. Auto: DynamoDB form if every top-level value is an object of one member, named
/// by a type and holding that type's JSON form, and the key attributes have the schema's types; otherwise
/// plain. Fails (BadInput or ValidationException) with the byte range of what is wrong. A duplicate name is
/// an error.
/// `keepNames`: whether ParsedItem::names is filled.
Result<ParsedItem> parseItem(std::string_view json, JsonForm form, const KeySchema& keys,
                             bool keepNames = false);

/// One attribute value in the DynamoDB form, {"S": "…"}.
Result<Value> parseDynamoDbValue(std::string_view json);
/// A plain JSON value: strings, numbers, true/false, null, arrays, objects.
Result<Value> parsePlainValue(std::string_view json);

/// The CreateTable request form, as `--cli-input-json` takes it; also inside {"Table": …} as describe-table
/// prints it, and inside {"TableDescription": …} as create-table does. Unknown members are ignored. The
/// definition is checked (validateDefinition).
Result<TableDefinition> parseCreateTable(std::string_view json);
std::string toCreateTableJson(const TableDefinition& table, int indent = 2);

}  // namespace partita
