// Values as a person reads them in a document: on one line, cut, nothing invisible. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/value/item_bytes.h"

namespace partita {

struct CutText {
    std::string text;
    bool isCut = false;
};

/// At most so many characters and "…"; control characters become their pictures ("␀", "↵").
CutText cutText(std::string_view utf8, std::size_t characters);
/// Text as it is, numbers as numbers, else plain JSON; cut. An empty text is two quotes.
CutText documentText(const ValueView& value, std::size_t characters);

}  // namespace partita
