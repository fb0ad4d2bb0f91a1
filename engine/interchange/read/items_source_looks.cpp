// Says of the beginning of a text in which arrangement it holds items.
#include <algorithm>

#include "engine/interchange/read/envelope.h"
#include "engine/interchange/read/readers.h"

namespace partita {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Whether the values are written as Data Pipeline writes them.
bool looksSmall(const JsonOutline& item) {
    return !item.members.empty() &&
           std::all_of(item.members.begin(), item.members.end(), [&](const JsonMember& member) {
               return member.first() == '{' && smallTypeNamed(firstNameOf(member.value));
           });
}

std::string formOf(const JsonOutline& item) {
    if (looksSmall(item)) return "DynamoDB JSON with the small letters of Data Pipeline";
    return looksTyped(item) ? "DynamoDB JSON" : "plain JSON";
}

/// How the objects follow one another, by what stands in the first and behind it.
std::string_view arrangement(std::string_view text, const JsonOutline& first) {
    const std::string_view object = text.substr(0, first.isWhole ? first.size : text.size());
    if (object.find('\n') == std::string_view::npos) {
        if (!first.isWhole) return "one item a line";
        const std::string_view behind = text.substr(object.size());
        const std::size_t next = behind.find_first_not_of(" \t\r,");
        const bool isLine = next != std::string_view::npos && behind[next] == '\n';
        if (isLine && behind.find_first_not_of(kBlanks, next) != std::string_view::npos)
            return "one item a line";
    }
    if (!first.isWhole) return "items one after another";
    const bool isAlone = text.find_first_not_of(kBlanks, first.size) == std::string_view::npos;
    return isAlone ? "one item" : "items one after another";
}

/// The item in an array of them, or in what is around it.
JsonOutline firstOf(const JsonMember& array) {
    return outlineOf(firstElementOf(array.value));
}

std::string page(const JsonOutline& object) {
    const JsonMember* const items = object.find("Items");
    if (!items) return "output of aws dynamodb scan, query or get-item without items";
    const JsonOutline item = firstOf(*items);
    if (item.members.empty() || looksTyped(item)) return "output of aws dynamodb scan or query";
    return "output of a scan or query, items as plain JSON";
}

std::string wrapped(const JsonOutline& object, std::string_view lines) {
    const std::string form = formOf(outlineOf(object.find("Item")->value));
    if (object.find("TableName")) return "input of aws dynamodb put-item, " + form;
    if (lines == "one item") return "output of aws dynamodb get-item, " + form;
    return form + ", one {\"Item\": …} " + (lines == "one item a line" ? "a line" : "after another") +
           ", as in an export to S3";
}

}  // namespace

std::string looksLikeItems(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(kBlanks), head.size()));
    if (head.empty() || (head.front() != '{' && head.front() != '[')) return {};
    const bool isArray = head.front() == '[';
    const std::string_view first = isArray ? firstElementOf(head) : head;
    if (first.empty()) return "a JSON array without items";
    if (first.front() != '{') return "a JSON array";
    const JsonOutline object = outlineOf(first);
    const std::string inArray = isArray ? ", several in an array" : "";
    switch (envelopeOf(object).kind) {
        case Envelope::Kind::Page:
            return page(object) + inArray;
        case Envelope::Kind::Tables:
            return "output of aws dynamodb batch-get-item" + inArray;
        case Envelope::Kind::Results:
            return "output of aws dynamodb transact-get-items" + inArray;
        case Envelope::Kind::Wrapped:
            return wrapped(object, isArray ? "" : arrangement(first, object)) + inArray;
        case Envelope::Kind::None:
            break;
    }
    // Of an item that is longer than the beginning, what is around it is not seen whole.
    const bool isCut = !object.isWhole && object.members.size() == 1 && object.members[0].name == "Item" &&
                       object.members[0].first() == '{' && !isTypedValue(object.members[0].value);
    if (isCut) return wrapped(object, arrangement(first, object)) + inArray;
    return formOf(object) + ", " + (isArray ? "an array of items" : std::string(arrangement(first, object)));
}

}  // namespace partita
