// Properties of the three kinds of tables. Sources: template reference, AWS::DynamoDB::Table and
// AWS::DynamoDB::GlobalTable; SAM specification, AWS::Serverless::SimpleTable.
#include "engine/interchange/read/cloudformation_table.h"

#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "engine/interchange/json.h"

namespace partita {
namespace {

// What the console proposes where a template leaves the units to its deployment.
constexpr std::int64_t kAssumedUnits = 5;

std::string quoted(const std::string& text) {
    return jsonString(text.substr(0, 200));
}

Result<const SourceNode*> required(const SourceNode& owner, const std::string& name,
                                   const std::string& form) {
    const SourceNode* const found = owner.find(name);
    if (found && !found->isNull()) return found;
    return faultAt(owner.line, name + " is missing. It is written " + form + ".");
}

Error unknownFault(const SourceNode& node, const std::string& what) {
    return faultAt(node.line, what + " can't be told from the template: " + node.text + ".");
}

Result<std::string> textOf(const SourceNode& node, const std::string& what) {
    if (node.isScalar()) return node.text;
    if (node.kind == SourceNode::Kind::Code) return unknownFault(node, what);
    return faultAt(node.line, what + " is a text; a list or a map stands here.");
}

Result<std::string> requiredText(const SourceNode& owner, const std::string& name, const std::string& form) {
    const auto found = required(owner, name, form);
    if (!found) return found.error();
    return textOf(**found, name);
}

Result<void> checkList(const SourceNode& node, const std::string& what) {
    if (node.isArray()) return {};
    if (node.kind == SourceNode::Kind::Code) return unknownFault(node, what);
    return faultAt(node.line, what + " is a list; something else stands here.");
}

class PropertiesReader final {
  public:
    PropertiesReader(const SourceNode& properties, const std::string& type)
        : m_properties(properties), m_isGlobal(type == "AWS::DynamoDB::GlobalTable") {}

    Result<TemplateTable> read(const std::string& name) {
        TableDefinition& table = m_read.definition;
        table.name = name;
        if (auto types = readTypes(); !types) return types.error();
        auto keys = keySchema(m_properties);
        if (!keys) return keys.error();
        table.keys = *std::move(keys);
        if (auto billing = readBilling(); !billing) return billing.error();
        for (const IndexKind kind : {IndexKind::Local, IndexKind::Global}) {
            if (auto indexes = readIndexes(kind); !indexes) return indexes.error();
        }
        for (const auto& [attribute, type] : m_types) {
            if (!m_used.contains(attribute)) {
                return faultAt(m_lines[attribute],
                               "The attribute " + quoted(attribute) +
                                   " is no key of the table or of an index. AttributeDefinitions names the "
                                   "key attributes only: remove it.");
            }
        }
        noteRest(m_properties, {"TableName", "AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes",
                                "GlobalSecondaryIndexes", "BillingMode", "ProvisionedThroughput",
                                "WriteProvisionedThroughputSettings"});
        return std::move(m_read);
    }

    /// Of the table or of an index.
    Result<std::optional<Throughput>> throughput(const SourceNode& owner) {
        const SourceNode* const given = owner.find("ProvisionedThroughput");
        if (!given || given->isNull()) return std::optional<Throughput>();
        const bool isKnown = given->isMap();
        if (!isKnown && given->kind != SourceNode::Kind::Code) {
            return faultAt(given->line, "ProvisionedThroughput is a map; something else stands here.");
        }
        if (isKnown) {
            for (const char* const name : {"ReadCapacityUnits", "WriteCapacityUnits"}) {
                if (auto there = required(*given, name, std::string(name) + ": 5"); !there) {
                    return there.error();
                }
            }
        }
        const auto read = units(given->find("ReadCapacityUnits"), "ReadCapacityUnits");
        if (!read) return read.error();
        const auto write = units(given->find("WriteCapacityUnits"), "WriteCapacityUnits");
        if (!write) return write.error();
        return std::optional(Throughput{*read, *write});
    }

