// The log of a file that is written to without a pause stays bounded, and all of it is there afterwards.
#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "engine/storage/log_merger.h"

using namespace partita;

class TestLogMerger final : public QObject {
    Q_OBJECT

  private slots:
    void keepsTheLogBounded_data() {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("nobody reads") << false;
        QTest::newRow("somebody reads now and then") << true;
    }
    void keepsTheLogBounded() {
        QFETCH(bool, isRead);
        const QTemporaryDir folder;
        const std::string path = folder.filePath("log.db").toStdString();
        Database writer(path, Database::Access::Create);
        writer.execute("PRAGMA page_size = 16384");
        writer.execute("PRAGMA journal_mode = WAL");
        writer.execute("PRAGMA synchronous = NORMAL");
        writer.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)");
        Database reader(path, Database::Access::ReadOnly);
        LogMerger merger(writer);
        writer.onCommit([&merger](int pages) { merger.logHas(pages); });

        constexpr int kRows = 1500;
        const std::string bytes(400'000, 'x');  // 25 pages each: 600 MB in all
        qint64 longest = 0;
        for (int i = 0; i < kRows; ++i) {
            writer.prepare("INSERT INTO t VALUES (?, ?)").bind(1, i).bindBytes(2, bytes).run();
            if (isRead && i % 10 == 0) QVERIFY(reader.integer("SELECT count(*) FROM t") > 0);
            longest = std::max(longest, QFileInfo(QString::fromStdString(path) + "-wal").size());
        }
        QVERIFY2(longest < 200'000'000, qPrintable(QString::number(longest)));
        QVERIFY(QFileInfo(QString::fromStdString(path)).size() > 100'000'000);
        QCOMPARE(reader.integer("SELECT count(*) FROM t"), std::int64_t(kRows));
        QCOMPARE(reader.integer("SELECT sum(length(bytes)) FROM t"), std::int64_t(kRows) * 400'000);
    }
};

QTEST_APPLESS_MAIN(TestLogMerger)
#include "tst_log_merger.moc"
