#include "model/key_completion.h"

namespace partita {

KeyCompletion::KeyCompletion(QObject* parent) : QAbstractListModel(parent) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMillis);
    connect(&m_delay, &QTimer::timeout, this, &KeyCompletion::run);
}

void KeyCompletion::setSession(Session* session) {
    stop();
    m_session = session;
    beginResetModel();
    m_keys.clear();
    endResetModel();
}

void KeyCompletion::ask(const ViewId& view, const QString& prefix) {
    m_view = view;
    m_prefix = prefix;
    m_delay.start();
}

void KeyCompletion::stop() {
    m_delay.stop();
    m_job.cancel();
}

void KeyCompletion::run() {
    if (!m_session) return;
    using Keys = std::vector<std::vector<Value>>;
    m_job = m_session->run<Keys>(
        this,
        [view = m_view, prefix = m_prefix.toStdString()](Engine& engine, std::stop_token) {
            return engine.completePartition(view, prefix, kMost);
        },
        [this, prefix = m_prefix](Result<Keys> keys) {
            beginResetModel();
            // Completion is a help: where it fails, the run itself tells why.
            m_keys = keys ? std::move(*keys) : Keys();
            endResetModel();
            emit answered(prefix);
        });
}

int KeyCompletion::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_keys.size());
}

QVariant KeyCompletion::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    return QString::fromStdString(displayText(m_keys[static_cast<std::size_t>(index.row())]));
}

}  // namespace partita
