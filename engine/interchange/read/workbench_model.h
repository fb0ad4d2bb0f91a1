// A NoSQL Workbench model taken apart: its tables, and where in the text each of their rows stands. Rows are
// not looked into here (workbench_row.h does that), so that a broken one spoils nothing else. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/read/workbench_json.h"
#include "engine/result.h"

namespace partita {

struct WorkbenchTable {
    SourceTable source;                           // with a schema
    std::map<std::string, ValueType> types;       // as the model declares them: keys and other attributes
    std::map<std::string, ValueType> indexTypes;  // of the index keys among them
    std::vector<std::string> facets;              // names
};

struct WorkbenchRow {
    std::size_t begin = 0;  // bytes [begin, end) of the text
    std::size_t end = 0;
    std::uint64_t line = 0;
    std::uint32_t table = 0;
    std::uint32_t number = 0;    // in its array, from 1
    std::int32_t facet = kNone;  // of WorkbenchTable::facets
    bool complete = true;        // false: the text ends inside it
    static constexpr std::int32_t kNone = -1;
};

struct WorkbenchModel {
    std::vector<WorkbenchTable> tables;
    std::vector<WorkbenchRow> rows;  // in the order of the text
    std::vector<SourceNote> notes;
    /// Of a model with one table: the model without its rows, on one line. Rows may follow it, a line each.
    std::string skeleton;
    bool endedEarly = false;  // the text ends, or can't be read on, before the model does
};

/// Where the model begins in text that may be wrapped in a Markdown fence, with or without words before it;
/// npos: nowhere.
std::size_t modelBegin(std::string_view text);

/// Fails (BadInput, `where` names the line and the column in `name`) when this is no model, or lacks what one
/// must have. Faults after the first table's keys leave what stands before them, and are noted.
Result<WorkbenchModel> readWorkbenchModel(std::string_view text, const std::string& name);

/// What a model says of one table, its rows apart.
struct WorkbenchTableParts {
    std::vector<JsonNode> members;  // without TableData and TableFacets
    std::vector<JsonNode> facets;   // objects, without TableData
    std::size_t begin = 0;          // in the text
};

/// Fails (BadInput, with a range of the text) when the name or the keys of the table are missing or no such.
Result<WorkbenchTable> workbenchTable(const WorkbenchTableParts& parts, std::string_view text,
                                      std::vector<SourceNote>& notes);
/// What the table says beside, as a JSON object in the shape of the model; empty: nothing.
std::string workbenchExtra(const WorkbenchTableParts& parts, std::string_view text);
/// "S", "String", "string", "NumberSet", "Number Set", …; nothing for what names no type.
std::optional<ValueType> looseTypeNamed(std::string_view name);

}  // namespace partita
