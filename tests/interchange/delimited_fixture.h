// CSV read to one line a record. Tests only.
#pragma once

#include <string>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

inline const partita::KeySchema kKeys{{{"pk", partita::ValueType::String}}, {}};

/// One line a record: the item, or the reason why not; then notes and how it ended.
inline std::string dump(partita::SourceReader& reader, const partita::KeySchema& keys) {
    std::string all;
    for (;;) {
        const auto record = reader.next();
        if (!record) return all + "error: " + record.error().text() + "\n";
        if (!*record) break;
        all += std::to_string((*record)->line) + " ";
        if ((*record)->tooLong) {
            all += "too long\n";
            continue;
        }
        const auto item = reader.decode(**record, keys, false);
        all += item ? partita::toPlainJson(item->item) : "! " + item.error().text();
        if (item) {
            for (const std::string& repair : item->repairs)
                all += " [" + repair + "]";
        }
        all += "\n";
    }
    return all + (reader.endedEarly() ? "ended early\n" : "");
}

inline std::string read(const std::string& text, const partita::SourceOptions& options = {},
                        const partita::KeySchema& keys = kKeys) {
    auto reader = partita::readDelimited(partita::ByteSource::ofText(text),
                                         {partita::SourceFormat::Csv, {}, "UTF-8", {}}, options);
    if (!reader) return "error: " + reader.error().text() + "\n";
    return dump(**reader, keys);
}
