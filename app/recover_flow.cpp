#include "app/recover_flow.h"

#include <QFileDialog>
#include <QFileInfo>

#include "model/file_opener.h"
#include "model/recover_job.h"
#include "ui/recover_dialog.h"

namespace partita {

RecoverFlow::RecoverFlow(QWidget* window, QObject* parent) : QObject(parent), m_window(window) {}

void RecoverFlow::chooseSource(const QString& folder) {
    auto* dialog = new QFileDialog(m_window, tr("Recover a damaged table file"), folder,
                                   tr("Table files (*.partita);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &RecoverFlow::chooseTarget);
    dialog->open();
}

void RecoverFlow::chooseTarget(const QString& source) {
    const QFileInfo file(source);
    auto* dialog =
        new QFileDialog(m_window, tr("New table file for what can be read of %1").arg(file.fileName()),
                        file.absolutePath(), tr("Table files (*.partita)"));
    dialog->setObjectName(QStringLiteral("recoverTarget"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);  // asks before a file is replaced
    dialog->setDefaultSuffix(QStringLiteral("partita"));
    dialog->selectFile(FileOpener::freshPath(file.absolutePath(),
                                             tr("%1-recovered", "file name").arg(file.completeBaseName())));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, source](const QString& target) { recover(source, target); });
    dialog->open();
}

RecoverDialog* RecoverFlow::recover(const QString& source, const QString& target) {
    emit beginning(source);
    auto* dialog = new RecoverDialog(source, target, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* job = new RecoverJob(dialog);
    connect(job, &RecoverJob::progressed, dialog, &RecoverDialog::showProgress);
    connect(job, &RecoverJob::finished, dialog, &RecoverDialog::showReport);
    connect(job, &RecoverJob::failed, dialog, &RecoverDialog::showFailure);
    connect(job, &RecoverJob::cancelled, dialog, [dialog] { dialog->done(QDialog::Rejected); });
    connect(dialog, &QDialog::rejected, this, [this, source] { emit leftAlone(source); });
    connect(dialog, &RecoverDialog::cancelRequested, job, &RecoverJob::cancel);
    connect(dialog, &RecoverDialog::openRequested, this, &RecoverFlow::openRequested);
    job->start(source, target, QFileInfo::exists(target));
    dialog->open();
    return dialog;
}

}  // namespace partita
