#include "engine/interchange/write/document_markdown.h"

#include <algorithm>
#include <array>

#include "engine/interchange/write/document_rows.h"

namespace partita {
namespace {

// The squares that Markdown has for colours.
constexpr std::array kSquares = {"🟦", "🟩", "🟧", "🟪", "🟥", "🟨", "🟫"};

std::string square(std::size_t entity) {
    return kSquares[entity % kSquares.size()];
}

void appendSchema(const TableDefinition& table, std::string& out) {
    out += "- Partition key: " + markdownCode(keyWords(table.keys.partition)) + "\n";
    if (!table.keys.sort.empty()) out += "- Sort key: " + markdownCode(keyWords(table.keys.sort)) + "\n";
    out += "- Billing: " + billingWords(table) + "\n";
    if (table.indexes.empty()) return;
    out +=
        "\n### Indexes\n\n| Index | Kind | Partition key | Sort key | Projection |\n"
        "| --- | --- | --- | --- | --- |\n";
    for (const IndexDefinition& index : table.indexes) {
        out += "| " + markdownCode(index.name);
        out += index.kind == IndexKind::Local ? " | local | " : " | global | ";
        out += markdownCode(keyWords(index.keys.partition)) + " | ";
        out += (index.keys.sort.empty() ? "—" : markdownCode(keyWords(index.keys.sort))) + " | ";
        out += markdownCode(projectionWords(index.projection)) + " |\n";
    }
}

void appendEntities(const DocumentOutline& outline, std::string& out) {
    if (outline.entities().empty()) return;
    const std::vector<std::string>& keys = outline.keyNames();
    out += "\n### Entities\n\n| Entity | Items |";
    std::string rule = "\n| --- | ---: |";
    for (const std::string& key : keys) {
        out += " " + markdownCode(key) + " |";
        rule += " --- |";
    }
    out += " Attributes |" + rule + " --- |\n";
    for (std::size_t i = 0; i < outline.entities().size(); ++i) {
        const DocumentEntity& entity = outline.entities()[i];
        out += "| " + square(i) + " " + markdownCode(entityWords(entity)) + " | " +
               std::to_string(entity.items) + " |";
        for (const std::string& key : keys) {
            const std::string pattern = entity.patternOf(key);
            out += " " + (pattern.empty() ? "—" : markdownCode(pattern)) + " |";
        }
        std::string attributes;
        for (const std::string& words : attributeWords(entity))
            attributes += (attributes.empty() ? " " : ", ") + markdownCode(words);
        out += attributes + " |\n";
    }
}

void appendCollection(const DocumentOutline& outline, const DocumentCollection& collection,
                      std::string& out) {
    const KeySchema& keys = outline.shownKeys();
    std::size_t width = 1;
    for (const DocumentItem& item : collection.shown)
        width = std::max(width, item.cells.size() + (item.moreCells > 0 ? 1 : 0));
    out += "\n| " + markdownCode(keyWords(keys.partition)) + " |";
    std::string rule = "\n| --- |";
    if (!keys.sort.empty()) {
        out += " " + markdownCode(keyWords(keys.sort)) + " |";
        rule += " --- |";
    }
    for (std::size_t i = 0; i < width; ++i) {
        out += i == 0 ? " Attributes |" : " |";
        rule += " --- |";
    }
    out += rule + "\n";
    bool isFirst = true;
    for (const DocumentItem& item : collection.shown) {
        const std::string mark = square(item.entity) + " ";
        std::string row = "|";
        const std::string partition = isFirst ? " " + markdownCode(collection.partitionKey) + " |" : " |";
        if (keys.sort.empty()) {
            row += " " + mark + partition.substr(1);
        } else {
            row += partition + " " + mark + markdownCode(item.sortKey) + " |";
        }
        for (const DocumentItem::Cell& cell : item.cells)
            row += " <sub>" + markdownCode(cell.name) + "</sub><br>" + markdownCode(cell.text) + " |";
        if (item.moreCells > 0) row += " and " + std::to_string(item.moreCells) + " more |";
        out += row + "\n";
        isFirst = false;
    }
    const std::uint64_t more = collection.items - collection.shown.size();
    if (more > 0) out += "\nand " + std::to_string(more) + " more\n";
}

}  // namespace

std::string markdownCode(std::string_view utf8) {
    const bool isPlain = !utf8.empty() && utf8.find_first_of("`|\\\r\n") == std::string_view::npos &&
                         utf8.front() != ' ' && utf8.back() != ' ';
    if (isPlain) return "`" + std::string(utf8) + "`";
    // Renderers differ on \| in code spans and on backslashes before it; a reference is never markup.
    std::string code = "<code>";
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isLetter =
            byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (isLetter) {
            code += c;
        } else {
            code += "&#" + std::to_string(byte) + ";";
        }
    }
    return code + "</code>";
}

std::string markdownOf(const DocumentOutline& outline) {
    std::string out = "## Table " + markdownCode(outline.table().name) + "\n\n";
    appendSchema(outline.table(), out);
    appendEntities(outline, out);
    out += "\n### Item collections";
    if (outline.index()) out += " of the index " + markdownCode(*outline.index());
    out += "\n";
    if (outline.items() == 0) out += "\nThere are no items.\n";
    for (const DocumentCollection& collection : outline.collections())
        appendCollection(outline, collection, out);
    const std::vector<std::string> losses = outline.losses();
    if (!losses.empty()) out += "\n";
    for (const std::string& loss : losses)
        out += "- " + markdownCode(loss) + "\n";
    return out;
}

}  // namespace partita
