// UpdateTable: what may be changed together is the service's to say, and it says it in this order.
#include <set>

#include "engine/api/invalid_values.h"
#include "engine/api/table_description.h"
#include "engine/api/table_operations.h"
#include "engine/api/table_schema.h"
#include "engine/limits.h"

namespace partita {
namespace {

/// One member of GlobalSecondaryIndexUpdates.
struct GivenIndexUpdate {
    std::optional<GivenIndex> create;
    std::optional<std::pair<std::string, std::optional<Throughput>>> update;
    std::optional<std::string> remove;

    int actions() const { return (create ? 1 : 0) + (update ? 1 : 0) + (remove ? 1 : 0); }
    const std::string& index() const { return create ? create->name : update ? update->first : *remove; }
};

struct GivenUpdate {
    std::optional<std::string> table;
    std::optional<GivenAttributeDefinitions> attributes;
    std::optional<BillingMode> billing;
    std::optional<Throughput> throughput;
    std::optional<std::vector<GivenIndexUpdate>> indexes;
    std::optional<GivenStream> stream;
    std::optional<TableClass> tableClass;
    std::optional<bool> deletionProtection;
    bool encryption = false;  // SSESpecification: taken, without effect
    bool ceilings = false;    // OnDemandThroughput: taken, without effect
    bool warmth = false;      // WarmThroughput: taken, without effect
    bool replicas = false;

