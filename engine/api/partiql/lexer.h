// The words of a PartiQL statement. Private to this folder. Plain values that own their text; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/result.h"

namespace partita::partiql {

/// Of the service's API reference, ExecuteStatement: Statement.
inline constexpr std::size_t kStatementBytes = 8192;

struct Token {
    enum class Kind { Word, QuotedName, String, Number, Parameter, Symbol, End };
    Kind kind = Kind::End;
    /// Word and Symbol: as written. QuotedName and String: without quotes, doubled quotes made one.
    /// Number: as written, no sign.
    std::string text;
    std::size_t parameter = 0;  // Parameter: its position among the parameters, from 0
    SourceRange range;
};

/// The last token is the End. Fails (ValidationException, "Statement wasn't well formed, can't be processed:
/// " and nothing after it, as the service) on a text that has no such words.
Result<std::vector<Token>> tokensOf(std::string_view statement);

/// "Statement wasn't well formed, can't be processed: detail".
Error notWellFormed(std::string_view detail, SourceRange range);
/// "line:column:length" of a range, in characters, from 1, as the service's messages point.
std::string placeText(std::string_view statement, SourceRange range);
/// ASCII letters made small.
std::string lowered(std::string_view text);

}  // namespace partita::partiql
