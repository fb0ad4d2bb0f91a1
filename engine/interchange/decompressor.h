// Streams of gzip (RFC 1952; several members) and Zstandard (RFC 8878; several frames), decompressed a piece
// at a time. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace partita {

class Decompressor {
  public:
    struct Step {
        std::size_t taken = 0;  // bytes of the input
        std::size_t given = 0;  // bytes of the output, good also when there is a fault
        std::string
            fault;  // what is wrong with the input, for people ("its checksum is wrong"); empty: nothing
    };

    Decompressor() = default;
    virtual ~Decompressor() = default;
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;

    /// Takes and gives nothing only when it needs more input. After a fault it must not be called again.
    virtual Step step(std::string_view in, char* out, std::size_t room) = 0;
    /// Whether the input may end here.
    virtual bool isWhole() const = 0;
    virtual const char* name() const = 0;  // "gzip", "zstd"
};

/// By the first bytes of the input, of which at least 4 must be given where there are so many. Null: it is
/// not compressed, or in no way that is known here.
std::unique_ptr<Decompressor> decompressorFor(std::string_view head);

}  // namespace partita
