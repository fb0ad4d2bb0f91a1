#include "app/commands/interruption.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

#include "app/commands/exit_status.h"

namespace partita {

Interruption::Interruption() {
    // A reader of standard output that has gone away shows as an error of write(), see Output.
    std::signal(SIGPIPE, SIG_IGN);
    sigset_t stopSignals;
    sigemptyset(&stopSignals);
    sigaddset(&stopSignals, SIGINT);
    sigaddset(&stopSignals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stopSignals, nullptr);
    m_watcher = std::thread([this, stopSignals] {
        bool asked = false;
        int signal = 0;
        while (sigwait(&stopSignals, &signal) == 0 && !m_done) {
            if (asked) _exit(static_cast<int>(ExitStatus::Cancelled));
            asked = true;
            m_stop.request_stop();
        }
    });
}

Interruption::~Interruption() {
    m_done = true;
    pthread_kill(m_watcher.native_handle(), SIGTERM);
    m_watcher.join();
}

}  // namespace partita
