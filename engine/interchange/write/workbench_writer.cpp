#include "engine/interchange/write/workbench_writer.h"

#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/write/workbench_shape.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// Names in a sentence; more would not be read.
constexpr std::size_t kNamed = 20;

std::string listed(const std::set<std::string>& names) {
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (count++ == kNamed) return text + " and " + std::to_string(names.size() - kNamed) + " more";
        text += (text.empty() ? "" : ", ") + jsonString(name);
    }
    return text;
}

}  // namespace

WorkbenchWriter::WorkbenchWriter(Write write, std::int64_t nowMillis)
    : m_write(std::move(write)), m_nowMillis(nowMillis) {}

std::vector<std::string> WorkbenchWriter::knownLosses() {
    return {
        "A model declares one type for each attribute. Items keep the types that they have, but Workbench "
        "shows "
        "an attribute of several types as one of them.",
        "A model has one partition and one sort attribute for each index. Indexes with more are left out.",
        "Workbench keeps local secondary indexes in the file and does not show them.",
        "Rows are written as the table's data; which facet each of them stood in is not said again.",
        "A model has one throughput for a table. That of its indexes is left out.",
    };
}

Result<void> WorkbenchWriter::put(std::string_view text) {
    m_bytes += text.size();
    return m_write(text);
}

Result<void> WorkbenchWriter::begin(const SinkTable& table) {
    if (auto done = endTable(); !done) return done;
    WorkbenchShape shape = workbenchShape(table, m_nowMillis);
    m_losses.insert(m_losses.end(), shape.losses.begin(), shape.losses.end());
    m_declared = std::move(shape.declared);
    m_tail = std::move(shape.tail);
    m_table = table.definition.name;
    m_anyRow = false;
    std::string text = m_begun ? ",\n" : "{\n" + shape.modelHead + "\"DataModel\": [\n";
    text += "{\n" + shape.head + "\"TableData\": [";
    m_begun = true;
    m_inTable = true;
    return put(text);
}

Result<void> WorkbenchWriter::item(std::string_view bytes, const std::vector<std::string>& firstNames) {
    const auto item = itemFromBytes(bytes);
    if (!item) return item.error();
    for (const Attribute& attribute : *item) {
        if (!m_declared.contains(attribute.name)) m_undeclared[m_table].insert(attribute.name);
    }
    const std::string row = toDynamoDbJson(*item, JsonStyle{0, firstNames});
    return put((std::exchange(m_anyRow, true) ? ",\n" : "\n") + row);
}

Result<void> WorkbenchWriter::endTable() {
    if (!m_inTable) return {};
    m_inTable = false;
    return put((m_anyRow ? "\n],\n" : "],\n") + std::exchange(m_tail, {}) + "}");
}

Result<void> WorkbenchWriter::finish() {
    if (auto done = endTable(); !done) return done;
    if (!m_begun) {
        SinkTable none;
        none.definition.name = "Model";
        if (auto done = put("{\n" + workbenchShape(none, m_nowMillis).modelHead + "\"DataModel\": [\n");
            !done)
            return done;
    }
    return put("\n]\n}\n");
}

std::vector<std::string> WorkbenchWriter::losses() const {
    std::vector<std::string> all = m_losses;
    for (const auto& [table, names] : m_undeclared) {
        all.push_back("Table " + table +
                      ": Workbench does not show attributes that are in items and were not "
                      "declared before them: " +
                      listed(names) + ".");
    }
    return all;
}

}  // namespace partita
