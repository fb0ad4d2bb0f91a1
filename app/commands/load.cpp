// partita load: what a recorded or generated trace asks of each partition and key of a table.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/load_report.h"
#include "app/commands/standard_input.h"
#include "app/commands/table_choice.h"
#include "engine/limits.h"

namespace partita {

namespace {

// As many as the load meter counts exactly.
constexpr std::size_t kGeneratedKeys = 100'000;

/// Writes the trace that the generator makes for the table. Fails, leaving no file behind, also when `path`
/// exists.
Result<void> writeTrace(const OpenTable& open, const GeneratorSpec& spec, const std::string& path,
                        const std::stop_token& stop) {
    const Result<std::vector<std::string>> keys =
        open.engine->partitionKeys({open.table->name, {}}, kGeneratedKeys);
    if (!keys) return keys.error();
    std::FILE* const file = std::fopen(path.c_str(), "wbx");
    if (file == nullptr)
        return Error::file(ErrorCode::InputOutput,
                           errno == EEXIST ? "exists already and is left as it is; name another file"
                                           : std::string("cannot be written: ") + std::strerror(errno),
                           path);
    const UtcMillis begin = Clock::system().now() / 1000 * 1000;
    bool written = true;
    generateTrace(spec, *keys, begin, [&](const LoadEvent& event) {
        written = std::fputs((traceLine(event, *open.table) + "\n").c_str(), file) >= 0;
        return written && !stop.stop_requested();
    });
    written = std::fclose(file) == 0 && written;
    if (written && !stop.stop_requested()) return {};
    const Error error = written
                            ? Error::cancelled()
                            : Error::file(ErrorCode::InputOutput,
                                          std::string("cannot be written: ") + std::strerror(errno), path);
    ::unlink(path.c_str());
    return error;
}

struct LoadWords {
    std::optional<std::string> replay;
    std::optional<GeneratorSpec> generator;
    std::optional<std::string> out;
    std::optional<std::uint32_t> partitions;
    bool asJson = false;
};

/// Fails with BadInput: wrong usage.
Result<LoadWords> wordsFrom(const Arguments& arguments) {
    LoadWords words;
    words.replay = arguments.value("replay");
    const std::optional<std::string> generate = arguments.value("generate");
    if (words.replay.has_value() == generate.has_value())
        return Error::badInput("load takes either --replay TRACE or --generate SPEC");
    if (generate) {
        const Result<GeneratorSpec> spec = parseGeneratorSpec(*generate);
        if (!spec) return Error::badInput("--generate: " + spec.error().message);
        words.generator = *spec;
    }
    words.out = arguments.value("out");
    if (words.out && !words.generator) return Error::badInput("--out goes with --generate");
    if (words.out == "-")
        return Error::badInput("--out takes the name of a file; standard output holds the report");
    const auto partitions = arguments.number("partitions", 1, limits::kPartitionsMax);
    if (!partitions) return partitions.error();
    words.partitions = *partitions;
    const std::string form = arguments.value("report").value_or("text");
    if (form != "text" && form != "json")
        return Error::badInput("--report takes text or json, not \"" + form + "\"");
    words.asJson = form == "json";
    return words;
}

Result<Engine::Replay> replay(const OpenTable& open, const LoadWords& words, const std::stop_token& stop) {
    if (words.out) {
        const Result<void> written = writeTrace(open, *words.generator, *words.out, stop);
        if (!written) return written.error();
    }
    std::optional<InterruptibleInput> input;
    if (words.replay == "-") input.emplace(stop);
    const std::optional<std::string> trace = words.out ? words.out : words.replay;
    return trace ? open.engine->replayTrace(open.table->name, *trace, {}, stop, words.partitions)
                 : open.engine->replayGenerated(open.table->name, *words.generator, stop, words.partitions);
}

ExitStatus load(const Arguments& arguments, std::stop_token stop) {
    const Result<LoadWords> words = wordsFrom(arguments);
    if (!words) return wrongUsage(arguments.spec(), words.error().text());
    const std::optional<std::string> name = arguments.value("save");
    // Nothing but --save changes the file, not even its header.
    const Result<OpenTable> open =
        openTable(arguments, name ? Engine::OpenMode::ReadWrite : Engine::OpenMode::ReadOnly);
    if (!open) return fail(open.error());
    const Result<Engine::Replay> replayed = replay(*open, *words, stop);
    if (!replayed) return fail(replayed.error());

    LoadReport report{replayed->load->info(), replayed->report, {}};
    for (const LoadResource& resource : replayed->load->resources())
        report.resources.push_back(replayed->load->summary(resource, replayed->load->extent()));
    Output output;
    output.write(words->asJson ? loadReportJson(report, *open->table) : loadReportText(report, *open->table));
    if (name) {
        const Result<std::int64_t> saved =
            open->engine->saveRecording(open->table->name, *replayed->load, *name);
        if (!saved) return output.finish(fail(saved.error()));
    }
    if (report.trace.lines != 0 && report.trace.events == 0)
        return output.finish(
            fail(Error::badInput("no line of the trace could be read: it takes JSON lines like "
                                 "{\"time\": \"2026-05-01T10:00:00Z\", \"operation\": \"Query\", \"key\": "
                                 "\"a\", \"readUnits\": 0.5}",
                                 words->replay.value_or(""))));
    const bool isNo = arguments.has("fail-if-hot") && report.isHot();
    return output.finish(isNo ? ExitStatus::AnswerIsNo : ExitStatus::Done);
}

}  // namespace

const CommandSpec& loadCommand() {
    static const CommandSpec spec = {
        .name = "load",
        .summary = "Show what traffic asks of each partition and key, against the limits.",
        .usage =
            "FILE --replay TRACE|- | --generate SPEC [--out TRACE]\n"
            "[--partitions N] [--report text|json] [--fail-if-hot] [--save NAME]\n"
            "[--table NAME]",
        .operands = {"FILE"},
        .operandsNeeded = 1,
        .options = {{"replay", "TRACE",
                     "a recorded trace, JSON lines {\"time\": …, \"operation\": …, \"key\": …,\n"
                     "\"readUnits\": …, \"writeUnits\": …}; - reads standard input"},
                    {"generate", "SPEC",
                     "a made trace: uniform, zipf:S or hot:SHARE, then ,rate=R ,seconds=N\n"
                     ",seed=K ,writes=F as wanted: hot:0.7,rate=4000"},
                    {"out", "TRACE", "write the made trace into this new file, too"},
                    {"partitions", "N", "1 to 256, for this report; without it, as the table has"},
                    {"report", "FORM", "text (as it is without this) or json"},
                    {"fail-if-hot", "", "exit status 1 when a partition is over a limit in any second"},
                    {"save", "NAME", "keep the recording in FILE under this name, for the window"},
                    {"table", "NAME", "the table, where the file holds several"}},
        .notes =
            "Items are never changed. A partition serves 3,000 read and 1,000 write units a second; hot is "
            "what is\n"
            "over one of them in at least one second.",
        .run = load};
    return spec;
}

}  // namespace partita
