// Small helps with the text of cells. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace partita {

/// Without the blanks and line breaks round it; valid as long as `text`.
std::string_view withoutBlanksRound(std::string_view text);
/// In quotes, cut after some 60 bytes: for sentences.
std::string shownText(std::string_view text);
/// At most `bytes` of it, whole characters.
std::string_view beginningOf(std::string_view text, std::size_t bytes);

}  // namespace partita
