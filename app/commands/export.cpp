// partita export: items and tables out of a table file, in the form that somebody else reads.
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/progress_line.h"
#include "app/commands/query_request.h"
#include "engine/engine.h"

namespace partita {

namespace {

Result<ExportOptions> optionsFrom(const Arguments& arguments, const Engine& engine) {
    ExportOptions options;
    const std::string name = arguments.value("format").value_or("ndjson");
    const auto format = exportFormatNamed(name);
    if (!format) return Error::badInput("--format knows no \"" + name + "\"; see --help");
    options.sink.format = *format;
    options.sink.gzip = arguments.has("gzip");
    options.sink.plain = arguments.has("plain");
    options.sink.indent = arguments.has("indent") ? 2 : 0;
    options.entity = arguments.value("entity");
    const auto index = arguments.value("index");
    for (const std::string& table : arguments.values("table")) {
        const auto found = engine.table(table);
        if (!found) return Error::badInput("There is no table " + table + " in this file");
        options.views.push_back({table, index});
    }
    if (index && options.views.empty()) {
        const auto names = engine.tableNames();
        if (names.size() != 1) return Error::badInput("--index needs --table: the file holds several tables");
        options.views.push_back({names.front(), index});
    }
    if (index && options.views.size() != 1) return Error::badInput("--index is of one table");
    const auto redact = [&](const char* option, Redaction::Action action) {
        for (const std::string& attribute : arguments.values(option))
            options.redactions.push_back({attribute, action});
    };
    redact("mask", Redaction::Action::Mask);
    redact("hash", Redaction::Action::Hash);
    redact("drop", Redaction::Action::Drop);
    options.hashKey = arguments.value("hash-key").value_or("");
    return options;
}

/// --key and --sort make a query of it.
Result<void> setQuery(const Arguments& arguments, const Engine& engine, ExportOptions& options) {
    if (!arguments.has("key")) return {};
    QueryRequest request;
    const auto names = engine.tableNames();
    if (options.views.size() != 1 && names.size() != 1)
        return Error::badInput("--key needs --table: the file holds several tables");
    request.table = options.views.empty() ? names.front() : options.views.front().table;
    request.index = arguments.value("index");
    const auto table = engine.table(request.table);
    if (!table) return table.error();
    const KeySchema* keys = (*table)->keysOf(request.index);
    if (!keys) return Error::badInput("The table has no index " + request.index.value_or(""));
    const KeyWords words{arguments.values("key"), arguments.value("sort"), {}};
    if (auto set = setKeyCondition(*keys, words, request); !set) return set;
    options.query = std::move(request);
    return {};
}

ExitStatus run(const Arguments& arguments, std::stop_token stop) {
    const auto engine = Engine::open(arguments.operand(0).value_or(""), Engine::OpenMode::ReadOnlyIfNeeded);
    if (!engine) return fail(engine.error());
    auto options = optionsFrom(arguments, **engine);
    if (!options) return wrongUsage(arguments.spec(), options.error().text());
    if (auto set = setQuery(arguments, **engine, *options); !set)
        return wrongUsage(arguments.spec(), set.error().text());
    const std::string place = arguments.operand(1).value_or("-");
    for (const std::string& loss : knownLosses(options->sink))
        say(loss);
    const auto report = [&] {
        ProgressLine line;
        return (*engine)->exportItems(place, *options, line.sink(), stop);
    }();
    if (!report) return fail(report.error());
    if (report->cancelled) {
        say("cancelled; nothing was written");
        return ExitStatus::Cancelled;
    }
    for (const std::string& loss : report->losses)
        say(loss);
    say(countText(report->items) + " items, " + countText(report->bytes) + " bytes in " +
        decimalText(report->seconds) + " s");
    return ExitStatus::Done;
}

}  // namespace

const CommandSpec& exportCommand() {
    static const CommandSpec spec = {
        .name = "export",
        .summary = "Take items and tables out of a table file, in a form that others read.",
        .usage =
            "FILE [PLACE|-] [--format FORMAT] [--table NAME...] [--index NAME] [--entity NAME]\n"
            "[--key NAME=VALUE... [--sort 'OP VALUE']] [--gzip] [--plain] [--indent]\n"
            "[--mask NAME...] [--hash NAME... [--hash-key TEXT]] [--drop NAME...]",
        .operands = {"FILE", "PLACE"},
        .operandsNeeded = 1,
        .options = {{"format", "FORMAT",
                     "ndjson (without the option), json, csv, workbench, batch-write, s3-export,\n"
                     "create-table, cloudformation, terraform, cdk, markdown or html"},
                    {"table", "NAME", "only this table; without it, all", true},
                    {"index", "NAME", "what a secondary index holds, instead of its table"},
                    {"entity", "NAME", "only items of this entity type"},
                    {"key", "NAME=VALUE", "only what a Query finds; as partita query takes it", true},
                    {"sort", "'OP VALUE'", "the same, of the next sort attribute"},
                    {"gzip", "", "compressed: ndjson, json and csv"},
                    {"plain", "", "plain JSON instead of DynamoDB JSON: ndjson and json"},
                    {"indent", "", "JSON over several lines: json"},
                    {"mask", "NAME", "letters of this attribute become x, digits 0", true},
                    {"hash", "NAME", "the attribute becomes a hash: equal values stay equal, in keys too",
                     true},
                    {"hash-key", "TEXT", "the same text gives the same hashes next time"},
                    {"drop", "NAME", "the attribute is left out", true}},
        .notes =
            "PLACE is a file, or a folder for batch-write and s3-export; without it, or with -, standard\n"
            "output. A file that is there is replaced once all is written, and not before. What a format\n"
            "can't hold is said on standard error.",
        .run = run};
    return spec;
}

}  // namespace partita
