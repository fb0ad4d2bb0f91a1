// BatchWriteItem.
#include <map>
#include <utility>

#include "engine/api/call_summary.h"
#include "engine/api/capacity_json.h"
#include "engine/api/handlers.h"
#include "engine/api/json_value.h"
#include "engine/api/request_items.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::size_t kMostWrites = 25;

struct GivenWrite {
    std::string table;  // the name or ARN, as the answer repeats it
    Json json;          // as given, for UnprocessedItems
    bool isPut = false;
    GivenAttributes attributes;
};
struct GivenWrites {
    std::vector<GivenWrite> writes;
    std::size_t tables = 0;
    bool oddShape = false;  // a request with neither or both of PutRequest and DeleteRequest
};

/// One element of a table's list. Nothing when it is neither a put nor a delete.
std::optional<GivenWrite> readWrite(std::string_view table, Json json, const std::string& place,
                                    SerializationFault& fault, Violations& violations) {
    auto members = readStructure(json, "WriteRequest", fault);
    if (!members) return std::nullopt;
    auto put = members->structure("PutRequest", "PutRequest");
    auto remove = members->structure("DeleteRequest", "DeleteRequest");
    if (put.has_value() == remove.has_value()) return std::nullopt;
    Members& action = put ? *put : *remove;
    const std::string_view name = put ? "Item" : "Key";
    violations.notNull(place + (put ? ".member.putRequest.item" : ".member.deleteRequest.key"),
                       action.has(name));
    auto attributes = readAttributes(action, name);
    return GivenWrite{std::string(table), json, put.has_value(),
                      std::move(attributes).value_or(GivenAttributes())};
}

/// "{Table=[{…}, {…}]}": how the service shows the request items.
std::string shownWrites(simdjson::dom::object tables) {
    std::string shown = "{";
    for (const auto table : tables) {
        if (shown.size() > 1) shown += ", ";
        shown.append(table.key).append("=").append(shownJson(table.value, kShownItems));
    }
    return shown += '}';
}

GivenWrites readWrites(Members& members, Violations& violations) {
    GivenWrites given;
    const auto tables =
        members.map("RequestItems", "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>");
    violations.notNull("requestItems", members.has("RequestItems"));
    if (!tables) return given;
    std::vector<std::string_view> names;
    bool wrongCount = false;
    for (const auto table : *tables) {
        ++given.tables;
        names.push_back(table.key);
        simdjson::dom::array list;
        if (table.value.get_array().get(list)) {
            members.faultHolder().set(table.value.is_object()
                                          ? "Start of structure or map found where not expected"
                                          : "Unexpected field type");
            continue;
        }
        wrongCount = wrongCount || list.size() == 0 || list.size() > kMostWrites;
        std::size_t position = 0;
        for (const Json json : list) {
            const std::string place =
                "requestItems." + std::string(table.key) + ".member." + std::to_string(++position);
            auto write = readWrite(table.key, json, place, members.faultHolder(), violations);
            given.oddShape = given.oddShape || !write;
            if (write) given.writes.push_back(*std::move(write));
        }
    }
    checkTableNames(names, members, violations);
    if (wrongCount) {
        violations.add(shownWrites(*tables), "requestItems",
                       "Map value must satisfy constraint: [Member must have length less than or equal to "
                       "25, Member must have length greater than or equal to 1]");
    }
    return given;
}

Result<BatchWriteRequest> writeRequest(GivenWrites& given) {
    if (given.oddShape) {
        return Error::validation(
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
            "supported datatypes");
    }
    BatchWriteRequest request;
    for (GivenWrite& write : given.writes) {
        if (write.attributes.fault) return *write.attributes.fault;
        Item& attributes = write.attributes.attributes;
        if (write.isPut && sizeOf(attributes) > limits::kItemSize) {
            return Error::validation("Item size has exceeded the maximum allowed size");
        }
        if (write.isPut) {
            request.writes.emplace_back(PutRequest{tableNameOf(write.table), std::move(attributes)});
        } else {
            request.writes.emplace_back(DeleteRequest{tableNameOf(write.table), std::move(attributes)});
        }
    }
    if (request.writes.size() > kMostWrites) {
        return Error::validation("Too many items requested for the BatchWriteItem call");
    }
    return request;
}

}  // namespace

Result<std::string> batchWriteItem(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    const bool metrics = returnCollectionMetrics(members.string("ReturnItemCollectionMetrics"), violations);
    auto given = readWrites(members, violations);
    if (auto checked = checkRequestItems(members, given.tables, violations, "BatchWriteItem"); !checked) {
        return checked.error();
    }
    auto batch = writeRequest(given);
    if (!batch) return batch.error();
    batch->returnCollectionMetrics = metrics;
    const auto done = context.engine.batchWrite(*batch, context.options.metering);
    if (!done) return done.error();

    context.summary.items = batch->writes.size() - done->unprocessed.size();
    summarise(context, done->capacity);
    std::map<std::string, std::vector<Json>> unprocessed;
    for (const std::size_t position : done->unprocessed) {
        unprocessed[given.writes[position].table].push_back(given.writes[position].json);
    }
    JsonWriter json;
    json.begin().key("UnprocessedItems").begin();
    for (const auto& [table, writes] : unprocessed) {
        json.keyOf(table).beginArray();
        for (const Json& write : writes)
            json.raw(simdjson::minify(write));
        json.endArray();
    }
    json.end();
    appendCollectionMetrics(done->collectionMetrics, context.engine, json);
    appendCapacities(done->capacity, capacity, json);
    json.end();
    return json.take();
}

}  // namespace partita
