// partita import: items and tables from whatever people have into a table file, and the report of what became
// of each record.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/import_options.h"
#include "app/commands/import_report.h"
#include "app/commands/progress_line.h"
#include "app/commands/standard_input.h"
#include "app/commands/table_choice.h"

namespace partita {

namespace {

ExitStatus statusOf(const ImportReport& report) {
    if (report.failure && report.failure->code != ErrorCode::Cancelled) return fail(*report.failure);
    if (report.cancelled) {
        say("cancelled; " + countText(report.inserted + report.replaced + report.merged + report.deleted) +
            " changes are committed and stay, importing again completes");
        return ExitStatus::Cancelled;
    }
    return report.refused == 0 ? ExitStatus::Done : ExitStatus::AnswerIsNo;
}

ExitStatus printed(const Arguments& arguments, const ImportReport& report) {
    Output output;
    output.write(arguments.has("json") ? importReportJson(report) : importReportText(report));
    ExitStatus status = statusOf(report);
    if (status == ExitStatus::Done && report.leftOut > 0 && !arguments.has("into")) {
        say(countText(report.leftOut) + " items were left out: say with --table or --into where they go");
        status = ExitStatus::AnswerIsNo;
    }
    return output.finish(status);
}

ExitStatus listImports(const Engine& engine) {
    const auto imports = engine.imports();
    if (!imports) return fail(imports.error());
    Output output;
    output.write(importListText(*imports));
    return output.finish(ExitStatus::Done);
}

ExitStatus showProblems(const Engine& engine, std::int64_t import) {
    constexpr std::size_t kMost = 1'000'000;
    const auto problems = engine.importProblems(import, kMost);
    if (!problems) return fail(problems.error());
    Output output;
    for (const ImportProblem& problem : *problems)
        output.write(problemText(problem) + "\n");
    return output.finish(ExitStatus::Done);
}

ExitStatus restore(Engine& engine, std::int64_t import, std::stop_token stop) {
    const auto report = engine.restoreReplaced(import, {}, stop);
    if (!report) return fail(report.error());
    say(countText(report->restored) + " items are as they were before; " + countText(report->changedSince) +
        " have changed since and stay");
    return report->cancelled ? ExitStatus::Cancelled : ExitStatus::Done;
}

/// Where the refused records of an import were to go, when that is one table which is still there.
std::optional<std::string> onlyTableOfRefused(const Engine& engine, std::int64_t import) {
    constexpr std::size_t kMost = 1'000'000;
    const auto problems = engine.importProblems(import, kMost);
    if (!problems) return std::nullopt;
    std::optional<std::string> only;
    for (const ImportProblem& problem : *problems) {
        if (problem.kind != ImportProblem::Kind::Refused || problem.table.empty()) continue;
        if (only && *only != problem.table) return std::nullopt;
        only = problem.table;
    }
    if (only && !engine.table(*only)) only.reset();
    return only;
}

ExitStatus retry(const Arguments& arguments, ImportOptions options, Engine& engine, std::int64_t import,
                 std::stop_token stop) {
    const auto refused = engine.refusedRecords(import);
    if (!refused) return fail(refused.error());
    if (refused->records == 0) {
        say("this import has no refused records");
        return ExitStatus::Done;
    }
    options.source.format = refused->format;
    // The kept text begins with what tells them.
    options.source.tabular.hasHeader = true;
    options.source.tabular.delimiter.reset();
    if (options.table.empty() && options.targets.empty())
        if (auto table = onlyTableOfRefused(engine, import)) options.table = *std::move(table);
    ProgressLine line;
    const auto report = engine.importItems(SourceLocation::pasted(refused->text), options, line.sink(), stop);
    if (!report) return fail(report.error());
    return printed(arguments, *report);
}

/// The tables that the source brings and the file has not.
Result<void> addTargets(const Engine& engine, const SourceLocation& source, ImportOptions& options,
                        std::stop_token stop) {
    const auto preview = engine.previewImport(source, options, stop);
    if (!preview) return preview.error();
    for (const ImportPreview::Table& table : preview->tables) {
        if (!table.target.empty() && engine.table(table.target)) continue;
        if (!table.schema) {
            constexpr auto kNoKeys =
                "No attributes of the items fit as keys, so no table can be made for them: make it first, "
                "with partita create.";
            if (preview->tables.size() == 1 || options.onExisting == OnExisting::Stop) {
                // Where nothing could be read, what the source says of itself is the reason.
                const bool isUnread = table.looked == 0 && !preview->notes.empty();
                return Error::badInput(isUnread ? preview->notes.front().text : kNoKeys, table.source.name);
            }
            say("table " + table.source.name + " is left out: " + kNoKeys);
            continue;
        }
        ImportTarget target{table.source.name, options.table.empty() ? table.schema->name : options.table,
                            table.schema};
        if (table.isGuess) say("table " + target.table + ": keys guessed: " + keysText(table.schema->keys));
        options.targets.push_back(std::move(target));
    }
    return {};
}

ExitStatus import(const Arguments& arguments, std::stop_token stop) {
    auto options = importOptionsFrom(arguments);
    if (!options) return wrongUsage(arguments.spec(), options.error().text());
    const bool creates = arguments.has("create");
    const bool looksBack = arguments.has("list") || arguments.has("problems") || arguments.has("retry") ||
                           arguments.has("restore");
    const auto source = SourceLocation::file(arguments.operand(1).value_or(""));
    if (!looksBack && source.paths.front().empty())
        return wrongUsage(arguments.spec(), "SOURCE is missing: a file, a folder, or -");
    const bool isPipe = source.paths.front() == "-";
    if (isPipe && (creates || arguments.has("preview")))
        return wrongUsage(arguments.spec(), "standard input can be read only once: save it to a file first");

    const std::string path = arguments.operand(0).value_or("");
    std::error_code ignored;
    if (creates && !std::filesystem::exists(path, ignored))
        if (const auto made = Engine::create(path, {}); !made) return fail(made.error());
    const bool onlyReads = arguments.has("list") || arguments.has("problems") || arguments.has("preview");
    auto engine =
        Engine::open(path, onlyReads ? Engine::OpenMode::ReadOnlyIfNeeded : Engine::OpenMode::ReadWrite);
    if (!engine) return fail(engine.error());
    if (arguments.has("list")) return listImports(**engine);
    for (const char* option : {"problems", "retry", "restore"}) {
        const auto number = arguments.number(option, 1, UINT32_MAX);
        if (!number) return wrongUsage(arguments.spec(), number.error().text());
        if (!*number) continue;
        if (option == std::string_view("problems")) return showProblems(**engine, **number);
        if (option == std::string_view("restore")) return restore(**engine, **number, stop);
        return retry(arguments, *options, **engine, **number, stop);
    }
    if (!creates)
        if (auto known = checkTargets(*options, **engine); !known) return fail(known.error());
    if (arguments.has("preview")) {
        const auto preview = (*engine)->previewImport(source, *options, stop);
        if (!preview) return fail(preview.error());
        Output output;
        output.write(importPreviewText(*preview));
        return output.finish(ExitStatus::Done);
    }
    if (creates)
        if (auto added = addTargets(**engine, source, *options, stop); !added) return fail(added.error());
    const auto report = [&] {
        ProgressLine line;
        std::optional<InterruptibleInput> input;
        if (isPipe) input.emplace(stop);
        return (*engine)->importItems(source, *options, line.sink(), stop);
    }();
    if (!report) return fail(report.error());
    const ExitStatus status = printed(arguments, *report);
    // The report names the tables that could not be made.
    const bool areAllThere = std::all_of(
        options->targets.begin(), options->targets.end(),
        [&](const ImportTarget& target) { return !target.create || (*engine)->table(target.table); });
    return status == ExitStatus::Done && !areAllThere ? ExitStatus::AnswerIsNo : status;
}

}  // namespace

const CommandSpec& importCommand() {
    static const CommandSpec spec = {
        .name = "import",
        .summary = "Bring items and tables into a table file, and report what became of each record.",
        .usage =
            "FILE SOURCE|- [--format FORMAT] [--table NAME | --into FROM=TABLE...]\n"
            "[--create] [--on-existing replace|keep|merge|stop] [--repair] [--preview]\n"
            "[--as dynamodb|plain] [--column NAME:TYPE...] [--delimiter C] [--sheet NAME]\n"
            "[--no-header] [--json] | FILE --list | --problems N | --retry N | --restore N",
        .operands = {"FILE", "SOURCE"},
        .operandsNeeded = 1,
        .options = {{"format", "FORMAT",
                     "what SOURCE is, where it isn't told by itself: items, batch-write, streams,\n"
                     "s3-export, ion, workbench, csv, tsv, xlsx, create-table, cloudformation,\n"
                     "onetable, toolbox"},
                    {"table", "NAME", "the table that everything goes to"},
                    {"into", "FROM=TABLE",
                     "of a source with several tables: where the items of FROM go; FROM= leaves\n"
                     "them out",
                     true},
                    {"create", "", "make FILE and the tables that are not there, as the source says"},
                    {"on-existing", "WHAT",
                     "of an item that is there with other attributes: replace it (as without the\n"
                     "option), keep it, merge the attributes over it, or stop and import nothing"},
                    {"repair", "", "read odd rows in the one obvious way; the report names each"},
                    {"preview", "", "say what the import would do, and do nothing"},
                    {"as", "FORM",
                     "dynamodb: {\"pk\": {\"S\": \"a\"}}; plain: {\"pk\": \"a\"}; without it, each item is\n"
                     "told apart by itself"},
                    {"column", "NAME:TYPE",
                     "of CSV, TSV and XLSX: S, N, B, BOOL, NULL, SS, NS, BS, JSON, auto or skip", true},
                    {"delimiter", "C", "between cells: a character, or tab"},
                    {"sheet", "NAME", "of XLSX; without it the first"},
                    {"no-header", "", "the first row is data: columns are column1, column2, …"},
                    {"list", "", "the imports that FILE keeps"},
                    {"problems", "N", "every record of import N that had a problem"},
                    {"retry", "N", "import the refused records of import N again"},
                    {"restore", "N", "put back what import N replaced, merged or deleted"},
                    {"json", "", "the report as JSON"}},
        .notes =
            "SOURCE is a file or a folder, gzip, Zstandard and UTF-16 included; - reads standard input. Of "
            "the\n"
            "same key twice in a source the last wins. Importing the same source again changes nothing. "
            "After\n"
            "Ctrl-C what was committed stays.\n"
            "Exit status 1: items were refused; the report says which and why.",
        .run = import};
    return spec;
}

}  // namespace partita
