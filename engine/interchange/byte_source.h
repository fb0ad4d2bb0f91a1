// The text of a file, of standard input, of a pipe, or of a string in memory, one piece after another:
// decompressed (gzip, zstd), and as UTF-8 without a byte order mark whatever encoding it has (UTF-8, UTF-16).
// Memory is bounded whatever the size. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

class ByteSource final {
  public:
    /// "-" is standard input. Fails with FileMissing or InputOutput; nothing is read yet.
    static Result<ByteSource> open(const std::string& path);
    /// The string may as well be compressed, or UTF-16. `name`: for messages.
    static ByteSource ofText(std::string text, std::string name = "text");
    ByteSource(ByteSource&&) noexcept;
    ByteSource& operator=(ByteSource&&) noexcept;
    ~ByteSource();

    /// The first bytes of what read() gives next, without taking them: `size` of them, or all when there are
    /// fewer. Valid until the next call. Fails as read() does, but only when there is nothing before the
    /// fault.
    Result<std::string_view> head(std::size_t size);

    /// Up to `size` (at least 1) bytes of text; 0 only at the end. Fails with InputOutput, or BadInput for
    /// another program's file, another encoding, and for compressed data or UTF-16 that is damaged or cut
    /// off: what came before has been given then, and every later call fails the same.
    Result<std::size_t> read(char* into, std::size_t size);

    std::uint64_t total() const;     // bytes as they lie on the disk; 0: not known
    std::uint64_t consumed() const;  // of those
    const std::string& name() const;
    // Known once anything was read.
    const std::string& encoding() const;     // "UTF-8", "UTF-16LE", "UTF-16BE"
    const std::string& compression() const;  // "gzip", "zstd"; empty: none

  private:
    struct State;
    explicit ByteSource(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace partita
