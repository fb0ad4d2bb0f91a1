// What a source gives, as text: one line a record, then what it says of the whole. For tests of readers.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/interchange/read/source_reader.h"

namespace partita {

/// A record: its line, its table if it is named, "delete" for one, the item or the fault, and what was
/// repaired.
inline std::string dumpRecord(const SourceReader& source, const SourceRecord& record, const KeySchema& keys) {
    std::string out = std::to_string(record.line) + " ";
    const std::string& table = source.tables().at(record.table).name;
    if (!table.empty()) out += table + " ";
    if (!record.complete) return out + "cut\n";
    const auto decoded = source.decode(record, keys, false);
    if (!decoded) {
        const auto range = decoded.error().range;
        const std::string at =
            range ? " at '" + std::string(record.text.substr(range->begin, range->end - range->begin)) + "'"
                  : "";
        return out + "refused: " + decoded.error().text() + at + "\n";
    }
    if (decoded->action == DecodedRecord::Action::Delete) out += "delete ";
    out += toDynamoDbJson(decoded->item);
    for (const std::string& repair : decoded->repairs)
        out += " (" + repair + ")";
    return out + "\n";
}

inline std::string dumpNotes(const SourceReader& source) {
    std::string out;
    for (const SourceNote& note : source.notes()) {
        const char* const kind = note.kind == SourceNote::Kind::Lost       ? "lost"
                                 : note.kind == SourceNote::Kind::Repaired ? "repaired"
                                                                           : "warning";
        out += std::string(kind) + " " + std::to_string(note.line) + ": " + note.text + "\n";
    }
    return out;
}

/// All of it. At most `most` records: a source that never ends has to fail a test, not hang it.
inline std::string dumpSource(SourceReader& source, const KeySchema& keys, std::size_t most = 100'000) {
    std::string out;
    for (std::size_t count = 0;; ++count) {
        if (count == most) return out + "goes on and on\n";
        const auto record = source.next();
        if (!record) return out + "error: " + record.error().text() + "\n";
        if (!*record) break;
        out += dumpRecord(source, **record, keys);
    }
    out += dumpNotes(source);
    return out + (source.endedEarly() ? "ended early\n" : "");
}

/// The lines of `cut`, which was read of a source that was cut off, that are whole records, have to be the
/// first ones of `whole`. Empty: they are; else what differs.
inline std::string notTheBeginning(const std::string& cut, const std::string& whole) {
    std::size_t at = 0;
    std::size_t wholeAt = 0;
    while (at < cut.size()) {
        const std::size_t end = cut.find('\n', at);
        const std::string line = cut.substr(at, end - at);
        at = end + 1;
        const bool isRecord =
            line.find(" {") != std::string::npos && line.find("refused") == std::string::npos &&
            line.find("warning") == std::string::npos && line.find("lost") == std::string::npos;
        if (!isRecord) continue;
        const std::size_t wholeEnd = whole.find('\n', wholeAt);
        const std::string wanted = whole.substr(wholeAt, wholeEnd - wholeAt);
        if (line != wanted) return line + " is not " + wanted;
        wholeAt = wholeEnd + 1;
    }
    return {};
}

}  // namespace partita