    const std::vector<std::string>& assumptions() const { return m_read.assumptions; }

  private:
    void noteRest(const SourceNode& owner, const std::set<std::string>& taken) {
        for (const SourceMember& member : owner.members) {
            if (!taken.contains(member.name)) m_read.notTaken.insert(member.name);
        }
    }

    Result<void> readTypes() {
        const auto list =
            required(m_properties, "AttributeDefinitions", "[{AttributeName: pk, AttributeType: S}]");
        if (!list) return list.error();
        if (auto checked = checkList(**list, "AttributeDefinitions"); !checked) return checked;
        for (const SourceNode& element : (*list)->elements) {
            const auto name = requiredText(element, "AttributeName", "AttributeName: pk");
            if (!name) return name.error();
            const auto typeText = requiredText(element, "AttributeType", "AttributeType: S");
            if (!typeText) return typeText.error();
            if (*typeText != "S" && *typeText != "N" && *typeText != "B") {
                return faultAt(element.line,
                               "A key attribute is of type S, N or B; this is " + quoted(*typeText) + ".");
            }
            if (!m_types.emplace(*name, *typeNamed(*typeText)).second) {
                return faultAt(element.line, "The attribute " + quoted(*name) + " is defined twice.");
            }
            m_lines.emplace(*name, element.line);
        }
        return {};
    }

    Result<KeySchema> keySchema(const SourceNode& owner) {
        const auto list = required(owner, "KeySchema", "[{AttributeName: pk, KeyType: HASH}]");
        if (!list) return list.error();
        if (auto checked = checkList(**list, "KeySchema"); !checked) return checked.error();
        KeySchema keys;
        for (const SourceNode& element : (*list)->elements) {
            const auto name = requiredText(element, "AttributeName", "AttributeName: pk");
            if (!name) return name.error();
            const auto role = requiredText(element, "KeyType", "KeyType: HASH");
            if (!role) return role.error();
            const auto type = m_types.find(*name);
            if (type == m_types.end()) {
                return faultAt(element.line, "The key attribute " + quoted(*name) +
                                                 " has no type. Add it to AttributeDefinitions.");
            }
            m_used.insert(*name);
            if (*role != "HASH" && *role != "RANGE") {
                return faultAt(element.line, "KeyType is HASH or RANGE; this is " + quoted(*role) + ".");
            }
            if (*role == "HASH" && !keys.sort.empty()) {
                return faultAt(element.line, "HASH attributes come before RANGE attributes.");
            }
            (*role == "HASH" ? keys.partition : keys.sort).push_back({*name, type->second});
        }
        if (keys.partition.empty()) return faultAt((*list)->line, "A KeySchema needs a HASH attribute.");
        return keys;
    }

    /// Of `what`, or a number put where the template leaves it to its deployment.
    Result<std::int64_t> units(const SourceNode* node, const std::string& what) {
        if (!node || node->kind == SourceNode::Kind::Code) {
            m_read.assumptions.push_back(what + " is " + std::to_string(kAssumedUnits));
            return kAssumedUnits;
        }
        std::int64_t number = 0;
        const std::string& text = node->text;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (node->isScalar() && code == std::errc() && end == text.data() + text.size()) return number;
        return faultAt(node->line, what + " is a whole number; this is " + quoted(text) + ".");
    }

    /// Of a global table: units where its settings scale by themselves are the least that they scale to.
    Result<std::int64_t> scaledUnits(const SourceNode* settings, const std::string& what) {
        const SourceNode* at = settings ? settings->find(what + "CapacityUnits") : nullptr;
        if (at) return units(at, what + "CapacityUnits");
        const SourceNode* const scaling =
            settings ? settings->find(what + "CapacityAutoScalingSettings") : nullptr;
        if (scaling) m_read.notTaken.insert(what + "CapacityAutoScalingSettings");
        return units(scaling ? scaling->find("MinCapacity") : nullptr, what + "CapacityUnits");
    }

