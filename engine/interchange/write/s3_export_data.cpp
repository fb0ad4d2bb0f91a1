#include "engine/interchange/write/s3_export_data.h"

#include <zlib.h>

#include <array>
#include <utility>

#include "engine/interchange/checksum.h"
#include "engine/interchange/write/output_file.h"

namespace partita {
namespace {

constexpr int kGzip = 16 + MAX_WBITS;
// An export is to be as fast as reading the table: the higher levels take several times as long for a few
// percent.
constexpr int kLevel = 1;
constexpr int kMemory = 8;
constexpr std::size_t kPieceBytes = 64 * 1024;

}  // namespace

struct S3ExportData::State {
    std::unique_ptr<OutputFile> file;
    z_stream deflater{};
    std::array<Bytef, kPieceBytes> piece;
    std::string text;  // gathered: short pieces compress slowly
    Md5 sum;
    std::uint64_t textBytes = 0;

    ~State() { deflateEnd(&deflater); }

    Result<void> compress(int flush) {
        deflater.next_in = reinterpret_cast<Bytef*>(text.data());
        deflater.avail_in = static_cast<uInt>(text.size());
        int code = Z_OK;
        do {
            deflater.next_out = piece.data();
            deflater.avail_out = static_cast<uInt>(piece.size());
            code = deflate(&deflater, flush);
            if (code == Z_STREAM_ERROR) return Error::internal("The data could not be compressed.");
            const std::string_view out(reinterpret_cast<const char*>(piece.data()),
                                       piece.size() - deflater.avail_out);
            sum.add(out);
            if (auto done = file->write(out); !done) return done;
        } while (deflater.avail_out == 0 || (flush == Z_FINISH && code != Z_STREAM_END));
        text.clear();
        return {};
    }
};

S3ExportData::S3ExportData(std::unique_ptr<State> state) : m_state(std::move(state)) {}
S3ExportData::~S3ExportData() = default;

Result<std::unique_ptr<S3ExportData>> S3ExportData::open(const std::string& path) {
    auto file = OutputFile::open(path, false, OutputFile::Part::OfFolder);
    if (!file) return file.error();
    auto state = std::make_unique<State>();
    state->file = std::move(*file);
    if (deflateInit2(&state->deflater, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return Error::internal("The data could not be compressed: memory is short.");
    return std::unique_ptr<S3ExportData>(new S3ExportData(std::move(state)));
}

Result<void> S3ExportData::write(std::string_view text) {
    m_state->text += text;
    m_state->textBytes += text.size();
    return m_state->text.size() < kPieceBytes ? Result<void>() : m_state->compress(Z_NO_FLUSH);
}

Result<std::string> S3ExportData::finish() {
    if (auto done = m_state->compress(Z_FINISH); !done) return done.error();
    if (auto done = m_state->file->finish(); !done) return done.error();
    return m_state->sum.finish();
}

std::uint64_t S3ExportData::textBytes() const {
    return m_state->textBytes;
}
std::uint64_t S3ExportData::bytesWritten() const {
    return m_state->file->bytesWritten();
}

}  // namespace partita
