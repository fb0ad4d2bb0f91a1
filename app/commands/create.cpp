// partita create: a new table file from the request form of CreateTable.
#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/table_choice.h"
#include "engine/interchange/json.h"

namespace partita {

namespace {

std::string keyText(const KeySchema& keys) {
    std::string out;
    for (const KeyAttribute& attribute : keys.all())
        out += (out.empty() ? "" : ", ") + attribute.name + " " + std::string(typeName(attribute.type));
    return out;
}

ExitStatus create(const Arguments& arguments, std::stop_token) {
    const std::optional<std::string> schema = arguments.value("schema");
    if (!schema)
        return wrongUsage(arguments.spec(), "--schema is missing: the file that describes the table");
    const Result<std::string> json = readSmallFile(*schema);
    if (!json) return fail(json.error());
    const Result<TableDefinition> table = parseCreateTable(*json);
    if (!table) {
        Error error = table.error();
        const std::string source = *schema == "-" ? "standard input" : *schema;
        error.where = source + (error.where.empty() ? "" : ", " + error.where);
        return fail(error);
    }
    const std::string path = arguments.operand(0).value_or("");
    const Result<std::unique_ptr<Engine>> engine = Engine::create(path, {*table});
    if (!engine) return fail(engine.error());
    say("created " + path + ": table " + table->name + " (" + keyText(table->keys) + "), " +
        std::to_string(table->indexes.size()) + (table->indexes.size() == 1 ? " index" : " indexes"));
    return ExitStatus::Done;
}

}  // namespace

const CommandSpec& createCommand() {
    static const CommandSpec spec = {
        .name = "create",
        .summary = "Make a new table file, without items, from a table's description.",
        .usage = "FILE --schema CREATE-TABLE.json",
        .operands = {"FILE"},
        .operandsNeeded = 1,
        .options = {{"schema", "JSON",
                     "the table: what `aws dynamodb create-table --cli-input-json` takes, or what\n"
                     "`aws dynamodb describe-table` prints; - reads standard input"}},
        .notes = "FILE must not exist yet; nothing is ever overwritten. By custom its name ends in .partita.",
        .run = create};
    return spec;
}

}  // namespace partita
