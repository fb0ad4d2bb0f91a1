#include "engine/interchange/read/workbench_model.h"

#include <algorithm>
#include <utility>

#include "engine/interchange/bracket_scanner.h"
#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kFence = "```";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Error faultAt(std::size_t at, std::string message) {
    Error error = Error::badInput(std::move(message));
    error.range = SourceRange{at, at + 1};
    return error;
}

/// Walks a model from its first bracket to its last. Rows are only measured.
class ModelReader final {
  public:
    ModelReader(std::string_view text, std::size_t begin)
        : m_text(text), m_begin(begin), m_cursor(text, begin) {}

    Result<WorkbenchModel> read() {
        m_cursor.take('{');
        auto done = members([this](const std::string& name) { return modelMember(name); });
        if (!done && m_model.tables.empty()) return done.error();
        if (done) done = rowsAfter();
        if (!done) {
            m_model.endedEarly = true;
            note(SourceNote::Kind::Warning, done.error().range->begin,
                 "The model can't be read on from " + placeInText(m_text, done.error().range->begin) + ": " +
                     done.error().message + " What stands before it was read.");
        } else {
            noteRest();
        }
        if (m_model.tables.empty() && !m_hasDataModel) {
            return faultAt(m_begin,
                           "DataModel is missing: a model holds its tables in it, as \"DataModel\": "
                           "[{\"TableName\": …}].");
        }
        if (m_model.tables.empty()) return faultAt(m_begin, "DataModel holds no table.");
        finishExtra();
        return std::move(m_model);
    }

  private:
    void note(SourceNote::Kind kind, std::size_t at, std::string text) {
        m_model.notes.push_back({kind, lineOf(at), std::move(text)});
    }

    std::uint64_t lineOf(std::size_t at) {
        if (at < m_lineAt) {
            const std::string_view before = m_text.substr(0, at);
            return 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
        }
        const std::string_view between = m_text.substr(m_lineAt, at - m_lineAt);
        m_line += static_cast<std::uint64_t>(std::count(between.begin(), between.end(), '\n'));
        const std::size_t lineBreak = between.rfind('\n');
        if (lineBreak != std::string_view::npos) m_lineBegin = m_lineAt + lineBreak + 1;
        m_lineAt = at;
        return m_line;
    }

    /// After the {.
    template <class Each>
    Result<void> members(Each each) {
        while (!m_cursor.take('}')) {
            auto name = m_cursor.name();
            if (!name) return name.error();
            if (auto done = each(*name); !done) return done;
            if (auto done = m_cursor.separator('}'); !done) return done;
        }
        return {};
    }

    Result<void> modelMember(const std::string& name) {
        if (name == "DataModel") {
            m_hasDataModel = true;
            if (!m_cursor.take('['))
                return m_cursor.fault("DataModel is an array of tables, [{\"TableName\": …}].");
            while (!m_cursor.take(']')) {
                if (auto done = table(); !done) return done;
                if (auto done = m_cursor.separator(']'); !done) return done;
            }
            return {};
        }
        const auto value = m_cursor.value();
        if (!value) return value.error();
        if (!m_modelExtra.empty()) m_modelExtra += ',';
        appendMember(name, *value, m_modelExtra);
        return {};
    }

    void appendMember(const std::string& name, const JsonNode& value, std::string& out) const {
        appendJsonString(name, out);
        out += ':';
        appendCompactJson(m_text.substr(value.range.begin, value.range.end - value.range.begin), out);
    }

    Result<void> table() {
        WorkbenchTableParts parts;
        if (m_cursor.peek() != '{') return m_cursor.fault("A table is an object, {\"TableName\": …}.");
        parts.begin = m_cursor.at();
        m_cursor.take('{');
        const std::size_t firstRow = m_model.rows.size();
        const std::size_t firstNote = m_model.notes.size();
        const auto done = members([&](const std::string& name) { return tableMember(name, parts); });
        auto table = workbenchTable(parts, m_text, m_model.notes);
        if (!table) {
            m_model.rows.resize(firstRow);
            m_model.notes.resize(firstNote);
            return done ? table.error() : done;
        }
        table->source.items = m_model.rows.size() - firstRow;
        m_tableSkeleton = skeletonOf(parts);
        m_model.tables.push_back(*std::move(table));
        return done;
    }

