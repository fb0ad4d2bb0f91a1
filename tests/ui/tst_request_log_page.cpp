// The Requests page and what stands around serving: typed into and clicked off screen.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

#include "ui/add_index_dialog.h"
#include "ui/connect_card.h"
#include "ui/request_log_page.h"
#include "ui/request_table.h"
#include "ui/serve_bar.h"
#include "ui/serve_dialog.h"
#include "ui/time_to_live_dialog.h"

using namespace partita;

namespace {

LoggedCall callOf(const std::string& operation, const std::string& key, unsigned status = 200) {
    LoggedCall call;
    call.operation = operation;
    call.key = key;
    call.status = status;
    call.body = "{\"a\":1}";
    if (status >= 400) {
        call.errorType = "ValidationException";
        call.errorMessage = "Too long a name";
    }
    return call;
}

TableDefinition table() {
    TableDefinition made;
    made.name = "Orders";
    made.keys.partition = {{"pk", ValueType::String}};
    return made;
}

template <class T>
T* part(QWidget& page, const char* name) {
    return page.findChild<T*>(QLatin1String(name));
}

}  // namespace

class TestRequestLogPage final : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void saysHowToConnect();
    void filtersByWhatIsTyped();
    void showsTheSelectedRequest();
    void activatesWhatCanBeShown();
    void followsUntilScrolledAway();
    void keepsTheSelectionThroughDrops();
    void barCopies();
    void dialogTellsPortAndError();
    void indexFormChecks();
    void timeToLiveTellsChangesOnly();

  private:
    LoggedRequestView viewFor(const LoggedCall& call) const;
    void add(int requests);

    std::unique_ptr<RequestLog> m_log;
    std::unique_ptr<RequestLogPage> m_page;
    RequestTable* m_table = nullptr;
};

LoggedRequestView TestRequestLogPage::viewFor(const LoggedCall& call) const {
    LoggedRequestView view;
    view.table = QStringLiteral("Orders");
    if (call.key == "item") view.partition = {Value::string("p")};
    if (call.key == "form") view.draft = QueryDraft(std::make_shared<const TableDefinition>(table()));
    if (call.key == "none") view.reason = QStringLiteral("It can't be shown.");
    return view;
}

void TestRequestLogPage::init() {
    m_page.reset();
    m_log = std::make_unique<RequestLog>();
    m_page = std::make_unique<RequestLogPage>(m_log.get(),
                                              [this](const LoggedCall& call) { return viewFor(call); });
    m_page->resize(1200, 600);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    m_table = m_page->findChild<RequestTable*>();
}

void TestRequestLogPage::add(int requests) {
    const int before = m_log->rowCount();
    for (int i = 0; i < requests; ++i)
        m_log->sink()(callOf("GetItem", std::to_string(before + i)));
    QTRY_COMPARE(m_log->rowCount(), before + requests);
}

void TestRequestLogPage::saysHowToConnect() {
    auto* connect = m_page->findChild<ConnectCard*>();
    QVERIFY(connect->isVisible());
    QSignalSpy serve(m_page.get(), &RequestLogPage::serveRequested);
    part<QPushButton>(*m_page, "serveButton")->click();
    QCOMPARE(serve.count(), 1);
    m_page->setUrl(QStringLiteral("http://127.0.0.1:8123"));
    QVERIFY(!part<QPushButton>(*m_page, "serveButton")->isVisible());
    QStringList texts;
    for (const QLabel* label : connect->findChildren<QLabel*>())
        if (label->isVisible()) texts << label->text();
    QVERIFY(texts.contains(environmentOf(QStringLiteral("http://127.0.0.1:8123"))));
    add(1);
    QVERIFY(!connect->isVisible());
    QVERIFY(m_table->isVisible());
}

void TestRequestLogPage::filtersByWhatIsTyped() {
    m_log->sink()(callOf("Query", "acme"));
    m_log->sink()(callOf("PutItem", "globex"));
    m_log->sink()(callOf("Query", "globex", 400));
    QTRY_COMPARE(m_table->model()->rowCount(), 3);
    QTest::keyClicks(part<QLineEdit>(*m_page, "requestFilter"), "globex");
    QCOMPARE(m_table->model()->rowCount(), 2);
    part<QCheckBox>(*m_page, "errorsOnly")->click();
    QCOMPARE(m_table->model()->rowCount(), 1);
    part<QLineEdit>(*m_page, "requestFilter")->clear();
    part<QCheckBox>(*m_page, "errorsOnly")->click();
    auto* operations = part<QComboBox>(*m_page, "requestOperation");
    QCOMPARE(operations->count(), 3);  // all, PutItem, Query
    operations->setCurrentText(QStringLiteral("PutItem"));
    QCOMPARE(m_table->model()->rowCount(), 1);
    part<QPushButton>(*m_page, "clearLog")->click();
    QVERIFY(m_page->findChild<ConnectCard*>()->isVisible());
}

void TestRequestLogPage::showsTheSelectedRequest() {
    m_log->sink()(callOf("Query", "none", 400));
    QTRY_COMPARE(m_table->model()->rowCount(), 1);
    const QRect cell = m_table->visualRect(m_table->model()->index(0, RequestLog::Operation));
    QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(part<QLabel>(*m_page, "requestReason")->text(), QStringLiteral("It can't be shown."));
    QVERIFY(part<QLabel>(*m_page, "requestError")->text().contains(QStringLiteral("Too long a name")));
    QCOMPARE(part<QPlainTextEdit>(*m_page, "requestBody")->toPlainText(), QStringLiteral("{\n  \"a\": 1\n}"));
    QVERIFY(!part<QPushButton>(*m_page, "showQuery")->isVisible());
    QVERIFY(!part<QPushButton>(*m_page, "showItem")->isVisible());
}

