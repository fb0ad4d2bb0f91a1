// What a run returned: the metrics line, the returned items as blocks, and what can be done next: next page,
// all pages, cancel. Says in place when nothing matches and when it failed. GUI thread only.
#pragma once

#include <QPushButton>
#include <QWidget>
#include <memory>

#include "model/block_model.h"
#include "model/block_result_source.h"
#include "model/query_runner.h"
#include "ui/block_view.h"
#include "ui/metrics_line.h"
#include "ui/notice_bar.h"
#include "ui/themed_label.h"

namespace partita {

class ResultPage final : public QWidget {
    Q_OBJECT
  public:
    /// The runner must outlive the page; it may have run already or not.
    ResultPage(QueryRunner& runner, std::shared_ptr<const TableDefinition> table, QWidget* parent = nullptr);
    ~ResultPage() override;

    QueryRunner& runner() const { return m_runner; }
    const std::shared_ptr<const TableDefinition>& table() const { return m_table; }
    /// For the window to connect its selection, copying and colours to.
    BlockView* view() const { return m_view; }
    BlockModel* model() const { return m_model; }
    /// A short name for a tab: "Query WS#acme", "Scan ByStatus".
    QString title() const;

    /// Something was written since this was read: says so, and offers to read it again. `isGone`: even its
    /// table or index.
    void setStale(bool isGone);

  signals:
    /// Jump to the selected item, or else to the queried key, in the table or the index that was read.
    void showInTableRequested(const std::vector<partita::Value>& partition,
                              const std::vector<partita::Value>& sort);
    void titleChanged(const QString& title);
    void exportRequested();

  private:
    void applyTheme();
    void makeTop();
    void makeFoot();
    void clear();
    void take(const RunPage& page);
    void showState();
    void showEmptyTexts();
    void showFailure();
    void showInTable();

    QueryRunner& m_runner;
    std::shared_ptr<const TableDefinition> m_table;
    std::unique_ptr<ResultBlockSource> m_source;
    BlockModel* m_model = nullptr;
    BlockView* m_view = nullptr;
    QWidget* m_top = nullptr;
    MetricsLine* m_metrics = nullptr;
    ThemedLabel* m_stale = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_showInTable = nullptr;
    QPushButton* m_export = nullptr;
    NoticeBar* m_notice = nullptr;
    QWidget* m_foot = nullptr;
    ThemedLabel* m_state = nullptr;
    QPushButton* m_next = nullptr;
    QPushButton* m_all = nullptr;
    QPushButton* m_cancel = nullptr;
};

}  // namespace partita
