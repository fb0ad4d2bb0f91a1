// partita query: one Query, a page or all of them, answered as the service would.
#include <chrono>
#include <limits>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/query_answer.h"
#include "app/commands/query_request.h"
#include "app/commands/table_choice.h"

namespace partita {

namespace {

Result<QueryRequest> requestFrom(const Arguments& arguments, const TableDefinition& table) {
    QueryRequest request;
    request.table = table.name;
    request.index = arguments.value("index");
    const KeySchema* keys = table.keysOf(request.index);
    if (keys == nullptr) {
        std::string known;
        for (const IndexDefinition& index : table.indexes)
            known += (known.empty() ? "" : ", ") + index.name;
        return Error::validation("The table does not have the specified index: " + *request.index +
                                 (known.empty() ? "; it has none" : "; it has: " + known));
    }
    const KeyWords words{arguments.values("key"), arguments.value("sort"), arguments.value("sort-json")};
    if (const Result<void> set = setKeyCondition(*keys, words, request); !set) return set.error();
    request.forward = !arguments.has("reverse");
    request.options.consistent = arguments.has("consistent");
    const auto limit = arguments.number("limit", 1, std::numeric_limits<std::int32_t>::max());
    if (!limit) return limit.error();
    request.options.limit = *limit;
    if (const std::optional<std::string> json = arguments.value("start-key")) {
        const Result<ParsedItem> key = parseItem(*json, JsonForm::Auto, table.keys);
        if (!key)
            return Error::badInput("--start-key takes the LastEvaluatedKey of a page: " + key.error().text());
        request.options.startKey = key->item;
    }
    return request;
}

ExitStatus query(const Arguments& arguments, std::stop_token stop) {
    const Result<OpenTable> open = openTable(arguments, Engine::OpenMode::ReadOnlyIfNeeded);
    if (!open) return fail(open.error());
    Result<QueryRequest> request = requestFrom(arguments, *open->table);
    if (!request)
        return request.error().code == ErrorCode::BadInput
                   ? wrongUsage(arguments.spec(), request.error().text())
                   : fail(request.error());
    QueryAnswer answer(*open->table, request->index, arguments.has("json"));
    const auto begin = std::chrono::steady_clock::now();
    std::optional<Error> failure;
    do {
        const Result<PageResponse> page = open->engine->query(*request, Metering::On, stop);
        if (!page) {
            failure = page.error();
            break;
        }
        if (const Result<void> added = answer.add(*page); !added) {
            failure = added.error();
            break;
        }
        request->options.startKey = page->lastEvaluatedKey;
    } while (arguments.has("all") && request->options.startKey && answer.isWanted());
    // An answer that has begun is ended properly, so that what came can be used and the rest be asked for.
    ExitStatus status = failure ? fail(*failure) : ExitStatus::Done;
    if (failure && !answer.hasBegun()) return status;
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    status = answer.finish(status);
    const Result<std::uint32_t> partitions =
        open->engine->partitionCount({open->table->name, request->index});
    say(answer.metrics(time.count(), partitions ? std::optional(*partitions) : std::nullopt));
    return status;
}

}  // namespace

const CommandSpec& queryCommand() {
    static const CommandSpec spec = {
        .name = "query",
        .summary = "Query one item collection of a table or an index, as the service does.",
        .usage =
            "FILE --key NAME=VALUE... [--sort 'OP VALUE' | --sort-json JSON]\n"
            "[--index NAME] [--limit N] [--reverse] [--consistent] [--start-key JSON]\n"
            "[--all] [--json] [--table NAME]",
        .operands = {"FILE"},
        .operandsNeeded = 1,
        .options = {{"key", "NAME=VALUE",
                     "a key attribute and its value, typed by the schema: text for S and N,\n"
                     "base64 for B; every partition attribute, and sort attributes from the left",
                     true},
                    {"sort", "'OP VALUE'",
                     "a test of the next sort attribute: '= V', '< V', '<= V', '> V', '>= V',\n"
                     "'begins_with V' or 'between A AND B'"},
                    {"sort-json", "JSON",
                     "the same as {\"op\": \"between\", \"values\": [\"a\", \"b\"]}, for values that\n"
                     "hold AND"},
                    {"index", "NAME", "query a secondary index instead of the table"},
                    {"limit", "N", "items to read, of one page"},
                    {"reverse", "", "from the highest sort key down"},
                    {"consistent", "", "a strongly consistent read: twice the cost; not on a GSI"},
                    {"start-key", "JSON", "go on after this key: the LastEvaluatedKey of the page before"},
                    {"all", "", "all pages; without it, one"},
                    {"json", "",
                     "the answer in the DynamoDB JSON form: Items, Count, ScannedCount,\n"
                     "LastEvaluatedKey, ConsumedCapacity"},
                    {"table", "NAME", "the table, where the file holds several"}},
        .notes =
            "Without --json: one item a line as plain JSON. What the Query cost is said on standard error.",
        .run = query};
    return spec;
}

}  // namespace partita
