// The expression language: text and placeholders in, bound and checked trees out. Free functions; any thread.
//
// All fail with a ValidationException in the service's words, and Error::range says which bytes of the text
// are wrong. Whatever the text, they neither recurse deeply nor allocate more than a small multiple of its
// length.
#pragma once

#include <string_view>

#include "engine/expression/condition.h"
#include "engine/expression/item_projection.h"
#include "engine/expression/placeholders.h"
#include "engine/expression/update.h"
#include "engine/result.h"

namespace partita {

/// `kind`: Condition, Filter or KeyCondition. What the text uses is added to `used`.
Result<Condition> parseCondition(std::string_view text, ExpressionKind kind, const Placeholders& placeholders,
                                 UsedPlaceholders& used);
Result<Update> parseUpdate(std::string_view text, const Placeholders& placeholders, UsedPlaceholders& used);
Result<ItemProjection> parseProjection(std::string_view text, const Placeholders& placeholders,
                                       UsedPlaceholders& used);

}  // namespace partita
