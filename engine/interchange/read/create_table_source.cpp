// Table definitions as the AWS CLI takes and prints them: input of create-table, output of describe-table and
// create-table; one, several after another, or an array of them. And the same in source files.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/json_outline.h"
#include "engine/interchange/read/cloudformation_table.h"
#include "engine/interchange/read/declared_tables.h"
#include "engine/interchange/read/literal_reader.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/schema_source.h"
#include "engine/interchange/read/source_name.h"
#include "engine/interchange/record_reader.h"

namespace partita {
namespace {

constexpr std::array<std::string_view, 2> kWrappers = {"Table", "TableDescription"};

// What CreateTable takes and a table file has no use for. What describe-table says of a table's state (its
// ARN, its size) is nothing that could be lost.
constexpr std::array<std::string_view, 14> kLeftOver = {"DeletionProtectionEnabled",
                                                        "GlobalTableSettingsReplicationMode",
                                                        "GlobalTableSourceArn",
                                                        "MultiRegionConsistency",
                                                        "OnDemandThroughput",
                                                        "Replicas",
                                                        "ResourcePolicy",
                                                        "SSEDescription",
                                                        "SSESpecification",
                                                        "StreamSpecification",
                                                        "TableClass",
                                                        "TableClassSummary",
                                                        "Tags",
                                                        "WarmThroughput"};

bool isListOfAttributes(const JsonMember* member) {
    if (!member || member->first() != '[') return false;
    const std::string_view element = firstElementOf(member->value);
    return element.starts_with('{') && outlineOf(element).find("AttributeName");
}

std::string descriptionOf(std::string_view object, bool isPrinted) {
    const JsonOutline outline = outlineOf(object);
    if (!isPrinted) {
        for (const std::string_view wrapper : kWrappers) {
            const JsonMember* const inside = outline.find(wrapper);
            if (!inside || inside->first() != '{') continue;
            if (std::string description = descriptionOf(inside->value, true); !description.empty()) {
                return description;
            }
        }
    }
    if (!isListOfAttributes(outline.find("AttributeDefinitions")) &&
        !isListOfAttributes(outline.find("KeySchema"))) {
        return {};
    }
    return isPrinted ? "table definition, output of aws dynamodb describe-table"
                     : "table definition, input of aws dynamodb create-table";
}

/// Names of what the definition says and a table file does not keep, for the note; empty: nothing.
std::string leftOver(std::string_view json) {
    JsonOutline outline = outlineOf(json);
    for (const std::string_view wrapper : kWrappers) {
        const JsonMember* const inside = outline.find(wrapper);
        if (inside && inside->first() == '{') outline = outlineOf(inside->value);
    }
    std::string names;
    for (const std::string_view name : kLeftOver) {
        const JsonMember* const member = outline.find(name);
        if (!member || member->value == "null") continue;
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return names;
}

/// The fault of one definition, said with its place in the whole text.
Error placed(Error error, const JsonRecord& record, const std::string& name) {
    std::uint64_t line = record.line;
    if (error.range) {
        const std::string_view before = record.text.substr(0, error.range->begin);
        line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
        error.range->begin += static_cast<std::size_t>(record.offset);
        error.range->end += static_cast<std::size_t>(record.offset);
    }
    error.where = name + ", line " + std::to_string(line) + (error.where.empty() ? "" : ", " + error.where);
    return error;
}

/// As tests keep a definition whose table they name when they make it.
bool isNameless(std::string_view json) {
    const JsonOutline outline = outlineOf(json);
    return outline.isWhole && !outline.find("TableName") && outline.find("KeySchema") &&
           outline.find("AttributeDefinitions");
}

/// Of a definition that has no name.
Result<TableDefinition> named(std::string_view json, const std::string& name) {
    auto tree = readJsonTree(json);
    if (!tree) return tree.error();
    auto table = tableOfProperties(*tree, "AWS::DynamoDB::Table", name);
    if (!table) return table.error();
    return std::move(table->definition);
}

}  // namespace

std::string looksLikeCreateTable(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (!head.starts_with('[') && !head.starts_with('{')) {
        return looksLikeDeclaredTables(head) ? "source file with table definitions" : std::string();
    }
    if (head.starts_with('[')) head = firstElementOf(head);
    return head.starts_with('{') ? descriptionOf(head, false) : std::string();
}

Result<std::unique_ptr<SourceReader>> readCreateTable(const std::string& text, const std::string& name,
                                                      SourceDetection detection) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool isJson = begin == std::string::npos || text[begin] == '{' || text[begin] == '[';
    if (!isJson && looksLikeDeclaredTables(text)) {
        auto declared = declaredTables(text, name);
        if (!declared) return declared.error();
        return std::unique_ptr<SourceReader>(
            std::make_unique<SchemaSource>(std::move(detection), name, text.size(), *std::move(declared)));
    }
    DeclaredSchemas found;
    SourceNames names(name, "Table");
    std::optional<Error> firstFault;
    const auto refuse = [&](const Error& fault, std::uint64_t line) {
        if (!firstFault) firstFault = fault;
        found.notes.push_back(notTakenOver("A table definition", fault, line));
    };
    const auto records = RecordReader::ofText(text);
    for (;;) {
        const auto record = records->next();
        if (!record) {
            refuse(record.error(), 0);
            break;
        }
        if (!*record) break;
        auto definition = parseCreateTable((*record)->text);
        if (!definition && isNameless((*record)->text)) {
            definition = named((*record)->text, names.fallback());
            if (definition) {
                found.notes.push_back({SourceNote::Kind::Repaired, (*record)->line,
                                       "The definition has no TableName. The table is called " +
                                           jsonString(definition->name) + "."});
            }
        }
        if (!definition) {
            refuse(placed(definition.error(), **record, name), (*record)->line);
            continue;
        }
        SourceTable table;
        table.name = definition->name;
        table.schema = *std::move(definition);
        const std::string left = leftOver((*record)->text);
        if (!left.empty()) {
            found.notes.push_back({SourceNote::Kind::Lost, (*record)->line,
                                   "Of the table " + table.name + " is not taken over: " + left + "."});
        }
        const bool isThere = std::any_of(found.tables.begin(), found.tables.end(),
                                         [&](const SourceTable& other) { return other.name == table.name; });
        if (isThere) {
            refuse(placed(Error::badInput("The table " + table.name + " is defined twice."), **record, name),
                   (*record)->line);
            continue;
        }
        found.tables.push_back(std::move(table));
    }
    if (records->endedEarly() && !firstFault) {
        found.notes.push_back({SourceNote::Kind::Warning, 0,
                               "The text ends before the list of definitions does: some may be missing."});
    }
    if (found.tables.empty() && firstFault) return *firstFault;
    if (found.tables.empty()) return Error::badInput("There is no table definition in it.", name);
    return std::unique_ptr<SourceReader>(
        std::make_unique<SchemaSource>(std::move(detection), name, text.size(), std::move(found)));
}

}  // namespace partita