    bool changesIndexes() const { return indexes && !indexes->empty(); }
    /// How many indexes are made or removed.
    std::size_t builds() const {
        std::size_t count = 0;
        if (indexes) {
            for (const GivenIndexUpdate& each : *indexes)
                count += each.create || each.remove;
        }
        return count;
    }
};

std::string readIndexName(Members& members, const std::string& place, Violations& violations) {
    const auto name = members.string("IndexName");
    violations.notNull(place + "indexName", members.has("IndexName"));
    violations.name(place + "indexName", name, limits::kNameMin, limits::kNameMax);
    return std::string(name.value_or(""));
}

std::optional<std::vector<GivenIndexUpdate>> readIndexUpdates(Members& members, Violations& violations) {
    auto structures = members.structures("GlobalSecondaryIndexUpdates", "GlobalSecondaryIndexUpdate");
    if (!structures) return std::nullopt;
    std::vector<GivenIndexUpdate> updates;
    for (std::size_t i = 0; i < structures->size(); ++i) {
        Members& structure = (*structures)[i];
        const std::string place = "globalSecondaryIndexUpdates." + std::to_string(i + 1) + ".member.";
        GivenIndexUpdate given;
        if (auto update = structure.structure("Update", "UpdateGlobalSecondaryIndexAction")) {
            std::string name = readIndexName(*update, place + "update.", violations);
            given.update.emplace(std::move(name), readThroughput(*update, place + "update.", violations));
        }
        if (auto create = structure.structure("Create", "CreateGlobalSecondaryIndexAction")) {
            given.create = readIndex(*create, IndexKind::Global, place + "create.", violations);
        }
        if (auto remove = structure.structure("Delete", "DeleteGlobalSecondaryIndexAction")) {
            given.remove = readIndexName(*remove, place + "delete.", violations);
        }
        updates.push_back(std::move(given));
    }
    return updates;
}

Result<GivenUpdate> readUpdateTable(Members members) {
    Violations violations;
    GivenUpdate given;
    given.attributes = readAttributeDefinitions(members, violations);
    given.table = readTableName(members, violations);
    given.throughput = readThroughput(members, {}, violations);
    given.billing = readBillingMode(members, violations);
    given.indexes = readIndexUpdates(members, violations);
    given.stream = readStream(members, violations);
    given.deletionProtection = members.boolean("DeletionProtectionEnabled");
    given.encryption = members.has("SSESpecification");
    given.ceilings = members.has("OnDemandThroughput");
    given.warmth = members.has("WarmThroughput");
    given.replicas = members.has("ReplicaUpdates");
    const auto tableClass = readTableClass(members);
    if (auto checked = checkRead(members, given.table, violations); !checked) return checked.error();
    if (!tableClass) return tableClass.error();
    given.tableClass = *tableClass;
    return given;
}

Result<void> checkSomething(const GivenUpdate& given) {
    const bool other = given.throughput || given.billing || given.stream || given.tableClass ||
                       given.deletionProtection || given.encryption || given.ceilings || given.warmth ||
                       given.replicas;
    if (!other && !given.changesIndexes()) {
        return Error::validation(
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
            "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, "
            "WarmThroughput or TableClass is required");
    }
    if (given.indexes && given.indexes->empty()) {
        return invalidValues("List of GlobalSecondaryIndexUpdates is empty");
    }
    return {};
}

/// What must be the only thing that a request changes.
Result<void> checkAlone(const GivenUpdate& given) {
    const int parts = (given.throughput || given.billing ? 1 : 0) + (given.changesIndexes() ? 1 : 0) +
                      (given.stream ? 1 : 0) + (given.tableClass ? 1 : 0) +
                      (given.deletionProtection ? 1 : 0) + (given.encryption ? 1 : 0) +
                      (given.warmth ? 1 : 0) + (given.ceilings ? 1 : 0);
    if (parts < 2) return {};
    const std::string alone = " modification must be the only operation in the request";
    if (given.encryption) return invalidValues("Server-Side Encryption" + alone);
    if (given.tableClass) return invalidValues("TableClass" + alone);
    if (given.deletionProtection) return invalidValues("DeletionProtection" + alone);
    if (given.warmth && given.builds() > 0) {
        return invalidValues(
            "Create global secondary index cannot be specified when updating WarmThroughput");
    }
    if (given.warmth) return invalidValues("WarmThroughput must be the only operation in the request");
    return {};
}

Result<void> checkBilling(const GivenUpdate& given) {
    if (given.billing == BillingMode::Provisioned && !given.throughput) {
        return invalidValues("ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    if (given.billing == BillingMode::PayPerRequest && given.throughput) {
        return invalidValues(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST");
    }
    return given.throughput ? checkThroughputBounds(*given.throughput) : Result<void>();
}

Result<void> checkIndexUpdates(const GivenUpdate& given) {
    if (!given.indexes) return {};
    std::set<std::string_view> names;
    for (const GivenIndexUpdate& each : *given.indexes) {
        if (each.actions() == 0) {
            return invalidValues(
                "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                "GlobalSecondaryIndexUpdate.Delete must not be null");
        }
        if (each.actions() > 1) {
            return invalidValues(
                "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object");
        }
        if (!names.insert(each.index()).second) {
            return invalidValues(
                "Only one global secondary index update per index is allowed simultaneously. Index: " +
                each.index());
        }
    }
    return {};
}

Result<void> checkTogether(const GivenUpdate& given) {
    if (given.builds() > 0 && given.throughput) {
        return invalidValues("You cannot create or delete index while updating table IOPS");
    }
    if (given.builds() > 0 && given.stream) {
        return invalidValues("You cannot create or delete index while changing stream status");
    }
    if (given.stream && given.throughput) {
        return invalidValues("You cannot modify stream status while updating table IOPS");
    }
    if (given.stream && given.stream->enabled && !given.stream->viewType) {
        return invalidValues("If stream is being enabled then UpdateViewType is required");
    }
    if (given.stream && !given.stream->enabled && given.stream->viewType) {
        return invalidValues("If stream is being disabled, then UpdateViewType must not be specified");
    }
    return {};
}

Result<void> check(const GivenUpdate& given) {
    for (const auto rule : {checkSomething, checkAlone, checkBilling, checkIndexUpdates, checkTogether}) {
        if (auto checked = rule(given); !checked) return checked;
    }
    if (given.replicas) {
        return Error::validation("Replicas are not available here: a table file is one Region's table.");
    }
    return {};
}

/// That a GSI of this name is there. `verb`: "update", "delete".
Result<void> checkGlobal(const TableDefinition& table, const std::string& name, const std::string& verb) {
    const IndexDefinition* const index = table.index(name);
    if (!index) {
        return Error::notFound("Requested resource not found: Index " + name + " for table " + table.name);
    }
    if (index->kind == IndexKind::Global) return {};
    return Error::validation("Cannot " + verb + " an index that is not a GlobalSecondaryIndex: " + name);
}

/// What the engine is to do with a table that is there.
Result<UpdateTableRequest> requestOf(const GivenUpdate& given, const TableDefinition& table) {
    if (given.builds() > 1) {
        return Error::of(ErrorCode::LimitExceeded,
                         "Subscriber limit exceeded: Only 1 online index can be created or deleted "
                         "simultaneously per table");
    }
    UpdateTableRequest update;
    update.table = table.name;
    update.billing = given.billing;
    update.throughput = given.throughput;
    update.deletionProtection = given.deletionProtection;
    update.tableClass = given.tableClass;
    if (given.stream) update.stream.emplace(given.stream->viewType);
    if (!given.indexes) return update;
    for (const GivenIndexUpdate& each : *given.indexes) {
        if (each.create) {
            auto index = indexDefinitionOf(*each.create, given.attributes, table,
                                           given.billing.value_or(table.billing));
            if (!index) return index.error();
            update.createIndex = *std::move(index);
        } else if (each.update) {
            if (each.update->second && isOutOfBounds(*each.update->second)) {
                return Error::validation(
                    "This operation cannot be performed with given input values. Please contact DynamoDB "
                    "service team for more info: Action Blocked: IndexUpdate");
            }
            if (auto there = checkGlobal(table, each.update->first, "update"); !there) return there.error();
            if (given.billing.value_or(table.billing) == BillingMode::PayPerRequest) {
                return invalidValues(
                    "The only Updates for index: " + each.update->first +
                    " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, "
                    "WarmThroughput");
            }
            if (!each.update->second) continue;
            update.indexThroughput.emplace_back(each.update->first, *each.update->second);
        } else if (each.remove) {
            if (auto there = checkGlobal(table, *each.remove, "delete"); !there) return there.error();
            update.removeIndex = each.remove;
        }
    }
    return update;
}

bool changesAnything(const UpdateTableRequest& update) {
    return update.billing || update.throughput || !update.indexThroughput.empty() || update.createIndex ||
           update.removeIndex || update.stream || update.deletionProtection || update.tableClass;
}

/// Gives the description the throughput that the table and its indexes had before.
void keepThroughput(const TableDefinition& before, TableDescription& description) {
    description.definition.throughput = before.throughput;
    for (IndexDefinition& index : description.definition.indexes) {
        if (const IndexDefinition* const old = before.index(index.name)) index.throughput = old->throughput;
    }
}

}  // namespace

Result<std::string> updateTable(CallContext& context, const JsonRequest& request) {
    const auto given = readUpdateTable(request.members());
    if (!given) return given.error();
    context.summary.table = *given->table;
    if (auto checked = check(*given); !checked) return checked.error();
    const auto table = context.engine.table(*given->table);
    if (!table) {
        // Never there, or on its way out: the engine knows which, and changes neither.
        UpdateTableRequest bare;
        bare.table = *given->table;
        const auto refused = context.engine.updateTable(bare);
        return refused ? table.error() : refused.error();
    }
    const auto update = requestOf(*given, **table);
    if (!update) return update.error();
    auto description = changesAnything(*update) ? context.engine.updateTable(*update)
                                                : context.engine.describeTable(*given->table);
    if (!description) return description.error();
    // Recorded: the answer to a change of throughput still tells the old one.
    if (!update->billing) keepThroughput(**table, *description);
    JsonWriter json;
    json.begin().key("TableDescription");
    appendDescription(context, *description, DescriptionMoment::Later, json);
    json.end();
    return json.take();
}

}  // namespace partita
