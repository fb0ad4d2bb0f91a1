// partita recover: what can be read of a damaged table file, into a new one.
#include "engine/recover.h"
#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/progress_line.h"

namespace partita {

namespace {

ExitStatus recover(const Arguments& arguments, std::stop_token stop) {
    const std::string source = arguments.operand(0).value_or("");
    const std::string target = arguments.operand(1).value_or("");
    RecoverOptions options;
    options.replace = arguments.has("force");
    const Result<RecoveryReport> report = [&] {
        ProgressLine line;
        return recoverFile(source, target, options, line.sink(), stop);
    }();
    if (!report) {
        // fail() would give the advice to do what has just been done.
        say(report.error().text());
        return exitStatusOf(report.error().code);
    }
    say("made " + target);
    Output output;
    output.write(recoveryText(*report) + "\n");
    return output.finish(report->isWhole() ? ExitStatus::Done : ExitStatus::AnswerIsNo);
}

}  // namespace

const CommandSpec& recoverCommand() {
    static const CommandSpec spec = {
        .name = "recover",
        .summary = "Make a new table file of what can be read of a damaged one.",
        .usage = "FILE NEW [--force]",
        .operands = {"FILE", "NEW"},
        .operandsNeeded = 2,
        .options = {{"force", "", "replace NEW when it is there, once the new file is whole"}},
        .notes =
            "FILE is never changed. Every item that can still be read goes into NEW, and so do keys, "
            "indexes, "
            "time\nto live, tags, colours, recordings and the history of imports; indexes and counts are "
            "made "
            "anew.\nThe report says of each table how many of its items came back.\n"
            "Exit status: 0 everything was recovered; 1 something is lost; 3 nothing could be recovered.",
        .run = recover};
    return spec;
}

}  // namespace partita
