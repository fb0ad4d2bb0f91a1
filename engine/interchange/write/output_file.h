// Files and folders that are at their place only when they are whole. One thread at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/result.h"

namespace partita {

class Compressor;

/// Bytes that go to a file beside the wanted one, which takes its place at finish(); or to standard output.
class OutputFile final {
  public:
    /// Of a file in an OutputFolder: the folder sees to it that all of it is on the disk.
    enum class Part { Whole, OfFolder };
    /// "-" is standard output. Fails with DiskFull, InputOutput, ReadOnly.
    static Result<std::unique_ptr<OutputFile>> open(const std::string& path, bool gzip,
                                                    Part part = Part::Whole);
    /// Without finish(): nothing is left.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Compressed and written by another thread, while the caller makes what follows; a fault of that is told
    /// by a later call.
    Result<void> write(std::string_view bytes);
    /// Replaces what is at the place, once it is on the disk.
    Result<void> finish();
    /// To the disk so far, after compression; all of it after finish().
    std::uint64_t bytesWritten() const { return m_written; }

  private:
    OutputFile(std::string path, std::string unfinished, int file, bool gzip);
    Result<void> put(std::string_view bytes);
    /// What is given to the disk: all of these bytes.
    Result<void> give(const std::string& bytes, bool isEnd);
    /// Waits for the piece that is being given.
    Result<void> settle();
    Error failed(int reason) const;

    std::string m_path;
    std::string m_unfinished;  // empty: standard output
    int m_file;
    std::unique_ptr<Compressor> m_gzip;  // null: none
    Part m_part = Part::Whole;
    std::string m_buffer;                // what comes
    std::string m_full;                  // what is being given
    std::future<Result<void>> m_giving;  // by a thread that alone uses m_full, m_gzip, m_file and m_written
    std::atomic<std::uint64_t> m_written = 0;
};

/// A folder of files that is made beside the wanted one and takes its place at finish().
class OutputFolder final {
  public:
    /// The place must be free, or an empty folder. Fails with InputOutput.
    static Result<std::unique_ptr<OutputFolder>> open(const std::string& path);
    /// Without finish(): nothing is left.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    /// Where a file of that name ("data/1.json") is to be written; the folders on the way are made.
    Result<std::string> pathOf(const std::string& name);
    Result<void> finish();

  private:
    OutputFolder(std::string path, std::string unfinished)
        : m_path(std::move(path)), m_unfinished(std::move(unfinished)) {}

    std::string m_path;
    std::string m_unfinished;
};

}  // namespace partita
