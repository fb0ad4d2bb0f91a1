// One compressed data file of an export that is being written, and its checksum. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

class S3ExportData final {
  public:
    /// Fails with DiskFull, InputOutput, ReadOnly, as the others do.
    static Result<std::unique_ptr<S3ExportData>> open(const std::string& path);
    ~S3ExportData();
    S3ExportData(const S3ExportData&) = delete;
    S3ExportData& operator=(const S3ExportData&) = delete;

    Result<void> write(std::string_view text);
    /// The MD5, 16 bytes, of the file as it is on the disk then.
    Result<std::string> finish();

    std::uint64_t textBytes() const;     // before compression
    std::uint64_t bytesWritten() const;  // after it

  private:
    struct State;
    explicit S3ExportData(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace partita
