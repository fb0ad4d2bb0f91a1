// Standard input that ends when a stop is requested. A read of a pipe or a terminal that nobody writes to
// would otherwise wait for ever, and Ctrl-C with it. Make one before reading; while it lives it stands in for
// descriptor 0. A regular file is left as it is: it never makes one wait, and its length stays known.
#pragma once

#include <stop_token>
#include <thread>

namespace partita {

class InterruptibleInput final {
  public:
    explicit InterruptibleInput(std::stop_token stop);
    /// Standard input is closed afterwards.
    ~InterruptibleInput();
    InterruptibleInput(const InterruptibleInput&) = delete;
    InterruptibleInput& operator=(const InterruptibleInput&) = delete;

  private:
    void pump(int from, int to) const;

    int m_wake[2] = {-1, -1};  // a pipe: its end for reading becomes readable when the pump is to stop
    std::thread m_pump;
    std::stop_token m_stop;
};

}  // namespace partita
