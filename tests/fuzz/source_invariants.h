// Reads a source from its beginning to its end, and checks what holds whatever the bytes are. For fuzz
// targets: what does not hold aborts.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/read/open_source.h"

namespace partita {

/// Names what does not hold, for the report of the fuzzer.
[[noreturn]] inline void broken(const std::string& what) {
    std::fprintf(stderr, "Does not hold: %s\n", what.c_str());
    std::abort();
}

inline void hold(bool holds, const char* what) {
    if (!holds) broken(what);
}

/// A sentence that people are shown.
inline void holdIsSentence(const std::string& text) {
    if (text.empty()) broken("a fault is told in words");
    if (!isUtf8(text)) broken("what is told is UTF-8: " + text);
    if (text.find('\0') != std::string::npos) broken("what is told holds no zero byte");
}

/// What the decoded record is, as text. A record that is taken is an item that can be written and read again.
inline std::string checkedRecord(const SourceReader& reader, const SourceRecord& record,
                                 const KeySchema& keys) {
    const auto decoded = reader.decode(record, keys, true);
    if (!decoded) {
        const Error& error = decoded.error();
        holdIsSentence(error.text());
        if (error.range) {
            hold(error.range->begin <= error.range->end && error.range->end <= record.text.size(),
                 "the bytes that are wrong are of the record");
        }
        return "refused: " + error.text();
    }
    std::string text = toDynamoDbJson(decoded->item);
    hold(isUtf8(text), "an item is UTF-8");
    const auto again = parseItem(text, JsonForm::DynamoDb, {});
    if (!again) broken("an item that is taken can be read again: " + again.error().text() + " " + text);
    hold(toDynamoDbJson(again->item) == text, "an item that is taken is the same when it is read again");
    for (const std::string& name : decoded->names)
        hold(isUtf8(name), "names are UTF-8");
    for (const std::string& repair : decoded->repairs) {
        holdIsSentence(repair);
        text += " (" + repair + ")";
    }
    return (decoded->action == DecodedRecord::Action::Delete ? "delete " : "put ") + text;
}

/// Lines of records go up, file by file, unless the format hands rows on in another order.
struct SourceRules {
    bool linesGoUp = true;
    std::size_t mostRecords = 0;  // a source that gives more never ends
};

/// All that the source says, as text.
inline std::string readChecked(const SourceLocation& location, const SourceOptions& options,
                               const SourceRules& rules) {
    const auto opened = openSource(location, options);
    if (!opened) {
        holdIsSentence(opened.error().text());
        return "not opened: " + opened.error().text();
    }
    SourceReader& reader = **opened;
    const KeySchema keys{{{"pk", ValueType::String}}, {}};
    std::string out = reader.detection().description + "\n";
    std::uint64_t line = 0;
    std::uint32_t file = 0;
    for (std::size_t count = 0;; ++count) {
        hold(count <= rules.mostRecords, "reading ends");
        const auto record = reader.next();
        if (!record) {
            holdIsSentence(record.error().text());
            out += "error: " + record.error().text() + "\n";
            break;
        }
        if (!*record) break;
        const SourceRecord& found = **record;
        hold(found.table < reader.tables().size(), "a record's table is known");
        hold(found.file < reader.files().size(), "a record's file is known");
        hold(found.line > 0, "a record has a line");
        if (found.file != file) line = 0;
        hold(!rules.linesGoUp || found.line >= line, "line numbers never go down");
        line = found.line;
        file = found.file;
        out += std::to_string(line) + " " + std::to_string(found.table) + " ";
        out += found.complete ? checkedRecord(reader, found, keys) : "cut";
        out += "\n";
    }
    for (const SourceNote& note : reader.notes()) {
        holdIsSentence(note.text);
        out += std::to_string(note.line) + ": " + note.text + "\n";
    }
    for (const SourceTable& table : reader.tables()) {
        hold(isUtf8(table.name), "a table's name is UTF-8");
        out += table.name + "\n";
        if (!table.schema) continue;
        // What a table may be called is the table's to say.
        TableDefinition named = *table.schema;
        named.name = "Fuzz";
        const auto valid = validateDefinition(named);
        if (!valid) broken("a schema that is taken is valid: " + valid.error().text());
        out += toCreateTableJson(*table.schema, 0) + "\n";
    }
    return out + (reader.endedEarly() ? "ended early\n" : "");
}

/// As readChecked(), twice: the same has to come of it.
inline void readTwice(const SourceLocation& location, const SourceOptions& options,
                      const SourceRules& rules) {
    const std::string first = readChecked(location, options, rules);
    if (readChecked(location, options, rules) != first) broken("read twice, a source says the same");
}

}  // namespace partita
