// Tables that a source file in JavaScript or TypeScript makes with CreateTable: the configuration of
// jest-dynamodb and its like, scripts that set tables up, the fixtures of tests. Private to this folder.
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/read/schema_source.h"
#include "engine/result.h"

namespace partita {

/// Every object of the text that holds a KeySchema and AttributeDefinitions, as a table. `name`: of the
/// source, for tables whose name is made in code. Fails (BadInput, with the line) where none could be read.
Result<DeclaredSchemas> declaredTables(std::string_view text, const std::string& name);

/// Whether the beginning of a text looks like such a file.
bool looksLikeDeclaredTables(std::string_view head);

}  // namespace partita
