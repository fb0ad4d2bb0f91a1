#include "app/import_flow.h"

#include "model/session.h"
#include "ui/import_dialog.h"

namespace partita {

ImportFlow::ImportFlow(Session* session, const QString& table, const QString& folder, QWidget* window)
    : m_dialog(new ImportDialog(session->tableNames(), table, window)), m_job(new ImportJob(session, this)) {
    setParent(m_dialog);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setFolder(folder);
    connect(m_dialog, &ImportDialog::importRequested, m_job, &ImportJob::start);
    connect(m_dialog, &ImportDialog::cancelRequested, m_job, &ImportJob::cancel);
    connect(m_job, &ImportJob::progressed, m_dialog, &ImportDialog::showProgress);
    connect(m_job, &ImportJob::finished, m_dialog, &ImportDialog::showReports);
    connect(m_job, &ImportJob::failed, m_dialog, &ImportDialog::showFailure);
    m_dialog->open();
}

}  // namespace partita
