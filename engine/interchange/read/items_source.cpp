#include "engine/interchange/read/items_source.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/interchange/read/envelope.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

// Places of the guide, beside kOutermost.
constexpr int kPage = 1;       // inside the output of an operation
constexpr int kPageItems = 2;  // inside its "Items"
constexpr int kTables = 3;     // inside "Responses", by table
constexpr int kTableItems = 4;
constexpr int kResults = 5;  // inside "Responses", in the order of the request

// The first objects of a source are looked at as a whole; after them only those that begin as an envelope
// does.
constexpr unsigned kOutlinedAtFirst = 16;

constexpr auto kRecord = RecordGuide::Choice::What::Record;
constexpr auto kOpen = RecordGuide::Choice::What::Open;
constexpr auto kLook = RecordGuide::Choice::What::Look;
constexpr auto kSkip = RecordGuide::Choice::What::Skip;

bool isNothing(std::string_view value) {
    return value == "null" || value == "\"\"" || (value.starts_with('{') && firstNameOf(value).empty());
}

}  // namespace

ItemsSource::ItemsSource(ByteSource source, SourceDetection detection, const SourceOptions& options,
                         std::size_t bufferBytes)
    : EnvelopeSource(std::move(source), std::move(detection), options.form, bufferBytes) {}

Result<DecodedRecord> ItemsSource::decode(const SourceRecord& record, const KeySchema& keys,
                                          bool keepNames) const {
    return decodePart(record, record.text, form(), keys, keepNames);
}

void ItemsSource::complete(SourceRecord& record, int place) {
    if (place == kPageItems) ++m_page.items;
    const auto table = std::exchange(m_wrappedTable, std::nullopt);
    record.table = table ? *table : m_table ? *m_table : tableNamed({});
}

bool ItemsSource::wantsOutline(int place, std::string_view head) {
    if (place == kResults) return true;
    if (place != kOutermost) return false;
    if (m_outlined < kOutlinedAtFirst) {
        ++m_outlined;
        return true;
    }
    const std::string_view name = firstNameOf(head);
    return name.empty() || mayBeginEnvelope(name);
}

RecordGuide::Choice ItemsSource::object(int place, const JsonOutline& outline, std::uint64_t line) {
    const Envelope envelope = envelopeOf(outline);
    if (!envelope.mayBeMeant.empty()) noteAmbiguous(envelope.mayBeMeant, line);
    if (envelope.kind == Envelope::Kind::Wrapped) return wrapped(outline, *outline.find("Item"), line);
    if (place == kResults) {
        // What was asked for and is not there is {}; of PartiQL an error may stand in the item's place.
        if (outline.isWhole && outline.members.empty()) return {kSkip};
        if (!outline.find("Error") || outline.find("Item")) return {kRecord};
        noteLost("Error", line);
        return {kSkip};
    }
    if (envelope.kind == Envelope::Kind::None) return {kRecord};
    m_page = Page();
    return {kOpen, kPage};
}

RecordGuide::Choice ItemsSource::wrapped(const JsonOutline& outline, const JsonMember& item,
                                         std::uint64_t line) {
    for (const JsonMember& member : outline.members) {
        if (&member == &item) continue;
        if (member.name == "TableName" && member.first() == '"') {
            m_wrappedTable = tableNamed(plainText(member.value));
        } else if (!isKnownBesideItems(member.name) || isCondition(member.name)) {
            noteLost(member.name, line);
        }
    }
    return {RecordGuide::Choice::What::Part, kOutermost, item.at, item.at + item.value.size()};
}

void ItemsSource::noteAmbiguous(std::string_view name, std::uint64_t line) {
    if (std::exchange(m_ambiguousTold, true)) return;
    note(SourceNote::Kind::Warning, line,
         "An object with a member \"" + std::string(name) +
             "\" is taken for an item, not for the output of an operation: other attributes stand beside it, "
             "and nothing that only such output has. Others like it are read the same way.");
}

RecordGuide::Choice ItemsSource::member(int place, std::string_view name, char first, std::uint64_t line) {
    if (place == kTables) {
        if (first == '[') {
            m_table = tableNamed(name);
            return {kOpen, kTableItems};
        }
        noteLost(name, line);
        return {kSkip};
    }
    if (name == "Items" && first == '[') return {kOpen, kPageItems};
    if (name == "Responses" && first == '{') return {kOpen, kTables};
    if (name == "Responses" && first == '[') return {kOpen, kResults};
    if (name == "Count" || name == "LastEvaluatedKey" || name == "NextToken" || name == "UnprocessedKeys")
        return {kLook};
    if (!isKnownBesideItems(name)) noteLost(name, line);
    return {kSkip};
}

void ItemsSource::looked(int, std::string_view name, std::string_view value, std::uint64_t line) {
    if (name == "Count") {
        std::uint64_t count = 0;
        const auto read = std::from_chars(value.data(), value.data() + value.size(), count);
        if (read.ec == std::errc() && read.ptr == value.data() + value.size()) {
            m_page.count = count;
            m_page.countLine = line;
        }
        return;
    }
    if (isNothing(value)) return;
    if (name == "UnprocessedKeys") {
        note(SourceNote::Kind::Warning, line,
             "The source may be incomplete: \"UnprocessedKeys\" names items that were asked for and not "
             "given.");
    } else {
        m_page.moreLine = line;
    }
}

void ItemsSource::left(int place, std::uint64_t) {
    if (place == kTableItems) m_table.reset();
    if (place != kPage) return;
    if (m_page.count && *m_page.count != m_page.items) {
        note(SourceNote::Kind::Warning, m_page.countLine,
             "\"Count\" says " + std::to_string(*m_page.count) + ", but the page has " +
                 std::to_string(m_page.items) + " items.");
    }
    m_moreLine = m_page.moreLine;
}

void ItemsSource::finish() {
    if (m_moreLine == 0) return;
    note(SourceNote::Kind::Warning, m_moreLine,
         "The source may be incomplete: its last page has a \"LastEvaluatedKey\" or \"NextToken\", so the "
         "table "
         "has more items.");
}

Result<std::unique_ptr<SourceReader>> readItems(ByteSource source, SourceDetection detection,
                                                const SourceOptions& options) {
    const auto head = source.head(kHeadBytes);
    if (!head) return head.error();
    if (auto text = checkIsJsonText(*head, source.name()); !text) return text.error();
    if (detection.description.empty()) detection.description = looksLikeItems(*head);
    return std::unique_ptr<SourceReader>(
        std::make_unique<ItemsSource>(std::move(source), std::move(detection), options));
}

}  // namespace partita
