// The one thing that a source without items can't do, and what is told of wrong declarations.
#include "engine/interchange/read/schema_source.h"

#include <charconv>

#include "engine/interchange/text_encoding.h"

namespace partita {

SourceNote notTakenOver(const std::string& what, const Error& fault, std::uint64_t line) {
    // "line 7", or behind the file's name.
    constexpr std::string_view kLine = "line ";
    const std::string place = ", " + fault.where;
    const std::size_t at = place.find(", line ");
    if (at != std::string::npos)
        std::from_chars(place.data() + at + 2 + kLine.size(), place.data() + place.size(), line);
    return {SourceNote::Kind::Lost, line, what + " is not taken over: " + fault.message};
}

std::vector<SourceNote> SchemaSource::notes() const {
    std::vector<SourceNote> all = m_found.notes;
    // They quote texts, which may hold zeros.
    for (SourceNote& note : all)
        note.text = asUtf8(std::move(note.text));
    return all;
}

Result<DecodedRecord> SchemaSource::decode(const SourceRecord&, const KeySchema&, bool) const {
    return Error::badInput("A schema holds no items.", m_files.front());
}

}  // namespace partita
