// The program's command line: which arguments ask for a subcommand, and running it.
// Data goes to standard output, messages to standard error, and nothing here needs a display.
// One thread: main's, before any other has been started (signals are set up here).
#pragma once

namespace partita {

/// Whether the arguments ask for the command line (a subcommand, help or the version) and not for the window.
bool asksForCommandLine(int argc, const char* const* argv);

/// Runs it and returns the exit status (app/commands/exit_status.h). Only when asksForCommandLine().
int runCommandLine(int argc, char** argv);

}  // namespace partita
