// Table definitions written as the request that `aws dynamodb create-table --cli-input-json` takes.
#include <algorithm>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/json_layout.h"

namespace partita {
namespace {

/// Members of one object, one after another.
class Members final {
  public:
    explicit Members(std::string& out) : m_out(out) { m_out += '{'; }
    /// The caller writes the value.
    std::string& operator[](std::string_view name) {
        if (std::exchange(m_any, true)) m_out += ',';
        m_out += jsonString(name);
        return m_out += ':';
    }
    void end() { m_out += '}'; }

  private:
    std::string& m_out;
    bool m_any = false;
};

template <class Elements, class Write>
void appendArray(const Elements& elements, std::string& out, Write write) {
    out += '[';
    bool any = false;
    for (const auto& element : elements) {
        if (std::exchange(any, true)) out += ',';
        write(element);
    }
    out += ']';
}

void appendKeySchema(const KeySchema& keys, std::string& out) {
    appendArray(keys.all(), out, [&](const KeyAttribute& key) {
        const bool partition =
            std::find(keys.partition.begin(), keys.partition.end(), key) != keys.partition.end();
        Members members(out);
        members["AttributeName"] += jsonString(key.name);
        members["KeyType"] += jsonString(partition ? "HASH" : "RANGE");
        members.end();
    });
}

void appendThroughput(const Throughput& throughput, std::string& out) {
    Members members(out);
    members["ReadCapacityUnits"] += std::to_string(throughput.readUnits);
    members["WriteCapacityUnits"] += std::to_string(throughput.writeUnits);
    members.end();
}

void appendProjection(const Projection& projection, std::string& out) {
    Members members(out);
    switch (projection.type) {
        case ProjectionType::All:
            members["ProjectionType"] += jsonString("ALL");
            break;
        case ProjectionType::KeysOnly:
            members["ProjectionType"] += jsonString("KEYS_ONLY");
            break;
        case ProjectionType::Include:
            members["ProjectionType"] += jsonString("INCLUDE");
            appendArray(projection.attributes, members["NonKeyAttributes"],
                        [&](const std::string& name) { out += jsonString(name); });
            break;
    }
    members.end();
}

/// Each key attribute once, in the order of first use.
std::vector<KeyAttribute> keyAttributes(const TableDefinition& table) {
    std::vector<KeyAttribute> all = table.keys.all();
    for (const IndexDefinition& index : table.indexes) {
        for (KeyAttribute& key : index.keys.all()) {
            if (std::find(all.begin(), all.end(), key) == all.end()) all.push_back(std::move(key));
        }
    }
    return all;
}

void appendIndexes(const TableDefinition& table, IndexKind kind, std::string_view name, Members& members) {
    std::vector<const IndexDefinition*> indexes;
    for (const IndexDefinition& index : table.indexes) {
        if (index.kind == kind) indexes.push_back(&index);
    }
    if (indexes.empty()) return;
    std::string& out = members[name];
    appendArray(indexes, out, [&](const IndexDefinition* index) {
        Members inner(out);
        inner["IndexName"] += jsonString(index->name);
        appendKeySchema(index->keys, inner["KeySchema"]);
        appendProjection(index->projection, inner["Projection"]);
        if (index->throughput) appendThroughput(*index->throughput, inner["ProvisionedThroughput"]);
        inner.end();
    });
}

}  // namespace

std::string toCreateTableJson(const TableDefinition& table, int indent) {
    std::string out;
    Members members(out);
    members["TableName"] += jsonString(table.name);
    appendArray(keyAttributes(table), members["AttributeDefinitions"], [&](const KeyAttribute& key) {
        Members inner(out);
        inner["AttributeName"] += jsonString(key.name);
        inner["AttributeType"] += jsonString(typeName(key.type));
        inner.end();
    });
    appendKeySchema(table.keys, members["KeySchema"]);
    appendIndexes(table, IndexKind::Local, "LocalSecondaryIndexes", members);
    appendIndexes(table, IndexKind::Global, "GlobalSecondaryIndexes", members);
    members["BillingMode"] +=
        jsonString(table.billing == BillingMode::PayPerRequest ? "PAY_PER_REQUEST" : "PROVISIONED");
    if (table.throughput) appendThroughput(*table.throughput, members["ProvisionedThroughput"]);
    members.end();
    return indent > 0 ? laidOut(out, indent) : out;
}

}  // namespace partita
