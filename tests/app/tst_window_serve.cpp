// Serving the open file from the window: a program's requests over HTTP show in the log, the blocks, the
// sidebar and the results; the window stays quick while it writes.
#include <QAbstractItemView>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <atomic>
#include <thread>

#include "app/serve_room.h"
#include "model/request_log.h"
#include "tests/app/window.h"
#include "tests/endpoint/http_client.h"
#include "ui/add_index_dialog.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"
#include "ui/query_panel.h"
#include "ui/request_table.h"
#include "ui/result_page.h"
#include "ui/serve_bar.h"
#include "ui/serve_dialog.h"
#include "ui/sidebar.h"
#include "ui/sidebar_list.h"

using namespace partita;
using partita::test::HttpAnswer;
using partita::test::HttpClient;
using partita::test::signedRequest;

namespace {

constexpr char kCreateSessions[] = R"({"TableName":"Sessions","BillingMode":"PAY_PER_REQUEST",)"
                                   R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
                                   R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})";

std::string putOf(const std::string& table, const std::string& item) {
    return R"({"TableName":")" + table + R"(","Item":)" + item + "}";
}

}  // namespace

class WindowServe final : public QObject {
    Q_OBJECT
  private slots:
    void init() { m_window = std::make_unique<Window>(); }
    void cleanup() { m_window.reset(); }
    void servesByTheForm();
    void tellsThatThePortIsTaken();
    void showsWhatIsWritten();
    void opensARequestInTheForm();
    void marksResultsThatWereWrittenTo();
    void tablesComeAndGo();
    void opensAFileWithoutTables();
    void addsAndDeletesAnIndex();
    void marksExpiredItems();
    void staysQuickWhileAProgramWrites();

  private:
    ServeRoom* serve() { return m_window->file()->serve(); }
    /// Serves on any port.
    bool start(bool allowDelete = false) { return serve()->start(0, allowDelete).ok(); }
    /// The answer to a request that a program makes, while the window goes on.
    HttpAnswer ask(const std::string& operation, const std::string& body);
    QStringList tables();

    std::unique_ptr<Window> m_window;
};

HttpAnswer WindowServe::ask(const std::string& operation, const std::string& body) {
    const auto port = static_cast<std::uint16_t>(QUrl(serve()->url()).port());
    HttpAnswer answer;
    std::atomic<bool> done = false;
    std::jthread program([&] {
        HttpClient client(port);
        answer = client.ask(signedRequest(operation, body));
        done = true;
    });
    static_cast<void>(QTest::qWaitFor([&done] { return done.load(); }));
    program.join();
    return answer;
}

QStringList WindowServe::tables() {
    QStringList names;
    const QAbstractItemModel* model = m_window->file()->sidebar()->tables()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        names << model->index(row, 0).data().toString();
    return names;
}

void WindowServe::servesByTheForm() {
    QVERIFY(m_window->openSample("workspaces"));
    m_window->main()->menu()->serve->trigger();
    auto* dialog = m_window->main()->findChild<ServeDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QSpinBox*>("port")->value(), 8000);
    dialog->findChild<QSpinBox*>("port")->setValue(0);
    dialog->findChild<QCheckBox*>("allowDelete")->setChecked(true);
    dialog->findChild<QPushButton*>("startButton")->click();
    QVERIFY(serve()->isServing());
    QVERIFY(serve()->bar()->isVisible());
    QCOMPARE(m_window->file()->page()->page(), TablePage::Page::Requests);
    QVERIFY(!m_window->main()->menu()->serve->isEnabled());
    QCOMPARE(ask("ListTables", "{}").body, std::string(R"({"TableNames":["Workspaces"]})"));
    QTRY_COMPARE(serve()->log()->rowCount(), 1);
    m_window->main()->menu()->stopServing->trigger();
    QVERIFY(!serve()->isServing());
    QVERIFY(!serve()->bar()->isVisible());
    m_window->restart();
    QVERIFY(m_window->openSample("workspaces"));
    QCOMPARE(serve()->port(), quint16(0));
    QVERIFY(serve()->allowsDelete());
}

void WindowServe::tellsThatThePortIsTaken() {
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start());
    Window other;
    QVERIFY(other.openSample("workspaces"));
    ServeDialog* dialog = other.file()->serve()->openForm(other.main());
    dialog->findChild<QSpinBox*>("port")->setValue(QUrl(serve()->url()).port());
    dialog->findChild<QPushButton*>("startButton")->click();
    QVERIFY(!other.file()->serve()->isServing());
    const QString said = dialog->findChild<QLabel*>("problem")->text();
    QVERIFY2(said.contains("Choose another port"), qPrintable(said));
}

