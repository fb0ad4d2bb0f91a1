#include <algorithm>
#include <array>

#include "engine/api/handlers.h"
#include "engine/api/operation.h"
#include "engine/api/partiql_operations.h"
#include "engine/api/stream_operations.h"
#include "engine/api/table_operations.h"

namespace partita {
namespace {

constexpr auto kOperations = std::to_array<Operation>({
    {"BatchExecuteStatement", batchExecuteStatement},
    {"BatchGetItem", batchGetItem},
    {"BatchWriteItem", batchWriteItem},
    {"CreateTable", createTable},
    {"DeleteItem", deleteItem},
    {"DeleteTable", deleteTable},
    {"DescribeContinuousBackups", describeContinuousBackups},
    {"DescribeContributorInsights", describeContributorInsights},
    {"DescribeEndpoints", describeEndpoints},
    {"DescribeKinesisStreamingDestination", describeKinesisStreamingDestination},
    {"DescribeLimits", describeLimits},
    {"DescribeStream", describeStream},
    {"DescribeTable", describeTable},
    {"DescribeTimeToLive", describeTimeToLive},
    {"ExecuteStatement", executeStatement},
    {"ExecuteTransaction", executeTransaction},
    {"GetItem", getItem},
    {"GetRecords", getRecords},
    {"GetShardIterator", getShardIterator},
    {"ListStreams", listStreams},
    {"ListTables", listTables},
    {"ListTagsOfResource", listTagsOfResource},
    {"PutItem", putItem},
    {"Query", query},
    {"Scan", scan},
    {"TagResource", tagResource},
    {"TransactGetItems", transactGetItems},
    {"TransactWriteItems", transactWriteItems},
    {"UntagResource", untagResource},
    {"UpdateContinuousBackups", updateContinuousBackups},
    {"UpdateItem", updateItem},
    {"UpdateTable", updateTable},
    {"UpdateTimeToLive", updateTimeToLive},
});

}  // namespace

std::span<const Operation> operations() {
    return kOperations;
}

const Operation* findOperation(std::string_view name) {
    const auto at = std::find_if(kOperations.begin(), kOperations.end(),
                                 [name](const Operation& operation) { return operation.name == name; });
    return at == kOperations.end() ? nullptr : &*at;
}

std::string tableNameOf(std::string_view nameOrArn) {
    if (!nameOrArn.starts_with("arn:")) return std::string(nameOrArn);
    constexpr std::string_view kTable = ":table/";
    const auto at = nameOrArn.find(kTable);
    if (at == std::string_view::npos) return std::string(nameOrArn);
    nameOrArn.remove_prefix(at + kTable.size());
    return std::string(nameOrArn.substr(0, nameOrArn.find('/')));
}

std::string tableArn(const CallContext& context, std::string_view table) {
    return std::string("arn:aws:dynamodb:")
        .append(context.region)
        .append(":")
        .append(context.options.account)
        .append(":table/")
        .append(table);
}

}  // namespace partita
