// MD5 of bytes that come piece by piece: what S3 exports carry beside their files. Not for secrets.
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace partita {

class Md5 final {
  public:
    Md5();
    Md5(Md5&&) noexcept;
    Md5& operator=(Md5&&) noexcept;
    ~Md5();

    void add(std::string_view bytes);
    /// The 16 bytes; ends the sum, so it is called once.
    std::string finish();

    static std::string of(std::string_view bytes);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// The 16 bytes that a checksum's text stands for: base64 as in manifests, or hexadecimal as md5sum prints it
/// (then a file's name may follow). Nothing when it is neither.
std::optional<std::string> md5FromText(std::string_view text);
std::string toHex(std::string_view bytes);

}  // namespace partita
