// Importing, from the form to the report, and looking back at what was imported: connects the forms with the
// plan, the job and the history. Deletes itself with its form. GUI thread only.
#pragma once

#include <QObject>

#include "model/import_history.h"
#include "model/import_job.h"
#include "model/import_plan.h"

namespace partita {

class ImportDialog;
class ImportHistoryDialog;
class Session;

class ImportFlow final : public QObject {
    Q_OBJECT
  public:
    /// Opens the form over `window`. `table`: the one that is shown; may be empty.
    ImportFlow(Session* session, const QString& table, const QString& folder, QWidget* window);

    ImportDialog* dialog() const { return m_dialog; }

  private:
    ImportPlan m_plan;
    ImportJob m_job;
    ImportHistory m_history;
    ImportDialog* m_dialog;
};

class ImportHistoryFlow final : public QObject {
    Q_OBJECT
  public:
    /// Opens the list over `window`.
    ImportHistoryFlow(Session* session, QWidget* window);

    ImportHistoryDialog* dialog() const { return m_dialog; }

  signals:
    /// Refused records as sources, to be mended and imported; the list is closed.
    void retryReady(const QList<partita::RefusedRecords>& refused);

  private:
    ImportHistory m_history;
    ImportHistoryDialog* m_dialog;
};

/// Puts the records into the form as text.
void showRefused(ImportDialog* dialog, const QList<RefusedRecords>& refused);

}  // namespace partita
