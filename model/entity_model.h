// The entity types of a table with their colours: inferred from the keys of its items (entityOf).
// A table of up to kMostCounted items is read whole, so its counts are exact; of a larger one only the first
// collections are looked at, and then no counts are shown. GUI thread only; the reading is a job.
#pragma once

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <vector>

#include "model/job.h"
#include "model/roles.h"

namespace partita {

class Engine;
class Session;

class EntityModel final : public QAbstractListModel {
    Q_OBJECT
  public:
    static constexpr quint64 kMostCounted = 20'000;

    explicit EntityModel(QObject* parent = nullptr);
    void setTable(Session* session, const QString& table);
    void clear();
    /// Keeps the colour in the table file. `colourFailed` says so when it cannot.
    void chooseColour(const QString& entity, quint32 rgb);
    /// Whether counts are exact; false too while they are being read.
    bool isComplete() const { return m_complete; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  signals:
    void loaded();
    void coloursChanged();
    void colourFailed(const QString& why);
    void failed(const QString& why);

  private:
    struct Entity {
        std::string name;
        quint64 items = 0;
        std::optional<quint32> rgb;
    };
    struct Answer {
        std::vector<Entity> entities;
        bool complete = false;
    };
    static Result<Answer> read(Engine& engine, const std::string& table, std::stop_token stop);
    void refresh();
    /// Items changed: reads them again soon, and not more often than reading them allows.
    void refreshSoon();

    QPointer<Session> m_session;
    QString m_table;
    std::vector<Entity> m_entities;
    bool m_complete = false;
    Job m_job;
    QTimer m_soon;
    QElapsedTimer m_reading;
    bool m_again = false;  // items changed while they were read
    Job m_colourJob;
};

}  // namespace partita
