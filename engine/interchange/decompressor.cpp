#include "engine/interchange/decompressor.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <new>

namespace partita {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzipMark = "\x1F\x8B"sv;
constexpr std::string_view kZstdMark = "\x28\xB5\x2F\xFD"sv;
// Frames of other programs' data, which parallel compressors put first: 0x184D2A50 to 0x184D2A5F.
constexpr std::string_view kZstdSkippableMark = "\x2A\x4D\x18"sv;

class Gzip final : public Decompressor {
  public:
    Gzip() {
        // 16 + 15: a gzip header is demanded, and the window is the largest there is.
        if (::inflateInit2(&m_stream, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Gzip() override { ::inflateEnd(&m_stream); }

    Step step(std::string_view in, char* out, std::size_t room) override {
        if (m_betweenMembers) return nextMember(in);
        constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
        const auto given = static_cast<uInt>(std::min(in.size(), kMost));
        const auto space = static_cast<uInt>(std::min(room, kMost));
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        m_stream.avail_in = given;
        m_stream.next_out = reinterpret_cast<Bytef*>(out);
        m_stream.avail_out = space;
        const int code = ::inflate(&m_stream, Z_NO_FLUSH);
        Step step{given - m_stream.avail_in, space - m_stream.avail_out, {}};
        if (code == Z_STREAM_END) {
            m_betweenMembers = true;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            step.fault = m_stream.msg ? m_stream.msg : "it is no gzip data";
        }
        return step;
    }

    bool isWhole() const override { return m_betweenMembers; }
    const char* name() const override { return "gzip"; }

  private:
    /// Zeros may fill the file up to its end, as tapes and block devices leave them.
    Step nextMember(std::string_view in) {
        const std::size_t zeros = std::min(in.find_first_not_of('\0'), in.size());
        if (zeros > 0) {
            m_padded = true;
            return {zeros, 0, {}};
        }
        if (in.empty()) return {};
        if (m_padded || in.front() != kGzipMark.front()) {
            return {0, 0, "something else stands after its end"};
        }
        ::inflateReset(&m_stream);
        m_betweenMembers = false;
        // Taken and given nothing means that more input is needed, so the header is begun at once.
        char none = 0;
        return step(in.substr(0, 1), &none, 0);
    }

    z_stream m_stream = {};
    bool m_betweenMembers = false;
    bool m_padded = false;
};

class Zstd final : public Decompressor {
  public:
    Zstd() : m_stream(::ZSTD_createDStream()) {
        if (!m_stream) throw std::bad_alloc();
    }
    ~Zstd() override { ::ZSTD_freeDStream(m_stream); }

    Step step(std::string_view in, char* out, std::size_t room) override {
        if (in.empty() && m_isWhole) return {};  // asked again, it would begin another frame
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out, room, 0};
        const std::size_t code = ::ZSTD_decompressStream(m_stream, &output, &input);
        Step step{input.pos, output.pos, {}};
        if (::ZSTD_isError(code)) {
            step.fault = ::ZSTD_getErrorName(code);
        } else {
            m_isWhole = code == 0;
        }
        return step;
    }

    bool isWhole() const override { return m_isWhole; }
    const char* name() const override { return "zstd"; }

  private:
    ZSTD_DStream* m_stream;
    bool m_isWhole = true;  // a frame has ended, and none has begun
};

}  // namespace

std::unique_ptr<Decompressor> decompressorFor(std::string_view head) {
    if (head.starts_with(kGzipMark)) return std::make_unique<Gzip>();
    const bool skippable = head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0) == 0x50 &&
                           head.substr(1).starts_with(kZstdSkippableMark);
    if (skippable || head.starts_with(kZstdMark)) return std::make_unique<Zstd>();
    return nullptr;
}

}  // namespace partita
