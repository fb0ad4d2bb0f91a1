#include "engine/interchange/read/workbench_row.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/interchange/read/workbench_value.h"

namespace partita {
namespace {

const KeySchema& keysOf(const WorkbenchTable& table, const KeySchema& keys) {
    return keys.partition.empty() ? table.source.schema->keys : keys;
}

std::string quoted(std::string_view name) {
    return jsonString(name);
}

bool isEmpty(const Value& value) {
    return (value.asString() && value.asString()->empty()) || (value.asBinary() && value.asBinary()->empty());
}

/// What an index key of this row stands in the way of; nothing when the row fits all indexes.
bool fitsIndexes(const Item& item, const WorkbenchTable& table) {
    return std::all_of(table.indexTypes.begin(), table.indexTypes.end(), [&](const auto& key) {
        const Value* const value = item.find(key.first);
        return !value || (value->type() == key.second && !isEmpty(*value));
    });
}

Result<void> checkKeys(const Item& item, const KeySchema& keys, const std::string& where) {
    for (const KeyAttribute& key : keys.all()) {
        const Value* const value = item.find(key.name);
        const std::string of = "the key attribute " + quoted(key.name);
        std::string fault;
        if (!value)
            fault = of + " is missing";
        else if (value->type() != key.type)
            fault = of + " is of type " + std::string(typeName(value->type())) + " instead of " +
                    std::string(typeName(key.type));
        else if (isEmpty(*value))
            fault = of + " is empty";
        if (fault.empty()) continue;
        return Error::validation(
            where + ": " + fault + ". An item needs its key, and no repair can make one up.", key.name);
    }
    return {};
}

/// Reads a row that is no item as it stands, or not one of this table's.
class RowRepair final {
  public:
    RowRepair(const WorkbenchRowPlace& place, const KeySchema& keys) : m_place(place), m_keys(keys) {}

    Result<DecodedRecord> read(const JsonNode& row) {
        DecodedRecord record;
        std::map<std::string_view, const JsonNode*> last;
        for (const JsonNode& member : row.children)
            last[member.name] = &member;
        for (const JsonNode& member : row.children) {
            if (last[member.name] != &member) {
                m_reading.told("the attribute " + quoted(member.name) +
                               " is repeated: the last one is taken");
                continue;
            }
            if (auto done = attribute(member, record.item); !done) return done.error();
        }
        record.repairs = m_reading.repairs();
        record.numbersRewritten = m_reading.numbersRewritten();
        return record;
    }

  private:
    std::optional<ValueType> keyType(const std::string& name) const {
        for (const KeyAttribute& key : m_keys.all()) {
            if (key.name == name) return key.type;
        }
        return {};
    }

    Result<void> attribute(const JsonNode& node, Item& item) {
        const auto key = keyType(node.name);
        const auto indexKey = m_place.table.indexTypes.find(node.name);
        const bool isIndexKey = indexKey != m_place.table.indexTypes.end();
        const auto declared = m_place.table.types.find(node.name);
        std::optional<ValueType> type = key;
        if (!type && declared != m_place.table.types.end()) type = declared->second;
        auto value = m_reading.attribute(node, type);
        if (!value) return value.error();
        if (!*value) return {};
        const std::optional<ValueType> wanted = key          ? key
                                                : isIndexKey ? std::optional(indexKey->second)
                                                             : std::nullopt;
        if (wanted && (*value)->type() != *wanted) {
            auto converted = m_reading.converted(node, **value, *wanted);
            if (!converted) return converted.error();
            *value = *std::move(converted);
        }
        if (!key && isIndexKey && isEmpty(**value)) {
            m_reading.told("the attribute " + quoted(node.name) +
                           " is a key of an index and must not be empty: it is left out");
            return {};
        }
        item.add(node.name, **std::move(value));
        return {};
    }

    const WorkbenchRowPlace& m_place;
    const KeySchema& m_keys;
    WorkbenchReading m_reading;
};

Error inRow(const std::string& where, Error error) {
    error.message = where + ": " + error.message;
    error.where.clear();
    return error;
}

}  // namespace

Result<DecodedRecord> decodeWorkbenchRow(std::string_view row, const WorkbenchRowPlace& place,
                                         const KeySchema& givenKeys, bool repair, bool keepNames) {
    const KeySchema& keys = keysOf(place.table, givenKeys);
    auto parsed = parseItem(row, JsonForm::DynamoDb, keys, keepNames);
    if (parsed && fitsIndexes(parsed->item, place.table)) {
        if (auto done = checkKeys(parsed->item, keys, place.where); !done) return done.error();
        DecodedRecord record;
        record.item = std::move(parsed->item);
        record.numbersRewritten = parsed->numbersRewritten;
        record.names = std::move(parsed->names);
        return record;
    }
    JsonCursor cursor(row);
    const auto tree = cursor.value();
    if (!tree) return inRow(place.where, tree.error());
    if (cursor.peek() != '\0')
        return inRow(place.where, cursor.fault("Something stands after the row's end."));
    if (!tree->is(JsonNode::Kind::Object)) {
        Error error = Error::badInput("A row is an object of attributes; this is " + tree->described() + ".");
        error.range = tree->range;
        return inRow(place.where, std::move(error));
    }
    auto record = RowRepair(place, keys).read(*tree);
    if (!record) return inRow(place.where, record.error());
    if (auto done = checkKeys(record->item, keys, place.where); !done) return done.error();
    if (record->repairs.empty()) {
        // Nothing to repair was found, so what the strict reading says stands: too deep, for one.
        if (!parsed) return inRow(place.where, parsed.error());
    }
    if (!repair) {
        std::string all;
        for (const std::string& sentence : record->repairs)
            all += (all.empty() ? "" : "; ") + sentence;
        return Error::badInput(place.where + ": this is no item as it stands. With repair: " + all + ".");
    }
    for (std::string& sentence : record->repairs)
        sentence = place.where + ": " + sentence + ".";
    if (keepNames) {
        std::set<std::string_view> named;
        for (const JsonNode& member : tree->children) {
            if (record->item.find(member.name) && named.insert(member.name).second)
                record->names.push_back(member.name);
        }
    }
    return record;
}

}  // namespace partita
