// A workbook whose parts are any bytes: what a line "=== name" precedes becomes the part of that name, beside
// the usual ones. An input that begins as a ZIP archive is a workbook itself. A libFuzzer target; see
// README.md here.
#include <unistd.h>
#include <zip.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "tests/fuzz/source_invariants.h"

using namespace partita;

namespace {

const std::string& path() {
    static const std::string kPath =
        (std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(::getpid()) + ".xlsx")).string();
    return kPath;
}

std::map<std::string, std::string> partsOf(std::string_view text) {
    std::map<std::string, std::string> parts = {
        {"_rels/.rels",
         R"(<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>)"},
        {"xl/_rels/workbook.xml.rels",
         R"(<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>)"
         R"(<Relationship Id="rId3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>)"
         R"(<Relationship Id="rId4" Type="http://x/styles" Target="styles.xml"/></Relationships>)"},
        {"xl/workbook.xml",
         R"(<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">)"
         R"(<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>)"},
        {"xl/sharedStrings.xml", "<sst><si><t>pk</t></si><si><t>a</t></si></sst>"},
        {"xl/styles.xml",
         R"(<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>)"},
        {"xl/worksheets/sheet1.xml", ""},
    };
    constexpr std::string_view kMark = "=== ";
    std::string name = "xl/worksheets/sheet1.xml";
    while (!text.empty()) {
        if (text.starts_with(kMark)) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            name = text.substr(kMark.size(), end - kMark.size());
            text.remove_prefix(std::min(end + 1, text.size()));
            if (parts.contains(name)) parts[name].clear();
        }
        const std::size_t next = text.find("\n=== ");
        if (parts.contains(name)) parts[name].append(text.substr(0, next));
        if (next == std::string_view::npos) break;
        text.remove_prefix(next + 1);
    }
    return parts;
}

void writeWorkbook(const std::map<std::string, std::string>& parts) {
    zip_t* const archive = zip_open(path().c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    hold(archive != nullptr, "a workbook can be written");
    for (const auto& [name, text] : parts) {
        zip_source_t* const source = zip_source_buffer(archive, text.data(), text.size(), 0);
        const auto index = zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE);
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
    }
    hold(zip_close(archive) == 0, "a workbook can be written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (text.starts_with("PK\x03\x04")) {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << text;
    } else {
        writeWorkbook(partsOf(text));
    }
    SourceOptions options;
    options.format = SourceFormat::Xlsx;
    readTwice(SourceLocation::file(path()), options, {true, size * 100'000 + 16});
    std::error_code ignored;
    std::filesystem::remove(path(), ignored);
    return 0;
}
