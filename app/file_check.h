// Table ▸ Check File: runs the engine's check off the GUI thread and tells what it is doing and what it found
// in a notice bar, with Cancel while it runs. GUI thread only.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/result.h"
#include "model/job.h"

namespace partita {

class NoticeBar;
class Session;

class FileCheck final : public QObject {
    Q_OBJECT
  public:
    /// Both outlive this, or the bar goes first.
    FileCheck(Session* session, NoticeBar* bar, QObject* parent = nullptr);
    /// Takes the place of one that is running.
    void start();

  signals:
    /// Of a file with differences, when a person wants what can be read of it in a new file.
    void recoverRequested(const QString& path);

  private:
    void showProgress();
    void offerRecovery();
    void take(Result<std::vector<std::string>> result);

    Session* m_session;
    QPointer<NoticeBar> m_bar;
    std::shared_ptr<std::atomic<quint64>> m_items;  // looked at so far, written by the job's thread
    QTimer m_timer;
    QString m_offer;  // the text that stands over the offer to recover
    Job m_job;
};

}  // namespace partita