void TestRequestLogPage::activatesWhatCanBeShown() {
    QSignalSpy query(m_page.get(), &RequestLogPage::queryRequested);
    QSignalSpy item(m_page.get(), &RequestLogPage::itemRequested);
    for (const char* key : {"form", "item", "none"})
        m_log->sink()(callOf("Query", key));
    QTRY_COMPARE(m_table->model()->rowCount(), 3);
    m_table->setFocus();
    for (int row = 0; row < 3; ++row) {
        m_table->setCurrentIndex(m_table->model()->index(row, 0));
        QTest::keyClick(m_table, Qt::Key_Return);
    }
    QCOMPARE(query.count(), 1);
    QCOMPARE(item.count(), 1);
}

void TestRequestLogPage::followsUntilScrolledAway() {
    QScrollBar* bar = m_table->verticalScrollBar();
    add(200);
    QTRY_COMPARE(bar->value(), bar->maximum());
    QVERIFY(bar->maximum() > 0);
    add(10);
    QTRY_COMPARE(bar->value(), bar->maximum());
    bar->setValue(20);
    QVERIFY(!m_table->isFollowing());
    add(10);
    QCOMPARE(bar->value(), 20);
    bar->setValue(bar->maximum());
    QVERIFY(m_table->isFollowing());
}

void TestRequestLogPage::keepsTheSelectionThroughDrops() {
    add(static_cast<int>(RequestLog::kMostRequests));
    m_table->setCurrentIndex(m_table->model()->index(0, 0));
    const QString shown = part<QPlainTextEdit>(*m_page, "requestBody")->toPlainText();
    QSignalSpy selected(m_table, &RequestTable::requestSelected);
    m_log->sink()(callOf("PutItem", "last"));
    QTRY_COMPARE(m_log->call(m_log->rowCount() - 1).key, std::string("last"));
    QVERIFY(!m_table->currentIndex().isValid());
    QCOMPARE(selected.count(), 0);
    QCOMPARE(part<QPlainTextEdit>(*m_page, "requestBody")->toPlainText(), shown);
}

void TestRequestLogPage::barCopies() {
    ServeBar bar;
    QVERIFY(bar.isHidden());
    bar.setUrl(QStringLiteral("http://127.0.0.1:8000"));
    QVERIFY(!bar.isHidden());
    part<QPushButton>(bar, "serveAddress")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("http://127.0.0.1:8000"));
    QSignalSpy stop(&bar, &ServeBar::stopRequested);
    part<QPushButton>(bar, "stopServing")->click();
    QCOMPARE(stop.count(), 1);
    bar.setUrl({});
    QVERIFY(bar.isHidden());
}

void TestRequestLogPage::dialogTellsPortAndError() {
    ServeDialog dialog(8000, false);
    dialog.show();
    QSignalSpy start(&dialog, &ServeDialog::startRequested);
    auto* port = part<QSpinBox>(dialog, "port");
    QTest::keySequence(port, QKeySequence::SelectAll);
    QTest::keyClicks(port, "9123");
    part<QCheckBox>(dialog, "allowDelete")->click();
    part<QPushButton>(dialog, "startButton")->click();
    QCOMPARE(start.count(), 1);
    QCOMPARE(start[0][0].value<quint16>(), quint16(9123));
    QCOMPARE(start[0][1].toBool(), true);
    dialog.showError(QStringLiteral("The port is taken."));
    QVERIFY(part<QLabel>(dialog, "problem")->isVisible());
}

void TestRequestLogPage::indexFormChecks() {
    AddIndexDialog dialog(table());
    dialog.show();
    auto* create = part<QPushButton>(dialog, "createButton");
    QVERIFY(!create->isEnabled());
    const QList<QLineEdit*> fields = dialog.findChildren<QLineEdit*>();
    QTest::keyClicks(fields[0], "ByDate");
    QVERIFY(!create->isEnabled());
    QTest::keyClicks(fields[1], "date");
    QVERIFY2(create->isEnabled(), qPrintable(part<QLabel>(dialog, "problem")->text()));
    QCOMPARE(dialog.index().keys.partition.front().name, std::string("date"));
    QSignalSpy wanted(&dialog, &AddIndexDialog::createRequested);
    create->click();
    QCOMPARE(wanted.count(), 1);
    QVERIFY(!create->isEnabled());
    dialog.showError(Error::validation("No."));
    QVERIFY(create->isEnabled());
}

void TestRequestLogPage::timeToLiveTellsChangesOnly() {
    TimeToLiveDialog dialog(QStringLiteral("Orders"), "expires",
                            {QStringLiteral("expires"), QStringLiteral("n")});
    dialog.show();
    auto* apply = part<QPushButton>(dialog, "applyButton");
    auto* on = part<QCheckBox>(dialog, "timeToLiveOn");
    QVERIFY(on->isChecked());
    QVERIFY(!apply->isEnabled());
    on->click();
    QSignalSpy wanted(&dialog, &TimeToLiveDialog::changeRequested);
    apply->click();
    QCOMPARE(wanted.takeFirst()[0].toString(), QString());
    on->click();
    part<QComboBox>(dialog, "timeToLiveAttribute")->setEditText(QStringLiteral("other"));
    QVERIFY(apply->isEnabled());
    apply->click();
    QCOMPARE(wanted.takeFirst()[0].toString(), QStringLiteral("other"));
}

QTEST_MAIN(TestRequestLogPage)
#include "tst_request_log_page.moc"
