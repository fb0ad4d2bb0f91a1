#include "engine/interchange/read/stream_records_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/interchange/read/readers.h"
#include "engine/interchange/source_kind.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

using namespace std::string_view_literals;

// Places of the guide, beside kOutermost.
constexpr int kOutput = 1;   // inside an event or the output of GetRecords
constexpr int kRecords = 2;  // inside its "Records"

constexpr auto kRecord = RecordGuide::Choice::What::Record;
constexpr auto kOpen = RecordGuide::Choice::What::Open;
constexpr auto kSkip = RecordGuide::Choice::What::Skip;

// The first objects of a source are looked at as a whole; after them only those that begin as an event does.
constexpr unsigned kOutlinedAtFirst = 16;

// Of GetRecords, and of Lambda's windows and batches.
constexpr std::array kBeside = {"NextShardIterator"sv,
                                "MillisBehindLatest"sv,
                                "ChildShards"sv,
                                "ResponseMetadata"sv,
                                "$metadata"sv,
                                "window"sv,
                                "state"sv,
                                "shardId"sv,
                                "eventSourceARN"sv,
                                "isFinalInvokeForWindow"sv,
                                "isWindowTerminatedEarly"sv};

bool isBeside(std::string_view name) {
    return std::find(kBeside.begin(), kBeside.end(), name) != kBeside.end();
}

const JsonMember* objectNamed(const JsonOutline& outline, std::string_view name) {
    const JsonMember* const member = outline.find(name);
    return member && member->first() == '{' ? member : nullptr;
}

/// The data that a record of Kinesis carries, in base64; empty: this is none.
std::string_view carriedBy(const JsonOutline& record) {
    if (const JsonMember* const kinesis = objectNamed(record, "kinesis")) {
        const JsonOutline inside = outlineOf(kinesis->value);
        const JsonMember* const data = inside.find("data");
        return data ? plainText(data->value) : std::string_view();
    }
    const JsonMember* const data = record.find("Data");
    return data && record.find("PartitionKey") ? plainText(data->value) : std::string_view();
}

/// arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL
std::string_view tableOfArn(std::string_view arn) {
    constexpr std::string_view kBefore = ":table/";
    const std::size_t at = arn.find(kBefore);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = arn.substr(at + kBefore.size());
    return rest.substr(0, rest.find('/'));
}

std::string_view tableOf(const JsonOutline& record) {
    if (const JsonMember* const arn = record.find("eventSourceARN")) {
        const std::string_view name = tableOfArn(plainText(arn->value));
        if (!name.empty()) return name;
    }
    const JsonMember* const name = record.find("tableName");
    return name ? plainText(name->value) : std::string_view();
}

bool looksLikeRecord(const JsonOutline& record) {
    const JsonMember* const change = objectNamed(record, "dynamodb");
    const JsonMember* const kinesis = objectNamed(record, "kinesis");
    const bool carriesData = kinesis && outlineOf(kinesis->value).find("data");
    return (change && !isTypedValue(change->value)) || carriesData || !carriedBy(record).empty();
}

}  // namespace

StreamRecordsSource::StreamRecordsSource(ByteSource source, SourceDetection detection,
                                         const SourceOptions& options, std::size_t bufferBytes)
    : EnvelopeSource(std::move(source), std::move(detection), options.form, bufferBytes) {}

bool StreamRecordsSource::wantsOutline(int place, std::string_view head) {
    if (place != kOutermost) return false;
    if (m_outlined < kOutlinedAtFirst) {
        ++m_outlined;
        return true;
    }
    const std::string_view name = firstNameOf(head);
    return name.empty() || name == "Records" || isBeside(name);
}

RecordGuide::Choice StreamRecordsSource::object(int, const JsonOutline& outline, std::uint64_t) {
    if (outline.find("dynamodb") || outline.find("kinesis")) return {kRecord};
    const JsonMember* const records = outline.find("Records");
    const bool isOutput = (records && records->first() == '[') || outline.find("NextShardIterator");
    return isOutput ? Choice{kOpen, kOutput} : Choice{kRecord};
}

RecordGuide::Choice StreamRecordsSource::member(int, std::string_view name, char first, std::uint64_t line) {
    if (name == "Records" && first == '[') return {kOpen, kRecords};
    if (!isBeside(name)) noteLost(name, line);
    return {kSkip};
}

