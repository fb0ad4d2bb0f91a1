#include "engine/storage/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace partita {

FileLock::FileLock(std::string lockPath, int descriptor)
    : m_lockPath(std::move(lockPath)), m_descriptor(descriptor) {}

FileLock::~FileLock() {
    ::unlink(m_lockPath.c_str());
    ::close(m_descriptor);
}

Result<std::unique_ptr<FileLock>> FileLock::acquire(const std::string& path) {
    const std::string lock = lockPath(path);
    // The holder removes the file on release, so a lock won on a file that is no longer there is no lock:
    // again.
    for (int attempt = 0; attempt < 10; ++attempt) {
        const int descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor < 0) {
            const bool readOnly = errno == EACCES || errno == EROFS || errno == EPERM;
            return Error::file(
                readOnly ? ErrorCode::ReadOnly : ErrorCode::InputOutput,
                std::string("No lock file can be made beside the table file (") + std::strerror(errno) + ").",
                path);
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            char holder[32] = {};
            const ssize_t length = ::read(descriptor, holder, sizeof holder - 1);
            ::close(descriptor);
            std::string who = length > 0 ? std::string(holder, std::strcspn(holder, "\n")) : std::string();
            return Error::file(ErrorCode::HeldByAnother,
                               "Another Partita" + (who.empty() ? "" : " (process " + who + ")") +
                                   " has this file open for writing. Close it there and try again.",
                               path);
        }
        struct stat ours {
        }, theirs{};
        if (::fstat(descriptor, &ours) == 0 && ::stat(lock.c_str(), &theirs) == 0 &&
            ours.st_ino == theirs.st_ino) {
            const std::string id = std::to_string(::getpid()) + "\n";
            if (::ftruncate(descriptor, 0) != 0 ||
                ::pwrite(descriptor, id.data(), id.size(), 0) != static_cast<ssize_t>(id.size())) {
                // Only the name of the holder is lost; the lock itself holds.
            }
            return std::unique_ptr<FileLock>(new FileLock(lock, descriptor));
        }
        ::close(descriptor);
    }
    return Error::file(ErrorCode::HeldByAnother, "Other processes keep taking this file. Try again.", path);
}

}  // namespace partita
