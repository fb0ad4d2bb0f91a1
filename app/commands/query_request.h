// A Query from the words of the command line: --key NAME=VALUE …, --sort, --sort-json. Pure functions; any
// thread.
//
// Values are typed by the schema: text for S and N, base64 for B. A fault in the words is BadInput (wrong
// usage); a value that the attribute cannot take is a ValidationException.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/request.h"

namespace partita {

struct KeyWords {
    std::vector<std::string> keys;        // NAME=VALUE
    std::optional<std::string> sort;      // 'OP VALUE'
    std::optional<std::string> sortJson;  // {"op": …, "values": […]}
};

/// Fills `partition` and `sort` of the request. The test of --sort is of the first sort attribute that no
/// --key names. Fails, leaving the request as it was.
Result<void> setKeyCondition(const KeySchema& keys, const KeyWords& words, QueryRequest& request);

}  // namespace partita
