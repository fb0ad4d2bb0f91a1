#include "engine/interchange/write/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

namespace partita {
namespace {

constexpr std::size_t kBufferBytes = 1024 * 1024;

constexpr int kMostAttempts = 100;

/// Beside `path`, hidden, and most likely free.
std::string unfinishedName(const std::string& path) {
    static std::atomic<unsigned> count = 0;
    const std::filesystem::path whole(path);
    const std::string number = std::to_string(std::random_device()()) + "-" + std::to_string(++count);
    return (whole.parent_path() / ("." + whole.filename().string() + ".unfinished-" + number)).string();
}

Error outputError(int reason, const std::string& path) {
    if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG)
        return Error::file(ErrorCode::DiskFull,
                           "The disk is full: nothing was written here. Free some space and try again.",
                           path);
    if (reason == EACCES || reason == EROFS || reason == EPERM)
        return Error::file(
            ErrorCode::ReadOnly,
            std::string("It can't be written here (") + std::strerror(reason) + "). Choose another place.",
            path);
    if (reason == ENOENT || reason == ENOTDIR)
        return Error::file(ErrorCode::InputOutput,
                           "There is no such folder to write into. Make it first, or choose another place.",
                           path);
    if (reason == ENAMETOOLONG)
        return Error::file(ErrorCode::InputOutput, "The name is too long here. Choose a shorter one.", path);
    if (reason == ENOTEMPTY || reason == EEXIST)
        return Error::file(ErrorCode::InputOutput,
                           "Something is here by now. Name a folder that is not there yet, or an empty one.",
                           path);
    if (reason == EPIPE)
        return Error::file(ErrorCode::InputOutput, "Whoever read the output has ended.", path);
    return Error::file(ErrorCode::InputOutput,
                       std::string("It can't be written (") + std::strerror(reason) + ").", path);
}

}  // namespace

/// gzip, as RFC 1952 says.
class Compressor final {
  public:
    Compressor() {
        constexpr int kGzip = 16 + MAX_WBITS;
        constexpr int kLevel = 6, kMemory = 8;
        deflateInit2(&m_stream, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
    }
    ~Compressor() { deflateEnd(&m_stream); }
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    /// Calls put(std::string_view) with what comes out.
    template <class Put>
    Result<void> add(std::string_view bytes, bool isEnd, const Put& put) {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        int code = Z_OK;
        do {
            m_stream.next_out = m_out.data();
            m_stream.avail_out = static_cast<uInt>(m_out.size());
            code = deflate(&m_stream, isEnd ? Z_FINISH : Z_NO_FLUSH);
            const std::size_t size = m_out.size() - m_stream.avail_out;
            if (size > 0)
                if (auto done = put({reinterpret_cast<const char*>(m_out.data()), size}); !done) return done;
        } while (m_stream.avail_out == 0 || (isEnd && code != Z_STREAM_END));
        return {};
    }

  private:
    z_stream m_stream = {};
    std::array<Bytef, 64 * 1024> m_out;
};

OutputFile::OutputFile(std::string path, std::string unfinished, int file, bool gzip)
    : m_path(std::move(path)), m_unfinished(std::move(unfinished)), m_file(file) {
    if (gzip) m_gzip = std::make_unique<Compressor>();
}

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path, bool gzip, Part part) {
    if (path == "-")
        return std::unique_ptr<OutputFile>(new OutputFile("standard output", {}, STDOUT_FILENO, gzip));
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return Error::file(ErrorCode::InputOutput, "This is a folder: name a file in it.", path);
    if (exists && !S_ISREG(status.st_mode)) {
        // A device or a pipe is written to as it is: nothing can take its place.
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) return outputError(errno, path);
        return std::unique_ptr<OutputFile>(new OutputFile(path, {}, file, gzip));
    }
    std::string name;
    int file = -1;
    for (int attempt = 0; file < 0 && attempt < kMostAttempts; ++attempt) {
        name = unfinishedName(path);
        file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) break;
    }
    if (file < 0) return outputError(errno, path);
    // The same people may read it as before.
    if (exists) static_cast<void>(::fchmod(file, status.st_mode & 0777));
    auto made = std::unique_ptr<OutputFile>(new OutputFile(path, std::move(name), file, gzip));
    made->m_part = part;
    return made;
}

OutputFile::~OutputFile() {
    if (m_giving.valid()) m_giving.wait();
    if (m_file > STDERR_FILENO) ::close(m_file);
    if (!m_unfinished.empty()) ::unlink(m_unfinished.c_str());
}

Error OutputFile::failed(int reason) const {
    return outputError(reason, m_path);
}

Result<void> OutputFile::put(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failed(errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
        m_written += static_cast<std::uint64_t>(written);
    }
    return {};
}

Result<void> OutputFile::write(std::string_view bytes) {
    m_buffer += bytes;
    if (m_buffer.size() < kBufferBytes) return {};
    if (auto settled = settle(); !settled) return settled;
    std::swap(m_buffer, m_full);
    m_buffer.clear();
    m_giving = std::async(std::launch::async, [this] { return give(m_full, false); });
    return {};
}

Result<void> OutputFile::give(const std::string& bytes, bool isEnd) {
    if (!m_gzip) return put(bytes);
    return m_gzip->add(bytes, isEnd, [this](std::string_view out) { return put(out); });
}

Result<void> OutputFile::settle() {
    return m_giving.valid() ? m_giving.get() : Result<void>();
}

Result<void> OutputFile::finish() {
    if (auto settled = settle(); !settled) return settled;
    auto done = give(m_buffer, true);
    m_buffer.clear();
    if (!done || m_unfinished.empty()) return done;
    // On the disk before it takes another's place: a power cut leaves one of them, whole.
    if (m_part == Part::Whole && ::fsync(m_file) != 0) return failed(errno);
    if (::rename(m_unfinished.c_str(), m_path.c_str()) != 0) return failed(errno);
    m_unfinished.clear();
    return {};
}

Result<std::unique_ptr<OutputFolder>> OutputFolder::open(const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error) &&
        !(std::filesystem::is_directory(path, error) && std::filesystem::is_empty(path, error)))
        return Error::file(ErrorCode::InputOutput,
                           "Something is here already. Name a folder that is not there yet, or an empty one.",
                           path);
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/')
        trimmed.pop_back();
    std::string name;
    bool isMade = false;
    for (int attempt = 0; !isMade && attempt < kMostAttempts; ++attempt) {
        name = unfinishedName(trimmed);
        isMade = ::mkdir(name.c_str(), 0777) == 0;
        if (!isMade && errno != EEXIST) break;
    }
    if (!isMade) return outputError(errno, path);
    return std::unique_ptr<OutputFolder>(new OutputFolder(std::move(trimmed), std::move(name)));
}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    if (!m_unfinished.empty()) std::filesystem::remove_all(m_unfinished, ignored);
}

Result<std::string> OutputFolder::pathOf(const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(m_unfinished) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return outputError(error.value(), m_path);
    return path.string();
}

Result<void> OutputFolder::finish() {
    // One call for all of its files, of which there may be tens of thousands.
    const int folder = ::open(m_unfinished.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return outputError(errno, m_path);
    const int reason = ::syncfs(folder) == 0 ? 0 : errno;
    ::close(folder);
    if (reason != 0) return outputError(reason, m_path);
    // An empty folder may be at the place: rename() replaces it.
    if (::rename(m_unfinished.c_str(), m_path.c_str()) != 0) return outputError(errno, m_path);
    m_unfinished.clear();
    return {};
}

}  // namespace partita
