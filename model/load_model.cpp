#include "model/load_model.h"

#include <algorithm>

#include "engine/partition/partitions.h"
#include "model/load_replay.h"
#include "model/session.h"

namespace partita {
namespace {

using Snapshot = std::shared_ptr<const LoadSnapshot>;

/// What the rule gives for the table or a GSI. Nothing when its size can't be read: the count is then shown
/// without its reason.
std::optional<std::uint32_t> partitionsByRule(const Engine& engine, const TableDefinition& table,
                                              const LoadResource& resource) {
    const ViewId view{table.name, resource.empty() ? std::nullopt : std::optional<std::string>(resource)};
    const auto statistics = engine.statistics(view);
    if (!statistics) return std::nullopt;
    const IndexDefinition* index = resource.empty() ? nullptr : table.index(resource);
    return defaultPartitionCount(table.billing, index ? index->throughput : table.throughput,
                                 statistics->bytes);
}

bool isHot(const LoadSnapshot& snapshot, LoadUnit unit) {
    return std::any_of(snapshot.summary.partitions.begin(), snapshot.summary.partitions.end(),
                       [unit](const PartitionLoad& load) { return secondsOver(load, unit) > 0; });
}

Result<Snapshot> readSnapshot(const Engine& engine, const std::string& table, std::shared_ptr<LoadMeter> load,
                              const LoadResource& resource, const LoadRange& range,
                              const std::stop_token& stop) {
    const auto definition = engine.table(table);
    if (!definition) return definition.error();
    if (!load) load = engine.liveLoad(table);
    if (!load) return Error::notFound("Table " + table + " has no load.");
    auto snapshot =
        std::make_shared<LoadSnapshot>(makeLoadSnapshot(*load, *definition, resource, range, stop));
    if (stop.stop_requested()) return Error::cancelled();
    snapshot->partitionsByRule = partitionsByRule(engine, **definition, resource);
    return Snapshot(std::move(snapshot));
}

}  // namespace

LoadModel::LoadModel(Session* session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_replay(new LoadReplay(session, this)),
      m_recordings(new LoadRecordingsModel(session, this)) {
    if (session) {
        connect(session, &Session::loadChanged, this, [this](const QString& table) {
            if (table == m_table && isLive()) follow();
        });
    }
    connect(m_replay, &LoadReplay::finished, this, [this](const std::shared_ptr<LoadMeter>& load) {
        if (m_replay->table() != m_table) return;
        m_recordings->addUnsaved(load);
        showRecording(load);
    });
    connect(m_recordings, &LoadRecordingsModel::failed, this, &LoadModel::failed);
}

LoadModel::~LoadModel() = default;

void LoadModel::setTable(const QString& table) {
    if (m_table == table) return;
    m_replay->cancel();
    m_openJob.cancel();
    if (m_load && m_session) m_session->engine()->setCurrentLoad(m_table.toStdString(), nullptr);
    m_table = table;
    m_resource.clear();
    m_range = {};
    m_isUnitChosen = false;
    m_load.reset();
    m_snapshot.reset();
    m_recordings->setTable(table);
    emit snapshotChanged();
    emit questionChanged();
    ask();
}

QStringList LoadModel::resources() const {
    QStringList names{QString()};
    const auto definition = m_session && !m_table.isEmpty() ? m_session->definition(m_table) : nullptr;
    if (!definition) return names;
    for (const IndexDefinition& index : definition->indexes) {
        if (index.kind == IndexKind::Global) names << QString::fromStdString(index.name);
    }
    return names;
}

void LoadModel::takeDefinition() {
    if (!resources().contains(m_resource)) m_resource.clear();
    emit questionChanged();
    ask();
}

void LoadModel::setResource(const QString& resource) {
    if (m_resource == resource) return;
    m_resource = resource;
    emit questionChanged();
    ask();
}

void LoadModel::setRange(const LoadRange& range) {
    if (m_range == range) return;
    m_range = range;
    emit questionChanged();
    ask();
}

void LoadModel::setUnit(LoadUnit unit) {
    m_isUnitChosen = true;
    if (m_unit == unit) return;
    m_unit = unit;
    emit questionChanged();
}

void LoadModel::showLive() {
    setCurrent(nullptr);
}

void LoadModel::showRecording(std::shared_ptr<LoadMeter> load) {
    setCurrent(std::move(load));
}

void LoadModel::showSaved(std::int64_t id) {
    if (!m_session) return;
    m_openJob = m_session->run<std::shared_ptr<LoadMeter>>(
        this,
        [table = m_table.toStdString(), id](Engine& engine, const std::stop_token&) {
            return engine.loadRecording(table, id);
        },
        [this](Result<std::shared_ptr<LoadMeter>> load) {
            if (load) {
                setCurrent(std::move(*load));
            } else {
                emit failed(QString::fromStdString(load.error().text()));
            }
        });
}

void LoadModel::show(const LoadRecordingsModel::Recording& recording) {
    if (recording.isSaved()) {
        showSaved(recording.info.id);
    } else {
        setCurrent(recording.load);
    }
}

bool LoadModel::isShown(const LoadRecordingsModel::Recording& recording) const {
    if (recording.isSaved()) return m_load && m_load->info().id == recording.info.id;
    return recording.load == m_load;
}

void LoadModel::save(const QString& name) {
    if (!saveObstacle().isEmpty()) return;
    m_saveJob = m_session->run<std::int64_t>(
        this,
        [table = m_table.toStdString(), load = m_load, name = name.toStdString()](
            Engine& engine, const std::stop_token&) { return engine.saveRecording(table, *load, name); },
        [this, name, load = m_load](Result<std::int64_t> id) {
            if (!id) {
                emit failed(QString::fromStdString(id.error().text()));
                return;
            }
            m_recordings->removeUnsaved(load.get());
            m_recordings->refresh();
            if (m_load == load) showSaved(*id);
            emit saved(name);
        });
}

void LoadModel::choosePartitions(std::optional<std::uint32_t> count) {
    if (!m_session) return;
    if (!isLive()) return runAgain(count);
    m_partitionsJob = m_session->run<bool>(
        this,
        [table = m_table.toStdString(), count](Engine& engine, const std::stop_token&) -> Result<bool> {
            const auto chosen = engine.choosePartitionCount(table, count);
            return chosen ? Result<bool>(true) : Result<bool>(chosen.error());
        },
        [this](Result<bool> chosen) {
            if (chosen) {
                ask();
            } else {
                emit failed(QString::fromStdString(chosen.error().text()));
            }
        });
}

QString LoadModel::saveObstacle() const {
    if (!m_session) return tr("No table is open.");
    if (m_session->isReadOnly()) return m_session->readOnlyReason();
    if (isLive()) return tr("Live load is kept in the table file by itself when the file is closed.");
    if (m_load->info().id != 0) return tr("This recording is in the table file.");
    return {};
}

QString LoadModel::partitionsObstacle() const {
    if (!m_session) return tr("No table is open.");
    return isLive() && m_session->isReadOnly() ? m_session->readOnlyReason() : QString();
}

void LoadModel::ask() {
    m_isStale = false;
    if (!m_session || m_table.isEmpty()) {
        m_job.cancel();
        return;
    }
    m_job = m_session->run<Snapshot>(
        this,
        [table = m_table.toStdString(), load = m_load, resource = m_resource.toStdString(), range = m_range](
            Engine& engine, const std::stop_token& stop) {
            return readSnapshot(engine, table, load, resource, range, stop);
        },
        [this](Result<Snapshot> snapshot) {
            if (snapshot) {
                m_snapshot = std::move(*snapshot);
                followUnit();
                emit snapshotChanged();
            } else {
                emit failed(QString::fromStdString(snapshot.error().text()));
            }
            if (m_isStale) ask();
        });
}

void LoadModel::followUnit() {
    if (m_isUnitChosen) return;
    const LoadUnit other = otherUnit(m_unit);
    const bool isUnused = !m_snapshot->busiest(m_unit) && m_snapshot->busiest(other);
    if (!isUnused && (isHot(*m_snapshot, m_unit) || !isHot(*m_snapshot, other))) return;
    m_unit = other;
    emit questionChanged();
}

void LoadModel::follow() {
    if (m_job.isRunning()) {
        m_isStale = true;
    } else {
        ask();
    }
}

void LoadModel::setCurrent(std::shared_ptr<LoadMeter> load) {
    m_openJob.cancel();
    m_load = std::move(load);
    // The default range again: a range that was chosen belongs to the recording it was chosen in.
    if (m_range.kind == LoadRange::Kind::Chosen) m_range = {};
    if (m_session) m_session->engine()->setCurrentLoad(m_table.toStdString(), m_load);
    emit questionChanged();
    ask();
}

void LoadModel::runAgain(std::optional<std::uint32_t> partitions) {
    const RecordingInfo info = m_load->info();
    if (info.source == RecordingInfo::Source::Trace) {
        m_replay->replayTrace(m_table, QString::fromStdString(info.origin), partitions);
        return;
    }
    const auto spec = parseGeneratorSpec(info.origin);
    if (spec) {
        m_replay->generate(m_table, *spec, partitions);
    } else {
        emit failed(QString::fromStdString(spec.error().text()));
    }
}

}  // namespace partita
