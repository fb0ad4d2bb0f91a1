// Schemas written in the languages that make tables: each function gives the whole text of a file. They hold
// everything that a TableDefinition says; items and entities have no place in them. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/write/item_sink.h"

namespace partita {

/// Of one table the request that `aws dynamodb create-table --cli-input-json` takes; of several an array of
/// such requests, which no command takes as it is (schemaLosses() says so).
std::string toCreateTableJson(const std::vector<SinkTable>& tables);
/// A template in YAML, one AWS::DynamoDB::Table each.
std::string toCloudFormation(const std::vector<SinkTable>& tables);
/// One aws_dynamodb_table each. Indexes with keys of several attributes need version 6.29 of the provider.
std::string toTerraform(const std::vector<SinkTable>& tables);
/// TypeScript for aws-cdk-lib 2: a stack with one Table each.
std::string toCdk(const std::vector<SinkTable>& tables);

/// Sentences: what a text of this format (one of the four) does not hold of these tables, or asks of who uses
/// it.
std::vector<std::string> schemaLosses(ExportFormat format, const std::vector<SinkTable>& tables);

}  // namespace partita
