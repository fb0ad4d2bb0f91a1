#include "engine/api/stream_record.h"

#include "engine/api/json_value.h"
#include "engine/api/stream_iterator.h"
#include "engine/api/table_description.h"

namespace partita {
namespace {

std::string_view eventName(StreamEvent event) {
    switch (event) {
        case StreamEvent::Insert:
            return "INSERT";
        case StreamEvent::Modify:
            return "MODIFY";
        case StreamEvent::Remove:
            break;
    }
    return "REMOVE";
}

/// 32 hexadecimal digits: the same whenever the record is read, another for another record.
std::string eventIdOf(const StreamInfo& stream, const StreamRecord& record) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const std::string text = stream.table + "/" + stream.label + "/" + std::to_string(record.sequence);
    std::string id;
    for (const std::uint64_t half : {mixedBytes(text, 1), mixedBytes(text, 2)}) {
        for (unsigned i = 0; i < 16; ++i)
            id += kHex[(half >> (4 * i)) & 15U];
    }
    return id;
}

}  // namespace

void appendRecord(const StreamInfo& stream, const StreamRecord& record, std::string_view region,
                  JsonWriter& json) {
    json.begin()
        .member("eventID", eventIdOf(stream, record))
        .member("eventName", eventName(record.event))
        .member("eventVersion", "1.1")
        .member("eventSource", "aws:dynamodb")
        .member("awsRegion", region)
        .key("dynamodb")
        .begin();
    // The service rounds it down to whole seconds.
    json.key("ApproximateCreationDateTime").time(record.time / 1000 * 1000).key("Keys");
    appendJson(record.key, json.place());
    if (record.newImage) {
        json.key("NewImage");
        appendJson(*record.newImage, json.place());
    }
    if (record.oldImage) {
        json.key("OldImage");
        appendJson(*record.oldImage, json.place());
    }
    json.member("SequenceNumber", sequenceText(record.sequence))
        .member("SizeBytes", record.bytes)
        .member("StreamViewType", viewTypeName(stream.viewType))
        .end();
    if (record.expired) {
        json.key("userIdentity")
            .begin()
            .member("PrincipalId", "dynamodb.amazonaws.com")
            .member("Type", "Service")
            .end();
    }
    json.end();
}

}  // namespace partita