    /// The table without its rows.
    std::string skeletonOf(const WorkbenchTableParts& parts) const {
        std::string all = "{";
        for (const JsonNode& member : parts.members) {
            appendMember(member.name, member, all);
            all += ',';
        }
        all += "\"TableFacets\":[";
        for (const JsonNode& facet : parts.facets) {
            all += all.back() == '[' ? "{" : ",{";
            for (const JsonNode& member : facet.children) {
                if (all.back() != '{') all += ',';
                appendMember(member.name, member, all);
            }
            all += '}';
        }
        return all + "]}";
    }

    Result<void> tableMember(const std::string& name, WorkbenchTableParts& parts) {
        if (name == "TableData") return rows(WorkbenchRow::kNone);
        if (name == "TableFacets" && m_cursor.peek() == '[') {
            m_cursor.take('[');
            while (!m_cursor.take(']')) {
                if (auto done = facet(parts); !done) return done;
                if (auto done = m_cursor.separator(']'); !done) return done;
            }
            return {};
        }
        auto value = m_cursor.value();
        if (!value) return value.error();
        if (name == "TableFacets" && value->is(JsonNode::Kind::Null)) return {};
        value->name = name;
        parts.members.push_back(*std::move(value));
        return {};
    }

    Result<void> facet(WorkbenchTableParts& parts) {
        if (m_cursor.peek() != '{') return m_cursor.fault("A facet is an object, {\"FacetName\": …}.");
        const auto number = static_cast<std::int32_t>(parts.facets.size());
        parts.facets.emplace_back().kind = JsonNode::Kind::Object;
        parts.facets.back().range = {m_cursor.at(), m_cursor.at() + 1};
        m_cursor.take('{');
        return members([&](const std::string& name) -> Result<void> {
            if (name == "TableData") return rows(number);
            auto value = m_cursor.value();
            if (!value) return value.error();
            value->name = name;
            parts.facets.back().children.push_back(*std::move(value));
            return {};
        });
    }

    Result<void> rows(std::int32_t facet) {
        if (m_cursor.peek() == 'n') {
            const auto null = m_cursor.value();
            return null ? Result<void>() : null.error();
        }
        if (!m_cursor.take('[')) return m_cursor.fault("TableData is an array of rows, [{…}, {…}].");
        return rowsUntil(']', static_cast<std::uint32_t>(m_model.tables.size()), facet);
    }

    /// Rows after the model: records that were refused before, to be tried again (SourceReader::preamble()).
    Result<void> rowsAfter() {
        if (m_model.tables.size() != 1 || m_cursor.peek() != '{') return {};
        if (!looksLikeWorkbench(m_text.substr(m_cursor.at(), kHeadBytes)).empty()) return {};
        auto done = rowsUntil('\0', 0, WorkbenchRow::kNone);
        m_model.tables.front().source.items = m_model.rows.size();
        return done;
    }

    /// `closing` '\0': as long as there are objects.
    Result<void> rowsUntil(char closing, std::uint32_t table, std::int32_t facet) {
        std::uint32_t number = 0;
        bool allOnOneLine = true;
        for (;;) {
            while (m_cursor.take(',')) {
            }
            if (closing != '\0' && m_cursor.take(closing)) return {};
            if (closing == '\0' && m_cursor.peek() != '{') return {};
            if (m_cursor.peek() == '\0') return m_cursor.fault("No JSON stands here.");
            WorkbenchRow row;
            row.begin = m_cursor.at();
            row.line = lineOf(row.begin);
            row.table = table;
            row.facet = facet;
            row.number = ++number;
            const bool arrayEnded = measure(row, allOnOneLine);
            if (row.end == row.begin) return m_cursor.fault("A row is an object, {…}; this is none.");
            m_model.rows.push_back(row);
            allOnOneLine = allOnOneLine && lineOf(row.end) == row.line;
            if (arrayEnded && closing != '\0') return {};
            if (!row.complete) return m_cursor.fault("A row does not end.");
            const char next = m_cursor.peek();
            if (closing != '\0' && next != ',' && next != ']' && next != '\0' &&
                !std::exchange(m_commaNoted, true)) {
                note(SourceNote::Kind::Repaired, m_cursor.at(),
                     "A comma is missing at " + placeInText(m_text, m_cursor.at()) +
                         ", between two rows. They were read as two, here and wherever else one is missing.");
            }
        }
    }

