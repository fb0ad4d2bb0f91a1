#include "engine/interchange/read/s3_export_record.h"

#include <algorithm>
#include <charconv>

#include "engine/interchange/read/s3_export_lines.h"
#include "engine/interchange/text_encoding.h"

namespace partita {
namespace {

struct Member {
    std::string_view name;   // as it stands, without the quotation marks
    std::string_view value;  // as it stands
};

/// Walks over the members of one JSON object without parsing their values.
class Members final {
  public:
    explicit Members(std::string_view json) : m_json(json) {
        skipBlanks();
        if (peek() == '{')
            ++m_at;
        else
            m_broken = true;
    }

    /// The next one; nothing at the end, or where the object is broken.
    std::optional<Member> next() {
        skipBlanks();
        if (m_broken || m_ended) return std::nullopt;
        if (peek() == '}') {
            ++m_at;
            skipBlanks();
            m_ended = true;
            m_broken = m_at != m_json.size();
            return std::nullopt;
        }
        if (m_any) {
            if (peek() != ',') return broken();
            ++m_at;
            skipBlanks();
        }
        m_any = true;
        Member member;
        const std::size_t nameBegin = m_at;
        if (peek() != '"' || !skipString()) return broken();
        member.name = m_json.substr(nameBegin + 1, m_at - nameBegin - 2);
        skipBlanks();
        if (peek() != ':') return broken();
        ++m_at;
        skipBlanks();
        const std::size_t valueBegin = m_at;
        if (!skipValue()) return broken();
        member.value = m_json.substr(valueBegin, m_at - valueBegin);
        return member;
    }

    /// After the last: whether the object was well-formed at this level.
    bool isWhole() const { return m_ended && !m_broken; }

  private:
    std::nullopt_t broken() {
        m_broken = true;
        return std::nullopt;
    }
    char peek() const { return m_at < m_json.size() ? m_json[m_at] : '\0'; }
    void skipBlanks() { m_at = std::min(m_json.find_first_not_of(" \t\r\n", m_at), m_json.size()); }
    bool skipString() {
        for (++m_at; m_at < m_json.size(); ++m_at) {
            m_at = std::min(m_json.find_first_of("\"\\", m_at), m_json.size());
            if (peek() == '"') {
                ++m_at;
                return true;
            }
            ++m_at;  // what a backslash escapes
        }
        return false;
    }
    bool skipValue() {
        if (peek() == '"') return skipString();
        if (peek() != '{' && peek() != '[') {
            const std::size_t begin = m_at;
            m_at = std::min(m_json.find_first_of(" \t\r\n,:]}", m_at), m_json.size());
            return m_at > begin;
        }
        std::size_t depth = 0;
        while (m_at < m_json.size()) {
            m_at = std::min(m_json.find_first_of("\"{}[]", m_at), m_json.size());
            const char c = peek();
            if (c == '"') {
                if (!skipString()) return false;
                continue;
            }
            ++m_at;
            if (c == '{' || c == '[') ++depth;
            if ((c == '}' || c == ']') && --depth == 0) return true;
        }
        return false;
    }

