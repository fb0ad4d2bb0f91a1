// The table of the hottest keys, printed as text.
#include <QAbstractItemModelTester>
#include <QtTest>

#include "model/load_keys_model.h"
#include "tests/model/load_recordings.h"

using namespace partita;
using namespace partita::testing;

namespace {

QStringList printed(const QAbstractItemModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells << model.index(row, column).data().toString();
        }
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines;
}

}  // namespace

class TestLoadKeysModel : public QObject {
    Q_OBJECT
  private slots:
    void showsTheHotKeyFirst() {
        LoadKeysModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto meter = hotKeyRecording();
        model.setSnapshot(snapshotOf(*meter));
        const QStringList lines = printed(model);
        QCOMPARE(lines.size(), 11);  // ten keys and the others
        // 14,000 of 18,000 WCU
        QCOMPARE(lines[0], QStringLiteral("WS#acme | 77.8 % | 1,400 | 1,400 | 0 : 1 | %1")
                               .arg(partitionOfKey("WS#acme", 8)));
        QVERIFY(lines[1].contains(QStringLiteral("| 1.1 % | 20 | 20 | 2 : 1 |")));
        QVERIFY(model.index(0, LoadKeysModel::Peak).data(KeyOverLimitRole).toBool());
        QVERIFY(!model.index(1, LoadKeysModel::Peak).data(KeyOverLimitRole).toBool());
        const QModelIndex others = model.index(10, LoadKeysModel::Key);
        QVERIFY(others.data(OtherKeysRole).toBool());
        QVERIFY(others.data().toString().startsWith(QStringLiteral("11 ")));
        QVERIFY(!model.key(10));
    }

    void sharesSumToOne() {
        const auto meter = hotKeyRecording();
        LoadKeysModel model;
        model.setSnapshot(snapshotOf(*meter));
        for (const LoadUnit unit : kLoadUnits) {
            model.setUnit(unit);
            double sum = 0;
            for (int row = 0; row < model.rowCount(); ++row) {
                sum += model.index(row, LoadKeysModel::Share).data(RawFigureRole).toDouble();
            }
            QVERIFY2(qAbs(sum - 1) < 1e-9, qPrintable(QString::number(sum)));
        }
    }

    void sortsByFigureAndKeepsTheOthersLast() {
        LoadKeysModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto meter = hotKeyRecording();
        model.setSnapshot(snapshotOf(*meter));
        const QPersistentModelIndex hot = model.index(0, LoadKeysModel::Key);
        model.sort(LoadKeysModel::Peak, Qt::AscendingOrder);
        QCOMPARE(hot.row(), 9);
        QCOMPARE(hot.data().toString(), QStringLiteral("WS#acme"));
        QVERIFY(model.index(10, 0).data(OtherKeysRole).toBool());
        model.sort(LoadKeysModel::Key, Qt::AscendingOrder);
        QVERIFY(model.index(0, 0).data().toString() < model.index(1, 0).data().toString());
    }

    void aSelectionSurvivesNewFigures() {
        LoadKeysModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto meter = hotKeyRecording();
        model.setSnapshot(snapshotOf(*meter));
        const QPersistentModelIndex hot = model.index(0, LoadKeysModel::Key);
        record(*meter, 11, "WS#new", LoadUnit::Write, 20'000);
        model.setSnapshot(snapshotOf(*meter));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("WS#new"));
        QCOMPARE(hot.row(), 1);
        QCOMPARE(hot.data().toString(), QStringLiteral("WS#acme"));
    }

    void holdsNoFigureThatIsNone_data() {
        QTest::addColumn<int>("partitions");
        QTest::addColumn<int>("units");
        QTest::newRow("nothing recorded") << 8 << -1;
        QTest::newRow("requests of zero units") << 8 << 0;
        QTest::newRow("one partition, one key with everything") << 1 << 5;
        QTest::newRow("256 partitions") << 256 << 5;
    }
    void holdsNoFigureThatIsNone() {
        QFETCH(int, partitions);
        QFETCH(int, units);
        LoadKeysModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto meter = emptyRecording(static_cast<std::uint32_t>(partitions));
        if (units >= 0) record(*meter, 0, "K", LoadUnit::Write, static_cast<std::uint64_t>(units));
        model.setSnapshot(snapshotOf(*meter));
        for (const LoadUnit unit : kLoadUnits) {
            model.setUnit(unit);
            const QString text = printed(model).join(QLatin1Char('\n'));
            QVERIFY2(!text.contains(QStringLiteral("nan"), Qt::CaseInsensitive), qPrintable(text));
            QVERIFY2(!text.contains(QStringLiteral("inf"), Qt::CaseInsensitive), qPrintable(text));
        }
        QCOMPARE(model.rowCount(), units > 0 ? 1 : model.rowCount());
        if (units > 0) {
            model.setUnit(LoadUnit::Write);
            QCOMPARE(model.index(0, LoadKeysModel::Share).data().toString(), QStringLiteral("100.0 %"));
        }
    }

    void namesScansWithoutAKey() {
        const auto meter = emptyRecording(4);
        LoadEvent scan;
        scan.time = kStart * 1000;
        scan.read = 40;
        meter->record(scan);
        LoadKeysModel model;
        model.setSnapshot(snapshotOf(*meter));
        model.setUnit(LoadUnit::Read);
        QCOMPARE(printed(model),
                 QStringList{QStringLiteral("requests without a key (scans) | 100.0 % | 20 | – | 1 : 0 | ")});
    }
};

QTEST_APPLESS_MAIN(TestLoadKeysModel)
#include "tst_load_keys_model.moc"