    /// Finds the row's end and leaves the cursor behind it. True when the array ended with the row, because
    /// its last bracket was taken for the row's.
    bool measure(WorkbenchRow& row, bool allOnOneLine) {
        if (m_text[row.begin] != '{') {
            const auto value = m_cursor.value();
            row.end = value ? m_cursor.at() : row.begin;
            return false;
        }
        const std::size_t column = row.begin - m_lineBegin;
        BracketScanner scanner;
        scanner.start(column, allOnOneLine && row.number > 1);
        std::size_t stop = 0;
        const std::string_view rest = m_text.substr(row.begin);
        switch (scanner.scan(rest.data(), 0, rest.size(), stop)) {
            case BracketScanner::Stop::Closed:
                row.end = row.begin + stop;
                m_cursor.moveTo(row.end);
                return m_text[row.end - 1] == ']';
            case BracketScanner::Stop::None:
                row.complete = false;
                stop = rest.size();
                break;
            case BracketScanner::Stop::BrokenString:
                stop = nextRowAfter(rest, stop, column);
                row.complete = stop < rest.size();
                break;
            case BracketScanner::Stop::NewRecord:
                break;
        }
        const std::size_t last = rest.substr(0, stop).find_last_not_of(" \t\r\n,");
        row.end = row.begin + last + 1;
        m_cursor.moveTo(row.end);
        return false;
    }

    /// The next line that begins with a { or a ] no further right than the row did.
    static std::size_t nextRowAfter(std::string_view rest, std::size_t from, std::size_t column) {
        while (from < rest.size()) {
            const std::size_t lineBreak = rest.find('\n', from);
            if (lineBreak == std::string_view::npos) break;
            const std::size_t first = rest.find_first_not_of(" \t\r", lineBreak + 1);
            if (first == std::string_view::npos) break;
            if (first - lineBreak - 1 <= column && (rest[first] == '{' || rest[first] == ']')) return first;
            from = lineBreak + 1;
        }
        return rest.size();
    }

    /// What stands after the model, but for the end of its fence.
    void noteRest() {
        std::size_t at = m_text.find_first_not_of(kBlanks, m_cursor.at());
        if (at != std::string_view::npos && m_text.substr(at, kFence.size()) == kFence)
            at = m_text.find_first_not_of(kBlanks, at + kFence.size());
        if (at == std::string_view::npos) return;
        note(SourceNote::Kind::Lost, at,
             "The model ends before " + placeInText(m_text, at) + ". What stands after it was not read.");
    }

    /// What is said of the model as a whole is kept with its first table.
    void finishExtra() {
        if (m_model.tables.size() == 1) {
            m_model.skeleton = "{" + m_modelExtra + (m_modelExtra.empty() ? "" : ",") + "\"DataModel\":[" +
                               m_tableSkeleton + "]}";
        }
        for (std::size_t i = 0; i < m_model.tables.size(); ++i) {
            std::string& extra = m_model.tables[i].source.extra;
            std::string all = "{\"workbench\":{";
            if (i == 0 && !m_modelExtra.empty()) all += "\"model\":{" + m_modelExtra + "},";
            all += "\"table\":" + (extra.empty() ? "{}" : extra) + "}}";
            extra = std::move(all);
        }
    }

    std::string_view m_text;
    std::size_t m_begin;  // of the model
    JsonCursor m_cursor;
    WorkbenchModel m_model;
    std::string m_modelExtra;     // members, without the brackets
    std::string m_tableSkeleton;  // of the last table
    bool m_hasDataModel = false;
    bool m_commaNoted = false;
    std::size_t m_lineAt = 0;  // lines are counted up to here
    std::uint64_t m_line = 1;  // there
    std::size_t m_lineBegin = 0;
};

}  // namespace

std::size_t modelBegin(std::string_view text) {
    std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    at = text.find_first_not_of(kBlanks, at);
    if (at == std::string_view::npos || text[at] == '{') return at;
    for (std::size_t fence = text.find(kFence, at); fence != std::string_view::npos;
         fence = text.find(kFence, fence + kFence.size())) {
        const std::size_t lineEnd = text.find('\n', fence);
        const std::size_t first = text.find_first_not_of(kBlanks, lineEnd);
        if (lineEnd == std::string_view::npos || first == std::string_view::npos) break;
        if (text[first] == '{') return first;
    }
    return std::string_view::npos;
}

Result<WorkbenchModel> readWorkbenchModel(std::string_view text, const std::string& name) {
    const std::size_t begin = modelBegin(text);
    if (begin == std::string_view::npos) {
        return Error::badInput(
            "A NoSQL Workbench model is a JSON object that holds DataModel, its tables; this is none.", name);
    }
    auto model = ModelReader(text, begin).read();
    if (model) return model;
    Error error = model.error();
    error.where = name + ", " + placeInText(text, error.range ? error.range->begin : begin);
    return error;
}

}  // namespace partita
