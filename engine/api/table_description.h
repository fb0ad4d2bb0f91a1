// TableDescription in JSON, as CreateTable, DescribeTable, UpdateTable and DeleteTable answer it.
// Free functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/json_writer.h"
#include "engine/api/operation.h"
#include "engine/table_request.h"

namespace partita {

/// CreateTable's answer is of a table that is being made: it does not tell yet what is warm. Of one that is
/// being deleted there is told what it was paid by, but neither keys nor indexes nor when it was made.
enum class DescriptionMoment { Creation, Later, Deletion };

/// Appends {…}.
void appendDescription(const CallContext& context, const TableDescription& table, DescriptionMoment moment,
                       JsonWriter& json);
/// Appends [{"AttributeName":"pk","KeyType":"HASH"},…].
void appendKeySchema(const KeySchema& keys, JsonWriter& json);

std::string_view statusName(TableStatus status);
std::string_view viewTypeName(StreamViewType type);
/// "arn:aws:dynamodb:us-east-1:000000000000:table/Name/stream/2026-05-01T10:00:00.250".
std::string streamArn(const CallContext& context, std::string_view table, std::string_view label);

}  // namespace partita
