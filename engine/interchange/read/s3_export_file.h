// One data file of an export: its text, decompressed while its checksum is taken in the same pass. A damaged
// file gives what stands before the damage. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/result.h"

namespace partita {

class S3ExportFile final {
  public:
    explicit S3ExportFile(const std::string& path);
    ~S3ExportFile();
    S3ExportFile(const S3ExportFile&) = delete;
    S3ExportFile& operator=(const S3ExportFile&) = delete;

    /// Up to `size` bytes; 0 at the end, also at an early one: see fault().
    std::size_t read(char* into, std::size_t size);

    /// What is wrong with the file, as the end of a sentence that begins with its name; empty: nothing so
    /// far.
    const std::string& fault() const;
    bool isCompressed() const;        // known after the first read()
    std::uint64_t bytesRead() const;  // as it lies on the disk
    /// 16 bytes; once, after read() gave 0.
    std::string md5();

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
