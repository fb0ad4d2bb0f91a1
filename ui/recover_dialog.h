// Recovering a damaged file: how far it is; then, table by table, what came back, and what is lost. Says what
// is wanted and shows what it is told; reads and writes nothing itself. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/error.h"
#include "model/recover_job.h"

class QGridLayout;
class QPushButton;
class QStackedWidget;

namespace partita {

class LossNote;
class RunningPage;
class ThemedLabel;

class RecoverDialog final : public QDialog {
    Q_OBJECT
  public:
    RecoverDialog(const QString& source, const QString& target, QWidget* parent = nullptr);

    QString source() const { return m_source; }
    QString target() const { return m_target; }

  public slots:
    void showProgress(const partita::RecoverJob::Status& status);
    void showReport(const partita::RecoveryReport& report);
    void showFailure(const partita::Error& error);

  signals:
    /// The work goes on until it is told that it has ended: one of the slots, or close().
    void cancelRequested();
    void openRequested(const QString& path);

  protected:
    void reject() override;

  private:
    QWidget* makeReportPage();
    void addTable(int row, const RecoveredTable& table);
    void showEnd();

    QString m_source;
    QString m_target;
    QStackedWidget* m_pages;
    RunningPage* m_running;
    ThemedLabel* m_headline;
    ThemedLabel* m_about;
    QGridLayout* m_tables;
    LossNote* m_lost;
    LossNote* m_kept;
    QPushButton* m_open;
    QPushButton* m_close;
    bool m_isRunning = true;
};

}  // namespace partita
