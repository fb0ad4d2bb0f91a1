// The load of one table as the window looks at it: which recording, which resource (the table or a GSI),
// which range and unit; and the newest snapshot of it. Snapshots are made off the GUI thread; the newest
// question wins, and live load is followed at most four times a second. GUI thread only.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "model/job.h"
#include "model/load_recordings_model.h"
#include "model/load_snapshot.h"

namespace partita {

class LoadReplay;
class Session;

class LoadModel final : public QObject {
    Q_OBJECT
  public:
    explicit LoadModel(Session* session, QObject* parent = nullptr);
    ~LoadModel() override;

    /// Shows the table's live load, of the last minute. Empty: nothing.
    void setTable(const QString& table);
    QString table() const { return m_table; }

    /// The table ("") and its GSIs.
    QStringList resources() const;
    /// The table's indexes are others, or it was made anew: what is shown is read again.
    void takeDefinition();
    void setResource(const QString& resource);
    QString resource() const { return m_resource; }
    void setRange(const LoadRange& range);
    const LoadRange& range() const { return m_range; }
    /// By the user. Until then it follows the load: writes, unless only reads are there or only reads are
    /// hot.
    void setUnit(LoadUnit unit);
    LoadUnit unit() const { return m_unit; }

    // Which recording.
    void showLive();
    void showRecording(std::shared_ptr<LoadMeter> load);
    void showSaved(std::int64_t id);
    void show(const LoadRecordingsModel::Recording& recording);
    bool isShown(const LoadRecordingsModel::Recording& recording) const;
    bool isLive() const { return m_load == nullptr; }

    /// Keeps the recording that is shown in the table file. Ends in saved() or failed().
    void save(const QString& name);
    /// 1 … 256, or nothing for the rule's. Of live load it is kept in the file, and the load starts afresh; a
    /// trace or a generated load is run again over so many partitions, and nothing is kept.
    void choosePartitions(std::optional<std::uint32_t> count);

    /// Null until the first answer. Shared, immutable.
    const std::shared_ptr<const LoadSnapshot>& snapshot() const { return m_snapshot; }
    LoadReplay* replay() const { return m_replay; }
    LoadRecordingsModel* recordings() const { return m_recordings; }
    /// Why the recording that is shown can't be saved, or its partitions not be chosen; empty: they can.
    QString saveObstacle() const;
    QString partitionsObstacle() const;

  signals:
    void snapshotChanged();
    /// Resource, range, unit or recording: what the controls show.
    void questionChanged();
    void saved(const QString& name);
    void failed(const QString& reason);

  private:
    void ask();  // drops what is asked, and asks anew
    void followUnit();
    void follow();  // the data grew: asks again once the running answer is there
    void setCurrent(std::shared_ptr<LoadMeter> load);
    void runAgain(std::optional<std::uint32_t> partitions);

    QPointer<Session> m_session;
    LoadReplay* m_replay;
    LoadRecordingsModel* m_recordings;
    QString m_table;
    QString m_resource;
    LoadRange m_range;
    LoadUnit m_unit = LoadUnit::Write;
    bool m_isUnitChosen = false;
    std::shared_ptr<LoadMeter> m_load;  // null: live
    std::shared_ptr<const LoadSnapshot> m_snapshot;
    bool m_isStale = false;
    Job m_job;
    Job m_openJob;
    Job m_saveJob;
    Job m_partitionsJob;
};

}  // namespace partita
