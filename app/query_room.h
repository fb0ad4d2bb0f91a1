// Puts together the query form, the runs, and the tabs that hold what they returned. GUI thread only.
#pragma once

#include <QObject>

#include "engine/browse.h"
#include "model/query_draft.h"

namespace partita {

class KeyCompletion;
class QueryPanel;
class ResultPage;
class Session;
class TablePage;

class QueryRoom final : public QObject {
    Q_OBJECT
  public:
    explicit QueryRoom(Session* session, QObject* parent = nullptr);

    QueryPanel* panel() const { return m_panel; }
    /// Where results go; outlives this.
    void setPage(TablePage* page);
    void showTable(const QString& table);
    void showIndex(const QString& index);
    /// A form that was filled in elsewhere, of the table that is shown; `note`: a line beneath it.
    void showDraft(const QueryDraft& draft, const QString& note);
    /// Null when Browse is in front.
    ResultPage* currentResult() const;
    void setGrid(bool isGrid);

  signals:
    void resultOpened(partita::ResultPage* result);
    /// Of the result in front.
    void exportRequested();
    /// By the user, in the form; empty: the table.
    void indexChosen(const QString& index);
    /// A key of the table or index that was read, to be shown among all blocks.
    void showInTableRequested(const partita::ViewId& view, const std::vector<partita::Value>& partition,
                              const std::vector<partita::Value>& sort);

  private:
    void run(const ReadRequest& request);
    ResultPage* openResult();
    void showRunning();
    /// Marks the results that what was written may have changed.
    void markStale(const QString& table, const QList<QByteArray>& partitionKeys);
    void markGone();

    Session* m_session;
    QueryPanel* m_panel;
    KeyCompletion* m_completion;
    TablePage* m_page = nullptr;
    QString m_table;
    bool m_isGrid = false;
};

}  // namespace partita
