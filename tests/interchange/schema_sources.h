// What the tests of readers of schemas share: a source read, and printed as text. Test code only.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

namespace partita {

using ReadText = std::function<Result<std::unique_ptr<SourceReader>>(const std::string& text)>;

/// The request of create-table, with its entities, and the notes; or the fault.
inline std::string printed(const Result<std::unique_ptr<SourceReader>>& reader) {
    if (!reader) return "! " + reader.error().text();
    std::string out;
    for (const SourceTable& table : (*reader)->tables()) {
        out += table.name + " " + (table.schema ? toCreateTableJson(*table.schema, 0) : "-") + "\n";
        for (const SourceEntity& entity : table.entities) {
            out += "  " + entity.name + ":";
            for (const std::string& name : entity.attributes)
                out += " " + name;
            for (const auto& [name, pattern] : entity.keyTemplates)
                out += " " + name + "=" + pattern;
            out += "\n";
        }
    }
    for (const SourceNote& note : (*reader)->notes()) {
        const char* const kind = note.kind == SourceNote::Kind::Lost       ? "lost"
                                 : note.kind == SourceNote::Kind::Repaired ? "repaired"
                                                                           : "warning";
        out += std::string(kind) + " " + std::to_string(note.line) + ": " + note.text + "\n";
    }
    return out;
}

/// Seconds that reading takes; the result may be anything.
inline double secondsOf(const ReadText& read, const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    const auto reader = read(text);
    if (reader && (*reader)->tables().size() > text.size()) return -1;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace partita
