// partita request: one request in the service's own JSON, answered as the endpoint would.
#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/table_choice.h"
#include "engine/api/api.h"

namespace partita {

namespace {

ExitStatus request(const Arguments& arguments, std::stop_token) {
    const std::string operation = arguments.operand(1).value_or("");
    if (!Api::isOperation(operation))
        return wrongUsage(arguments.spec(), "there is no operation " + operation +
                                                "; it is the name that the service's reference uses, "
                                                "as GetItem or ExecuteStatement");
    const Result<std::string> body = readSmallFile(arguments.operand(2).value_or(""));
    if (!body) return fail(body.error());
    const auto engine = Engine::open(arguments.operand(0).value_or(""), Engine::OpenMode::ReadOnlyIfNeeded);
    if (!engine) return fail(engine.error());
    ApiOptions options;
    if (const auto region = arguments.value("region")) options.region = *region;
    const Answer answer = Api(**engine, options).call(operation, *body);
    Output output;
    output.write(answer.body);
    output.write("\n");
    const ExitStatus status = answer.status == 200 ? ExitStatus::Done : ExitStatus::Refused;
    if (status == ExitStatus::Refused)
        say(answer.summary.errorMessage.empty()
                ? answer.summary.errorType
                : answer.summary.errorType + ": " + answer.summary.errorMessage);
    return output.finish(status);
}

}  // namespace

const CommandSpec& requestCommand() {
    static const CommandSpec spec = {
        .name = "request",
        .summary = "Run any DynamoDB request on a table file, from its JSON.",
        .usage = "FILE OPERATION BODY.json|-\n[--region REGION]",
        .operands = {"FILE", "OPERATION", "BODY"},
        .operandsNeeded = 3,
        .options = {{"region", "REGION", "stands in ARNs; us-east-1 without it"}},
        .notes =
            "BODY is the request as the SDKs send it, for example {\"TableName\": \"T\", \"Key\": {\"pk\": "
            "{\"S\": \"a\"}}};\n- reads standard input. The answer's JSON goes to standard output, also when "
            "the request was refused.",
        .run = request};
    return spec;
}

}  // namespace partita
