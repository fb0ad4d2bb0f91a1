// An .xlsx file as the ZIP archive of parts that it is. Reads are bounded. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/result.h"

namespace partita {

/// One part, read piece by piece. Lives no longer than its package.
class XlsxPart final {
  public:
    XlsxPart(XlsxPart&&) noexcept;
    XlsxPart& operator=(XlsxPart&&) noexcept;
    ~XlsxPart();

    /// Up to `size` bytes; 0 at the end, where the checksum has been compared. Fails (BadInput) on damage.
    Result<std::size_t> read(char* into, std::size_t size);
    std::uint64_t bytesRead() const;
    std::uint64_t bytesTotal() const;

  private:
    friend class XlsxPackage;
    struct State;
    explicit XlsxPart(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

class XlsxPackage final {
  public:
    /// Fails with FileMissing, InputOutput, or BadInput for what is no .xlsx file: older Excel files, files
    /// with a password and others are told by name.
    static Result<XlsxPackage> open(const std::string& path);
    XlsxPackage(XlsxPackage&&) noexcept;
    XlsxPackage& operator=(XlsxPackage&&) noexcept;
    ~XlsxPackage();

    bool has(const std::string& part) const;
    /// Fails (BadInput) when there is no such part, or when it unpacks to far more than any sheet does.
    Result<XlsxPart> part(const std::string& name) const;
    std::uint64_t fileBytes() const;
    const std::string& path() const;

  private:
    struct State;
    explicit XlsxPackage(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace partita
