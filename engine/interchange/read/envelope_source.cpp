#include "engine/interchange/read/envelope_source.h"

#include <utility>

#include "engine/interchange/text_encoding.h"

namespace partita {
namespace {

// Names that are told one by one; a source with more of them is something else than it seems.
constexpr std::size_t kNamesTold = 100;
constexpr std::size_t kLongestNameTold = 255;

std::size_t placeIn(const SourceRecord& record, std::string_view part) {
    return static_cast<std::size_t>(part.data() - record.text.data());
}

/// The same error of a text that begins so many bytes later.
Error moved(Error error, std::size_t by) {
    if (error.range) {
        error.range->begin += by;
        error.range->end += by;
    }
    return error;
}

}  // namespace

EnvelopeSource::EnvelopeSource(ByteSource source, SourceDetection detection, JsonForm form,
                               std::size_t bufferBytes)
    : m_detection(std::move(detection)), m_form(form), m_files{source.name()} {
    m_reader = RecordReader::ofSource(std::move(source), this, bufferBytes);
}

Result<std::optional<SourceRecord>> EnvelopeSource::next() {
    const auto record = m_reader->next();
    if (!record) return record.error();
    if (!*record) {
        if (!std::exchange(m_finished, true)) {
            finish();
            if (m_tables.empty()) tableNamed({});
        }
        return std::optional<SourceRecord>();
    }
    SourceRecord out;
    out.text = (*record)->text;
    out.line = (*record)->line;
    out.offset = (*record)->offset;
    out.complete = (*record)->complete;
    out.tooLong = (*record)->tooLong;
    complete(out, (*record)->place);
    return std::optional(out);
}

std::uint32_t EnvelopeSource::tableNamed(std::string_view name) {
    const auto known = m_tableOf.find(name);
    if (known != m_tableOf.end()) return known->second;
    const auto index = static_cast<std::uint32_t>(m_tables.size());
    // The name may be damaged as any text may.
    m_tables.emplace_back().name = asUtf8(std::string(name));
    m_tableOf.emplace(name, index);
    return index;
}

void EnvelopeSource::note(SourceNote::Kind kind, std::uint64_t line, std::string text) {
    m_notes.push_back({kind, line, asUtf8(std::move(text))});
}

void EnvelopeSource::noteLost(std::string_view name, std::uint64_t line) {
    name = name.substr(0, kLongestNameTold);
    if (m_lost.size() >= kNamesTold || m_lost.contains(name)) return;
    m_lost.emplace(name);
    note(SourceNote::Kind::Lost, line,
         "\"" + std::string(name) + "\" stands beside the items and is not taken over.");
}

Result<DecodedRecord> decodePart(const SourceRecord& record, std::string_view part, JsonForm form,
                                 const KeySchema& keys, bool keepNames) {
    auto parsed = parseItem(part, form, keys, keepNames);
    if (!parsed) return moved(parsed.error(), placeIn(record, part));
    DecodedRecord decoded;
    decoded.item = std::move(parsed->item);
    decoded.form = parsed->form;
    decoded.numbersRewritten = parsed->numbersRewritten;
    decoded.names = std::move(parsed->names);
    return decoded;
}

Result<JsonOutline> membersOf(const SourceRecord& record, std::string_view part) {
    JsonOutline outline = outlineOf(part);
    if (!outline.isWhole || outline.size != part.size()) {
        if (const auto value = parsePlainValue(part); !value)
            return moved(value.error(), placeIn(record, part));
        return wrongPart("A JSON object, { … }, is wanted here.", record, part);
    }
    if (const std::string_view twice = outline.nameTwice(); !twice.empty()) {
        return wrongPart(
            "The name \"" + std::string(twice) + "\" occurs twice in one object. Keep one of them.", record,
            part);
    }
    return outline;
}

std::string_view plainText(std::string_view value) {
    if (value.size() < 2 || value.front() != '"' || value.back() != '"' ||
        value.find('\\') != std::string_view::npos)
        return {};
    return value.substr(1, value.size() - 2);
}

Error wrongPart(std::string message, const SourceRecord& record, std::string_view part) {
    Error error = Error::badInput(std::move(message));
    error.range = SourceRange{0, part.size()};
    return moved(std::move(error), placeIn(record, part));
}

}  // namespace partita
