#include "engine/interchange/read/batch_write_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/interchange/read/readers.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

using namespace std::string_view_literals;

// Places of the guide, beside kOutermost.
constexpr int kInput = 1;     // inside the operation's input, or an object of tables
constexpr int kTables = 2;    // inside its "RequestItems"
constexpr int kRequests = 3;  // of one table
constexpr int kTransact = 4;  // inside "TransactItems", where each says its table

constexpr auto kRecord = RecordGuide::Choice::What::Record;
constexpr auto kOpen = RecordGuide::Choice::What::Open;
constexpr auto kSkip = RecordGuide::Choice::What::Skip;

constexpr std::array kBatchRequests = {"PutRequest"sv, "DeleteRequest"sv};
constexpr std::array kTransactRequests = {"Put"sv, "Delete"sv, "Update"sv, "ConditionCheck"sv};
constexpr std::array kHolders = {"RequestItems"sv, "UnprocessedItems"sv};
// Of the operations' input and output, besides; they say nothing of the items.
constexpr std::array kBeside = {"ReturnConsumedCapacity"sv,
                                "ReturnItemCollectionMetrics"sv,
                                "ClientRequestToken"sv,
                                "ConsumedCapacity"sv,
                                "ItemCollectionMetrics"sv,
                                "ResponseMetadata"sv,
                                "$metadata"sv};

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isRequest(const JsonMember& member) {
    return member.first() == '{' &&
           (contains(kBatchRequests, member.name) ||
            (contains(kTransactRequests, member.name) && !isTypedValue(member.value)));
}

bool isHolder(const JsonMember& member) {
    return (member.first() == '{' && contains(kHolders, member.name) && !isTypedValue(member.value)) ||
           (member.first() == '[' && member.name == "TransactItems");
}

bool holdsRequests(const JsonMember& array) {
    if (array.first() != '[') return false;
    const std::string_view element = firstElementOf(array.value);
    return !element.empty() && element.front() == '{' && contains(kBatchRequests, firstNameOf(element));
}

}  // namespace

BatchWriteSource::BatchWriteSource(ByteSource source, SourceDetection detection, const SourceOptions& options,
                                   std::size_t bufferBytes)
    : EnvelopeSource(std::move(source), std::move(detection), options.form, bufferBytes) {}

bool BatchWriteSource::wantsOutline(int place, std::string_view) {
    return place == kOutermost;
}

RecordGuide::Choice BatchWriteSource::object(int, const JsonOutline& outline, std::uint64_t) {
    const auto& members = outline.members;
    if (members.empty() || isRequest(members.front())) return {kRecord};
    const bool isInput = std::any_of(members.begin(), members.end(), [](const JsonMember& member) {
        return member.first() == '[' || isHolder(member) || contains(kBeside, member.name);
    });
    return isInput ? Choice{kOpen, kInput} : Choice{kRecord};
}

RecordGuide::Choice BatchWriteSource::member(int place, std::string_view name, char first,
                                             std::uint64_t line) {
    if (place == kInput) {
        if (first == '{' && contains(kHolders, name)) return {kOpen, kTables};
        if (first == '[' && name == "TransactItems") return {kOpen, kTransact};
        if (contains(kBeside, name)) return {kSkip};
    }
    if (first == '[') {
        m_table = tableNamed(name);
        return {kOpen, kRequests};
    }
    noteLost(name, line);
    return {kSkip};
}

void BatchWriteSource::left(int place, std::uint64_t) {
    if (place == kRequests) m_table.reset();
}

void BatchWriteSource::complete(SourceRecord& record, int place) {
    if (place == kRequests && m_table) {
        record.table = *m_table;
        return;
    }
    std::string_view name;
    const JsonOutline request = outlineOf(record.text);
    if (!request.members.empty()) {
        const JsonOutline inside = outlineOf(request.members.front().value);
        if (const JsonMember* const table = inside.find("TableName")) name = plainText(table->value);
    }
    record.table = tableNamed(name);
}

Result<DecodedRecord> BatchWriteSource::decode(const SourceRecord& record, const KeySchema& keys,
                                               bool keepNames) const {
    const auto request = membersOf(record, record.text);
    if (!request) return request.error();
    constexpr auto kWanted =
        "This is no request: it has to be {\"PutRequest\": {\"Item\": …}} or {\"DeleteRequest\": {\"Key\": "
        "…}}.";
    if (request->members.size() != 1) return wrongPart(kWanted, record, record.text);
    const JsonMember& only = request->members.front();
    if (only.name == "Update")
        return wrongPart("An Update is not taken: what it writes depends on the item that it meets.", record,
                         only.value);
    if (only.name == "ConditionCheck")
        return wrongPart("A ConditionCheck writes nothing.", record, only.value);
    const bool isBatch = contains(kBatchRequests, only.name);
    if (!isBatch && !contains(kTransactRequests, only.name)) return wrongPart(kWanted, record, record.text);

    const bool isPut = only.name == "PutRequest" || only.name == "Put";
    const auto inside = membersOf(record, only.value);
    if (!inside) return inside.error();
    const std::string wanted = isPut ? "Item" : "Key";
    const JsonMember* const content = inside->find(wanted);
    if (!content || content->first() != '{')
        return wrongPart("The request has no \"" + wanted + "\" that is an object.", record, only.value);
    if (isBatch && inside->members.size() > 1)
        return wrongPart("The request has more members than \"" + wanted + "\".", record, only.value);

    auto decoded = decodePart(record, content->value, form(), keys, keepNames);
    if (!decoded) return decoded;
    decoded->action = isPut ? DecodedRecord::Action::Put : DecodedRecord::Action::Delete;
    if (inside->find("ConditionExpression"))
        decoded->repairs.push_back("The condition of the request is not looked at.");
    return decoded;
}

std::string looksLikeBatchWrite(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    const std::string_view first = head.starts_with('[') ? firstElementOf(head) : head;
    const JsonOutline object = outlineOf(first);
    if (looksTyped(object)) return {};
    for (const JsonMember& member : object.members) {
        if (member.first() == '[' && member.name == "TransactItems") return "input of transact-write-items";
        if (isHolder(member)) {
            const JsonOutline tables = outlineOf(member.value);
            if (tables.members.empty() || holdsRequests(tables.members.front()))
                return "requests of batch-write-item";
        }
        if (holdsRequests(member)) return "requests of batch-write-item";
    }
    if (object.members.empty() || !isRequest(object.members.front())) return {};
    const JsonOutline inside = outlineOf(object.members.front().value);
    if (contains(kBatchRequests, object.members.front().name)) {
        const bool holdsItem = inside.find("Item") || inside.find("Key");
        return holdsItem ? "requests of batch-write-item, one after another" : "";
    }
    return inside.find("TableName") && object.members.size() == 1
               ? "requests of transact-write-items, one after another"
               : "";
}

Result<std::unique_ptr<SourceReader>> readBatchWrite(ByteSource source, SourceDetection detection,
                                                     const SourceOptions& options) {
    const auto head = source.head(kHeadBytes);
    if (!head) return head.error();
    if (auto text = checkIsJsonText(*head, source.name()); !text) return text.error();
    if (detection.description.empty()) detection.description = looksLikeBatchWrite(*head);
    return std::unique_ptr<SourceReader>(
        std::make_unique<BatchWriteSource>(std::move(source), std::move(detection), options));
}

}  // namespace partita
