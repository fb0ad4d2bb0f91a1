// An export to S3 of any bytes: pieces between lines "===" are its summary, its list of files, and its two
// data files. A libFuzzer target; see README.md here.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "tests/fuzz/source_invariants.h"

using namespace partita;
namespace fs = std::filesystem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fs::path kFolder = fs::temp_directory_path() / ("fuzz-export-" + std::to_string(::getpid()));
    std::string_view text(reinterpret_cast<const char*>(data), size);
    fs::create_directories(kFolder / "data");
    for (const char* const name :
         {"manifest-summary.json", "manifest-files.json", "data/a.json.gz", "data/b.ion.gz"}) {
        constexpr std::string_view kMark = "\n===\n";
        const std::size_t end = text.find(kMark);
        const fs::path path = kFolder / name;
        std::error_code ignored;
        fs::remove(path, ignored);
        // An empty piece is a file that is missing.
        if (!text.substr(0, end).empty())
            std::ofstream(path, std::ios::binary | std::ios::trunc) << text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + kMark.size());
    }
    SourceOptions options;
    options.format = SourceFormat::S3Export;
    for (const bool repair : {false, true}) {
        options.repair = repair;
        readTwice(SourceLocation::file(kFolder.string()), options, {true, size * 100'000 + 16});
    }
    return 0;
}
