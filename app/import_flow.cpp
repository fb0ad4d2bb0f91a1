#include "app/import_flow.h"

#include "model/session.h"
#include "ui/import_dialog.h"
#include "ui/import_history_dialog.h"

namespace partita {
namespace {

QString restoredText(const RestoreReport& report) {
    QStringList parts = {
        ImportFlow::tr("%Ln item(s) stand as they did before.", "", static_cast<int>(report.restored))};
    if (report.changedSince > 0)
        parts << ImportFlow::tr("%Ln item(s) were written to since and stay as they are.", "",
                                static_cast<int>(report.changedSince));
    if (report.cancelled) parts << ImportFlow::tr("It was cancelled before the end.");
    return parts.join(QLatin1Char(' '));
}

template <class Dialog>
void connectHistory(ImportHistory* history, Dialog* dialog) {
    QObject::connect(dialog, &Dialog::retryRequested, history, &ImportHistory::prepareRetry);
    QObject::connect(dialog, &Dialog::restoreRequested, history, &ImportHistory::restore);
    QObject::connect(history, &ImportHistory::restored, dialog,
                     [dialog](const RestoreReport& report) { dialog->say(restoredText(report), false); });
    QObject::connect(history, &ImportHistory::failed, dialog, [dialog](const Error& error) {
        dialog->say(QString::fromStdString(error.text()), true);
    });
}

}  // namespace

void showRefused(ImportDialog* dialog, const QList<RefusedRecords>& refused) {
    for (const RefusedRecords& records : refused) {
        SourceOptions options;
        options.format = records.format;
        dialog->addText(QString::fromStdString(records.text), options);
    }
}

ImportFlow::ImportFlow(Session* session, const QString& table, const QString& folder, QWidget* window)
    : m_plan(session, table),
      m_job(session),
      m_history(session),
      m_dialog(new ImportDialog(&m_plan, window)) {
    setParent(m_dialog);  // and goes after the widgets in it
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setFolder(folder);
    connect(m_dialog, &ImportDialog::importRequested, this, [this] { m_job.start(m_plan.tasks()); });
    connect(m_dialog, &ImportDialog::cancelRequested, &m_job, &ImportJob::cancel);
    connect(&m_job, &ImportJob::progressed, m_dialog, &ImportDialog::showProgress);
    connect(&m_job, &ImportJob::finished, m_dialog, &ImportDialog::showReports);
    connect(&m_job, &ImportJob::failed, m_dialog, &ImportDialog::showFailure);
    connectHistory(&m_history, m_dialog);
    connect(&m_history, &ImportHistory::retryReady, m_dialog,
            [this](const QList<RefusedRecords>& refused) { showRefused(m_dialog, refused); });
    m_dialog->open();
}

ImportHistoryFlow::ImportHistoryFlow(Session* session, QWidget* window)
    : m_history(session), m_dialog(new ImportHistoryDialog(&m_history, session->isReadOnly(), window)) {
    setParent(m_dialog);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connectHistory(&m_history, m_dialog);
    connect(&m_history, &ImportHistory::restored, &m_history, &ImportHistory::refresh);
    connect(&m_history, &ImportHistory::retryReady, this, [this](const QList<RefusedRecords>& refused) {
        emit retryReady(refused);
        m_dialog->accept();
    });
    m_history.refresh();
    m_dialog->open();
}

}  // namespace partita
