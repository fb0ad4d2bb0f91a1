// Generators of traces, so that a hot partition can be tried at once. The same specification and keys give
// the same events on every machine: random numbers and Zipf's weights are made with integers only. Pure
// functions; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/partition/load.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita {

/// "uniform", "zipf:1.1", "hot:0.7", then ",rate=R" (requests a second, default 2000), ",seconds=N" (60),
/// ",seed=K" (1), ",writes=F" (share of writes, 0 … 1, default 0.5).
struct GeneratorSpec {
    enum class Kind { Uniform, Zipf, Hot };
    Kind kind = Kind::Uniform;
    double parameter = 0;  // Zipf's exponent (over 0, to 10), or the hot key's share (0 … 1); 0 for Uniform
    std::uint32_t rate = 2000;   // 1 … 1,000,000
    std::uint32_t seconds = 60;  // 1 … 86,400
    std::uint64_t seed = 1;
    double writes = 0.5;
    std::string text() const;  // parses back to the same
    friend bool operator==(const GeneratorSpec&, const GeneratorSpec&) = default;
};
/// Fails (BadInput) with what is wrong, what the right form is, and the range of the text that is wrong.
Result<GeneratorSpec> parseGeneratorSpec(std::string_view text);

/// `count` keys (partition key bytes) for a table that has none: "key-000001" … for S and B, 1 … for N; of
/// several attributes the first ones are all the same, so that the last one tells the keys apart.
std::vector<std::string> madeKeys(const KeySchema& schema, std::uint32_t count);

/// Keys (partition key bytes) to draw from: the table's own, in key order; when empty, "key-000001" …
/// "key-001000". Reads are Queries of 0.5 RCU, writes PutItems of 1 WCU, all on the table. Zipf's ranks and
/// the hot key are drawn by the seed. Events begin at `begin`, in order of time, spread evenly over each
/// second. `emit` returning false stops.
void generateTrace(const GeneratorSpec& spec, const std::vector<std::string>& keys, UtcMillis begin,
                   const std::function<bool(const LoadEvent&)>& emit);

}  // namespace partita
