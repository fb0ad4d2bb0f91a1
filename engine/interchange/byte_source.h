// Bytes of a file, of standard input, of a pipe, or of a text in memory, one piece after another.
// One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/result.h"

namespace partita {

class ByteSource final {
  public:
    /// "-" is standard input. Fails with FileMissing or InputOutput.
    static Result<ByteSource> open(const std::string& path);
    static ByteSource ofText(std::string text);
    ByteSource(ByteSource&& other) noexcept;
    ByteSource& operator=(ByteSource&&) = delete;
    ~ByteSource();

    /// Up to `size` (at least 1) bytes; 0 only at the end. Fails with InputOutput.
    Result<std::size_t> read(char* into, std::size_t size);

    std::uint64_t total() const { return m_total; }  // bytes; 0: not known
    const std::string& name() const { return m_name; }

  private:
    ByteSource() = default;

    std::string m_name;
    std::string m_text;
    std::size_t m_textAt = 0;
    std::uint64_t m_total = 0;
    int m_file = -1;  // -1: the text
    bool m_owned = false;
};

}  // namespace partita
