// partita recover: the report, the exit status, and what must stay untouched.
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandRecover final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void recoversAll();
    void tellsWhatIsLost();
    void replacesOnlyWhenAsked();
    void refusesWhatIsNoTableFile_data();
    void refusesWhatIsNoTableFile();
    void wantsBothNames();

  private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
    QByteArray m_good;  // a table file, and how many items it has
    qsizetype m_items = 0;
};

void TestCommandRecover::initTestCase() {
    const QString file = makeSample(m_folder.path(), "sensors");
    QVERIFY(!file.isEmpty());
    m_good = read(file);
    m_items = run({"export", file, "--format", "ndjson"}).out.count('\n');
    QVERIFY(m_items > 10);
}

void TestCommandRecover::recoversAll() {
    QVERIFY(write(path("good.partita"), m_good));
    const Outcome outcome = run({"recover", path("good.partita"), path("good-new.partita")});
    QVERIFY2(outcome.status == 0, outcome.text());
    QVERIFY2(outcome.out.contains("all " + QByteArray::number(m_items) + " items"), outcome.text());
    QVERIFY2(outcome.out.endsWith("Everything was recovered.\n"), outcome.text());
    QVERIFY2(outcome.err.contains("made "), outcome.text());
    QCOMPARE(run({"export", path("good-new.partita"), "--format", "ndjson"}).out,
             run({"export", path("good.partita"), "--format", "ndjson"}).out);
}

/// FILE-02 (a), (b)
void TestCommandRecover::tellsWhatIsLost() {
    for (const bool isCut : {false, true}) {
        QByteArray bytes = m_good;
        if (isCut)
            bytes.truncate(bytes.size() / 2);
        else
            bytes.replace(4096, 4096, QByteArray(4096, '\xff'));
        QVERIFY(write(path("damaged.partita"), bytes));
        QFile::remove(path("new.partita"));
        const Outcome opened = run({"export", path("damaged.partita"), "--format", "ndjson"});
        QVERIFY(write(path("damaged.partita"),
                      bytes));  // bytes that no page uses may be anything: then it opened
        const Outcome outcome = run({"recover", path("damaged.partita"), path("new.partita")});
        if (isCut) {
            QVERIFY2(opened.status == 3 && opened.err.contains("damaged"), opened.text());
            QVERIFY2(outcome.status == 1, outcome.text());
            QVERIFY2(outcome.out.contains("missing or damaged"), outcome.text());
            QVERIFY2(outcome.out.endsWith("Not everything could be recovered.\n"), outcome.text());
        } else {
            QVERIFY2(outcome.status == 0 || outcome.status == 1, outcome.text());
            QVERIFY2(outcome.out.contains("all " + QByteArray::number(m_items) + " items"), outcome.text());
        }
        QCOMPARE(run({"export", path("new.partita"), "--format", "ndjson"}).status, 0);
        QCOMPARE(read(path("damaged.partita")), bytes);
    }
}

void TestCommandRecover::replacesOnlyWhenAsked() {
    QVERIFY(write(path("source.partita"), m_good));
    QVERIFY(write(path("there.partita"), "precious"));
    const Outcome refused = run({"recover", path("source.partita"), path("there.partita")});
    QVERIFY2(refused.status == 3 && refused.err.contains("already"), refused.text());
    QCOMPARE(read(path("there.partita")), QByteArray("precious"));
    QCOMPARE(run({"recover", path("source.partita"), path("source.partita"), "--force"}).status, 3);
    QCOMPARE(read(path("source.partita")), m_good);
    const Outcome forced = run({"recover", path("source.partita"), path("there.partita"), "--force"});
    QVERIFY2(forced.status == 0, forced.text());
    QVERIFY(read(path("there.partita")).startsWith("SQLite format 3"));
}

/// FILE-02 (c), (d), (f)
void TestCommandRecover::refusesWhatIsNoTableFile_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("empty") << QByteArray() << QByteArray("empty");
    QTest::newRow("text") << QByteArray("pk,sk\n").repeated(100) << QByteArray("not a table file");
    QByteArray newer = m_good;
    newer[63] = char(newer[63] + 1);
    QTest::newRow("newer") << newer << QByteArray("newer Partita");
}

void TestCommandRecover::refusesWhatIsNoTableFile() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, says);
    QVERIFY(write(path("given.partita"), bytes));
    const Outcome outcome = run({"recover", path("given.partita"), path("none.partita")});
    QVERIFY2(outcome.status == 3, outcome.text());
    QVERIFY2(outcome.err.contains(says), outcome.text());
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY(!QFile::exists(path("none.partita")));
    QCOMPARE(read(path("given.partita")), bytes);
}

void TestCommandRecover::wantsBothNames() {
    QCOMPARE(run({"recover", path("sensors.partita")}).status, 2);
    QCOMPARE(run({"recover", path("missing.partita"), path("none.partita")}).status, 3);
}

QTEST_GUILESS_MAIN(TestCommandRecover)
#include "tst_command_recover.moc"
