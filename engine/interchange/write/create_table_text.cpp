// The request of create-table, and what the schema formats leave out.
#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/interchange/json_layout.h"
#include "engine/interchange/write/schema_names.h"
#include "engine/interchange/write/schema_text.h"

namespace partita {

std::string toCreateTableJson(const std::vector<SinkTable>& tables) {
    constexpr int kIndent = 2;
    if (tables.size() == 1) return toCreateTableJson(tables.front().definition, kIndent) + "\n";
    std::string all = "[";
    for (const SinkTable& table : tables) {
        if (all.size() > 1) all += ',';
        all += toCreateTableJson(table.definition, 0);
    }
    return laidOut(all + "]", kIndent) + "\n";
}

std::vector<std::string> schemaLosses(ExportFormat format, const std::vector<SinkTable>& tables) {
    std::vector<std::string> losses;
    const auto any = [&](auto holds) { return std::any_of(tables.begin(), tables.end(), holds); };
    if (format == ExportFormat::CreateTable && tables.size() > 1) {
        losses.push_back(
            "create-table makes one table at a time: the file is an array of requests, to be given one by "
            "one.");
    }
    if (any([](const SinkTable& table) { return !table.entities.empty(); })) {
        losses.push_back("Entities and the templates of their keys have no place in this format.");
    }
    if (any([](const SinkTable& table) { return !table.extra.empty(); })) {
        losses.push_back("What the source said beside keys and indexes has no place in this format.");
    }
    const bool multi = any([](const SinkTable& table) {
        const auto& indexes = table.definition.indexes;
        return std::any_of(indexes.begin(), indexes.end(), hasMultiAttributeKeys);
    });
    if (multi && format == ExportFormat::Terraform) {
        losses.push_back(
            "Indexes with keys of several attributes need version 6.29 of Terraform's AWS provider, or a "
            "later "
            "one.");
    }
    if (multi && format == ExportFormat::Cdk) {
        losses.push_back(
            "Indexes with keys of several attributes need version 2.226 of aws-cdk-lib, or a later one.");
    }
    return losses;
}

}  // namespace partita
