#include "app/commands/standard_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <functional>

namespace partita {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;  // what a pipe holds

bool writeAll(int to, const char* bytes, std::size_t count) {
    while (count != 0) {
        const ssize_t written = ::write(to, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
    return true;
}

void wake(int descriptor) {
    (void)writeAll(descriptor, "x", 1);
}

}  // namespace

InterruptibleInput::InterruptibleInput(std::stop_token stop) : m_stop(std::move(stop)) {
    struct stat status = {};
    if (::fstat(STDIN_FILENO, &status) != 0 || S_ISREG(status.st_mode)) return;
    int ends[2] = {-1, -1};
    if (::pipe2(m_wake, O_CLOEXEC) != 0) return;
    const int source = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (source < 0 || ::pipe2(ends, O_CLOEXEC) != 0 || ::dup2(ends[0], STDIN_FILENO) < 0) return;
    ::close(ends[0]);
    m_pump = std::thread([this, source, to = ends[1]] {
        const std::stop_callback<std::function<void()>> onStop(m_stop, [this] { wake(m_wake[1]); });
        pump(source, to);
        ::close(to);
        ::close(source);
    });
}

InterruptibleInput::~InterruptibleInput() {
    if (!m_pump.joinable()) return;
    // Without a reader a pump that waits for room in the pipe goes on with an error.
    ::close(STDIN_FILENO);
    wake(m_wake[1]);
    m_pump.join();
    ::close(m_wake[0]);
    ::close(m_wake[1]);
}

void InterruptibleInput::pump(int from, int to) const {
    std::array<char, kPieceBytes> piece;
    for (;;) {
        std::array<pollfd, 2> descriptors = {pollfd{from, POLLIN, 0}, pollfd{m_wake[0], POLLIN, 0}};
        if (::poll(descriptors.data(), descriptors.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return;
        }
        if (descriptors[1].revents != 0) return;
        const ssize_t count = ::read(from, piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0 || !writeAll(to, piece.data(), static_cast<std::size_t>(count))) return;
    }
}

}  // namespace partita
