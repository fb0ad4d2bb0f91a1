#include "engine/interchange/read/s3_export_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "engine/interchange/checksum.h"

namespace partita {
namespace {

constexpr std::size_t kPieceBytes = 128 * 1024;
constexpr int kGzipOnly = 16 + MAX_WBITS;

}  // namespace

struct S3ExportFile::State {
    int file = -1;
    std::vector<unsigned char> raw = std::vector<unsigned char>(kPieceBytes);
    std::size_t at = 0;  // of the raw bytes that are not decompressed yet
    std::size_t end = 0;
    std::uint64_t bytesRead = 0;
    bool rawEnded = false;
    bool started = false;
    bool compressed = false;
    bool inMember = false;  // of a gzip file, which may have several
    bool ended = false;
    z_stream inflater{};
    bool inflating = false;
    Md5 sum;
    std::string fault;

    void fail(std::string sentence) {
        if (fault.empty()) fault = std::move(sentence);
        ended = true;
    }
    /// More raw bytes behind those that are there. False at the end.
    bool fill();
    void start();
    std::size_t inflated(char* into, std::size_t size);
    std::size_t plain(char* into, std::size_t size);
};

bool S3ExportFile::State::fill() {
    if (rawEnded) return false;
    std::memmove(raw.data(), raw.data() + at, end - at);
    end -= at;
    at = 0;
    ssize_t got = 0;
    do {
        got = ::read(file, raw.data() + end, raw.size() - end);
    } while (got < 0 && errno == EINTR);
    if (got < 0) fail(std::string("could not be read on: ") + std::strerror(errno));
    rawEnded = got <= 0;
    if (rawEnded) return false;
    sum.add({reinterpret_cast<const char*>(raw.data()) + end, static_cast<std::size_t>(got)});
    end += static_cast<std::size_t>(got);
    bytesRead += static_cast<std::uint64_t>(got);
    return true;
}

void S3ExportFile::State::start() {
    started = true;
    while (end < 2 && fill()) {
    }
    compressed = end >= 2 && raw[0] == 0x1F && raw[1] == 0x8B;
    if (!compressed) return;
    inflating = inflateInit2(&inflater, kGzipOnly) == Z_OK;
    if (!inflating) fail("could not be decompressed: memory is short");
    inMember = true;
}

std::size_t S3ExportFile::State::inflated(char* into, std::size_t size) {
    while (!ended) {
        if (at == end && !fill()) {
            if (inMember) fail("is cut off: its compressed data ends too early");
            ended = true;
            break;
        }
        if (!inMember) {
            // Zeros may pad the file; anything else must be another member.
            if (raw[at] == 0) {
                ++at;
                continue;
            }
            if (end - at < 2) fill();
            if (end - at < 2 || raw[at] != 0x1F || raw[at + 1] != 0x8B) {
                fail("has bytes after its compressed data that were not read");
                break;
            }
            inflateReset(&inflater);
            inMember = true;
        }
        inflater.next_in = raw.data() + at;
        inflater.avail_in = static_cast<uInt>(end - at);
        inflater.next_out = reinterpret_cast<Bytef*>(into);
        inflater.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1U << 30));
        const uInt room = inflater.avail_out;
        const int code = inflate(&inflater, Z_NO_FLUSH);
        at = end - inflater.avail_in;
        const std::size_t given = room - inflater.avail_out;
        if (code == Z_STREAM_END) {
            inMember = false;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            fail("is damaged: its compressed data is wrong before byte " +
                 std::to_string(bytesRead - (end - at)) +
                 (inflater.msg ? std::string(" (") + inflater.msg + ")" : ""));
        }
        if (given > 0) return given;
    }
    // The checksum is of the whole file, whatever part of it could be used.
    do {
        at = end;
    } while (fill());
    return 0;
}

std::size_t S3ExportFile::State::plain(char* into, std::size_t size) {
    if (at == end && !fill()) {
        ended = true;
        return 0;
    }
    const std::size_t given = std::min(size, end - at);
    std::memcpy(into, raw.data() + at, given);
    at += given;
    return given;
}

S3ExportFile::S3ExportFile(const std::string& path) : m_state(std::make_unique<State>()) {
    m_state->file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_state->file < 0) {
        m_state->fail(std::string("could not be opened: ") + std::strerror(errno));
        m_state->rawEnded = m_state->started = true;
    }
}

S3ExportFile::~S3ExportFile() {
    if (m_state->inflating) inflateEnd(&m_state->inflater);
    if (m_state->file >= 0) ::close(m_state->file);
}

std::size_t S3ExportFile::read(char* into, std::size_t size) {
    if (!m_state->started) m_state->start();
    if (m_state->compressed) return m_state->inflated(into, size);
    return m_state->ended ? 0 : m_state->plain(into, size);
}

const std::string& S3ExportFile::fault() const {
    return m_state->fault;
}
bool S3ExportFile::isCompressed() const {
    return m_state->compressed;
}
std::uint64_t S3ExportFile::bytesRead() const {
    return m_state->bytesRead;
}
std::string S3ExportFile::md5() {
    return m_state->sum.finish();
}

}  // namespace partita
