// One piece of work off the GUI thread. It ends in exactly one of result, error, cancelled: all three are a
// Result, told on the thread of the context object. When the context dies first, nobody is told.
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <stop_token>

#include "engine/result.h"

namespace partita {

/// How often a job tells of its progress: ten times a second is as smooth as a progress bar needs.
inline constexpr int kProgressMillis = 100;

/// Cancels the job when destroyed, or when another job is moved into its place: the newest request of a view
/// wins, and the answer of a cancelled job is never delivered. GUI thread only.
class Job final {
  public:
    Job() = default;
    Job(Job&& other) noexcept = default;
    Job& operator=(Job&& other) noexcept {
        cancel();
        m_shared = std::move(other.m_shared);
        return *this;
    }
    ~Job() { cancel(); }

    bool isRunning() const { return m_shared && !m_shared->delivered; }
    /// Asks the work to stop and drops its answer.
    void cancel() {
        if (!m_shared) return;
        m_shared->stop.request_stop();
        m_shared->dropped = true;
        m_shared.reset();
    }
    /// Asks the work to stop; its answer (an Error with Cancelled, or a partial report) is still delivered.
    void requestStop() {
        if (m_shared) m_shared->stop.request_stop();
    }

    template <class T>
    static Job start(QThreadPool& pool, QObject* context, std::function<Result<T>(std::stop_token)> work,
                     std::function<void(Result<T>)> done, int priority = 0) {
        Job job;
        job.m_shared = std::make_shared<Shared>();
        QPointer<QObject> guard(context);
        pool.start(
            [shared = job.m_shared, guard, work = std::move(work), done = std::move(done)] {
                auto result = std::make_shared<Result<T>>(shared->stop.stop_requested()
                                                              ? Result<T>(Error::cancelled())
                                                              : work(shared->stop.get_token()));
                // Posted to the application object, which outlives every job, and only there asked whether
                // the context still lives: the context belongs to that thread.
                QMetaObject::invokeMethod(
                    QCoreApplication::instance(),
                    [shared, guard, result, done] {
                        shared->delivered = true;
                        if (guard && !shared->dropped) done(std::move(*result));
                    },
                    Qt::QueuedConnection);
            },
            priority);
        return job;
    }

  private:
    struct Shared {
        std::stop_source stop;
        bool dropped = false;    // GUI thread only
        bool delivered = false;  // GUI thread only
    };
    std::shared_ptr<Shared> m_shared;
};

}  // namespace partita
