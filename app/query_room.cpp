#include "app/query_room.h"

#include "engine/table/key.h"
#include "model/key_completion.h"
#include "model/query_runner.h"
#include "model/session.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"
#include "ui/table_page.h"

namespace partita {

QueryRoom::QueryRoom(Session* session, QObject* parent)
    : QObject(parent), m_session(session), m_panel(new QueryPanel), m_completion(new KeyCompletion(this)) {
    m_completion->setSession(session);
    m_panel->setCompletion(m_completion);
    connect(m_panel, &QueryPanel::runRequested, this, &QueryRoom::run);
    connect(m_panel, &QueryPanel::indexChosen, this, &QueryRoom::indexChosen);
    connect(session, &Session::itemsChanged, this, &QueryRoom::markStale);
    connect(session, &Session::tablesChanged, this, &QueryRoom::markGone);
    connect(m_panel, &QueryPanel::cancelRequested, this, [this] {
        if (ResultPage* result = currentResult()) result->runner().cancel();
    });
}

void QueryRoom::setPage(TablePage* page) {
    m_page = page;
    connect(page, &TablePage::currentTabChanged, this, &QueryRoom::showRunning);
}

void QueryRoom::showTable(const QString& table) {
    m_table = table;
    m_panel->setTable(table.isEmpty() ? nullptr : m_session->definition(table));
}

void QueryRoom::showIndex(const QString& index) {
    m_panel->setIndex(index);
}

void QueryRoom::showDraft(const QueryDraft& draft, const QString& note) {
    m_panel->setDraft(draft);
    m_panel->showNote(note);
    m_panel->focusKey();
}

void QueryRoom::markStale(const QString& table, const QList<QByteArray>& partitionKeys) {
    if (!m_page) return;
    for (ResultPage* result : m_page->findChildren<ResultPage*>()) {
        if (result->table()->name != table.toStdString()) continue;
        // A query of the table itself is touched by its own partition key only.
        const auto* query = std::get_if<QueryRequest>(&result->runner().request());
        if (query && !query->index && !partitionKeys.isEmpty()) {
            const auto key = keyPart(result->table()->keys.partition, query->partition);
            if (key && !partitionKeys.contains(QByteArray::fromStdString(*key))) continue;
        }
        result->setStale(false);
    }
}

void QueryRoom::markGone() {
    if (!m_page) return;
    for (ResultPage* result : m_page->findChildren<ResultPage*>()) {
        const auto definition = m_session->definition(QString::fromStdString(result->table()->name));
        if (!definition || !definition->keysOf(result->runner().view().index)) result->setStale(true);
    }
}

ResultPage* QueryRoom::currentResult() const {
    return m_page ? qobject_cast<ResultPage*>(m_page->currentResult()) : nullptr;
}

void QueryRoom::setGrid(bool isGrid) {
    m_isGrid = isGrid;
    const auto arrangement = isGrid ? BlockArrangement::Grid : BlockArrangement::Diagram;
    for (ResultPage* result : m_page->findChildren<ResultPage*>())
        result->view()->setArrangement(arrangement);
}

void QueryRoom::run(const ReadRequest& request) {
    // A result in front is refreshed; from Browse a new one is opened, so that an older one can be compared.
    ResultPage* result = currentResult();
    if (!result || result->table()->name != m_table.toStdString()) result = openResult();
    result->runner().start(request);
    m_page->showResult(result);
    m_page->setResultTitle(result, result->title(), result->title());
}

ResultPage* QueryRoom::openResult() {
    auto* runner = new QueryRunner(*m_session, this);
    auto* result = new ResultPage(*runner, m_session->definition(m_table));
    connect(result, &QObject::destroyed, runner, &QObject::deleteLater);
    connect(result, &ResultPage::titleChanged, this,
            [this, result](const QString& title) { m_page->setResultTitle(result, title, title); });
    connect(result, &ResultPage::showInTableRequested, this,
            [this, runner](const auto& partition, const auto& sort) {
                emit showInTableRequested(runner->view(), partition, sort);
            });
    connect(result, &ResultPage::exportRequested, this, &QueryRoom::exportRequested);
    connect(runner, &QueryRunner::stateChanged, result, [this, runner, result] {
        showRunning();
        result->view()->setPartitionCount(runner->metrics().partitions);
        if (runner->state() == QueryRunner::State::Failed) m_panel->showError(runner->error());
    });
    result->view()->setArrangement(m_isGrid ? BlockArrangement::Grid : BlockArrangement::Diagram);
    m_page->addResult(result, result->title());
    emit resultOpened(result);
    return result;
}

void QueryRoom::showRunning() {
    const ResultPage* result = currentResult();
    m_panel->setRunning(result && result->runner().isRunning());
}

}  // namespace partita
