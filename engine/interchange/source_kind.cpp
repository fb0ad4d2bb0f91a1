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
    std::size_t at = 0;
};

constexpr std::array kSignatures = {
    Signature{"1AY&SY"sv, "This is a bzip2 file. Decompress it first: bunzip2 -k FILE.", 4},
    Signature{"\xFD"
              "7zXZ"sv,
              "This is an xz file. Decompress it first: unxz -k FILE."},
    Signature{"\x04\x22\x4D\x18"sv, "This is an LZ4 file. Decompress it first: unlz4 -k FILE."},
    Signature{"\x1F\x9D"sv, "This is a file of compress. Decompress it first: uncompress -k FILE."},
    Signature{"\xFF\x06\0\0sNaPpY"sv, "This is a Snappy file. Decompress it first."},
    // Seen only after a decompression of our own.
    Signature{"\x1F\x8B"sv, "This was compressed twice. Decompress it once: gunzip FILE."},
    Signature{"\x28\xB5\x2F\xFD"sv, "This was compressed twice. Decompress it once: unzstd FILE."},
    Signature{"PK\x03\x04"sv,
              "This is a ZIP archive (or an office document). Unpack it and give the file inside. An Excel "
              "workbook is read from a file of its own only."},
    Signature{"PK\x05\x06"sv, "This is an empty ZIP archive."},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "This is a 7-Zip archive. Unpack it and give the file inside."},
    Signature{"Rar!\x1A\x07"sv, "This is a RAR archive. Unpack it and give the file inside."},
    Signature{"\0ustar"sv, "This is a tar archive. Unpack it and give the files inside: tar -xf FILE.", 256},
    Signature{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
              "This is an old office document, perhaps an .xls workbook. Save it as .xlsx or as CSV."},
    Signature{"SQLite format 3\0"sv,
              "This is an SQLite database, perhaps a table file. Open it instead of importing it."},
    Signature{"PAR1\x15"sv, "This is a Parquet file. Convert it to JSON lines first."},
    Signature{"Obj\x01"sv, "This is an Avro file. Convert it to JSON lines first."},
    Signature{"\xE0\x01\x00\xEA"sv,
              "This is binary Ion, and Ion is read as text. Export the table as DynamoDB JSON instead."},
    Signature{"%PDF"sv, "This is a PDF document."},
    Signature{"\x89PNG"sv, "This is a picture (PNG)."},
    Signature{"\xFF\xD8\xFF"sv, "This is a picture (JPEG)."},
    Signature{"GIF8"sv, "This is a picture (GIF)."},
    Signature{"\x7F"
              "ELF"sv,
              "This is a program."},
};

constexpr std::string_view kBlanks = " \t\r\n";

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

std::string beginningOf(std::string_view head) {
    constexpr std::size_t kShown = 40;
    head.remove_prefix(std::min(head.find_first_not_of(kBlanks), head.size()));
    std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    line = line.substr(0, std::min(line.size(), kShown));
    while (!line.empty() && !isUtf8(line))
        line.remove_suffix(1);
    std::string shown(line);
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return "\"" + shown + "\"";
}

Result<void> checkIsNoOtherFile(std::string_view head, const std::string& where) {
    for (const Signature& signature : kSignatures) {
        if (head.substr(std::min(signature.at, head.size())).starts_with(signature.bytes)) {
            return Error::badInput(std::string(signature.message), where);
        }
    }
    return {};
}

Result<void> checkIsJsonText(std::string_view head, const std::string& where) {
    if (head.find_first_not_of(kBlanks) == std::string_view::npos || someLineBeginsJson(head)) return {};
    return Error::badInput("This is no JSON: it begins with " + beginningOf(head) +
                               ". Give an array of objects, or JSON lines (one object a line).",
                           where);
}

}  // namespace partita
