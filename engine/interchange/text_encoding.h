// Tells by its first bytes which encoding a text has. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

enum class Utf { Eight, SixteenLittle, SixteenBig };

struct TextEncoding {
    Utf utf = Utf::Eight;
    std::size_t markBytes = 0;  // of the byte order mark at the beginning
};

/// `head`: the first bytes of the text, decompressed; `isAll`: there are no more. UTF-16 without a mark is
/// found where its first two characters are ASCII. Bytes here and there that are no UTF-8 are let through, as
/// damage is: who reads the records names them. Fails (BadInput) when the text is in another encoding or is
/// binary: says what was seen and what to do. `where` names the source.
Result<TextEncoding> encodingOf(std::string_view head, bool isAll, const std::string& where);

/// As encodingOf() does of UTF-8, of more of a text than its head. Fails (BadInput) when so many of its bytes
/// are no UTF-8 that it must be in another encoding: says which it may be, and the line of the first.
Result<void> checkIsNotElsewhere(std::string_view text, const std::string& where);

/// The place of the first byte that is no UTF-8; the text's size when there is none.
std::size_t firstNotUtf8(std::string_view text);

/// The text with U+FFFD in the place of each byte that is no UTF-8, and of each zero: for messages that quote
/// a source, which may be damaged.
std::string asUtf8(std::string text);

/// Of a text that is whole. Fails (BadInput) with the line of the first byte that is no UTF-8.
Result<void> checkIsUtf8(std::string_view text, const std::string& where);

}  // namespace partita
