// The log is merged while the file is written to; without a pause it stays bounded, and all of it is there
// afterwards.
#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <algorithm>
#include <optional>

#include "engine/storage/log_merger.h"

using namespace partita;

namespace {

constexpr int kRowBytes = 400'000;  // 25 pages each

/// A file that is merged in the background, and a connection that reads it.
struct Merged {
    explicit Merged(const QTemporaryDir& folder)
        : path(folder.filePath("log.db")),
          writer(path.toStdString(), Database::Access::Create),
          reader((setUp(), path.toStdString()), Database::Access::ReadOnly),
          merger(writer) {
        writer.onCommit([this](int pages) { merger.logHas(pages); });
    }
    void setUp() {
        writer.execute("PRAGMA page_size = 16384");
        writer.execute("PRAGMA journal_mode = WAL");
        writer.execute("PRAGMA synchronous = NORMAL");
        writer.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)");
    }
    /// In a transaction of its own.
    void insert(int id) {
        writer.prepare("INSERT INTO t VALUES (?, ?)").bind(1, id).bindBytes(2, bytes).run();
    }
    qint64 fileBytes() const { return QFileInfo(path).size(); }
    qint64 logBytes() const { return QFileInfo(path + "-wal").size(); }

    const QString path;
    const std::string bytes = std::string(kRowBytes, 'x');
    Database writer;
    Database reader;
    LogMerger merger;
};

}  // namespace

class TestLogMerger final : public QObject {
    Q_OBJECT

  private slots:
    void mergesInTheBackground() {
        const QTemporaryDir folder;
        Merged file(folder);
        for (int i = 0; i < 20; ++i)  // 8 MB
            file.insert(i);
        QTest::qWait(200);
        QVERIFY2(file.fileBytes() < 1'000'000, "it is merged before it is worth while");
        for (int i = 20; i < 100; ++i)  // 40 MB
            file.insert(i);
        QTRY_VERIFY2(file.fileBytes() > 30'000'000, qPrintable(QString::number(file.fileBytes())));
        QVERIFY(!file.merger.isFull());
        QCOMPARE(file.reader.integer("SELECT sum(length(bytes)) FROM t"), std::int64_t(100) * kRowBytes);
    }

    void saysWhenItIsFullAndMakesRoom() {
        const QTemporaryDir folder;
        Merged file(folder);
        // While somebody reads the beginning, nothing after it can be merged.
        std::optional<Transaction> reading(std::in_place, file.reader, Transaction::Kind::Read);
        QCOMPARE(file.reader.integer("SELECT count(*) FROM t"), std::int64_t(0));
        int rows = 0;
        for (; !file.merger.isFull() && rows < 1000; ++rows)
            file.insert(rows);
        QVERIFY2(file.logBytes() > 250'000'000 && file.logBytes() < 300'000'000,
                 qPrintable(QString::number(file.logBytes())));
        file.merger.makeRoom();
        QVERIFY2(!file.merger.isFull(), "it would be asked for again and again");
        file.insert(rows++);
        QVERIFY(file.merger.isFull());
        reading.reset();
        file.merger.makeRoom();
        QVERIFY2(file.fileBytes() > 200'000'000, qPrintable(QString::number(file.fileBytes())));
        const qint64 longest = file.logBytes();
        file.insert(rows++);
        QVERIFY(!file.merger.isFull());
        QCOMPARE(file.logBytes(), longest);  // it has begun anew
        QCOMPARE(file.reader.integer("SELECT count(*) FROM t"), std::int64_t(rows));
    }

    void keepsTheLogBounded_data() {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("nobody reads") << false;
        QTest::newRow("somebody reads now and then") << true;
    }
    void keepsTheLogBounded() {
        QFETCH(bool, isRead);
        const QTemporaryDir folder;
        Merged file(folder);
        constexpr int kRows = 1500;  // 600 MB
        qint64 longest = 0;
        for (int i = 0; i < kRows; ++i) {
            if (file.merger.isFull()) file.merger.makeRoom();
            file.insert(i);
            if (isRead && i % 10 == 0) QVERIFY(file.reader.integer("SELECT count(*) FROM t") > 0);
            longest = std::max(longest, file.logBytes());
        }
        QVERIFY2(longest < 300'000'000, qPrintable(QString::number(longest)));
        QVERIFY(file.fileBytes() > 100'000'000);
        QCOMPARE(file.reader.integer("SELECT count(*) FROM t"), std::int64_t(kRows));
        QCOMPARE(file.reader.integer("SELECT sum(length(bytes)) FROM t"), std::int64_t(kRows) * kRowBytes);
    }
};

QTEST_APPLESS_MAIN(TestLogMerger)
#include "tst_log_merger.moc"
