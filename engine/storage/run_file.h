// The temporary file of sorted runs, and the reading of one run. Part of sorted_runs. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/result.h"
#include "engine/storage/run_arena.h"

namespace partita {

/// A file without a name, appended to and read at any place. Closing it frees its space.
class RunFile final {
  public:
    explicit RunFile(std::string besideFile) : m_beside(std::move(besideFile)) {}
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;
    ~RunFile();

    /// Fails (DiskFull) when the file system has less than that many bytes free; tells how many are missing.
    Result<void> checkSpace(std::uint64_t bytes) const;
    /// Creates the file at the first call. Fails with DiskFull or InputOutput.
    Result<void> append(const char* bytes, std::size_t size);
    /// Reads up to `size` bytes from that offset, at least one. Fails with InputOutput.
    Result<std::size_t> read(std::uint64_t offset, char* into, std::size_t size) const;

    std::uint64_t size() const { return m_size; }

  private:
    Result<void> create();
    std::string folder() const;
    Error failed(int reason) const;

    std::string m_beside;
    std::uint64_t m_size = 0;
    int m_file = -1;
};

/// Reads the records of one run, in order.
class RunCursor final {
  public:
    RunCursor(const RunFile& file, std::uint64_t begin, std::uint64_t end, std::size_t bufferBytes);

    /// Moves to the next record; false after the last. Fails with InputOutput.
    Result<bool> next();
    const RunRecord& record() const { return m_record; }  // until next()
    std::uint64_t prefix() const { return m_prefix; }     // of its key

  private:
    Result<bool> have(std::size_t bytes);

    const RunFile* m_file;
    std::uint64_t m_offset;  // in the file, of what has not been read yet
    std::uint64_t m_end;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_filled = 0;
    RunRecord m_record;
    std::uint64_t m_prefix = 0;
};

}  // namespace partita
