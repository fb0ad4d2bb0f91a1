#include "model/session.h"

#include <QFileInfo>
#include <QMetaObject>
#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace partita {
namespace {

// While a program writes thousands of items a second, each signal stands for hundreds of them.
constexpr qint64 kChangeMillis = 50;
constexpr int kLoadSignalMillis = 250;  // four times a second
// Long jobs (an import, a check) must not keep short ones (a window of rows) waiting.
constexpr int kLeastThreads = 4;
// More touched keys than this and a view is better off asking anew.
constexpr std::size_t kMostKeysTold = 1000;

}  // namespace

/// Filled by listener calls on any thread, emptied on the GUI thread. A burst of changes posts one event
/// only.
struct Session::Mailbox {
    struct Touched {
        std::set<std::string> partitionKeys;
        bool any = false;
    };
    std::mutex mutex;
    Session* owner = nullptr;  // null once the session is going away
    bool posted = false;
    std::map<std::string, Touched> items;
    std::set<std::string> load;
    std::set<std::string> settings;
    bool tables = false;

    void add(const Change& change) {
        const std::lock_guard lock(mutex);
        if (!owner) return;
        switch (change.kind) {
            case Change::Kind::Items: {
                Touched& touched = items[change.table];
                touched.partitionKeys.insert(change.partitionKeys.begin(), change.partitionKeys.end());
                touched.any |= change.partitionKeys.empty() || touched.partitionKeys.size() > kMostKeysTold;
                break;
            }
            case Change::Kind::Tables:
                tables = true;
                break;
            case Change::Kind::Load:
                load.insert(change.table);
                break;
            case Change::Kind::Settings:
                settings.insert(change.table);
                break;
        }
        if (posted) return;
        posted = true;
        QMetaObject::invokeMethod(owner, &Session::waitForChanges, Qt::QueuedConnection);
    }
};

Session::Session(std::unique_ptr<Engine> engine, QObject* parent)
    : QObject(parent), m_engine(std::move(engine)), m_mailbox(std::make_shared<Mailbox>()) {
    m_pool.setMaxThreadCount(std::max(kLeastThreads, m_pool.maxThreadCount()));
    m_loadTimer.setSingleShot(true);
    m_loadTimer.setInterval(kLoadSignalMillis);
    connect(&m_loadTimer, &QTimer::timeout, this, &Session::tellLoad);
    m_changeTimer.setSingleShot(true);
    connect(&m_changeTimer, &QTimer::timeout, this, &Session::takeChanges);
    m_mailbox->owner = this;
    m_listener = m_engine->listen([mailbox = m_mailbox](const Change& change) { mailbox->add(change); });
}

Session::~Session() {
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->owner = nullptr;
    }
    m_engine->unlisten(m_listener);
    m_closing.request_stop();
    m_pool.waitForDone();
}

QString Session::path() const {
    return QString::fromStdString(m_engine->path());
}
QString Session::fileName() const {
    return QFileInfo(path()).fileName();
}
bool Session::isReadOnly() const {
    return m_engine->isReadOnly();
}
QString Session::readOnlyReason() const {
    return QString::fromStdString(m_engine->readOnlyReason());
}

QStringList Session::tableNames() const {
    QStringList names;
    for (const std::string& name : m_engine->tableNames())
        names << QString::fromStdString(name);
    return names;
}

std::shared_ptr<const TableDefinition> Session::definition(const QString& table) const {
    auto found = m_engine->table(table.toStdString());
    return found ? *found : nullptr;
}

void Session::waitForChanges() {
    const qint64 since = m_sinceChanges.isValid() ? m_sinceChanges.elapsed() : kChangeMillis;
    if (since >= kChangeMillis)
        takeChanges();
    else
        m_changeTimer.start(static_cast<int>(kChangeMillis - since));
}

void Session::takeChanges() {
    m_sinceChanges.start();
    std::map<std::string, Mailbox::Touched> items;
    std::set<std::string> load;
    std::set<std::string> settings;
    bool tables = false;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->posted = false;
        items.swap(m_mailbox->items);
        load.swap(m_mailbox->load);
        settings.swap(m_mailbox->settings);
        std::swap(tables, m_mailbox->tables);
    }
    if (tables) emit tablesChanged();
    for (const auto& [table, touched] : items) {
        QList<QByteArray> keys;
        if (!touched.any) {
            for (const std::string& key : touched.partitionKeys)
                keys << QByteArray::fromStdString(key);
        }
        emit itemsChanged(QString::fromStdString(table), keys);
    }
    for (const std::string& table : settings)
        emit settingsChanged(QString::fromStdString(table));
    for (const std::string& table : load)
        m_loadPending.insert(QString::fromStdString(table));
    if (!m_loadPending.isEmpty() && !m_loadTimer.isActive()) m_loadTimer.start();
}

void Session::tellLoad() {
    const QSet<QString> tables = std::exchange(m_loadPending, {});
    for (const QString& table : tables)
        emit loadChanged(table);
}

}  // namespace partita
