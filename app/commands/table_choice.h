// Opening the table file that a subcommand names, and choosing the table in it.
#pragma once

#include <memory>
#include <string>

#include "app/commands/arguments.h"
#include "engine/engine.h"

namespace partita {

struct OpenTable {
    std::unique_ptr<Engine> engine;
    std::shared_ptr<const TableDefinition> table;
};

/// Opens the file of the first operand and the table that --table names: the only one when it is left out.
/// Fails as Engine::open() does, with ResourceNotFound, or with BadInput when the file holds several tables
/// and none is named.
Result<OpenTable> openTable(const Arguments& arguments, Engine::OpenMode mode);

/// The whole of a small file, or of standard input for "-". Fails with FileMissing, InputOutput or BadInput
/// (over 16 MB: it cannot be what was meant).
Result<std::string> readSmallFile(const std::string& path);

}  // namespace partita
