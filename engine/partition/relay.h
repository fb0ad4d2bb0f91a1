// A few buffers that go round between two threads: one fills them, the other uses them up, in order. When all
// are full the first waits, so that memory stays bounded. Thread-safe: one filling thread, one using thread.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>

namespace partita {

template <class Buffer, std::size_t kCount>
class Relay final {
    static_assert(kCount >= 2);

  public:
    Relay() {
        for (Buffer& buffer : m_buffers)
            m_free.push_back(&buffer);
    }

    /// For the filling thread: a buffer as it was given back, or null once stop() was called.
    Buffer* toFill() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_stopped || !m_free.empty(); });
        return m_stopped ? nullptr : take(m_free);
    }
    void filled(Buffer* buffer) { put(m_full, buffer); }
    /// Nothing more comes: toUse() returns what is left, then null.
    void finish() { set(m_finished); }

    /// For the using thread.
    Buffer* toUse() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_finished || !m_full.empty(); });
        return m_full.empty() ? nullptr : take(m_full);
    }
    void used(Buffer* buffer) { put(m_free, buffer); }
    /// Nothing more is wanted.
    void stop() { set(m_stopped); }

  private:
    static Buffer* take(std::deque<Buffer*>& buffers) {
        Buffer* const buffer = buffers.front();
        buffers.pop_front();
        return buffer;
    }
    void put(std::deque<Buffer*>& buffers, Buffer* buffer) {
        {
            const std::lock_guard lock(m_mutex);
            buffers.push_back(buffer);
        }
        m_changed.notify_one();
    }
    void set(bool& flag) {
        {
            const std::lock_guard lock(m_mutex);
            flag = true;
        }
        m_changed.notify_one();
    }

    std::array<Buffer, kCount> m_buffers;
    std::mutex m_mutex;
    std::condition_variable m_changed;  // at most one thread waits: each waits for the other
    std::deque<Buffer*> m_free;
    std::deque<Buffer*> m_full;
    bool m_finished = false;
    bool m_stopped = false;
};

}  // namespace partita
