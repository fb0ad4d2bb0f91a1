#include "engine/interchange/write/document_rows.h"

#include "engine/interchange/write/document_text.h"

namespace partita {
namespace {

// Longer than any name that is meant to be read.
constexpr std::size_t kCharactersOfName = 80;

std::string unitWords(const Throughput& throughput) {
    return std::to_string(throughput.readUnits) + " read and " + std::to_string(throughput.writeUnits) +
           " write capacity units";
}

}  // namespace

std::string keyWords(const std::vector<KeyAttribute>& keys) {
    std::string words;
    for (const KeyAttribute& key : keys) {
        words += (words.empty() ? "" : " · ") + cutText(key.name, kCharactersOfName).text + " (" +
                 std::string(typeName(key.type)) + ")";
    }
    return words.empty() ? "—" : words;
}

std::string billingWords(const TableDefinition& table) {
    if (table.billing == BillingMode::PayPerRequest) return "on demand";
    return table.throughput ? "provisioned, " + unitWords(*table.throughput) : "provisioned";
}

std::string projectionWords(const Projection& projection) {
    switch (projection.type) {
        case ProjectionType::KeysOnly:
            return "keys only";
        case ProjectionType::All:
            return "all attributes";
        case ProjectionType::Include:
            break;
    }
    std::string words = "keys and";
    for (std::size_t i = 0; i < projection.attributes.size(); ++i)
        words += (i == 0 ? " " : ", ") + cutText(projection.attributes[i], kCharactersOfName).text;
    return words;
}

std::vector<std::string> attributeWords(const DocumentEntity& entity) {
    std::vector<std::string> all;
    for (const DocumentEntity::Attribute& attribute : entity.attributes) {
        std::string types;
        for (const std::string& type : attribute.types)
            types += (types.empty() ? "" : ", ") + type;
        all.push_back(cutText(attribute.name, kCharactersOfName).text +
                      (types.empty() ? "" : " (" + types + ")"));
    }
    if (entity.hasMoreAttributes) all.emplace_back("and more");
    return all;
}

std::string entityWords(const DocumentEntity& entity) {
    return entity.name.empty() ? "(no entity)" : cutText(entity.name, kCharactersOfName).text;
}

std::string itemWords(std::uint64_t items) {
    return std::to_string(items) + (items == 1 ? " item" : " items");
}

}  // namespace partita
