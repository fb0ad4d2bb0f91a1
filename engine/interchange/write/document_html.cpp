#include "engine/interchange/write/document_html.h"

#include <algorithm>

#include "engine/interchange/write/document_rows.h"

namespace partita {
namespace {

// Hues that differ as much as twelve can, neighbours most of all.
constexpr int kHues = 12;
constexpr int kHueStep = 150;
constexpr int kFirstHue = 210;

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6670;--paper:#fff;--line:#d5dbe1;--head:#f3f5f7;--s:65%;--l:93%}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa5b0;--paper:#16191d;--line:#353c44;--head:#20252b;--s:32%;--l:21%}}
@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--line:#bbb;--head:#f3f5f7;--s:65%;--l:93%}}
*{box-sizing:border-box;-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{margin:2rem auto;max-width:90rem;padding:0 1.5rem;color:var(--ink);background:var(--paper);
font:15px/1.45 system-ui,"Segoe UI","Hiragino Sans","Noto Sans CJK JP","Noto Sans",sans-serif}
h2{margin:2.5rem 0 .5rem;padding-bottom:.3rem;border-bottom:2px solid var(--line)}h3{margin:1.6rem 0 .5rem}
p,li{color:var(--soft)}.wide{overflow-x:auto}
table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;
vertical-align:top;unicode-bidi:isolate;overflow-wrap:anywhere;min-width:4.5rem;max-width:22rem}
thead th{background:var(--head);font-weight:600}.n{text-align:right}
tbody th{font-weight:600;background:var(--head)}tr,tbody.c{break-inside:avoid}tbody.c{border-top:3px solid var(--line)}
.e{background:hsl(var(--h) var(--s) var(--l))}small{display:block;color:var(--soft);font-size:.72rem}
.m{color:var(--soft);font-style:italic}.x{border-color:transparent}
)";

std::string colourClass(std::size_t entity) {
    return "e h" + std::to_string(entity % kHues);
}

std::string cell(std::string_view text) {
    return "<td>" + htmlEscaped(text) + "</td>";
}

void appendIndexes(const TableDefinition& table, std::string& out) {
    if (table.indexes.empty()) return;
    out +=
        "<h3>Indexes</h3>\n<div class=\"wide\"><table>\n<thead><tr><th>Index</th><th>Kind</th>"
        "<th>Partition key</th><th>Sort key</th><th>Projection</th></tr></thead>\n<tbody>\n";
    for (const IndexDefinition& index : table.indexes) {
        out += "<tr>" + cell(index.name) + cell(index.kind == IndexKind::Local ? "local" : "global") +
               cell(keyWords(index.keys.partition)) + cell(keyWords(index.keys.sort)) +
               cell(projectionWords(index.projection)) + "</tr>\n";
    }
    out += "</tbody></table></div>\n";
}

void appendEntities(const DocumentOutline& outline, std::string& out) {
    if (outline.entities().empty()) return;
    const std::vector<std::string>& keys = outline.keyNames();
    out += "<h3>Entities</h3>\n<div class=\"wide\"><table>\n<thead><tr><th>Entity</th><th>Items</th>";
    for (const std::string& key : keys)
        out += "<th>" + htmlEscaped(key) + "</th>";
    out += "<th>Attributes</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < outline.entities().size(); ++i) {
        const DocumentEntity& entity = outline.entities()[i];
        out += "<tr><td class=\"" + colourClass(i) + "\">" + htmlEscaped(entityWords(entity)) +
               "</td><td class=\"n\">" + std::to_string(entity.items) + "</td>";
        for (const std::string& key : keys) {
            const std::string pattern = entity.patternOf(key);
            out += cell(pattern.empty() ? "—" : pattern);
        }
        std::string attributes;
        for (const std::string& words : attributeWords(entity))
            attributes += (attributes.empty() ? "" : ", ") + words;
        out += cell(attributes) + "</tr>\n";
    }
    out += "</tbody></table></div>\n";
}

std::size_t cellsOf(const DocumentItem& item) {
    return item.cells.size() + (item.moreCells > 0 ? 1 : 0);
}