    Result<std::optional<Throughput>> globalThroughput(const SourceNode& owner, const SourceNode* replica) {
        const SourceNode* const reads =
            replica ? replica->find("ReadProvisionedThroughputSettings") : nullptr;
        const auto read = scaledUnits(reads, "Read");
        if (!read) return read.error();
        const auto write = scaledUnits(owner.find("WriteProvisionedThroughputSettings"), "Write");
        if (!write) return write.error();
        return std::optional(Throughput{*read, *write});
    }

    const SourceNode* firstReplica() const {
        const SourceNode* const replicas = m_properties.find("Replicas");
        return replicas && !replicas->elements.empty() ? &replicas->elements.front() : nullptr;
    }

    Result<void> readBilling() {
        TableDefinition& table = m_read.definition;
        const SourceNode* const mode = m_properties.find("BillingMode");
        table.billing = BillingMode::Provisioned;
        if (mode && mode->kind == SourceNode::Kind::Code) {
            m_read.assumptions.push_back("BillingMode is PAY_PER_REQUEST");
            table.billing = BillingMode::PayPerRequest;
        } else if (mode && !mode->isNull()) {
            if (mode->text != "PAY_PER_REQUEST" && mode->text != "PROVISIONED") {
                return faultAt(mode->line, "BillingMode is PAY_PER_REQUEST or PROVISIONED; this is " +
                                               quoted(mode->text) + ".");
            }
            if (mode->text == "PAY_PER_REQUEST") table.billing = BillingMode::PayPerRequest;
        }
        if (m_isGlobal && table.billing == BillingMode::PayPerRequest) return {};
        auto given = m_isGlobal ? globalThroughput(m_properties, firstReplica()) : throughput(m_properties);
        if (!given) return given.error();
        table.throughput = meant(*given);
        if (table.billing == BillingMode::Provisioned && !table.throughput) {
            return faultAt(m_properties.line,
                           "No provisioned throughput specified for the table. Add BillingMode: "
                           "PAY_PER_REQUEST, or ProvisionedThroughput: {ReadCapacityUnits: 5, "
                           "WriteCapacityUnits: 5}.");
        }
        return {};
    }

    /// Generators write zeros for what is paid for by request.
    std::optional<Throughput> meant(std::optional<Throughput> given) const {
        const bool zeros = given == Throughput{};
        return m_read.definition.billing == BillingMode::PayPerRequest && zeros ? std::nullopt : given;
    }

    Result<void> readIndexes(IndexKind kind) {
        const std::string listName =
            kind == IndexKind::Local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes";
        const SourceNode* const list = m_properties.find(listName);
        if (!list || list->isNull()) return {};
        if (auto checked = checkList(*list, listName); !checked) return checked;
        for (const SourceNode& element : list->elements) {
            auto index = readIndex(element, kind);
            if (!index) return index.error();
            m_read.definition.indexes.push_back(*std::move(index));
        }
        return {};
    }

    Result<IndexDefinition> readIndex(const SourceNode& node, IndexKind kind) {
        IndexDefinition index;
        index.kind = kind;
        auto name = requiredText(node, "IndexName", "IndexName: ByStatus");
        if (!name) return name.error();
        index.name = *std::move(name);
        auto keys = keySchema(node);
        if (!keys) return keys.error();
        index.keys = *std::move(keys);
        auto projection = projectionOf(node);
        if (!projection) return projection.error();
        index.projection = *std::move(projection);
        noteRest(node, {"IndexName", "KeySchema", "Projection", "ProvisionedThroughput",
                        "WriteProvisionedThroughputSettings"});
        if (kind == IndexKind::Local) return index;
        const bool provisioned = m_read.definition.billing == BillingMode::Provisioned;
        if (m_isGlobal && !provisioned) return index;
        auto given = m_isGlobal ? globalThroughput(node, replicaIndex(index.name)) : throughput(node);
        if (!given) return given.error();
        index.throughput = meant(*given);
        return index;
    }

