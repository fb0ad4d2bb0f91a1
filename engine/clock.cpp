#include "engine/clock.h"

#include <chrono>

namespace partita {
namespace {

class SystemClock final : public Clock {
  public:
    UtcMillis now() const override {
        using namespace std::chrono;
        return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    }
};

}  // namespace

const Clock& Clock::system() {
    static const SystemClock clock;
    return clock;
}

}  // namespace partita