    std::string_view m_json;
    std::size_t m_at = 0;
    bool m_any = false;
    bool m_ended = false;
    bool m_broken = false;
};

/// The part of the line as an item; errors tell the bytes of the line.
Result<DecodedRecord> decoded(std::string_view part, std::string_view line, JsonForm form,
                              const KeySchema& keys, bool keepNames) {
    auto parsed = parseItem(part, form, keys, keepNames);
    if (!parsed) {
        Error error = parsed.error();
        const auto shift = static_cast<std::size_t>(part.data() - line.data());
        if (error.range) error.range = SourceRange{error.range->begin + shift, error.range->end + shift};
        return error;
    }
    DecodedRecord record;
    record.item = std::move(parsed->item);
    record.form = parsed->form;
    record.numbersRewritten = parsed->numbersRewritten;
    record.names = std::move(parsed->names);
    return record;
}

struct Envelope {
    std::optional<std::string_view> item, keys, newImage, oldImage, metadata;
    std::string others;  // names that no export has
    std::string twice;   // a name that occurs again
    bool isWhole = false;
    bool any() const { return item || keys || newImage || oldImage || metadata; }
};

Envelope envelopeOf(std::string_view line) {
    Envelope envelope;
    Members members(line);
    while (const auto member = members.next()) {
        std::optional<std::string_view>* const place = member->name == "Item"       ? &envelope.item
                                                       : member->name == "Keys"     ? &envelope.keys
                                                       : member->name == "NewImage" ? &envelope.newImage
                                                       : member->name == "OldImage" ? &envelope.oldImage
                                                       : member->name == "Metadata" ? &envelope.metadata
                                                                                    : nullptr;
        if (!place)
            envelope.others += (envelope.others.empty() ? "" : ", ") + std::string(member->name);
        else if (place->has_value())
            envelope.twice = member->name;
        else
            *place = member->value;
    }
    envelope.isWhole = members.isWhole();
    return envelope;
}

Error wrong(std::string message, std::string_view line) {
    Error error = Error::badInput(asUtf8(std::move(message)));
    error.range = SourceRange{0, line.size()};
    return error;
}

std::optional<std::uint64_t> wholeNumber(std::string_view text) {
    if (text.size() > 1 && text.front() == '"') text = text.substr(1, text.size() - 2);
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

Result<DecodedRecord> decodeS3ExportLine(std::string_view line, const KeySchema& keys, bool keepNames) {
    // Almost all lines of a full export look like this; if another member follows, the parser says so.
    constexpr std::string_view kUsual = "{\"Item\":";
    if (line.starts_with(kUsual) && line.ends_with('}')) {
        auto record = decoded(line.substr(kUsual.size(), line.size() - kUsual.size() - 1), line,
                              JsonForm::DynamoDb, keys, keepNames);
        if (record) return record;
    }
    const Envelope envelope = envelopeOf(line);
    if (!envelope.isWhole && line.starts_with(kUsual)) {
        // Where the item itself is broken, the parser says so best.
        auto item = decoded(line.substr(kUsual.size()), line, JsonForm::DynamoDb, keys, keepNames);
        if (!item) return item;
    }
    if (!envelope.isWhole && (envelope.any() || line.starts_with(kUsual)))
        return wrong("This is no whole JSON object: a bracket, a comma or a quotation mark is missing.",
                     line);
    // A bare item, or something else: the parser has the right words.
    if (!envelope.any()) return decoded(line, line, JsonForm::DynamoDb, keys, keepNames);
    if (!envelope.twice.empty())
        return wrong("The member " + envelope.twice + " occurs twice in one record.", line);
    if (envelope.item && (envelope.keys || envelope.newImage || envelope.oldImage))
        return wrong("A record holds either Item, or Keys and images; this one holds both.", line);

    const bool isNull = envelope.newImage == "null";
    const bool isPut = envelope.item || (envelope.newImage && !isNull);
    if (!isPut && !envelope.keys) return wrong("The record holds neither Item nor Keys nor NewImage.", line);
    const std::string_view part = envelope.item ? *envelope.item
                                  : isPut       ? *envelope.newImage
                                                : *envelope.keys;
    auto record = decoded(part, line, JsonForm::DynamoDb, keys, keepNames);
    if (!record) return record;
    record->action = isPut ? DecodedRecord::Action::Put : DecodedRecord::Action::Delete;
    if (!envelope.others.empty())
        record->repairs.push_back(
            asUtf8("Beside the item stands what no export has; it was not read: " + envelope.others + "."));
    return record;
}

std::optional<std::uint64_t> s3ExportWriteMicros(std::string_view line) {
    Members members(line);
    while (const auto member = members.next()) {
        if (member->name != "Metadata") continue;
        Members metadata(member->value);
        while (const auto entry = metadata.next()) {
            if (entry->name != "WriteTimestampMicros") continue;
            if (!entry->value.starts_with('{')) return wholeNumber(entry->value);
            const auto typed = Members(entry->value).next();
            return typed ? wholeNumber(typed->value) : std::nullopt;
        }
    }
    return std::nullopt;
}

std::string looksLikeS3ExportData(std::string_view head) {
    const std::size_t object = std::min(head.find('{'), head.size());
    const bool isLaidOut = isLaidOutJson(head);
    const std::string_view line = isLaidOut ? head.substr(object) : head.substr(0, head.find('\n'));
    Members members(line);
    bool keys = false;
    bool metadata = false;
    bool images = false;
    while (const auto member = members.next()) {
        if (member->name == "Item" && member->value.starts_with('{'))
            return "data file of a DynamoDB export to S3";
        keys = keys || member->name == "Keys";
        metadata = metadata || (member->name == "Metadata" &&
                                member->value.find("WriteTimestampMicros") != std::string_view::npos);
        images = images || member->name == "NewImage" || member->name == "OldImage";
    }
    // The head may end inside the first record, whose other members then are not seen.
    if (metadata && (keys || images || !members.isWhole()))
        return "data file of a DynamoDB export to S3 (incremental)";
    return {};
}

}  // namespace partita
