// Bytes of a file, of standard input, of a pipe, or of a text in memory, as they lie there. What stands in
// them is byte_source.h's to make out. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/result.h"

namespace partita {

class RawBytes final {
  public:
    /// "-" is standard input. Fails with FileMissing or InputOutput.
    static Result<RawBytes> open(const std::string& path);
    /// `name`: for messages.
    static RawBytes ofText(std::string text, std::string name);
    RawBytes(RawBytes&& other) noexcept;
    RawBytes& operator=(RawBytes&&) = delete;
    ~RawBytes();

    /// Up to `size` (at least 1) bytes; 0 only at the end. Fails with InputOutput.
    Result<std::size_t> read(char* into, std::size_t size);

    std::uint64_t total() const { return m_total; }  // bytes; 0: not known
    const std::string& name() const { return m_name; }

  private:
    RawBytes() = default;

    std::string m_name;
    std::string m_text;
    std::size_t m_textAt = 0;
    std::uint64_t m_total = 0;
    int m_file = -1;  // -1: the text
    bool m_owned = false;
};

}  // namespace partita
