#include "app/file_check.h"

#include "model/session.h"
#include "ui/notice_bar.h"

namespace partita {
namespace {

constexpr qsizetype kMostShown = 5;

}  // namespace

FileCheck::FileCheck(Session* session, NoticeBar* bar, QObject* parent)
    : QObject(parent), m_session(session), m_bar(bar) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, &FileCheck::showProgress);
    connect(bar, &NoticeBar::actionTriggered, this, [this] {
        if (m_timer.isActive())
            m_job.requestStop();
        else if (!m_offer.isEmpty() && m_bar && m_bar->text() == m_offer)
            emit recoverRequested(m_session->path());
    });
}

void FileCheck::start() {
    m_items = std::make_shared<std::atomic<quint64>>(0);
    showProgress();
    m_timer.start();
    m_job = m_session->run<std::vector<std::string>>(
        this,
        [items = m_items](Engine& engine, std::stop_token stop) {
            return engine.check([items](const Progress& progress) { *items = progress.itemsDone; }, stop);
        },
        [this](Result<std::vector<std::string>> result) {
            m_timer.stop();
            if (m_bar) take(std::move(result));
        });
}

void FileCheck::showProgress() {
    if (!m_bar) return;
    const quint64 items = *m_items;
    const QString file = m_session->fileName();
    m_bar->say(NoticeBar::Kind::Info,
               items == 0 ? tr("Checking %1…").arg(file)
                          : tr("Checking %1: %Ln item(s) so far…", "", static_cast<int>(items)).arg(file));
    m_bar->setAction(tr("Cancel"));
}

void FileCheck::take(Result<std::vector<std::string>> result) {
    const QString file = m_session->fileName();
    if (!result && result.error().code == ErrorCode::Cancelled) {
        m_bar->say(NoticeBar::Kind::Info, tr("The check of %1 was cancelled.").arg(file));
    } else if (!result) {
        m_bar->say(
            NoticeBar::Kind::Error,
            tr("%1 could not be checked. %2").arg(file, QString::fromStdString(result.error().text())));
        if (result.error().code == ErrorCode::DamagedFile) offerRecovery();
    } else if (result->empty()) {
        m_bar->say(NoticeBar::Kind::Info,
                   tr("%1 is sound: items, collections, marks and indexes agree.").arg(file));
    } else {
        QStringList lines;
        for (const std::string& difference : *result) {
            if (lines.size() < kMostShown) lines << QString::fromStdString(difference);
        }
        m_bar->say(NoticeBar::Kind::Error,
                   tr("%n difference(s) in %1. Keep a copy of the file before you go on.\n%2", "",
                      static_cast<int>(result->size()))
                       .arg(file, lines.join(QLatin1Char('\n'))));
        offerRecovery();
    }
}

void FileCheck::offerRecovery() {
    m_offer = m_bar->text();
    m_bar->setAction(tr("Recover into a new file…"));
}

}  // namespace partita
