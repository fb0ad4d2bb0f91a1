#include "engine/interchange/read/cell_text.h"

namespace partita {

std::string_view withoutBlanksRound(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string_view beginningOf(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

std::string shownText(std::string_view text) {
    constexpr std::size_t kShown = 60;
    const std::string_view beginning = beginningOf(text, kShown);
    return "\"" + std::string(beginning) + (beginning.size() < text.size() ? "…\"" : "\"");
}

}  // namespace partita
