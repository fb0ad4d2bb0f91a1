// The subcommands, in the order in which the help lists them.
#pragma once

#include <vector>

#include "app/commands/arguments.h"

namespace partita {

const CommandSpec& createCommand();
const CommandSpec& importCommand();
const CommandSpec& exportCommand();
const CommandSpec& recoverCommand();
const CommandSpec& queryCommand();
const CommandSpec& loadCommand();
const CommandSpec& requestCommand();
const CommandSpec& serveCommand();
const CommandSpec& tourCommand();

}  // namespace partita
