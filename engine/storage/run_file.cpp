#include "engine/storage/run_file.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace partita {
namespace {

std::string mebibytes(std::uint64_t bytes) {
    return std::to_string((bytes + 1024 * 1024 - 1) / (1024 * 1024)) + " MiB";
}

}  // namespace

RunFile::~RunFile() {
    if (m_file >= 0) ::close(m_file);
}

std::string RunFile::folder() const {
    const std::size_t slash = m_beside.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : m_beside.substr(0, slash);
}

Error RunFile::failed(int reason) const {
    if (reason == ENOSPC || reason == EDQUOT) {
        return Error::file(
            ErrorCode::DiskFull,
            "There is no room left for sorting. Free some space in this folder and start again.", folder());
    }
    return Error::file(ErrorCode::InputOutput,
                       std::string("The temporary file for sorting failed: ") + std::strerror(reason) + ".",
                       folder());
}

Result<void> RunFile::checkSpace(std::uint64_t bytes) const {
    struct statvfs room = {};
    if (::statvfs(folder().c_str(), &room) != 0) return failed(errno);
    const std::uint64_t free = static_cast<std::uint64_t>(room.f_bavail) * room.f_frsize;
    if (free >= bytes) return {};
    return Error::file(ErrorCode::DiskFull,
                       "There is no room for sorting: " + mebibytes(bytes) +
                           " more are needed beside the table file, " + mebibytes(bytes - free) +
                           " of them are missing. Free some space and start again.",
                       folder());
}

Result<void> RunFile::create() {
    // Without a name from the start, where the file system can do that; otherwise the name goes at once.
    m_file = ::open(folder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (m_file >= 0) return {};
    std::string name = m_beside + ".runs-XXXXXX";
    m_file = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_file < 0) return failed(errno);
    ::unlink(name.c_str());
    return {};
}

Result<void> RunFile::append(const char* bytes, std::size_t size) {
    if (m_file < 0) {
        if (auto created = create(); !created) return created;
    }
    while (size > 0) {
        const ssize_t written = ::pwrite(m_file, bytes, size, static_cast<off_t>(m_size));
        if (written < 0) {
            if (errno == EINTR) continue;
            return failed(errno);
        }
        bytes += written;
        size -= static_cast<std::size_t>(written);
        m_size += static_cast<std::uint64_t>(written);
    }
    return {};
}

Result<std::size_t> RunFile::read(std::uint64_t offset, char* into, std::size_t size) const {
    for (;;) {
        const ssize_t got = ::pread(m_file, into, size, static_cast<off_t>(offset));
        if (got > 0) return static_cast<std::size_t>(got);
        if (got < 0 && errno == EINTR) continue;
        return failed(got == 0 ? EIO : errno);
    }
}

RunCursor::RunCursor(const RunFile& file, std::uint64_t begin, std::uint64_t end, std::size_t bufferBytes)
    : m_file(&file), m_offset(begin), m_end(end), m_buffer(std::max(bufferBytes, RunRecord::kHeaderBytes)) {}

Result<bool> RunCursor::have(std::size_t bytes) {
    while (m_filled - m_at < bytes) {
        if (m_offset == m_end) return false;
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_filled), m_buffer.begin());
        m_filled -= m_at;
        m_at = 0;
        if (m_buffer.size() < bytes) m_buffer.resize(bytes);
        const auto wanted = std::min<std::uint64_t>(m_buffer.size() - m_filled, m_end - m_offset);
        const auto got = m_file->read(m_offset, m_buffer.data() + m_filled, static_cast<std::size_t>(wanted));
        if (!got) return got.error();
        m_filled += *got;
        m_offset += *got;
    }
    return true;
}

Result<bool> RunCursor::next() {
    auto there = have(RunRecord::kHeaderBytes);
    if (!there || !*there) return there;
    const std::size_t size = RunRecord::sizeAt(m_buffer.data() + m_at);
    there = have(size);
    if (!there || !*there) return there;
    m_record = RunRecord::at(m_buffer.data() + m_at);
    m_prefix = keyPrefix(m_record.key);
    m_at += size;
    return true;
}

}  // namespace partita
