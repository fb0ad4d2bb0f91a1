#include "engine/expression/lexer.h"

namespace partita {
namespace {

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNamePart(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
}
bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool continuesUtf8(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t lengthWhile(std::string_view text, std::size_t from, bool (*test)(char)) {
    std::size_t end = from;
    while (end < text.size() && test(text[end])) {
        ++end;
    }
    return end - from;
}

/// The token at the front of `rest`, which begins with no blank and is not empty.
std::pair<TokenKind, std::size_t> takeToken(std::string_view rest) {
    const char first = rest[0];
    if (isLetter(first)) return {TokenKind::Word, lengthWhile(rest, 0, isNamePart)};
    if (isDigit(first)) return {TokenKind::Digits, lengthWhile(rest, 0, isDigit)};
    if (first == '#' || first == ':') {
        const std::size_t length = 1 + lengthWhile(rest, 1, isNamePart);
        if (length == 1) return {TokenKind::Forbidden, 1};
        return {first == '#' ? TokenKind::NameRef : TokenKind::ValueRef, length};
    }
    const std::string_view two = rest.substr(0, 2);
    if (two == "<>" || two == "<=" || two == ">=") return {TokenKind::Symbol, 2};
    if (std::string_view("()[],.+-=<>").find(first) != std::string_view::npos) return {TokenKind::Symbol, 1};
    return {TokenKind::Forbidden, 1 + lengthWhile(rest, 1, continuesUtf8)};
}

}  // namespace

std::vector<Token> tokensOf(std::string_view expression) {
    std::vector<Token> tokens;
    std::size_t at = 0;
    for (;;) {
        at += lengthWhile(expression, at, isBlank);
        if (at == expression.size()) break;
        const auto [kind, length] = takeToken(expression.substr(at));
        tokens.push_back({kind, expression.substr(at, length), {at, at + length}});
        at += length;
    }
    tokens.push_back({TokenKind::End, {}, {at, at}});
    return tokens;
}

bool isKeyword(std::string_view word, std::string_view keyword) {
    if (word.size() != keyword.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char upper =
            word[i] >= 'a' && word[i] <= 'z' ? static_cast<char>(word[i] - 'a' + 'A') : word[i];
        if (upper != keyword[i]) return false;
    }
    return true;
}

}  // namespace partita
