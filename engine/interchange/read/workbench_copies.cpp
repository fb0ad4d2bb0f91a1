#include "engine/interchange/read/workbench_copies.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

namespace partita {
namespace {

// A key that is in more rows than this is a mistake that the import names; comparing all would take for ever.
constexpr std::size_t kCompared = 16;

/// Attributes with their values as compact JSON.
using Members = std::map<std::string, std::string>;

Members membersOf(std::string_view row) {
    Members members;
    const auto tree = JsonCursor(row).value();
    if (!tree || !tree->is(JsonNode::Kind::Object)) return members;
    for (const JsonNode& child : tree->children) {
        std::string& value = members[child.name];
        value.clear();
        appendCompactJson(row.substr(child.range.begin, child.range.end - child.range.begin), value);
    }
    return members;
}

std::string keyText(const Members& members, const KeySchema& keys) {
    std::string text;
    for (const KeyAttribute& key : keys.all()) {
        const auto found = members.find(key.name);
        if (found == members.end()) return {};
        text += found->second;
    }
    return text;
}

bool isPartOf(const Members& part, const Members& whole) {
    return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

/// Facets and table data of one table; rows [begin, end) of the model.
class Copies final {
  public:
    Copies(std::string_view text, const std::vector<WorkbenchRow>& rows, const KeySchema& keys)
        : m_text(text), m_rows(rows), m_keys(keys) {}

    void look(std::size_t at, std::vector<bool>& isCopy) {
        const Members members = membersAt(at);
        const std::string key = keyText(members, m_keys);
        if (key.empty()) return;
        std::vector<std::size_t>& others = m_byKey[key];
        for (const std::size_t other : others) {
            if (isCopy[other] || m_rows[other].facet == m_rows[at].facet) continue;
            const Members earlier = membersAt(other);
            if (isPartOf(members, earlier)) {
                isCopy[at] = true;
                return;
            }
            if (isPartOf(earlier, members)) isCopy[other] = true;
        }
        if (others.size() < kCompared) others.push_back(at);
    }

  private:
    Members membersAt(std::size_t at) const {
        return membersOf(m_text.substr(m_rows[at].begin, m_rows[at].end - m_rows[at].begin));
    }

    std::string_view m_text;
    const std::vector<WorkbenchRow>& m_rows;
    const KeySchema& m_keys;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byKey;
};

}  // namespace

void removeCopies(std::string_view text, WorkbenchModel& model) {
    std::vector<WorkbenchRow>& rows = model.rows;
    std::vector<bool> isCopy(rows.size());
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && rows[end].table == rows[begin].table)
            ++end;
        const bool oneArray =
            std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                        rows.begin() + static_cast<std::ptrdiff_t>(end),
                        [&](const WorkbenchRow& row) { return row.facet == rows[begin].facet; });
        if (oneArray) continue;
        SourceTable& table = model.tables[rows[begin].table].source;
        Copies copies(text, rows, table.schema->keys);
        for (std::size_t at = begin; at < end; ++at)
            copies.look(at, isCopy);
        const auto count =
            static_cast<std::uint64_t>(std::count(isCopy.begin() + static_cast<std::ptrdiff_t>(begin),
                                                  isCopy.begin() + static_cast<std::ptrdiff_t>(end), true));
        if (count == 0) continue;
        table.items = *table.items - count;
        model.notes.push_back(
            {SourceNote::Kind::Warning, 0,
             "Table " + table.name + ": " + std::to_string(count) +
                 (count == 1 ? " row stands" : " rows stand") +
                 " in the model more than once, in facets or beside them, and count as one each."});
    }
    std::size_t kept = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (!isCopy[at]) rows[kept++] = rows[at];
    }
    rows.resize(kept);
}

}  // namespace partita
