#include "engine/interchange/read/ion_record.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/interchange/read/ion_number.h"
#include "engine/interchange/read/ion_parser.h"
#include "engine/interchange/read/ion_scanner.h"
#include "engine/limits.h"

namespace partita {
namespace {

/// Skips names and values without reading them, to find one field early.
class Skimmer final {
  public:
    explicit Skimmer(std::string_view text) : m_text(text) {}

    /// Into the struct that stands here. False when there is none.
    bool enter() {
        if (!m_text.skipBlanks() || m_text.peek() != '{') return false;
        m_text.skip(1);
        return true;
    }

    /// To the value of that field of the struct that was entered. False when there is none.
    bool find(std::string_view wanted) {
        for (;;) {
            if (!m_text.skipBlanks()) return false;
            if (m_text.peek() == ',') {
                m_text.skip(1);
                continue;
            }
            std::string name;
            if (!token(name) || !m_text.skipBlanks() || m_text.peek() != ':') return false;
            m_text.skip(1);
            if (!m_text.skipBlanks()) return false;
            if (name == wanted) return true;
            if (!skipValue()) return false;
        }
    }

    std::string_view word() { return m_text.word(); }

  private:
    bool token(std::string& name) {
        const char c = m_text.peek();
        if (c == '"' || c == '\'') {
            auto text = c == '"'                   ? m_text.string()
                        : m_text.startsWith("'''") ? m_text.longString()
                                                   : m_text.quotedSymbol();
            if (text) name = std::move(*text);
            return text.ok();
        }
        name = m_text.word();
        return !name.empty();
    }

    bool skipValue() {
        for (;;) {
            if (!m_text.skipBlanks()) return false;
            const char c = m_text.peek();
            if (c == '{' || c == '[' || c == '(') {
                IonScanner scanner;
                scanner.start(false);
                std::size_t end = 0;
                if (scanner.scan(m_text.rest(), end) != IonScanner::Stop::Closed) return false;
                m_text.skip(end);
                return true;
            }
            std::string ignored;
            if (!token(ignored) || !m_text.skipBlanks()) return false;
            if (m_text.startsWith("::")) {
                m_text.skip(2);  // an annotation: its value comes now
                continue;
            }
            while (m_text.peek() == ':') {  // of a timestamp
                m_text.skip(1);
                m_text.word();
            }
            return true;
        }
    }

    IonText m_text;
};

bool isChange(const AttributeMap& map) {
    const Value* const keys = map.find("Keys");
    if (!keys || !keys->asMap() || map.size() < 2) return false;
    return std::all_of(map.begin(), map.end(), [](const Attribute& attribute) {
        return attribute.name == "Keys" || attribute.name == "Metadata" || attribute.name == "NewImage" ||
               attribute.name == "OldImage";
    });
}

/// The only attribute's map, when it has that name.
const AttributeMap* wrapped(const AttributeMap& map, std::string_view name) {
    const Value* const only = map.size() == 1 ? map.find(name) : nullptr;
    return only ? only->asMap() : nullptr;
}

/// Ion itself allows for more.
Result<void> checkNesting(const Item& item) {
    for (const Attribute& attribute : item) {
        if (depthOf(attribute.value) > limits::kNestingDepth)
            return Error::validation("Nesting Levels have exceeded supported limits", attribute.name);
    }
    return {};
}

}  // namespace

Result<DecodedRecord> decodeIonRecord(std::string_view text, bool repair, bool keepNames) {
    IonParser parser(text, repair, keepNames);
    auto value = parser.value();
    if (!value) return value.error();
    const AttributeMap* map = value->asMap();
    if (!map) {
        Error error = Error::badInput("An item is an Ion struct, { … }; this is something else.");
        error.range = SourceRange{0, text.size()};
        return error;
    }

    DecodedRecord record;
    std::string path;
    if (const AttributeMap* const item = wrapped(*map, "Item")) {
        map = item;
        path = "/Item";
    } else {
        const AttributeMap* const inner = wrapped(*map, "Record");
        const AttributeMap& change = inner ? *inner : *map;
        if (isChange(change)) {
            const Value* const image = change.find("NewImage");
            const bool isPut = image && image->asMap();
            if (image && !isPut && image->type() != ValueType::Null) {
                return Error::badInput("The new image is no struct, { … }.", "NewImage");
            }
            record.action = isPut ? DecodedRecord::Action::Put : DecodedRecord::Action::Delete;
            map = isPut ? image->asMap() : change.find("Keys")->asMap();
            path = std::string(inner ? "/Record" : "") + (isPut ? "/NewImage" : "/Keys");
        }
    }
    if (auto checked = checkNesting(*map); !checked) return checked.error();
    record.item = *map;
    record.numbersRewritten = parser.numbersRewritten();
    record.repairs = parser.repairs();
    record.names = parser.namesOf(path);
    return record;
}

std::optional<std::uint64_t> ionWriteMicros(std::string_view text) {
    const auto micros = [](Skimmer in) -> std::optional<std::uint64_t> {
        if (!in.find("Metadata") || !in.enter() || !in.find("WriteTimestampMicros")) return std::nullopt;
        const auto number = parseIonNumber(in.word());
        if (!number) return std::nullopt;
        const std::string digits = number->number.text();
        std::uint64_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
        return value;
    };
    Skimmer skimmer(text);
    if (!skimmer.enter()) return std::nullopt;
    Skimmer record = skimmer;
    if (record.find("Record") && record.enter()) return micros(record);
    return micros(skimmer);
}

}  // namespace partita
