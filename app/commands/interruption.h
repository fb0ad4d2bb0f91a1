// SIGINT and SIGTERM as a request to stop, instead of an end in the middle of a transaction. A second signal
// ends the program at once; what was committed stays. Make one, first thing in main's thread, before other
// threads.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace partita {

class Interruption final {
  public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

  private:
    std::stop_source m_stop;
    std::atomic<bool> m_done = false;
    std::thread m_watcher;  // sleeps in sigwait(): a handler could not safely request a stop
};

}  // namespace partita