void WindowServe::showsWhatIsWritten() {
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start());
    const int rows = m_window->model()->rowCount();
    const HttpAnswer answer =
        ask("PutItem",
            putOf("Workspaces", R"({"EntityRef":{"S":"WS#new"},"Detail":{"S":"META"},"seats":{"N":"7"}})"));
    QCOMPARE(answer.status, 200);
    QTRY_COMPARE(m_window->model()->rowCount(), rows + 1);
    const QAbstractItemModel* model = m_window->file()->sidebar()->tables()->model();
    QTRY_COMPARE(model->index(0, 0).data(ItemCountRole).toInt(), rows + 1);
    QTRY_COMPARE(serve()->log()->rowCount(), 1);
    QCOMPARE(serve()->log()->call(0).operation, std::string("PutItem"));
    QCOMPARE(ask("PutItem", "{").status, 400);
    QTRY_COMPARE(serve()->log()->errors(), 1U);
    m_window->application().closeFile();  // stops serving before the file is closed
    QVERIFY(!m_window->file());
}

void WindowServe::opensARequestInTheForm() {
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start());
    QCOMPARE(ask("Query",
                 R"j({"TableName":"Workspaces","KeyConditionExpression":"EntityRef = :w AND Detail > :d",)j"
                 R"j("ExpressionAttributeValues":{":w":{"S":"WS#globex"},":d":{"S":"N"}}})j")
                 .status,
             200);
    m_window->main()->menu()->requestPage->trigger();
    auto* table = m_window->main()->findChild<RequestTable*>();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(m_window->file()->page()->page(), TablePage::Page::Items);
    const QueryDraft& draft = m_window->file()->query()->panel()->draft();
    QCOMPARE(draft.partition[0], QString("WS#globex"));
    QCOMPARE(draft.sort[0].op, SortOperator::Greater);
    QCOMPARE(draft.sort[0].value, QString("N"));
    QTRY_VERIFY(m_window->blocks()->currentRow() >= 0);
}

void WindowServe::marksResultsThatWereWrittenTo() {
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start());
    QueryPanel* panel = m_window->file()->query()->panel();
    panel->setKey({Value::string("WS#acme")});
    panel->run();
    QTRY_COMPARE(m_window->file()->query()->currentResult()->runner().state(), QueryRunner::State::Finished);
    ResultPage* result = m_window->file()->query()->currentResult();
    auto* stale = result->findChild<QLabel*>("stale");
    ask("PutItem", putOf("Workspaces", R"({"EntityRef":{"S":"WS#other"},"Detail":{"S":"META"}})"));
    QTRY_COMPARE(serve()->log()->rowCount(), 1);
    QTest::qWait(100);
    QVERIFY(!stale->isVisible());  // another partition key
    ask("PutItem", putOf("Workspaces", R"({"EntityRef":{"S":"WS#acme"},"Detail":{"S":"Z"}})"));
    QTRY_VERIFY(stale->isVisible());
    result->findChild<QPushButton*>("runAgain")->click();
    QTRY_COMPARE(result->runner().metrics().itemsReturned, 6U);
    QVERIFY(!stale->isVisible());
}

void WindowServe::tablesComeAndGo() {
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start(true));
    QCOMPARE(ask("CreateTable", kCreateSessions).status, 200);
    QTRY_COMPARE(tables(), QStringList({"Workspaces", "Sessions"}));
    QCOMPARE(m_window->file()->table(), QString("Workspaces"));
    QCOMPARE(ask("DeleteTable", R"({"TableName":"Workspaces"})").status, 200);
    QTRY_COMPARE(m_window->file()->table(), QString("Sessions"));
    QVERIFY(m_window->file()->page()->notice()->text().contains("Workspaces"));
    QCOMPARE(ask("DeleteTable", R"({"TableName":"Sessions"})").status, 200);
    QTRY_COMPARE(m_window->file()->table(), QString());
    QVERIFY(!m_window->main()->menu()->goToKey->isEnabled());
    // Made anew under a name that was shown before.
    QCOMPARE(ask("CreateTable", kCreateSessions).status, 200);
    QCOMPARE(ask("PutItem", putOf("Sessions", R"({"id":{"S":"a"}})")).status, 200);
    QTRY_COMPARE(m_window->file()->table(), QString("Sessions"));
    QTRY_COMPARE(m_window->model()->rowCount(), 1);
    QVERIFY(m_window->main()->menu()->goToKey->isEnabled());
}

void WindowServe::opensAFileWithoutTables() {
    QVERIFY(Engine::create(m_window->path("new.partita").toStdString(), {}).ok());
    QSignalSpy opened(&m_window->application(), &Application::fileOpened);
    m_window->application().open(m_window->path("new.partita"));
    QTRY_COMPARE(opened.count(), 1);
    QVERIFY(m_window->main()->findChild<QPushButton*>("emptyNewTable")->isVisible());
    QVERIFY(m_window->main()->findChild<QPushButton*>("emptyImport")->isVisible());
    QVERIFY(m_window->main()->menu()->importItems->isEnabled());  // makes the tables
    QVERIFY(!m_window->main()->menu()->exportItems->isEnabled());
    m_window->main()->findChild<QPushButton*>("emptyServe")->click();
    QVERIFY(m_window->main()->findChild<ServeDialog*>());
    m_window->main()->findChild<ServeDialog*>()->reject();
    QVERIFY(start());
    QVERIFY(!m_window->main()->findChild<QPushButton*>("emptyServe")->isVisible());
    QCOMPARE(ask("CreateTable", kCreateSessions).status, 200);
    QTRY_COMPARE(m_window->file()->table(), QString("Sessions"));
    QVERIFY(m_window->blocks()->isVisible());
    QVERIFY(m_window->main()->menu()->exportItems->isEnabled());
}

void WindowServe::addsAndDeletesAnIndex() {
    QVERIFY(m_window->openSample("workspaces"));
    const QAbstractItemModel* indexes = m_window->file()->sidebar()->indexes()->model();
    QCOMPARE(indexes->rowCount(), 1);
    m_window->main()->menu()->addIndex->trigger();
    auto* dialog = m_window->main()->findChild<AddIndexDialog*>();
    const QList<QLineEdit*> fields = dialog->findChildren<QLineEdit*>();
    QTest::keyClicks(fields[0], "ByPlan");
    QTest::keyClicks(fields[1], "plan");
    dialog->findChild<QPushButton*>("createButton")->click();
    QTRY_COMPARE(indexes->rowCount(), 2);
    QCOMPARE(indexes->index(1, 0).data().toString(), QString("ByPlan"));
    QTRY_COMPARE(indexes->index(1, 0).data(StatusTextRole).toString(), QString());
    QTRY_COMPARE(indexes->index(1, 0).data(ItemCountRole).toInt(), 4);
    emit m_window->main()->menu()->deleteIndexChosen("ByPlan");
    m_window->main()->findChild<QPushButton*>("deleteIndexButton")->click();
    QTRY_COMPARE(indexes->rowCount(), 1);
}

void WindowServe::marksExpiredItems() {
    QVERIFY(m_window->openSample("workspaces"));
    const std::string past = std::to_string(QDateTime::currentSecsSinceEpoch() - 7200);
    Engine& engine = *m_window->file()->session()->engine();
    Item item{{"EntityRef", Value::string("WS#acme")},
              {"Detail", Value::string("A")},
              {"until", Value::number(*Number::parse(past))}};
    QVERIFY(engine.put({"Workspaces", item}).ok());
    QVERIFY(engine.setTimeToLive("Workspaces", std::string("until")).ok());
    QTRY_COMPARE(m_window->model()->rowCount(), 12);
    QVERIFY(m_window->rowsAreLoaded(m_window->blocks()));
    m_window->blocks()->selectRow(0);
    QTRY_VERIFY(m_window->blocks()->currentItem());
    QTRY_COMPARE(m_window->blocks()->expiredText(*m_window->blocks()->currentItem()),
                 QString("expired 2 h ago"));
    const auto* expiry = m_window->main()->findChild<QLabel*>("expiry");
    QTRY_VERIFY(expiry->isVisible());
    QVERIFY(expiry->text().contains("expired 2 h ago"));
}

void WindowServe::staysQuickWhileAProgramWrites() {
    constexpr int kWrites = 3000;
    constexpr qint64 kLongestPauseMillis = 1500;  // on two slow cores that others use, too
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(start());
    const auto port = static_cast<std::uint16_t>(QUrl(serve()->url()).port());
    std::atomic<int> done = 0;
    QElapsedTimer whole;
    whole.start();
    std::jthread program([&done, port] {
        HttpClient client(port);
        for (int i = 0; i < kWrites; ++i) {
            const std::string key = std::to_string(i);
            const auto answer = client.ask(signedRequest(
                "PutItem", putOf("Workspaces", R"({"EntityRef":{"S":"L#)" + key.substr(0, 2) +
                                                   R"("},"Detail":{"S":"D#)" + key + R"("}})")));
            if (answer.status == 200) ++done;
        }
    });
    qint64 longest = 0;
    QElapsedTimer pause;
    pause.start();
    QTimer ticks;
    connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, pause.restart()); });
    ticks.start(5);
    QTRY_COMPARE_WITH_TIMEOUT(done.load(), kWrites, 60'000);
    qInfo("%d writes a second; the longest pause of the window was %lld ms",
          static_cast<int>(kWrites * 1000 / std::max<qint64>(1, whole.elapsed())),
          static_cast<long long>(longest));
    QVERIFY(longest < kLongestPauseMillis);
    QTRY_COMPARE(m_window->model()->rowCount(), 11 + kWrites);
    QTRY_COMPARE(serve()->log()->requests(), static_cast<std::uint64_t>(kWrites));
}

QTEST_MAIN(WindowServe)
#include "tst_window_serve.moc"
