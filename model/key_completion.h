// Offers existing partition keys that begin with what was typed. Asks the engine off the GUI thread, a moment
// after the last key stroke; the newest question wins. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QTimer>
#include <vector>

#include "engine/browse.h"
#include "model/session.h"

namespace partita {

/// A list model of what is offered: display text of the whole partition key, values through key().
class KeyCompletion final : public QAbstractListModel {
    Q_OBJECT
  public:
    explicit KeyCompletion(QObject* parent = nullptr);

    /// Null: nothing is offered. The session must outlive this object or be taken away first.
    void setSession(Session* session);
    /// Asks soon. `prefix` as displayText() shows keys: several attributes joined.
    void ask(const ViewId& view, const QString& prefix);
    /// Drops the question that waits or runs.
    void stop();

    const std::vector<Value>& key(int row) const { return m_keys[static_cast<std::size_t>(row)]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    static constexpr int kMost = 50;         // a list that a person still reads
    static constexpr int kDelayMillis = 80;  // shorter than the pause between two strokes of a fast typist

  signals:
    /// The keys offered now are the answer to this prefix.
    void answered(const QString& prefix);

  private:
    void run();

    Session* m_session = nullptr;
    QTimer m_delay;
    ViewId m_view;
    QString m_prefix;
    std::vector<std::vector<Value>> m_keys;
    Job m_job;
};

}  // namespace partita
