#include "model/request_log.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "model/block_item.h"
#include "model/load_text.h"

namespace partita {
namespace {

constexpr int kBatchMillis = 50;  // twenty times a second: a view that follows still looks alive

QString timeOfDay(UtcMillis time) {
    return QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(QStringLiteral("HH:mm:ss.zzz"));
}

/// "ValidationException" as "Validation": the status tells that it is one.
QString shortName(const std::string& type) {
    const QString name = oneLine(type);
    const QLatin1String end("Exception");
    return name.size() > end.size() && name.endsWith(end) ? name.chopped(end.size()) : name;
}

}  // namespace

/// Filled on any thread, emptied on the GUI thread. A burst posts one event only.
struct RequestLog::Mailbox {
    std::mutex mutex;
    RequestLog* owner = nullptr;  // null once the log is going away
    bool posted = false;
    std::deque<LoggedCall> calls;
    std::uint64_t requests = 0;  // since they were last taken, also those that were dropped
    std::uint64_t errors = 0;

    void add(LoggedCall call) {
        const std::lock_guard lock(mutex);
        if (!owner) return;
        ++requests;
        if (call.isError()) ++errors;
        calls.push_back(std::move(call));
        if (calls.size() > kMostRequests) calls.pop_front();
        if (posted) return;
        posted = true;
        QMetaObject::invokeMethod(
            owner, [log = owner] { log->m_timer.start(); }, Qt::QueuedConnection);
    }
};

LoggedCall::Fault LoggedCall::fault() const {
    if (!isError()) return Fault::None;
    const bool isThrottled =
        errorType == "ProvisionedThroughputExceededException" || errorType == "ThrottlingException";
    return status >= 500 || isThrottled ? Fault::Failed : Fault::Refused;
}

RequestLog::RequestLog(QObject* parent)
    : QAbstractTableModel(parent), m_mailbox(std::make_shared<Mailbox>()) {
    m_mailbox->owner = this;
    m_timer.setSingleShot(true);
    m_timer.setInterval(kBatchMillis);
    connect(&m_timer, &QTimer::timeout, this, &RequestLog::takeWaiting);
}

RequestLog::~RequestLog() {
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

std::function<void(LoggedCall)> RequestLog::sink() const {
    return [mailbox = m_mailbox](LoggedCall call) { mailbox->add(std::move(call)); };
}

void RequestLog::takeWaiting() {
    std::deque<LoggedCall> calls;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->posted = false;
        m_requests += std::exchange(m_mailbox->requests, 0);
        m_errors += std::exchange(m_mailbox->errors, 0);
        if (!m_isPaused) calls.swap(m_mailbox->calls);
    }
    if (!calls.empty()) {
        const std::size_t together = m_calls.size() + calls.size();
        const std::size_t gone =
            together > kMostRequests ? std::min(m_calls.size(), together - kMostRequests) : 0;
        if (gone > 0) {
            beginRemoveRows({}, 0, static_cast<int>(gone) - 1);
            m_calls.erase(m_calls.begin(), m_calls.begin() + static_cast<std::ptrdiff_t>(gone));
            endRemoveRows();
        }
        const int first = static_cast<int>(m_calls.size());
        beginInsertRows({}, first, first + static_cast<int>(calls.size()) - 1);
        std::move(calls.begin(), calls.end(), std::back_inserter(m_calls));
        endInsertRows();
    }
    emit countsChanged();
}

void RequestLog::setPaused(bool isPaused) {
    if (m_isPaused == isPaused) return;
    m_isPaused = isPaused;
    takeWaiting();
}

std::uint64_t RequestLog::waiting() const {
    const std::lock_guard lock(m_mailbox->mutex);
    return m_isPaused ? m_mailbox->calls.size() : 0;
}

void RequestLog::clear() {
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->calls.clear();
        m_mailbox->requests = m_mailbox->errors = 0;
    }
    beginResetModel();
    m_calls.clear();
    m_requests = m_errors = 0;
    endResetModel();
    emit countsChanged();
}

int RequestLog::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_calls.size());
}

int RequestLog::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant RequestLog::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const LoggedCall& logged = call(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(logged, index.column());
        case Qt::ToolTipRole:
            return toolTip(logged, index.column());
        case Qt::TextAlignmentRole:
            return int(Qt::AlignVCenter) |
                   (index.column() >= Items && index.column() <= Duration ? Qt::AlignRight : Qt::AlignLeft);
        case RequestFaultRole:
            return static_cast<int>(logged.fault());
        default:
            return {};
    }
}

QString RequestLog::text(const LoggedCall& logged, int column) const {
    switch (column) {
        case Time:
            return timeOfDay(logged.time);
        case Operation:
            return logged.operation.empty() ? QStringLiteral("–") : oneLine(logged.operation);
        case Table:
            return oneLine(logged.table);
        case Index:
            return oneLine(logged.index);
        case Key:
            return oneLine(logged.key);
        case Items:
            if (logged.scanned > 0)
                return tr("%1 of %2", "items returned, items read")
                    .arg(countText(logged.items), countText(logged.scanned));
            return logged.items > 0 ? countText(logged.items) : QString();
        case Read:
            return logged.capacity.read > 0 ? unitsText(logged.capacity.read) : QString();
        case Write:
            return logged.capacity.write > 0 ? unitsText(logged.capacity.write) : QString();
        case Duration:
            if (logged.milliseconds < 0.01) return QStringLiteral("<") + QLocale().toString(0.01, 'f', 2);
            return QLocale().toString(logged.milliseconds, 'f', logged.milliseconds < 9.95 ? 2 : 0);
        case Status:
            if (!logged.isError()) return QString::number(logged.status);
            return logged.errorType.empty()
                       ? QString::number(logged.status)
                       : QStringLiteral("%1 %2").arg(logged.status).arg(shortName(logged.errorType));
        default:
            return {};
    }
}

QString RequestLog::toolTip(const LoggedCall& logged, int column) const {
    if (column == Time)
        return QDateTime::fromMSecsSinceEpoch(logged.time, Qt::UTC).toString(Qt::ISODateWithMs);
    if (column == Status && logged.isError()) return oneLine(logged.errorMessage, 1000);
    return text(logged, column);
}

QVariant RequestLog::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) |
               (section >= Items && section <= Duration ? Qt::AlignRight : Qt::AlignLeft);
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case Time:
                return tr("When it was answered, UTC");
            case Items:
                return tr("Items returned, of those read");
            case Read:
                return tr("Read capacity units");
            case Write:
                return tr("Write capacity units");
            case Duration:
                return tr("Milliseconds from the whole request to its answer");
            default:
                return {};
        }
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Time:
            return tr("Time");
        case Operation:
            return tr("Operation");
        case Table:
            return tr("Table");
        case Index:
            return tr("Index");
        case Key:
            return tr("Key");
        case Items:
            return tr("Items");
        case Read:
            return tr("RCU");
        case Write:
            return tr("WCU");
        case Duration:
            return tr("ms");
        case Status:
            return tr("Status");
        default:
            return {};
    }
}

}  // namespace partita
