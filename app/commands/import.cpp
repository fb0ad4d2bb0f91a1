// partita import: items from JSON into a table, and the report of what became of each.
#include <unistd.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/import_report.h"
#include "app/commands/standard_input.h"
#include "app/commands/table_choice.h"

namespace partita {

namespace {

/// One line that is written over and over; nothing unless somebody watches.
class ProgressLine final {
  public:
    ProgressLine() : m_visible(isatty(STDERR_FILENO) != 0) {}
    ~ProgressLine() {
        if (m_shown) std::fputs("\r\033[K", stderr);
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    ProgressSink sink() {
        if (!m_visible) return {};
        return [this](const Progress& progress) { show(progress); };
    }

  private:
    void show(const Progress& progress) {
        const std::string doing = progress.phase == Progress::Phase::Reading   ? "reading"
                                  : progress.phase == Progress::Phase::Sorting ? "sorting"
                                                                               : "writing";
        std::string text = doing + ": " + countText(progress.itemsDone) + " items";
        if (progress.bytesTotal != 0)
            text +=
                ", " + std::to_string(progress.bytesDone * 100 / progress.bytesTotal) + " % of the source";
        std::fprintf(stderr, "\r\033[K%s", text.c_str());
        m_shown = true;
    }

    bool m_visible = false;
    bool m_shown = false;
};

ExitStatus statusOf(const ImportReport& report) {
    if (report.failure && report.failure->code != ErrorCode::Cancelled) return fail(*report.failure);
    if (report.cancelled) {
        say("cancelled; " + countText(report.inserted + report.replaced) +
            " items are committed and stay, importing again completes");
        return ExitStatus::Cancelled;
    }
    return report.refused == 0 ? ExitStatus::Done : ExitStatus::AnswerIsNo;
}

ExitStatus import(const Arguments& arguments, std::stop_token stop) {
    ImportOptions options;
    if (const std::optional<std::string> form = arguments.value("as")) {
        if (*form != "dynamodb" && *form != "plain")
            return wrongUsage(arguments.spec(), "--as takes dynamodb or plain, not \"" + *form + "\"");
        options.form = *form == "plain" ? JsonForm::Plain : JsonForm::DynamoDb;
    }
    Result<OpenTable> open = openTable(arguments, Engine::OpenMode::ReadWrite);
    if (!open) return fail(open.error());
    options.table = open->table->name;
    const std::string source = arguments.operand(1).value_or("-");
    const Result<ImportReport> report = [&] {
        ProgressLine line;
        std::optional<InterruptibleInput> input;
        if (source == "-") input.emplace(stop);
        return open->engine->importItems(source, options, line.sink(), stop);
    }();
    if (!report) return fail(report.error());
    Output output;
    output.write(arguments.has("json") ? importReportJson(*report) : importReportText(*report));
    return output.finish(statusOf(*report));
}

}  // namespace

const CommandSpec& importCommand() {
    static const CommandSpec spec = {
        .name = "import",
        .summary = "Bring items from JSON into a table, and report what became of each.",
        .usage = "FILE SOURCE|- [--as dynamodb|plain] [--table NAME] [--json]",
        .operands = {"FILE", "SOURCE"},
        .operandsNeeded = 2,
        .options = {{"as", "FORM",
                     "dynamodb: {\"pk\": {\"S\": \"a\"}}; plain: {\"pk\": \"a\"}; without it, each item is\n"
                     "told apart by itself"},
                    {"table", "NAME", "the table, where the file holds several"},
                    {"json", "", "the report as JSON"}},
        .notes =
            "SOURCE is a JSON array of items or one item a line; - reads standard input. An item with the "
            "key of\n"
            "an existing one replaces it; of the same key twice in the source the last wins. Importing the "
            "same\n"
            "source again changes nothing. After Ctrl-C what was committed stays.\n"
            "Exit status 1: items were refused; the report says which and why.",
        .run = import};
    return spec;
}

}  // namespace partita
