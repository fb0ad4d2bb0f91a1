// What tests of the control plane share: a clock that they set, and a way to hold the background still.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "tests/engine/table_fixture.h"

namespace partita::test {

class SetClock final : public Clock {
  public:
    UtcMillis now() const override { return m_now; }
    void add(UtcMillis milliseconds) { m_now += milliseconds; }

  private:
    std::atomic<UtcMillis> m_now = 1'777'629'600'000;  // 2026-05-01T10:00:00Z
};

constexpr UtcMillis kHour = 3'600'000;

/// Holds the engine's background where it first tells of its work, until it is opened. The engine must
/// outlive it.
class Gate final {
  public:
    explicit Gate(Engine& engine) : m_engine(engine), m_test(std::this_thread::get_id()) {
        // The background may still be on its way out of the gate when the gate is gone.
        m_listener = engine.listen([state = m_state, test = m_test](const Change& change) {
            if (change.kind != Change::Kind::Tables || std::this_thread::get_id() == test) return;
            std::unique_lock lock(state->mutex);
            state->isReached = true;
            state->changed.notify_all();
            state->changed.wait(lock, [&state] { return state->isOpen; });
        });
    }
    ~Gate() {
        open();
        m_engine.unlisten(m_listener);
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Until the background stands still, with a part of its work done.
    void waitUntilReached() {
        std::unique_lock lock(m_state->mutex);
        QVERIFY(
            m_state->changed.wait_for(lock, std::chrono::seconds(20), [this] { return m_state->isReached; }));
    }
    void open() {
        const std::lock_guard guard(m_state->mutex);
        m_state->isOpen = true;
        m_state->changed.notify_all();
    }

  private:
    Engine& m_engine;
    std::thread::id m_test;
    int m_listener = 0;
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        bool isReached = false;
        bool isOpen = false;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

inline TableStatus statusOf(const Engine& engine, const std::string& table) {
    const auto described = engine.describeTable(table);
    return described ? described->status : TableStatus::Deleting;
}

inline bool isGone(const Engine& engine, const std::string& table) {
    const auto described = engine.describeTable(table);
    return !described && described.error().code == ErrorCode::ResourceNotFound;
}

inline IndexDefinition globalIndex(std::string name, KeySchema keys,
                                   ProjectionType projection = ProjectionType::All) {
    return {std::move(name), IndexKind::Global, std::move(keys), {projection, {}}, {}};
}

}  // namespace partita::test

#define WAIT_UNTIL_ACTIVE(engine, table) \
    QTRY_COMPARE_WITH_TIMEOUT(statusOf(engine, table), TableStatus::Active, 30'000)
/// Fails the test unless the service's code and words are these.
#define VERIFY_REFUSED(result, expectedCode, words)                                              \
    do {                                                                                         \
        const auto& outcomeToRefuse = (result);                                                  \
        QVERIFY2(!outcomeToRefuse.ok(), "it was not refused");                                   \
        QCOMPARE(QByteArray::fromStdString(outcomeToRefuse.error().message), QByteArray(words)); \
        QCOMPARE(outcomeToRefuse.error().code, ErrorCode::expectedCode);                         \
    } while (false)
