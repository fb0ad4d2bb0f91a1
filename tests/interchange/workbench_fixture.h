// Helpers of the Workbench tests: models read whole, and printed as text.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

namespace partita::test {

inline std::string dataFile(const std::string& name) {
    std::ifstream file(PARTITA_TEST_DATA "/workbench/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline Result<std::unique_ptr<SourceReader>> readModel(const std::string& text, bool repair = false) {
    SourceOptions options;
    options.repair = repair;
    return readWorkbench(text, "model.json", {SourceFormat::Workbench, looksLikeWorkbench(text), "UTF-8", ""},
                         options);
}

/// One line a row: its line, its table, the item or "refused: …", and the repairs.
inline std::vector<std::string> rowsOf(SourceReader& reader) {
    std::vector<std::string> lines;
    for (;;) {
        const auto record = reader.next();
        if (!record) return lines.push_back("failed: " + record.error().text()), lines;
        if (!*record) return lines;
        std::string line =
            std::to_string((*record)->line) + " " + reader.tables()[(*record)->table].name + " ";
        const auto decoded = reader.decode(**record, {}, false);
        line += decoded ? toDynamoDbJson(decoded->item) : "refused: " + decoded.error().text();
        for (const std::string& repair : decoded ? decoded->repairs : std::vector<std::string>())
            line += " | " + repair;
        lines.push_back(line);
    }
}

inline std::string notesOf(const SourceReader& reader) {
    std::string text;
    for (const SourceNote& note : reader.notes()) {
        text += note.kind == SourceNote::Kind::Lost       ? "lost "
                : note.kind == SourceNote::Kind::Repaired ? "repaired "
                                                          : "warning ";
        text += std::to_string(note.line) + ": " + note.text + "\n";
    }
    return text;
}

}  // namespace partita::test
