// Tables of a template, from its resources. Private to this folder; readers.h has the reader. Pure; any
// thread.
#pragma once

#include "engine/interchange/read/schema_source.h"
#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"

namespace partita {

/// Resources of the types AWS::DynamoDB::Table, AWS::DynamoDB::GlobalTable and AWS::Serverless::SimpleTable.
/// Fails (BadInput or ValidationException, with the line) when there is none, or one that the service would
/// refuse.
Result<DeclaredSchemas> tablesOfTemplate(const SourceNode& root);

}  // namespace partita
