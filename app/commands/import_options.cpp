#include "app/commands/import_options.h"

#include <array>
#include <utility>

namespace partita {

namespace {

constexpr std::array<std::pair<std::string_view, CellType>, 12> kCellTypes = {{
    {"auto", CellType::Auto},
    {"S", CellType::String},
    {"N", CellType::Number},
    {"B", CellType::Binary},
    {"BOOL", CellType::Boolean},
    {"NULL", CellType::Null},
    {"SS", CellType::StringSet},
    {"NS", CellType::NumberSet},
    {"BS", CellType::BinarySet},
    {"JSON", CellType::JsonText},
    {"skip", CellType::Skip},
    {"M", CellType::JsonText},
}};

Result<SourceColumn> columnFrom(const std::string& word) {
    const std::size_t colon = word.rfind(':');
    if (colon != std::string::npos && colon > 0)
        for (const auto& [name, type] : kCellTypes)
            if (word.substr(colon + 1) == name) {
                SourceColumn column;
                column.name = word.substr(0, colon);
                column.type = type;
                column.isDeclared = true;
                return column;
            }
    return Error::badInput(
        "--column takes NAME:TYPE with a type of S, N, B, BOOL, NULL, SS, NS, BS, JSON, auto or "
        "skip, not \"" +
        word + "\"");
}

Result<void> readTabular(const Arguments& arguments, TabularOptions& tabular) {
    for (const std::string& word : arguments.values("column")) {
        auto column = columnFrom(word);
        if (!column) return column.error();
        tabular.columns.push_back(std::move(column).value());
    }
    if (const auto delimiter = arguments.value("delimiter")) {
        if (*delimiter == "tab") {
            tabular.delimiter = '\t';
        } else if (delimiter->size() == 1) {
            tabular.delimiter = delimiter->front();
        } else {
            return Error::badInput("--delimiter takes one character, or tab, not \"" + *delimiter + "\"");
        }
    }
    tabular.sheet = arguments.value("sheet").value_or("");
    tabular.hasHeader = !arguments.has("no-header");
    return {};
}

Result<void> readTargets(const Arguments& arguments, ImportOptions& options) {
    options.table = arguments.value("table").value_or("");
    for (const std::string& word : arguments.values("into")) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            return Error::badInput("--into takes FROM=TABLE, not \"" + word + "\"");
        options.targets.push_back({word.substr(0, equals), word.substr(equals + 1), {}});
    }
    return {};
}

}  // namespace

Result<ImportOptions> importOptionsFrom(const Arguments& arguments) {
    ImportOptions options;
    if (const auto form = arguments.value("as")) {
        if (*form != "dynamodb" && *form != "plain")
            return Error::badInput("--as takes dynamodb or plain, not \"" + *form + "\"");
        options.source.form = *form == "plain" ? JsonForm::Plain : JsonForm::DynamoDb;
    }
    if (const auto name = arguments.value("format")) {
        options.source.format = sourceFormatNamed(*name);
        if (!options.source.format) return Error::badInput("--format knows no \"" + *name + "\"; see --help");
    }
    if (const auto what = arguments.value("on-existing")) {
        if (*what == "replace") {
            options.onExisting = OnExisting::Replace;
        } else if (*what == "keep") {
            options.onExisting = OnExisting::Keep;
        } else if (*what == "merge") {
            options.onExisting = OnExisting::Merge;
        } else if (*what == "stop") {
            options.onExisting = OnExisting::Stop;
        } else {
            return Error::badInput("--on-existing takes replace, keep, merge or stop, not \"" + *what + "\"");
        }
    }
    options.source.repair = arguments.has("repair");
    if (auto read = readTabular(arguments, options.source.tabular); !read) return read.error();
    if (auto read = readTargets(arguments, options); !read) return read.error();
    return options;
}

Result<void> checkTargets(const ImportOptions& options, const Engine& engine) {
    const auto check = [&](const std::string& name) -> Result<void> {
        if (name.empty() || engine.table(name)) return {};
        std::string known;
        for (const std::string& table : engine.tableNames())
            known += (known.empty() ? "" : ", ") + table;
        return Error::notFound("There is no table " + name + " in this file; --create makes it. It holds: " +
                               (known.empty() ? "none" : known));
    };
    if (auto found = check(options.table); !found) return found;
    for (const ImportTarget& target : options.targets)
        if (auto found = check(target.table); !found) return found;
    return {};
}

std::string keysText(const KeySchema& keys) {
    std::string out;
    for (const KeyAttribute& attribute : keys.all())
        out += (out.empty() ? "" : ", ") + attribute.name + " " + std::string(typeName(attribute.type));
    return out;
}

}  // namespace partita
