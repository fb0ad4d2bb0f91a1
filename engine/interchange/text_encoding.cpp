#include "engine/interchange/text_encoding.h"

#include <algorithm>

#include "engine/value/item.h"

namespace partita {
namespace {

using namespace std::string_view_literals;

/// Bytes of the character that begins there; 0: it is no UTF-8. `cut`: the text ends inside it.
std::size_t characterBytes(std::string_view text, bool& cut) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t bytes = first < 0x80   ? 1
                              : first < 0xC2 ? 0
                              : first < 0xE0 ? 2
                              : first < 0xF0 ? 3
                              : first < 0xF5 ? 4
                                             : 0;
    cut = false;
    if (bytes <= text.size()) return bytes > 0 && isUtf8(text.substr(0, bytes)) ? bytes : 0;
    cut = std::all_of(text.begin() + 1, text.end(),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
    return 0;
}

struct Census {
    std::size_t ascii = 0;
    std::size_t characters = 0;  // of several bytes each, all of them UTF-8
    std::size_t strange = 0;     // bytes that are no UTF-8 and could be text elsewhere
    std::size_t firstStrange = std::string_view::npos;

    /// Whether the bytes that are no UTF-8 tell of another encoding. A few in a long text are damage: of
    /// their records it is told one by one.
    bool isElsewhere() const {
        constexpr std::size_t kFew = 2;
        constexpr std::size_t kSeldom = 100;  // a text of another encoding has more than one in so many bytes
        if (firstStrange == 0) return true;
        return strange > characters && (strange > kFew || strange * kSeldom > ascii);
    }
};

Census countBytes(std::string_view text) {
    Census census;
    for (std::size_t at = 0; at < text.size();) {
        bool cut = false;
        const std::size_t bytes = characterBytes(text.substr(at), cut);
        if (cut) break;  // an end inside a character is no other encoding
        const bool isText = bytes > 0 || static_cast<unsigned char>(text[at]) < 0xFE;
        if (bytes == 0 && census.firstStrange == std::string_view::npos) census.firstStrange = at;
        if (bytes == 0 && isText) ++census.strange;
        if (bytes == 1) ++census.ascii;
        if (bytes > 1) ++census.characters;
        at += std::max<std::size_t>(bytes, 1);
    }
    return census;
}

/// What the bytes may be, by those that each encoding is full of.
const char* likelyEncoding(std::string_view text) {
    std::size_t high = 0;
    std::size_t kana = 0;
    std::size_t pairs = 0;  // of bytes of the two-byte sets of China, Korea and Japan
    std::size_t blanks = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
        blanks += byte == ' ' || byte == '\n';
        high += byte >= 0x80;
        kana += (byte == 0x82 || byte == 0x83) && next >= 0x40;
        if (byte < 0xA1 || next < 0xA1) continue;
        pairs += 2;
        high += 1;
        ++at;
    }
    if (high * 2 > text.size() && blanks == 0 && text.find('@') != std::string_view::npos) return "EBCDIC";
    if (kana * 4 >= high && kana > 0) return "Shift_JIS";
    if (pairs > 2 && pairs * 10 >= high * 9) return "GBK, EUC-KR or EUC-JP";
    return "Windows-1252";
}

Error notUtf8(std::string_view text, std::size_t at, const std::string& where) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr std::size_t kLooked = 4096;
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return Error::badInput(
        "Byte 0x" + std::string{kDigits[byte >> 4], kDigits[byte & 0xF]} + " at line " +
            std::to_string(line) + " is no UTF-8; the text may be " +
            likelyEncoding(text.substr(0, std::max(at + 1, std::min(text.size(), kLooked)))) +
            ". Save it as UTF-8.",
        where);
}

bool isAsciiText(char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
}

/// Whether each unit of so many bytes is an ASCII character in its place and zeros else, in the first two of
/// them (or the only one).
bool beginsWithUnits(std::string_view head, std::size_t unitBytes, std::size_t place) {
    const std::size_t units = std::min<std::size_t>(head.size() / unitBytes, 2);
    for (std::size_t at = 0; at < units * unitBytes; ++at) {
        if (at % unitBytes == place ? !isAsciiText(head[at]) : head[at] != '\0') return false;
    }
    return units > 0;
}

}  // namespace

std::size_t firstNotUtf8(std::string_view text) {
    std::size_t at = 0;
    bool cut = false;
    while (at < text.size()) {
        const std::size_t bytes = characterBytes(text.substr(at), cut);
        if (bytes == 0) break;
        at += bytes;
    }
    return at;
}

Result<TextEncoding> encodingOf(std::string_view head, bool isAll, const std::string& where) {
    // UTF-32 before UTF-16: the mark of one begins with the mark of the other, and so do its characters.
    if (head.starts_with("\xFF\xFE\0\0"sv) || head.starts_with("\0\0\xFE\xFF"sv) ||
        beginsWithUnits(head, 4, 0) || beginsWithUnits(head, 4, 3)) {
        return Error::badInput("This text is UTF-32. Save it as UTF-8: iconv -f UTF-32 -t UTF-8.", where);
    }
    if (head.starts_with("\xFF\xFE"sv)) return TextEncoding{Utf::SixteenLittle, 2};
    if (head.starts_with("\xFE\xFF"sv)) return TextEncoding{Utf::SixteenBig, 2};
    if (beginsWithUnits(head, 2, 0)) return TextEncoding{Utf::SixteenLittle, 0};
    if (beginsWithUnits(head, 2, 1)) return TextEncoding{Utf::SixteenBig, 0};

    const std::size_t mark = head.starts_with("\xEF\xBB\xBF"sv) ? 3 : 0;
    const std::string_view text = head.substr(mark);
    const Census census = countBytes(text);
    const bool cutMark = isAll && mark == 0 && !head.empty() && census.ascii + census.characters == 0;
    if (cutMark || census.isElsewhere()) {
        return notUtf8(text, cutMark ? 0 : census.firstStrange, where);
    }
    // Zeros further on in what begins as JSON are damage: a disk that filled up leaves such.
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool beginsAsJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    if (!beginsAsJson && text.find('\0') != std::string_view::npos) {
        return Error::badInput("This is a binary file and no text: it holds zero bytes.", where);
    }
    return TextEncoding{Utf::Eight, mark};
}

Result<void> checkIsNotElsewhere(std::string_view text, const std::string& where) {
    const Census census = countBytes(text);
    return census.isElsewhere() ? notUtf8(text, census.firstStrange, where) : Result<void>();
}

std::string asUtf8(std::string text) {
    if (isUtf8(text) && text.find('\0') == std::string::npos) return text;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        bool cut = false;
        const std::string_view rest = std::string_view(text).substr(at);
        const std::size_t bytes = rest.front() == '\0' ? 0 : characterBytes(rest, cut);
        if (bytes == 0) {
            out += "\xEF\xBF\xBD";
        } else {
            out += rest.substr(0, bytes);
        }
        at += std::max<std::size_t>(bytes, 1);
    }
    return out;
}

Result<void> checkIsUtf8(std::string_view text, const std::string& where) {
    if (isUtf8(text)) return {};
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line = text.substr(begin, end - begin);
        if (!isUtf8(line)) return notUtf8(text, begin + firstNotUtf8(line), where);
        begin = end;
    }
    return {};
}

}  // namespace partita
