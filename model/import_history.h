// The imports that a table file remembers, newest first, and what can still be done with each: read its
// report, try its refused records again, put back what it replaced, forget it. A list model; the work runs
// off the GUI thread, one piece at a time. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "engine/error.h"
#include "engine/import.h"
#include "model/job.h"

namespace partita {

class Session;

class ImportHistory final : public QAbstractListModel {
    Q_OBJECT
  public:
    /// How many problems of one import are listed.
    static constexpr std::size_t kMostProblems = 2'000;

    explicit ImportHistory(Session* session, QObject* parent = nullptr);
    ~ImportHistory() override;

    /// Reads the list anew; loaded() follows.
    void refresh();
    bool isBusy() const { return m_work.isRunning(); }
    /// Without its problems.
    const ImportReport& import(int row) const { return m_imports[static_cast<std::size_t>(row)]; }
    /// The import with its problems; reportRead() follows. The newest call wins.
    void readReport(int row);

    // One at a time: nothing happens while isBusy().
    /// retryReady() follows.
    void prepareRetry(const QList<qint64>& imports);
    /// In this order; restored() follows with the sum, also after cancel().
    void restore(const QList<qint64>& imports);
    void forget(qint64 import);
    void cancel();

    // Display: the source's name; tool tip: where it was; StatusTextRole: when, and what came of it;
    // ErrorTextRole: why it ended early.
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  signals:
    void loaded();
    void reportRead(const partita::ImportReport& report);
    void retryReady(const QList<partita::RefusedRecords>& refused);
    void restored(const partita::RestoreReport& report);
    void failed(const partita::Error& error);

  private:
    Session* m_session;
    std::vector<ImportReport> m_imports;
    Job m_reading;
    Job m_report;
    Job m_work;
};

}  // namespace partita
