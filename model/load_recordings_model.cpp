#include "model/load_recordings_model.h"

#include <algorithm>

#include "model/load_text.h"
#include "model/session.h"

namespace partita {
namespace {

// Each holds up to an hour of seconds for every partition: some megabytes.
constexpr std::size_t kMostUnsaved = 5;

std::size_t unsavedCount(const std::vector<LoadRecordingsModel::Recording>& rows) {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.load != nullptr; }));
}

}  // namespace

LoadRecordingsModel::LoadRecordingsModel(Session* session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    if (session) {
        connect(session, &Session::loadChanged, this, [this](const QString& table) {
            if (table == m_table) refresh();
        });
    }
}

void LoadRecordingsModel::setTable(const QString& table) {
    if (m_table == table) return;
    beginResetModel();
    m_table = table;
    m_rows.clear();
    if (!table.isEmpty()) m_rows.emplace_back();
    endResetModel();
    refresh();
}

void LoadRecordingsModel::refresh() {
    // A list that is being read is read to its end: live load would otherwise cancel it four times a second.
    if (!m_session || m_table.isEmpty() || m_job.isRunning()) return;
    m_job = m_session->run<std::vector<RecordingInfo>>(
        this,
        [table = m_table.toStdString()](Engine& engine, const std::stop_token&) {
            return engine.recordings(table);
        },
        [this, table = m_table](Result<std::vector<RecordingInfo>> saved) {
            if (table != m_table) return;
            if (saved) {
                setSaved(*saved);
            } else {
                emit failed(QString::fromStdString(saved.error().text()));
            }
        });
}

void LoadRecordingsModel::addUnsaved(std::shared_ptr<LoadMeter> load) {
    if (m_rows.empty()) return;
    Recording recording;
    recording.info = load->info();
    recording.load = std::move(load);
    beginInsertRows({}, 1, 1);
    m_rows.insert(m_rows.begin() + 1, std::move(recording));
    endInsertRows();
    if (const auto unsaved = static_cast<int>(unsavedCount(m_rows));
        unsaved > static_cast<int>(kMostUnsaved)) {
        beginRemoveRows({}, unsaved, unsaved);
        m_rows.erase(m_rows.begin() + unsaved);
        endRemoveRows();
    }
}

void LoadRecordingsModel::removeUnsaved(const LoadMeter* load) {
    for (std::size_t i = 0; load && i < m_rows.size(); ++i) {
        if (m_rows[i].load.get() != load) continue;
        beginRemoveRows({}, static_cast<int>(i), static_cast<int>(i));
        m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(i));
        endRemoveRows();
        return;
    }
}

void LoadRecordingsModel::setSaved(const std::vector<RecordingInfo>& saved) {
    const std::size_t first = 1 + unsavedCount(m_rows);
    const bool same = std::equal(
        m_rows.begin() + static_cast<std::ptrdiff_t>(first), m_rows.end(), saved.begin(), saved.end(),
        [](const Recording& row, const RecordingInfo& info) {
            return row.info.id == info.id && row.info.requests == info.requests && row.info.name == info.name;
        });
    if (same) return;
    beginResetModel();
    m_rows.resize(first);
    for (const RecordingInfo& info : saved)
        m_rows.push_back({info, nullptr});
    endResetModel();
}

int LoadRecordingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant LoadRecordingsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole) return {};
    const Recording& row = recording(index.row());
    if (row.isLive()) return tr("Live: requests made here");
    return row.isSaved() ? recordingText(row.info) : tr("%1 (not saved)").arg(recordingText(row.info));
}

QString recordingText(const RecordingInfo& info) {
    const std::int64_t seconds = info.requests == 0 ? 0 : info.end / 1000 - info.begin / 1000 + 1;
    const QString requests = info.requests == 1
                                 ? LoadRecordingsModel::tr("1 request")
                                 : LoadRecordingsModel::tr("%1 requests").arg(countText(info.requests));
    return LoadRecordingsModel::tr("%1 · %2 · %3")
        .arg(QString::fromStdString(info.name), durationText(seconds), requests);
}

}  // namespace partita
