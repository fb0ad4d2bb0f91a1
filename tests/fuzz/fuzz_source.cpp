// Any bytes as a source of one format (PARTITA_FUZZ_FORMAT; empty: as detected), read to the end with and
// without repair. A libFuzzer target; see README.md here.
#include <cstdint>

#include "tests/fuzz/source_invariants.h"

using namespace partita;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    SourceOptions options;
    options.format = sourceFormatNamed(PARTITA_FUZZ_FORMAT);
    SourceRules rules;
    // Rows of a model stand with their tables, and each table's facets come before or after them.
    rules.linesGoUp = options.format != SourceFormat::Workbench && options.format;
    // What is packed becomes larger: a thousand times in gzip, without a limit in zstd.
    rules.mostRecords = size * 100'000 + 16;
    readTwice(SourceLocation::pasted(text), options, rules);
    options.repair = true;
    readChecked(SourceLocation::pasted(text), options, rules);
    return 0;
}
