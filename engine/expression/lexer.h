// An expression's text as tokens. Private to this folder. Free functions; any thread.
#pragma once

#include <string_view>
#include <vector>

#include "engine/error.h"

namespace partita {

enum class TokenKind {
    Word,       // a letter, then letters, digits and '_': a name, a function or a keyword
    NameRef,    // #name
    ValueRef,   // :value
    Digits,     // a list index
    Symbol,     // ( ) [ ] , . + - = <> < <= > >=
    Forbidden,  // whatever no expression holds
    End,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;  // lives as long as the expression
    SourceRange range;
};

/// Never fails: what is no token is a Forbidden one. The last token is the only End.
std::vector<Token> tokensOf(std::string_view expression);

/// Whether the word is `keyword`, in any case. `keyword` is in upper case.
bool isKeyword(std::string_view word, std::string_view keyword);

}  // namespace partita
