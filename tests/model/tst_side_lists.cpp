// The lists beside the blocks: tables, indexes, entity types with counts and colours; recent files.
#include <QAbstractItemModelTester>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/interchange/json.h"
#include "model/entity_model.h"
#include "model/recent_files.h"
#include "model/roles.h"
#include "model/session.h"
#include "model/view_list_model.h"

using namespace partita;

namespace {

std::unique_ptr<Session> sampleSession(const QTemporaryDir& folder, const QString& sample) {
    const QString from = QStringLiteral(PARTITA_SOURCE_DIR "/resources/samples/%1/").arg(sample);
    QFile schema(from + "create-table.json");
    if (!schema.open(QIODevice::ReadOnly)) return nullptr;
    const auto table = parseCreateTable(schema.readAll().toStdString());
    if (!table) return nullptr;
    auto engine = Engine::create(folder.filePath(sample + ".partita").toStdString(), {*table});
    if (!engine) return nullptr;
    ImportOptions options;
    options.table = table->name;
    if (!(*engine)->importItems((from + "items.json").toStdString(), options)) return nullptr;
    return std::make_unique<Session>(std::move(engine).value());
}

/// One row a line: name, kind, count.
QStringList printed(const QAbstractItemModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        QStringList parts = {index.data().toString(), index.data(KindNameRole).toString(),
                             index.data(ItemCountRole).toString()};
        parts.removeAll(QString());
        lines << parts.join(' ');
    }
    return lines;
}

}  // namespace

class SideLists final : public QObject {
    Q_OBJECT
  private slots:
    void tablesAndIndexes();
    void countsFollowChanges();
    void entities();
    void entitiesOfALargeTableHaveNoCounts();
    void colourIsKept();
    void recentFiles();
};

void SideLists::tablesAndIndexes() {
    QTemporaryDir folder;
    const auto session = sampleSession(folder, "sensors");
    QVERIFY(session);
    ViewListModel tables;
    ViewListModel indexes;
    QAbstractItemModelTester tableTester(&tables, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester indexTester(&indexes, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tables.showTables(session.get());
    indexes.showIndexes(session.get(), "SensorReadings");
    QCOMPARE(printed(tables), QStringList("SensorReadings"));  // names at once, counts when they are read
    QTRY_COMPARE(printed(tables), QStringList("SensorReadings 144"));
    QTRY_COMPARE(printed(indexes), (QStringList{"ByQuality LSI 144", "AlertsBySeverity GSI 16"}));
    QCOMPARE(indexes.rowOf({"SensorReadings", "AlertsBySeverity"}), 1);
    QCOMPARE(indexes.rowOf({"SensorReadings", "Other"}), -1);
    QVERIFY(indexes.index(1).data(Qt::ToolTipRole).toString().contains("severity"));
    indexes.clear();
    QCOMPARE(indexes.rowCount(), 0);
}

void SideLists::countsFollowChanges() {
    QTemporaryDir folder;
    const auto session = sampleSession(folder, "workspaces");
    QVERIFY(session);
    ViewListModel tables;
    tables.showTables(session.get());
    QTRY_COMPARE(printed(tables), QStringList("Workspaces 11"));
    PutRequest put{"Workspaces",
                   Item{{"EntityRef", Value::string("WS#x")}, {"Detail", Value::string("META")}}};
    QVERIFY(session->engine()->put(put).ok());
    tables.refresh();
    QTRY_COMPARE(printed(tables), QStringList("Workspaces 12"));
}

void SideLists::entities() {
    QTemporaryDir folder;
    const auto session = sampleSession(folder, "workspaces");
    QVERIFY(session);
    EntityModel entities;
    QAbstractItemModelTester tester(&entities, QAbstractItemModelTester::FailureReportingMode::QtTest);
    entities.setTable(session.get(), "Workspaces");
    QTRY_COMPARE(printed(entities), (QStringList{"META 4", "PROJ 7"}));
    QVERIFY(entities.isComplete());
    // It follows what is written by itself.
    PutRequest put{"Workspaces",
                   Item{{"EntityRef", Value::string("WS#x")}, {"Detail", Value::string("NOTE#1")}}};
    QVERIFY(session->engine()->put(put).ok());
    QTRY_COMPARE(printed(entities), (QStringList{"META 4", "NOTE 1", "PROJ 7"}));
}

void SideLists::entitiesOfALargeTableHaveNoCounts() {
    QTemporaryDir folder;
    const auto session = sampleSession(folder, "workspaces");
    QVERIFY(session);
    QFile items(folder.filePath("items.jsonl"));
    QVERIFY(items.open(QIODevice::WriteOnly));
    for (quint64 i = 0; i <= EntityModel::kMostCounted; ++i) {
        items.write(QString(R"({"EntityRef":"WS#%1","Detail":"PROJ#1"})").arg(i).toUtf8() + '\n');
    }
    items.close();
    ImportOptions options;
    options.table = "Workspaces";
    QVERIFY(session->engine()->importItems(items.fileName().toStdString(), options).ok());
    EntityModel entities;
    QSignalSpy loaded(&entities, &EntityModel::loaded);
    entities.setTable(session.get(), "Workspaces");
    QTRY_VERIFY(loaded.count() > 0);
    QVERIFY(!entities.isComplete());
    QVERIFY(printed(entities).contains("PROJ"));
}

void SideLists::colourIsKept() {
    QTemporaryDir folder;
    auto session = sampleSession(folder, "workspaces");
    QVERIFY(session);
    EntityModel entities;
    entities.setTable(session.get(), "Workspaces");
    QTRY_COMPARE(entities.rowCount(), 2);
    QVERIFY(!entities.index(0).data(ChosenColourRole).isValid());
    entities.chooseColour("META", 0x123456);
    QTRY_COMPARE(entities.index(0).data(ChosenColourRole).toUInt(), 0x123456U);
    QVERIFY(!entities.index(1).data(ChosenColourRole).isValid());
}

void SideLists::recentFiles() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    RecentFiles recent(&settings);
    QSignalSpy changed(&recent, &RecentFiles::changed);
    QStringList made;
    for (int i = 0; i < RecentFiles::kMost + 2; ++i) {
        QFile file(folder.filePath(QString("%1.partita").arg(i)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        recent.add(file.fileName());
        made.prepend(file.fileName());
    }
    QCOMPARE(changed.count(), RecentFiles::kMost + 2);
    QCOMPARE(recent.paths(), made.mid(0, RecentFiles::kMost));
    recent.add(made[3]);
    QCOMPARE(recent.paths().first(), made[3]);
    QCOMPARE(recent.paths().count(made[3]), 1);
    QVERIFY(QFile::remove(made[3]));
    QVERIFY(!recent.paths().contains(made[3]));
    recent.clear();
    QVERIFY(recent.paths().isEmpty());
}

QTEST_GUILESS_MAIN(SideLists)
#include "tst_side_lists.moc"
