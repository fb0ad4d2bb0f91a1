// A session tells changes on its own thread, coalesced, and ends its jobs when it goes.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "model/session.h"

using namespace partita;

namespace {

TableDefinition tableNamed(const std::string& name) {
    TableDefinition table;
    table.name = name;
    table.keys.partition = {{"pk", ValueType::String}};
    return table;
}

PutRequest put(const std::string& table, const std::string& key) {
    return {table, Item{{"pk", Value::string(key)}}};
}

}  // namespace

class TestSession final : public QObject {
    Q_OBJECT
  private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        auto engine = Engine::create(m_folder->filePath("t.partita").toStdString(), {tableNamed("Orders")});
        QVERIFY(engine.ok());
        m_session = std::make_unique<Session>(std::move(engine).value());
    }
    void cleanup() { m_session.reset(); }

    void describesTheFile();
    void tellsWhichKeysChanged();
    void tellsManyKeysAsAny();
    void tellsLoadAtMostFourTimesASecond();
    void stopsJobsWhenItCloses();
    void tellsNothingAfterItIsGone();

  private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Session> m_session;
};

void TestSession::describesTheFile() {
    QCOMPARE(m_session->fileName(), QString("t.partita"));
    QCOMPARE(m_session->tableNames(), QStringList("Orders"));
    QVERIFY(!m_session->isReadOnly());
    QVERIFY(m_session->definition("Orders"));
    QVERIFY(!m_session->definition("Nothing"));
}

void TestSession::tellsWhichKeysChanged() {
    QSignalSpy changed(m_session.get(), &Session::itemsChanged);
    QVERIFY(m_session->engine()->put(put("Orders", "b")).ok());
    QVERIFY(m_session->engine()->put(put("Orders", "a")).ok());
    QVERIFY(m_session->engine()->put(put("Orders", "a")).ok());
    QCOMPARE(changed.count(), 0);  // not from within the call that changes
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toString(), QString("Orders"));
    QCOMPARE(changed[0][1].value<QList<QByteArray>>(), (QList<QByteArray>{"a", "b"}));
}

void TestSession::tellsManyKeysAsAny() {
    QSignalSpy changed(m_session.get(), &Session::itemsChanged);
    for (int i = 0; i < 1200; ++i) {
        QVERIFY(m_session->engine()->put(put("Orders", "k" + std::to_string(i)), Metering::Off).ok());
    }
    QTRY_COMPARE(changed.count(), 1);
    QVERIFY(changed[0][1].value<QList<QByteArray>>().isEmpty());
}

void TestSession::tellsLoadAtMostFourTimesASecond() {
    QSignalSpy changed(m_session.get(), &Session::loadChanged);
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 900) {
        QVERIFY(m_session->engine()->put(put("Orders", "a")).ok());
        QCoreApplication::processEvents();
    }
    QVERIFY2(changed.count() >= 1 && changed.count() <= 4, qPrintable(QString::number(changed.count())));
}

void TestSession::stopsJobsWhenItCloses() {
    std::atomic<bool> started = false;
    std::atomic<bool> stopped = false;
    QObject context;
    bool told = false;
    Job job = m_session->run<int>(
        &context,
        [&](Engine&, std::stop_token stop) -> Result<int> {
            started = true;
            while (!stop.stop_requested())
                QThread::msleep(1);
            stopped = true;
            return Error::cancelled();
        },
        [&told](Result<int> result) { told = !result && result.error().code == ErrorCode::Cancelled; });
    QTRY_VERIFY(started);
    m_session.reset();
    QVERIFY(stopped);
    QTRY_VERIFY(told);
}

void TestSession::tellsNothingAfterItIsGone() {
    const std::shared_ptr<Engine> engine = m_session->engine();
    QSignalSpy changed(m_session.get(), &Session::itemsChanged);
    m_session.reset();
    QVERIFY(engine->put(put("Orders", "a")).ok());
    QCoreApplication::processEvents();
    QCOMPARE(changed.count(), 0);
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
