#include "engine/interchange/checksum.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

#include "engine/value/base64.h"

namespace partita {
namespace {

constexpr std::size_t kMd5Bytes = 16;

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

struct Md5::State {
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    bool ok = context != nullptr && EVP_DigestInit_ex(context, EVP_md5(), nullptr) == 1;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { EVP_MD_CTX_free(context); }
};

Md5::Md5() : m_state(std::make_unique<State>()) {}
Md5::Md5(Md5&&) noexcept = default;
Md5& Md5::operator=(Md5&&) noexcept = default;
Md5::~Md5() = default;

void Md5::add(std::string_view bytes) {
    m_state->ok = m_state->ok && EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size()) == 1;
}

std::string Md5::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (!m_state->ok || EVP_DigestFinal_ex(m_state->context, digest.data(), &size) != 1) return {};
    return {digest.begin(), digest.begin() + size};
}

std::string Md5::of(std::string_view bytes) {
    Md5 sum;
    sum.add(bytes);
    return sum.finish();
}

std::optional<std::string> md5FromText(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\"";
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    text = text.substr(0, text.find_first_of(kBlanks));
    if (text.size() == 2 * kMd5Bytes) {
        std::string bytes;
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const int high = hexDigit(text[i]);
            const int low = hexDigit(text[i + 1]);
            if (high < 0 || low < 0) return std::nullopt;
            bytes += static_cast<char>(high * 16 + low);
        }
        return bytes;
    }
    std::optional<std::string> bytes = fromBase64(text);
    if (bytes && bytes->size() != kMd5Bytes) bytes.reset();
    return bytes;
}

std::string toHex(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char c : bytes) {
        hex += kDigits[static_cast<unsigned char>(c) >> 4];
        hex += kDigits[static_cast<unsigned char>(c) & 0xF];
    }
    return hex;
}

}  // namespace partita
