#include "app/faults_form.h"

#include <QCoreApplication>

#include "model/session.h"
#include "ui/faults_dialog.h"
#include "ui/notice_bar.h"

namespace partita {

void openFaultsForm(Session* session, QWidget* page, NoticeBar* notice) {
    auto* dialog = new FaultsDialog(session->engine()->faults(), page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &FaultsDialog::chosen, page, [session, notice](const ServiceFaults& faults) {
        const ServiceFaults before = session->engine()->faults();
        if (faults == before) return;
        session->engine()->setFaults(faults);
        notice->say(
            NoticeBar::Kind::Info,
            faults == ServiceFaults()
                ? QCoreApplication::translate("FaultsForm", "Nothing is refused or late any more.")
                : QCoreApplication::translate(
                      "FaultsForm", "Requests are refused and late as you chose, until the file is closed."));
    });
    dialog->open();
}

}  // namespace partita
