#include "engine/interchange/raw_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace partita {
namespace {

Error cannotRead(const std::string& name, int reason) {
    const bool missing = reason == ENOENT || reason == ENOTDIR;
    return Error::file(missing ? ErrorCode::FileMissing : ErrorCode::InputOutput,
                       missing ? std::string("There is no such file.")
                               : std::string("It cannot be read: ") + std::strerror(reason) + ".",
                       name);
}

}  // namespace

Result<RawBytes> RawBytes::open(const std::string& path) {
    RawBytes source;
    if (path == "-") {
        source.m_name = "standard input";
        source.m_file = STDIN_FILENO;
    } else {
        source.m_name = path;
        source.m_file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (source.m_file < 0) return cannotRead(path, errno);
        source.m_owned = true;
    }
    struct stat status = {};
    if (::fstat(source.m_file, &status) != 0) return cannotRead(source.m_name, errno);
    if (S_ISDIR(status.st_mode)) {
        return Error::file(ErrorCode::InputOutput, "This is a folder. Give one of the files in it.",
                           source.m_name);
    }
    if (S_ISREG(status.st_mode)) {
        const off_t at =
            std::max<off_t>(::lseek(source.m_file, 0, SEEK_CUR), 0);  // standard input may be half read
        source.m_total = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - at, 0));
        ::posix_fadvise(source.m_file, 0, 0, POSIX_FADV_SEQUENTIAL);  // a hint; nothing depends on it
    }
    return source;
}

RawBytes RawBytes::ofText(std::string text, std::string name) {
    RawBytes source;
    source.m_name = std::move(name);
    source.m_total = text.size();
    source.m_text = std::move(text);
    return source;
}

RawBytes::RawBytes(RawBytes&& other) noexcept
    : m_name(std::move(other.m_name)),
      m_text(std::move(other.m_text)),
      m_textAt(other.m_textAt),
      m_total(other.m_total),
      m_file(std::exchange(other.m_file, -1)),
      m_owned(std::exchange(other.m_owned, false)) {}

RawBytes::~RawBytes() {
    if (m_owned) ::close(m_file);
}

Result<std::size_t> RawBytes::read(char* into, std::size_t size) {
    if (m_file < 0) {
        const std::size_t taken = std::min(size, m_text.size() - m_textAt);
        std::memcpy(into, m_text.data() + m_textAt, taken);
        m_textAt += taken;
        return taken;
    }
    for (;;) {
        const ssize_t got = ::read(m_file, into, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return cannotRead(m_name, errno);
    }
}

}  // namespace partita