void StreamRecordsSource::complete(SourceRecord& record, int) {
    JsonOutline outline = outlineOf(record.text);
    if (record.complete) {
        auto carried = fromBase64(carriedBy(outline));
        if (carried && carried->starts_with('{')) {
            m_carried = *std::move(carried);
            record.text = m_carried;
            outline = outlineOf(record.text);
        }
    }
    record.table = tableNamed(tableOf(outline));
    std::optional<std::uint64_t> order;
    if (const JsonMember* const change = objectNamed(outline, "dynamodb")) {
        const JsonOutline inside = outlineOf(change->value);
        if (const JsonMember* const number = inside.find("SequenceNumber"))
            order = m_order.of(plainText(number->value));
    }
    // One that has none stays behind the one before it, as it does in the source.
    if (order) {
        m_lastOrder = *order;
        m_anyOrdered = true;
    } else if (m_unorderedLine == 0) {
        m_unorderedLine = record.line;
    }
    record.order = m_lastOrder;
}

void StreamRecordsSource::finish() {
    if (!m_anyOrdered || m_unorderedLine == 0) return;
    note(SourceNote::Kind::Warning, m_unorderedLine,
         "Some records have no sequence number. They are taken to follow the record before them.");
}

Result<DecodedRecord> StreamRecordsSource::decode(const SourceRecord& record, const KeySchema& keys,
                                                  bool keepNames) const {
    const auto outline = membersOf(record, record.text);
    if (!outline) return outline.error();
    const JsonMember* const change = objectNamed(*outline, "dynamodb");
    if (!change)
        return wrongPart("This is no record of a stream: it has no \"dynamodb\" that is an object.", record,
                         record.text);
    const auto images = membersOf(record, change->value);
    if (!images) return images.error();
    const JsonMember* const event = outline->find("eventName");
    const std::string_view name = event ? plainText(event->value) : std::string_view();
    if (name == "REMOVE") {
        const JsonMember* const key = objectNamed(*images, "Keys");
        if (!key) return wrongPart("The removal has no \"Keys\".", record, change->value);
        auto decoded = decodePart(record, key->value, form(), keys, keepNames);
        if (decoded) decoded->action = DecodedRecord::Action::Delete;
        return decoded;
    }
    if (name != "INSERT" && name != "MODIFY") {
        return wrongPart("The record's \"eventName\" is none of INSERT, MODIFY and REMOVE.", record,
                         event ? event->value : record.text);
    }
    const JsonMember* const image = objectNamed(*images, "NewImage");
    if (!image) {
        const JsonMember* const view = images->find("StreamViewType");
        const std::string_view type = view ? plainText(view->value) : std::string_view();
        const std::string why = type.empty() ? "" : " The stream's view type is " + std::string(type) + ".";
        return wrongPart("The record has no \"NewImage\", so what was written is not known." + why, record,
                         change->value);
    }
    auto decoded = decodePart(record, image->value, form(), keys, keepNames);
    // Whoever asks for the names wants to learn what the table is like.
    const JsonMember* const key = keepNames ? objectNamed(*images, "Keys") : nullptr;
    if (!decoded || !key) return decoded;
    if (auto said = decodePart(record, key->value, form(), {}, true)) {
        for (std::string& one : said->names) {
            if (std::find(decoded->names.begin(), decoded->names.end(), one) == decoded->names.end())
                decoded->names.push_back(std::move(one));
        }
        decoded->key = std::move(said->item);
    }
    return decoded;
}

std::string looksLikeStreamRecords(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    const std::string_view first = head.starts_with('[') ? firstElementOf(head) : head;
    const JsonOutline object = outlineOf(first);
    if (looksLikeRecord(object)) return "records of DynamoDB Streams";
    const JsonMember* const records = object.find("Records");
    if (!records || records->first() != '[') return {};
    if (looksLikeRecord(outlineOf(firstElementOf(records->value)))) {
        return object.find("NextShardIterator") ? "output of get-records of DynamoDB Streams"
                                                : "an event of DynamoDB Streams, as Lambda gets it";
    }
    return object.find("NextShardIterator") ? "output of get-records without records" : "";
}

Result<std::unique_ptr<SourceReader>> readStreamRecords(ByteSource source, SourceDetection detection,
                                                        const SourceOptions& options) {
    const auto head = source.head(kHeadBytes);
    if (!head) return head.error();
    if (auto text = checkIsJsonText(*head, source.name()); !text) return text.error();
    if (detection.description.empty()) detection.description = looksLikeStreamRecords(*head);
    return std::unique_ptr<SourceReader>(
        std::make_unique<StreamRecordsSource>(std::move(source), std::move(detection), options));
}

}  // namespace partita
