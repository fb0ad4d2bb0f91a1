#include "engine/interchange/source_kind.h"

#include <algorithm>
#include <array>

#include "engine/value/item.h"

namespace partita {
namespace {

using namespace std::string_view_literals;

struct Signature {
    std::string_view bytes;
    std::string_view message;
};

// UTF-32 before UTF-16: the mark of one begins with the mark of the other.
constexpr std::array kSignatures = {
    Signature{"\x1F\x8B"sv, "This is a gzip file. Decompress it first: gunzip -k FILE."},
    Signature{"\x28\xB5\x2F\xFD"sv, "This is a Zstandard file. Decompress it first: unzstd FILE."},
    Signature{"BZh"sv, "This is a bzip2 file. Decompress it first: bunzip2 -k FILE."},
    Signature{"\xFD"
              "7zXZ"sv,
              "This is an xz file. Decompress it first: unxz -k FILE."},
    Signature{"PK\x03\x04"sv,
              "This is a ZIP archive (or an office document). Unpack it and give the JSON file inside."},
    Signature{"SQLite format 3\0"sv,
              "This is an SQLite database, perhaps a table file. Open it instead of importing it."},
    Signature{"PAR1"sv, "This is a Parquet file. Convert it to JSON lines first."},
    Signature{"\xE0\x01\x00\xEA"sv, "This is a binary Ion file. Export the table as DynamoDB JSON instead."},
    Signature{"%PDF"sv, "This is a PDF document, not JSON."},
    Signature{"\xFF\xFE\0\0"sv, "This text is UTF-32. Convert it first: iconv -f UTF-32 -t UTF-8."},
    Signature{"\0\0\xFE\xFF"sv, "This text is UTF-32. Convert it first: iconv -f UTF-32 -t UTF-8."},
    Signature{"\xFF\xFE"sv, "This text is UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8."},
    Signature{"\xFE\xFF"sv, "This text is UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8."},
};

constexpr std::string_view kBlanks = " \t\r\n";

/// The first characters of the first line, for a message.
std::string beginning(std::string_view text) {
    constexpr std::size_t kShown = 40;
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (line.size() > kShown) {
        line = line.substr(0, kShown);
        while (!line.empty() && !isUtf8(line))
            line.remove_suffix(1);
    }
    std::string shown(line);
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return shown;
}

bool someLineBeginsJson(std::string_view text) {
    while (!text.empty()) {
        const std::size_t first = text.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) return false;
        if (text[first] == '{' || text[first] == '[') return true;
        const std::size_t lineEnd = text.find('\n', first);
        if (lineEnd == std::string_view::npos) return false;
        text.remove_prefix(lineEnd + 1);
    }
    return false;
}

}  // namespace

Result<void> checkIsJsonText(std::string_view head, const std::string& where) {
    for (const Signature& signature : kSignatures) {
        if (head.starts_with(signature.bytes)) return Error::badInput(std::string(signature.message), where);
    }
    if (head.find('\0') != std::string_view::npos) {
        return Error::badInput(
            "This is UTF-16 or a binary file, not JSON in UTF-8: it holds zero bytes. Text can be converted: "
            "iconv -f UTF-16 -t UTF-8.",
            where);
    }
    if (head.starts_with(kUtf8Mark)) head.remove_prefix(kUtf8Mark.size());
    const std::size_t first = head.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || someLineBeginsJson(head)) return {};
    return Error::badInput("This is no JSON: it begins with \"" + beginning(head.substr(first)) +
                               "\". Give an array of objects, or JSON lines (one object a line).",
                           where);
}

}  // namespace partita
