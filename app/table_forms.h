// The forms that change the tables of the open file: another table, an index more or less, time to live.
// Each stays open until the engine has answered. GUI thread only.
#pragma once

#include <QObject>

#include "model/job.h"

class QWidget;

namespace partita {

class Session;

class TableForms final : public QObject {
    Q_OBJECT
  public:
    /// `page`: what the forms stand over; they go with it.
    TableForms(Session* session, QWidget* page, QObject* parent = nullptr);

    void addTable();
    void addIndex(const QString& table);
    /// Asks before.
    void deleteIndex(const QString& table, const QString& index);
    void setTimeToLive(const QString& table);

  signals:
    void tableAdded(const QString& table);
    /// What was asked for without a form could not be done.
    void failed(const QString& why);

  private:
    Session* m_session;
    QWidget* m_page;
    Job m_job;
};

}  // namespace partita
