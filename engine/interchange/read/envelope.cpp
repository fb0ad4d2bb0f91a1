#include "engine/interchange/read/envelope.h"

#include <algorithm>
#include <array>

namespace partita {
namespace {

using namespace std::string_view_literals;

// Longer than an item's list is as JSON text: where so much of an array is seen without its end, the object
// around it is no item.
constexpr std::size_t kTooLongForItem = 512 * 1024;

struct Known {
    std::string_view name;
    bool isTelling;  // no item is likely to have it
};

// Of the API reference's responses, and of what the SDKs put beside them.
constexpr std::array kBeside = {
    Known{"ScannedCount"sv, true},
    Known{"LastEvaluatedKey"sv, true},
    Known{"ConsumedCapacity"sv, true},
    Known{"ResponseMetadata"sv, true},
    Known{"$metadata"sv, true},
    Known{"UnprocessedKeys"sv, true},
    Known{"TableName"sv, true},
    Known{"ReturnConsumedCapacity"sv, true},
    Known{"ReturnItemCollectionMetrics"sv, true},
    Known{"ItemCollectionMetrics"sv, true},
    Known{"ReturnValuesOnConditionCheckFailure"sv, true},
    Known{"ConditionExpression"sv, true},
    Known{"ExpressionAttributeNames"sv, true},
    Known{"ExpressionAttributeValues"sv, true},
    Known{"ReturnValues"sv, true},
    Known{"ConditionalOperator"sv, true},
    Known{"Expected"sv, false},
    Known{"Count"sv, false},
    Known{"NextToken"sv, false},
};
constexpr std::array kContents = {"Items"sv, "Item"sv, "Responses"sv};
constexpr std::array kConditions = {"ConditionExpression"sv, "ConditionalOperator"sv, "Expected"sv};

const Known* knownBeside(std::string_view name) {
    const auto found =
        std::find_if(kBeside.begin(), kBeside.end(), [&](const Known& k) { return k.name == name; });
    return found == kBeside.end() ? nullptr : &*found;
}

bool holdsObjects(const JsonMember& array) {
    const std::string_view element = firstElementOf(array.value);
    return element.empty() || element.front() == '{';
}

/// Of an array, by its first element.
bool holdsTypedItems(const JsonMember& array) {
    const std::string_view element = firstElementOf(array.value);
    return !element.empty() && looksTyped(outlineOf(element));
}

struct Content {
    const JsonMember* member = nullptr;
    Envelope::Kind kind = Envelope::Kind::None;
};

Content contentOf(const JsonOutline& object) {
    using Kind = Envelope::Kind;
    for (const JsonMember& member : object.members) {
        if (member.name == "Items" && member.first() == '[' && holdsObjects(member))
            return {&member, Kind::Page};
        if (member.name == "Item" && member.first() == '{' && !isTypedValue(member.value))
            return {&member, Kind::Wrapped};
        if (member.name != "Responses") continue;
        if (member.first() == '[' && holdsObjects(member)) return {&member, Kind::Results};
        if (member.first() != '{' || isTypedValue(member.value)) continue;
        const JsonOutline tables = outlineOf(member.value);
        const auto isTable = [](const JsonMember& m) { return m.first() == '[' && holdsObjects(m); };
        if (std::all_of(tables.members.begin(), tables.members.end(), isTable))
            return {&member, Kind::Tables};
    }
    return {};
}

/// Whether the content is what DynamoDB writes, and hardly a plain attribute.
bool isTelling(const Content& content) {
    switch (content.kind) {
        case Envelope::Kind::Page:
            return holdsTypedItems(*content.member);
        case Envelope::Kind::Wrapped:
            return looksTyped(outlineOf(content.member->value));
        case Envelope::Kind::Results: {
            const JsonOutline result = outlineOf(firstElementOf(content.member->value));
            return result.find("Item") || result.find("Error");
        }
        case Envelope::Kind::Tables: {
            const JsonOutline tables = outlineOf(content.member->value);
            return std::any_of(tables.members.begin(), tables.members.end(), holdsTypedItems);
        }
        case Envelope::Kind::None:
            break;
    }
    return false;
}

}  // namespace

Envelope envelopeOf(const JsonOutline& object) {
    if (object.members.empty() || looksTyped(object)) return {};
    const Content content = contentOf(object);
    bool isOutput = false;  // a member says so that hardly any item has
    bool hasOwn = false;
    for (const JsonMember& member : object.members) {
        if (content.member && member.name == content.member->name) continue;
        const Known* const known = knownBeside(member.name);
        isOutput = isOutput || (known && known->isTelling && !isTypedValue(member.value));
        hasOwn = hasOwn || !known;
    }
    if (!content.member) {
        // A page that was asked for its count alone, or an answer that found nothing.
        const bool isEmpty = object.isWhole && isOutput && !hasOwn && !object.find("TableName");
        return {isEmpty ? Envelope::Kind::Page : Envelope::Kind::None, {}};
    }
    const bool isLong = !object.isWhole && content.member->value.size() > kTooLongForItem;
    if (hasOwn && !isOutput && !isLong && !isTelling(content))
        return {Envelope::Kind::None, content.member->name};
    if (content.kind != Envelope::Kind::Wrapped) return {content.kind, {}};
    // Only a part of a whole object can be handed on; of a broken one the parser tells the fault.
    const bool canBePart = object.isWhole && object.nameTwice().empty();
    return {canBePart ? content.kind : Envelope::Kind::None, {}};
}

bool mayBeginEnvelope(std::string_view name) {
    return std::find(kContents.begin(), kContents.end(), name) != kContents.end() || knownBeside(name);
}

bool isKnownBesideItems(std::string_view name) {
    return knownBeside(name) != nullptr;
}

bool isCondition(std::string_view name) {
    return std::find(kConditions.begin(), kConditions.end(), name) != kConditions.end();
}

}  // namespace partita
