// The reader of NoSQL Workbench models. The whole text is kept: a model's tables and its rows stand in it in
// any order.
#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/workbench_copies.h"
#include "engine/interchange/read/workbench_row.h"

namespace partita {
namespace {

class WorkbenchReader final : public SourceReader {
  public:
    WorkbenchReader(std::string text, const std::string& name, SourceDetection detection,
                    const SourceOptions& options)
        : m_text(std::move(text)),
          m_detection(std::move(detection)),
          m_files{name},
          m_repair(options.repair) {}

    Result<void> read() {
        auto model = readWorkbenchModel(m_text, m_files.front());
        if (!model) return model.error();
        m_model = *std::move(model);
        removeCopies(m_text, m_model);
        for (const WorkbenchTable& table : m_model.tables)
            m_tables.push_back(table.source);
        return {};
    }

    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_tables; }
    const std::vector<std::string>& files() const override { return m_files; }

    Result<std::optional<SourceRecord>> next() override {
        if (m_next == m_model.rows.size()) return std::optional<SourceRecord>();
        const WorkbenchRow& row = m_model.rows[m_next++];
        SourceRecord record;
        record.text = std::string_view(m_text).substr(row.begin, row.end - row.begin);
        record.table = row.table;
        record.line = row.line;
        record.offset = row.begin;
        record.complete = row.complete;
        m_bytesRead = row.end;
        return std::optional(record);
    }

    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override {
        if (record.table >= m_model.tables.size()) return Error::badInput("The model has no such table.");
        const WorkbenchTable& table = m_model.tables[record.table];
        auto decoded =
            decodeWorkbenchRow(record.text, {table, placeOf(record, table)}, keys, m_repair, keepNames);
        if (decoded) compareTypes(record.table, decoded->item);
        return decoded;
    }

    // A row does not say its table, so that rows of several can't be tried again as a model.
    SourceFormat recordFormat() const override {
        return m_model.skeleton.empty() ? SourceFormat::Items : SourceFormat::Workbench;
    }
    std::string preamble() const override { return m_model.skeleton; }

    bool endedEarly() const override { return m_model.endedEarly; }
    std::uint64_t bytesRead() const override {
        return m_next == m_model.rows.size() ? m_text.size() : m_bytesRead;
    }
    std::uint64_t bytesTotal() const override { return m_text.size(); }

    std::vector<SourceNote> notes() const override {
        std::vector<SourceNote> all = m_model.notes;
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, rows] : m_otherTypes) {
            const auto& [table, name, type] = key;
            const WorkbenchTable& owner = m_model.tables[table];
            all.push_back({SourceNote::Kind::Warning, 0,
                           "Table " + owner.source.name + ": the attribute " + jsonString(name) +
                               " is declared " + std::string(typeName(owner.types.at(name))) +
                               " and is of type " + std::string(typeName(type)) + " in " +
                               std::to_string(rows) + (rows == 1 ? " row, which was" : " rows, which were") +
                               " taken as they stand."});
        }
        return all;
    }

  private:
    std::string placeOf(const SourceRecord& record, const WorkbenchTable& table) const {
        std::string place = "Table " + jsonString(table.source.name);
        const auto& rows = m_model.rows;
        const auto row =
            std::lower_bound(rows.begin(), rows.end(), record.offset,
                             [](const WorkbenchRow& a, std::uint64_t offset) { return a.begin < offset; });
        if (row == rows.end() || row->begin != record.offset) return place;
        place += ", row " + std::to_string(row->number);
        if (row->facet != WorkbenchRow::kNone)
            place += " of facet " + jsonString(table.facets[static_cast<std::size_t>(row->facet)]);
        return place;
    }

    /// A declaration binds nobody but Workbench, so that a value of another type is right; but it is told.
    void compareTypes(std::uint32_t table, const Item& item) const {
        const auto& types = m_model.tables[table].types;
        for (const Attribute& attribute : item) {
            const auto declared = types.find(attribute.name);
            if (declared == types.end() || declared->second == attribute.value.type()) continue;
            const std::lock_guard lock(m_mutex);
            ++m_otherTypes[{table, attribute.name, attribute.value.type()}];
        }
    }

    std::string m_text;
    SourceDetection m_detection;
    std::vector<std::string> m_files;
    bool m_repair;
    WorkbenchModel m_model;
    std::vector<SourceTable> m_tables;
    std::size_t m_next = 0;
    std::uint64_t m_bytesRead = 0;
    mutable std::mutex m_mutex;  // of what follows
    mutable std::map<std::tuple<std::uint32_t, std::string, ValueType>, std::uint64_t> m_otherTypes;
};

/// The names of the outermost members in the beginning of a JSON object, each with what follows it.
std::vector<std::pair<std::string_view, std::string_view>> outermostMembers(std::string_view head) {
    std::vector<std::pair<std::string_view, std::string_view>> members;
    int depth = 0;
    for (std::size_t at = 0; at < head.size(); ++at) {
        const char c = head[at];
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) break;
        if (c != '"') continue;
        const std::size_t begin = at + 1;
        for (++at; at < head.size() && head[at] != '"'; ++at)
            if (head[at] == '\\') ++at;
        if (at >= head.size()) break;
        const std::size_t colon = head.find_first_not_of(" \t\r\n", at + 1);
        if (depth != 1 || colon == std::string_view::npos || head[colon] != ':') continue;
        const std::size_t value = head.find_first_not_of(" \t\r\n", colon + 1);
        members.emplace_back(head.substr(begin, at - begin),
                             value == std::string_view::npos ? std::string_view() : head.substr(value));
    }
    return members;
}

}  // namespace

std::string looksLikeWorkbench(std::string_view head) {
    const std::size_t begin = modelBegin(head);
    if (begin == std::string_view::npos) return {};
    bool hasName = false;
    bool hasTables = false;
    std::string version;
    bool hasMetadata = false;
    for (const auto& [name, value] : outermostMembers(head.substr(begin))) {
        hasName = hasName || name == "ModelName";
        hasTables = hasTables || (name == "DataModel" && value.starts_with('['));
        if (name != "ModelMetadata" || !value.starts_with('{')) continue;
        hasMetadata = true;
        for (const auto& [member, text] : outermostMembers(value)) {
            if (member == "Version" && text.starts_with('"'))
                version = text.substr(1, std::min(text.find('"', 1), std::size_t{20}) - 1);
        }
    }
    if (!hasTables && !(hasName && hasMetadata)) return {};
    return "NoSQL Workbench model" + (version.empty() ? "" : ", version " + version);
}

Result<std::unique_ptr<SourceReader>> readWorkbench(const std::string& text, const std::string& name,
                                                    SourceDetection detection, const SourceOptions& options) {
    auto reader = std::make_unique<WorkbenchReader>(text, name, std::move(detection), options);
    if (auto done = reader->read(); !done) return done.error();
    return std::unique_ptr<SourceReader>(std::move(reader));
}

}  // namespace partita
