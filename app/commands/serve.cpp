// partita serve: a table file as an endpoint for SDKs and the AWS CLI, until it is interrupted.
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/endpoint/endpoint.h"

namespace partita {

namespace {

constexpr std::uint32_t kDefaultPort = 8000;
constexpr std::uint32_t kHighestPort = 65535;

bool isThere(const std::string& path) {
    struct stat state = {};
    return ::stat(path.c_str(), &state) == 0 || errno != ENOENT;
}

/// What of the service's refusals and delays was asked for.
Result<ServiceFaults> faultsOf(const Arguments& arguments) {
    ServiceFaults faults;
    faults.throttleTables = arguments.has("throttle-tables");
    faults.throttleIndexes = arguments.has("throttle-indexes");
    const auto lag = arguments.number("index-lag", 0, static_cast<std::uint32_t>(kLongestIndexLag.count()));
    if (!lag) return lag.error();
    const auto time =
        arguments.number("transaction-time", 0, static_cast<std::uint32_t>(kLongestTransactionTime.count()));
    if (!time) return time.error();
    faults.indexLag = std::chrono::milliseconds(lag->value_or(0));
    faults.transactionTime = std::chrono::milliseconds(time->value_or(0));
    return faults;
}

std::string logLine(const LoggedRequest& request) {
    const CallSummary& summary = request.summary;
    std::string line = request.operation.empty() ? "-" : request.operation;
    if (!summary.table.empty()) line += " " + summary.table;
    if (!summary.index.empty()) line += "." + summary.index;
    if (!summary.key.empty()) line += " " + summary.key;
    line += ": " + std::to_string(request.status);
    if (!summary.errorType.empty()) line += " " + summary.errorType;
    if (summary.scanned > 0)
        line += ", " + countText(summary.items) + " of " + countText(summary.scanned) + " items";
    if (summary.capacity.read > 0) line += ", " + unitsText(summary.capacity.read) + " RCU";
    if (summary.capacity.write > 0) line += ", " + unitsText(summary.capacity.write) + " WCU";
    return line + ", " + decimalText(request.milliseconds) + " ms";
}

ExitStatus serve(const Arguments& arguments, std::stop_token stop) {
    const auto port = arguments.number("port", 0, kHighestPort);
    if (!port) return wrongUsage(arguments.spec(), port.error().message);
    const auto faults = faultsOf(arguments);
    if (!faults) return wrongUsage(arguments.spec(), faults.error().message);
    const std::string path = arguments.operand(0).value_or("");
    const bool isNew = !isThere(path);
    Result<std::unique_ptr<Engine>> engine =
        isNew ? Engine::create(path, {}) : Engine::open(path, Engine::OpenMode::ReadWrite);
    if (!engine) return fail(engine.error());
    (*engine)->setFaults(*faults);

    EndpointOptions options;
    options.port = static_cast<std::uint16_t>(port->value_or(kDefaultPort));
    if (const auto region = arguments.value("region")) options.region = *region;
    options.allowDelete = arguments.has("allow-delete");
    std::mutex printing;
    if (arguments.has("log"))
        options.log = [&printing](const LoggedRequest& request) {
            const std::string line = logLine(request);
            const std::lock_guard guard(printing);
            say(line);
        };
    const Result<std::unique_ptr<Endpoint>> endpoint = Endpoint::start(**engine, std::move(options));
    if (!endpoint) {
        engine->reset();
        if (isNew) ::unlink(path.c_str());  // nothing is in it
        return fail(endpoint.error());
    }

    // For scripts: the address alone, at once.
    std::printf("%s\n", (*endpoint)->url().c_str());
    std::fflush(stdout);
    say("serving " + path + " at " + (*endpoint)->url() +
        "; any access key and region will do; Ctrl-C ends it");

    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any interrupted;
    interrupted.wait(lock, stop, [] { return false; });
    return ExitStatus::Done;
}

}  // namespace

const CommandSpec& serveCommand() {
    static const CommandSpec spec = {
        .name = "serve",
        .summary = "Serve a table file to SDKs and the AWS CLI, on this machine only.",
        .usage =
            "FILE [--port N] [--region REGION] [--allow-delete] [--log]\n"
            "[--throttle-tables] [--throttle-indexes]\n"
            "[--index-lag MS] [--transaction-time MS]",
        .operands = {"FILE"},
        .operandsNeeded = 1,
        .options = {{"port", "N", "the port, 8000 without it; 0 takes one that is free"},
                    {"region", "REGION", "stands in ARNs of requests that name none; us-east-1 without it"},
                    {"allow-delete", "",
                     "let DeleteTable delete tables that were in the file when serving began;\n"
                     "without it, only those made since"},
                    {"log", "", "say each request on standard error"},
                    {"throttle-tables", "",
                     "refuse what is over 3,000 RCU or 1,000 WCU a second of a partition, or over\n"
                     "the table's provisioned throughput with five minutes of burst"},
                    {"throttle-indexes", "",
                     "the same of global secondary indexes, also for the writes of their tables"},
                    {"index-lag", "MS",
                     "show changes in global secondary indexes only so many milliseconds later;\n"
                     "at most an hour"},
                    {"transaction-time", "MS",
                     "let transactions take so long, at most 10,000 ms, and conflict with what\n"
                     "touches their items meanwhile"}},
        .notes =
            "Prints the address on standard output. FILE is made when there is none; CreateTable adds tables "
            "to it.\nListens on 127.0.0.1 and ::1, answers requests of any access key, and refuses browser "
            "pages from elsewhere.\nThe last four options imitate what the service does now and then; "
            "nothing "
            "of it is kept in the file.",
        .run = serve};
    return spec;
}

}  // namespace partita
