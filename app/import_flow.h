// One import from the dialog to its report: connects the dialog with the job. Deletes itself with its dialog.
// GUI thread only.
#pragma once

#include <QObject>

#include "model/import_job.h"

namespace partita {

class ImportDialog;
class Session;

class ImportFlow final : public QObject {
    Q_OBJECT
  public:
    /// Opens the dialog over `window`.
    ImportFlow(Session* session, const QString& table, const QString& folder, QWidget* window);

    ImportDialog* dialog() const { return m_dialog; }

  private:
    ImportDialog* m_dialog;
    ImportJob* m_job;
};

}  // namespace partita