    const SourceNode* replicaIndex(const std::string& name) const {
        const SourceNode* const replica = firstReplica();
        const SourceNode* const indexes = replica ? replica->find("GlobalSecondaryIndexes") : nullptr;
        if (!indexes) return nullptr;
        for (const SourceNode& index : indexes->elements) {
            const SourceNode* const indexName = index.find("IndexName");
            if (indexName && indexName->text == name) return &index;
        }
        return nullptr;
    }

    static Result<Projection> projectionOf(const SourceNode& index) {
        const auto given = required(index, "Projection", "{ProjectionType: ALL}");
        if (!given) return given.error();
        const auto type = requiredText(**given, "ProjectionType", "ProjectionType: ALL");
        if (!type) return type.error();
        Projection projection;
        if (*type == "KEYS_ONLY") {
            projection.type = ProjectionType::KeysOnly;
        } else if (*type == "INCLUDE") {
            projection.type = ProjectionType::Include;
        } else if (*type != "ALL") {
            return faultAt((*given)->line,
                           "ProjectionType is ALL, KEYS_ONLY or INCLUDE; this is " + quoted(*type) + ".");
        }
        const SourceNode* const included = (*given)->find("NonKeyAttributes");
        if (!included || included->isNull()) return projection;
        if (auto checked = checkList(*included, "NonKeyAttributes"); !checked) return checked.error();
        for (const SourceNode& element : included->elements) {
            auto name = textOf(element, "An attribute's name");
            if (!name) return name.error();
            projection.attributes.push_back(*std::move(name));
        }
        return projection;
    }

    const SourceNode& m_properties;
    const bool m_isGlobal;
    TemplateTable m_read;
    std::map<std::string, ValueType> m_types;
    std::map<std::string, std::uint64_t> m_lines;  // of the definitions
    std::set<std::string> m_used;
};

/// SAM's short form: one key, called id unless it says otherwise.
Result<TemplateTable> simpleTable(const SourceNode& properties, const std::string& name) {
    TemplateTable read;
    KeyAttribute key{"id", ValueType::String};
    if (const SourceNode* const given = properties.find("PrimaryKey"); given && !given->isNull()) {
        auto keyName = requiredText(*given, "Name", "Name: id");
        if (!keyName) return keyName.error();
        key.name = *std::move(keyName);
        const auto type = requiredText(*given, "Type", "Type: String");
        if (!type) return type.error();
        if (*type == "Number") {
            key.type = ValueType::Number;
        } else if (*type == "Binary") {
            key.type = ValueType::Binary;
        } else if (*type != "String") {
            return faultAt(given->line, "The Type of a PrimaryKey is String, Number or Binary; this is " +
                                            quoted(*type) + ".");
        }
    }
    PropertiesReader reader(properties, "AWS::Serverless::SimpleTable");
    auto throughput = reader.throughput(properties);
    if (!throughput) return throughput.error();
    if (*throughput) read.definition.billing = BillingMode::Provisioned;
    read.definition.throughput = *throughput;
    read.assumptions = reader.assumptions();
    for (const SourceMember& member : properties.members) {
        if (member.name != "TableName" && member.name != "PrimaryKey" &&
            member.name != "ProvisionedThroughput") {
            read.notTaken.insert(member.name);
        }
    }
    read.definition.name = name;
    read.definition.keys.partition.push_back(std::move(key));
    return read;
}

}  // namespace

Result<TemplateTable> tableOfProperties(const SourceNode& properties, const std::string& type,
                                        const std::string& name) {
    auto read = type == "AWS::Serverless::SimpleTable" ? simpleTable(properties, name)
                                                       : PropertiesReader(properties, type).read(name);
    if (!read) return read;
    if (auto valid = validateDefinition(read->definition); !valid) {
        Error error = valid.error();
        error.where =
            "line " + std::to_string(properties.line) + (error.where.empty() ? "" : ", " + error.where);
        return error;
    }
    return read;
}

}  // namespace partita
