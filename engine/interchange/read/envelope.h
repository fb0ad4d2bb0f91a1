// Tells an item from the output or input of an operation that holds items, by its members. Pure; any thread.
#pragma once

#include <string_view>
#include <vector>

#include "engine/interchange/json_outline.h"

namespace partita {

struct Envelope {
    enum class Kind {
        None,     // an item, or nothing that is known
        Page,     // {"Items": [ … ]}, or such output without items: of scan, query, execute-statement
        Tables,   // {"Responses": {"Table": [ … ]}}, of batch-get-item
        Results,  // {"Responses": [ {"Item": { … }} ]}, of transact-get-items
        Wrapped,  // {"Item": { … }}, of get-item, in an S3 export, for put-item
    };
    Kind kind = Kind::None;
    /// An item, though it has a member that envelopes have: its name.
    std::string_view mayBeMeant;
};

/// An object whose members are all attribute values of DynamoDB JSON is an item. So is one that has members
/// of its own beside the content, unless others show that an operation wrote it, or the content is DynamoDB
/// JSON.
Envelope envelopeOf(const JsonOutline& object);

/// Whether an envelope may begin with a member of that name. Quick.
bool mayBeginEnvelope(std::string_view name);

/// Whether a member of that name is part of some operation's input or output, and tells nothing of the items.
bool isKnownBesideItems(std::string_view name);
/// Of those, whether it makes a put conditional.
bool isCondition(std::string_view name);

}  // namespace partita
