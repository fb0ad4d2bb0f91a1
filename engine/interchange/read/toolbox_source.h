// Attributes of dynamodb-toolbox's schemas in their several forms. Private to this folder. One thread at a
// time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/declared_values.h"

namespace partita {

struct ToolboxAttribute {
    std::string name;                    // in code
    std::string savedAs;                 // in the table; empty: `partitionKeyOf` or `sortKeyOf` says
    std::optional<std::string> pattern;  // what its text is made of: "USER#${id}", "PROFILE"
    std::optional<std::string> keyOf;    // version 0: an index whose key it is, empty for the table
    bool isPartition = false;            // of keyOf
    std::uint64_t line = 0;
};

struct ToolboxSchema {
    std::vector<ToolboxAttribute> attributes;
    std::vector<std::uint64_t> unread;  // lines of attributes that are made in code or elsewhere
};

/// Of an entity: `schema: item({…})` or `schema({…})` (versions 1 and 2), its JSON form, or `attributes: {…}`
/// (version 0).
ToolboxSchema toolboxSchema(DeclaredValues& values, const SourceNode& entity);

}  // namespace partita
