// The recordings of a table that can be looked at: the live one, those made in this window and not saved, and
// those saved in the file. Recordings are never mixed. GUI thread only; the file is read by a job.
#pragma once

#include <QAbstractListModel>
#include <QPointer>
#include <memory>
#include <vector>

#include "engine/partition/load_meter.h"
#include "model/job.h"

namespace partita {

class Session;

class LoadRecordingsModel final : public QAbstractListModel {
    Q_OBJECT
  public:
    struct Recording {
        RecordingInfo info;
        std::shared_ptr<LoadMeter> load;  // null: live, or in the file
        bool isLive() const { return !load && info.id == 0; }
        bool isSaved() const { return info.id != 0; }
    };

    explicit LoadRecordingsModel(Session* session, QObject* parent = nullptr);
    /// Forgets what was not saved of another table.
    void setTable(const QString& table);
    /// Reads the list of saved ones anew.
    void refresh();
    /// Keeps a replayed or generated recording in memory; the oldest of more than a few goes.
    void addUnsaved(std::shared_ptr<LoadMeter> load);
    /// After it was saved.
    void removeUnsaved(const LoadMeter* load);

    const Recording& recording(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  signals:
    void failed(const QString& reason);

  private:
    void setSaved(const std::vector<RecordingInfo>& saved);

    QPointer<Session> m_session;
    QString m_table;
    std::vector<Recording> m_rows;  // live, unsaved (newest first), saved
    Job m_job;
};

/// "zipf:1.1, seed 7 · 60 s · 120,000 requests"
QString recordingText(const RecordingInfo& info);

}  // namespace partita
