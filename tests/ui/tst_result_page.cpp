// The result page over a real table file: what it says in each state, and its buttons. And the query form
// with completion from existing keys.
#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/query_panel.h"
#include "ui/result_page.h"

using namespace partita;

namespace {

TableDefinition definition() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    table.indexes = {{"ByStatus", IndexKind::Global, {{{"status", ValueType::String}}, {}}, {}, {}}};
    return table;
}

QString plain(const QLabel& label) {
    QString text = label.text();
    text.replace("&nbsp;", " ");
    return text.remove(QRegularExpression("<[^>]*>")).simplified();
}

}  // namespace

class TestResultPage final : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        auto engine = Engine::create(m_folder->filePath("result.partita").toStdString(), {definition()});
        QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().text().c_str());
        const char* keys[][2] = {{"WS#acme", "META"},
                                 {"WS#acme", "PROJ#1"},
                                 {"WS#acme", "PROJ#2"},
                                 {"WS#acme", "PROJ#3"},
                                 {"WS#帳票", "META"}};
        for (const auto& [pk, sk] : keys)
            QVERIFY(
                (*engine)->put({"Workspaces", Item{{"pk", Value::string(pk)}, {"sk", Value::string(sk)}}}));
        m_session = std::make_unique<Session>(std::move(*engine));
        m_table = m_session->definition("Workspaces");
        m_runner = std::make_unique<QueryRunner>(*m_session);
        m_page = std::make_unique<ResultPage>(*m_runner, m_table);
        m_page->resize(900, 500);
        m_page->show();
    }

    void cleanup() {
        m_page.reset();
        m_runner.reset();
        m_session.reset();
    }

    void showsTheItemsAndWhatTheyCost() {
        run(query("WS#acme", "PROJ#"));
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
        const QString line = plain(*m_page->findChild<MetricsLine*>());
        QVERIFY2(line.startsWith("Query 1 request"), qPrintable(line));
        QVERIFY2(line.contains("3 of 3 items read 0.5 RCU"), qPrintable(line));
        QVERIFY2(QRegularExpression(" ms partition [0-3] of 4$").match(line).hasMatch(), qPrintable(line));
        QVERIFY(!button("nextPage")->isVisible());
        QCOMPARE(m_page->title(), "Query WS#acme");
    }

    void aPartOfACollectionSaysSo() {
        run(query("WS#acme", "PROJ#"));
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
        BlockSummaryPtr summary;
        QTRY_VERIFY(summary = m_page->model()->index(0, 0).data(SummaryRole).value<BlockSummaryPtr>());
        QCOMPARE(summary->itemsInTable, std::optional<std::uint64_t>(4));
    }

    void limitLeavesMorePages() {
        QueryRequest request = query("WS#acme");
        request.options.limit = 2;
        run(request);
        QTRY_COMPARE(m_page->model()->rowCount(), 2);
        QVERIFY(button("nextPage")->isVisible());
        QTest::mouseClick(button("nextPage"), Qt::LeftButton);
        QTRY_VERIFY(!m_runner->isRunning());
        QTRY_COMPARE(m_page->model()->rowCount(), 4);
        if (m_runner->hasMore()) {
            QTest::mouseClick(button("allPages"), Qt::LeftButton);
            QTRY_VERIFY(!m_runner->isRunning());
        }
        QVERIFY(!button("nextPage")->isVisible());
        QVERIFY(!button("allPages")->isVisible());
    }

    void aFailureSaysWhatAndOffersToTryAgain() {
        QueryRequest request = query("WS#acme");
        request.index = "Gone";
        run(request);
        auto* notice = m_page->findChild<NoticeBar*>();
        QVERIFY(notice->isVisible());
        QVERIFY(!notice->text().isEmpty());
        run(query("WS#acme"));
        QVERIFY(!notice->isVisible());
        QTRY_COMPARE(m_page->model()->rowCount(), 4);
    }

    void nothingFoundIsNoFailure() {
        run(query("nobody"));
        QCOMPARE(m_runner->state(), QueryRunner::State::Finished);
        QVERIFY(!m_page->findChild<NoticeBar*>()->isVisible());
        QCOMPARE(m_page->model()->rowCount(), 0);
        QVERIFY(plain(*m_page->findChild<MetricsLine*>()).contains("0 of 0 items read 0.5 RCU"));
    }

    void showInTableTellsTheKey() {
        QSignalSpy jumps(m_page.get(), &ResultPage::showInTableRequested);
        run(query("WS#acme", "PROJ#"));
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
        for (QPushButton* found : m_page->findChildren<QPushButton*>())
            if (found->text() == QLatin1String("Show in table")) QTest::mouseClick(found, Qt::LeftButton);
        QCOMPARE(jumps.size(), 1);
        QVERIFY(jumps.at(0).at(0).value<std::vector<Value>>() ==
                std::vector<Value>{Value::string("WS#acme")});
        QVERIFY(jumps.at(0).at(1).value<std::vector<Value>>().empty());
        QTRY_VERIFY(m_page->model()->item(1));
        m_page->view()->selectRow(1);
        for (QPushButton* found : m_page->findChildren<QPushButton*>())
            if (found->text() == QLatin1String("Show in table")) QTest::mouseClick(found, Qt::LeftButton);
        QCOMPARE(jumps.size(), 2);
        QVERIFY(jumps.at(1).at(1).value<std::vector<Value>>() == std::vector<Value>{Value::string("PROJ#2")});
    }

    void theFormCompletesExistingKeys() {
        KeyCompletion completion;
        completion.setSession(m_session.get());
        QueryPanel panel;
        panel.setTable(m_table);
        panel.setCompletion(&completion);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy runs(&panel, &QueryPanel::runRequested);
        QLineEdit* edit = panel.findChild<KeyValueEdit*>()->valueEdit();
        panel.focusKey();
        QTest::keyClicks(edit, "WS#");
        auto* completer = panel.findChild<QCompleter*>();
        QTRY_VERIFY(completer->popup()->isVisible());
        QCOMPARE(completer->popup()->model()->rowCount(), 2);
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(edit->text(), "WS#帳票");
        QCOMPARE(runs.size(), 0);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(runs.size(), 1);
    }

  private:
    static QueryRequest query(const char* key, const char* prefix = nullptr) {
        QueryRequest request;
        request.table = "Workspaces";
        request.partition = {Value::string(key)};
        if (prefix) request.sort = {{SortOperator::BeginsWith, {Value::string(prefix)}}};
        return request;
    }
    void run(const QueryRequest& request) {
        m_runner->start(request);
        QTRY_VERIFY(!m_runner->isRunning());
    }
    QPushButton* button(const char* name) const {
        return m_page->findChild<QPushButton*>(QString::fromUtf8(name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Session> m_session;
    std::shared_ptr<const TableDefinition> m_table;
    std::unique_ptr<QueryRunner> m_runner;
    std::unique_ptr<ResultPage> m_page;
};

QTEST_MAIN(TestResultPage)
#include "tst_result_page.moc"
