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

/// Of a text that is whole. Fails (BadInput) with the line of the first byte that is no UTF-8.
Result<void> checkIsUtf8(std::string_view text, const std::string& where);

}  // namespace partita
