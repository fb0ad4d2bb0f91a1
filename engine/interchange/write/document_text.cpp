#include "engine/interchange/write/document_text.h"

#include "engine/interchange/json.h"

namespace partita {
namespace {

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

CutText cutText(std::string_view utf8, std::size_t characters) {
    CutText cut;
    std::size_t count = 0;
    for (const char byte : utf8) {
        const auto code = static_cast<unsigned char>(byte);
        if (!isContinuation(byte) && count++ == characters) {
            cut.text += "…";
            cut.isCut = true;
            return cut;
        }
        if (byte == '\n') {
            cut.text += "↵";
        } else if (code < 0x20) {
            // The pictures U+2400 … U+241F.
            cut.text += "\xE2\x90";
            cut.text += static_cast<char>(0x80 + code);
        } else if (code == 0x7F) {
            cut.text += "␡";
        } else {
            cut.text += byte;
        }
    }
    return cut;
}

CutText documentText(const ValueView& value, std::size_t characters) {
    if (value.type() == ValueType::String)
        return value.content().empty() ? CutText{"\"\"", false} : cutText(value.content(), characters);
    const auto whole = value.value();
    return whole ? cutText(toPlainJson(*whole), characters) : CutText{"(damaged)", false};
}

}  // namespace partita