void appendCollection(const DocumentOutline& outline, const DocumentCollection& collection, std::size_t width,
                      std::string& out) {
    const bool hasSort = !outline.shownKeys().sort.empty();
    const std::uint64_t more = collection.items - collection.shown.size();
    const std::size_t rows = collection.shown.size() + (more > 0 ? 1 : 0);
    out += "<tbody class=\"c\">\n";
    bool isFirst = true;
    for (const DocumentItem& item : collection.shown) {
        const std::string colour = " class=\"" + colourClass(item.entity) + "\"";
        out += "<tr>";
        if (isFirst) {
            out += "<th scope=\"rowgroup\" rowspan=\"" + std::to_string(rows) + "\">" +
                   htmlEscaped(collection.partitionKey) + "</th>";
        }
        if (hasSort) out += "<td" + colour + "><b>" + htmlEscaped(item.sortKey) + "</b></td>";
        for (const DocumentItem::Cell& attribute : item.cells) {
            out += "<td" + colour + "><small>" + htmlEscaped(attribute.name) + "</small>" +
                   htmlEscaped(attribute.text) + "</td>";
        }
        if (item.moreCells > 0) out += "<td class=\"m\">and " + std::to_string(item.moreCells) + " more</td>";
        if (cellsOf(item) < width)
            out += "<td class=\"x\" colspan=\"" + std::to_string(width - cellsOf(item)) + "\"></td>";
        out += "</tr>\n";
        isFirst = false;
    }
    if (more > 0) {
        out += "<tr><td class=\"m\" colspan=\"" + std::to_string(width + (hasSort ? 1 : 0)) + "\">and " +
               std::to_string(more) + " more</td></tr>\n";
    }
    out += "</tbody>\n";
}

void appendCollections(const DocumentOutline& outline, std::string& out) {
    const KeySchema& keys = outline.shownKeys();
    out += "<h3>Item collections";
    if (outline.index()) out += " of the index " + htmlEscaped(*outline.index());
    out += "</h3>\n";
    if (outline.items() == 0) {
        out += "<p>There are no items.</p>\n";
        return;
    }
    std::size_t width = 1;
    for (const DocumentCollection& collection : outline.collections())
        for (const DocumentItem& item : collection.shown)
            width = std::max(width, cellsOf(item));
    out += "<div class=\"wide\"><table>\n<thead><tr><th>" + htmlEscaped(keyWords(keys.partition)) + "</th>";
    if (!keys.sort.empty()) out += "<th>" + htmlEscaped(keyWords(keys.sort)) + "</th>";
    out += "<th colspan=\"" + std::to_string(width) + "\">Attributes</th></tr></thead>\n";
    for (const DocumentCollection& collection : outline.collections())
        appendCollection(outline, collection, width, out);
    out += "</table></div>\n";
}

}  // namespace

std::string htmlEscaped(std::string_view utf8) {
    std::string escaped;
    for (const char c : utf8) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

std::string htmlHead() {
    std::string head =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<title>Data model</title>\n<style>";
    head += kStyle;
    for (int i = 0; i < kHues; ++i)
        head += ".h" + std::to_string(i) + "{--h:" + std::to_string((kFirstHue + i * kHueStep) % 360) + "}";
    return head + "\n</style>\n</head>\n<body>\n<h1>Data model</h1>\n";
}

std::string htmlOf(const DocumentOutline& outline) {
    const TableDefinition& table = outline.table();
    std::string out = "<section>\n<h2>Table " + htmlEscaped(table.name) + "</h2>\n<ul>\n";
    out += "<li>Partition key: " + htmlEscaped(keyWords(table.keys.partition)) + "</li>\n";
    if (!table.keys.sort.empty())
        out += "<li>Sort key: " + htmlEscaped(keyWords(table.keys.sort)) + "</li>\n";
    out += "<li>Billing: " + billingWords(table) + "</li>\n</ul>\n";
    appendIndexes(table, out);
    appendEntities(outline, out);
    appendCollections(outline, out);
    for (const std::string& loss : outline.losses())
        out += "<p>" + htmlEscaped(loss) + "</p>\n";
    return out + "</section>\n";
}

std::string_view htmlFoot() {
    return "</body>\n</html>\n";
}

}  // namespace partita
