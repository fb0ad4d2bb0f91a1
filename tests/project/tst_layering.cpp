// Reads the #include lines of the whole tree and fails on a broken wall between the layers.
#include <QtTest/QtTest>

#include "tests/project/include_rules.h"
#include "tests/project/source_tree.h"

using namespace partita::project;

class TestLayering final : public QObject {
    Q_OBJECT

  private slots:
    void rulesSeeBrokenWalls_data();
    void rulesSeeBrokenWalls();
    void noWallIsBroken();
    void everyFolderHasAReadme();
    void topLevelHoldsNothingElse();
};

void TestLayering::rulesSeeBrokenWalls_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("broken");
    const auto row = [](const char* name, const char* path, const char* line, bool broken) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromLatin1(line) << broken;
    };
    constexpr bool kBroken = true;
    constexpr bool kFine = false;
    row("Qt in the engine, by module", "engine/value/value.h", "#include <QtCore/QString>", kBroken);
    row("Qt in the engine, bare", "engine/value/value.h", "#include <QString>", kBroken);
    row("Qt in the engine, old name", "engine/value/value.h", "  #  include <qstring.h>", kBroken);
    row("standard library in the engine", "engine/value/value.h", "#include <queue>", kFine);
    row("a comment about Qt", "engine/value/value.h", "// no #include <QString> here", kFine);
    row("Qt Core in the model", "model/job.h", "#include <QtCore/QObject>", kFine);
    row("Qt Core in the model, bare", "model/job.h", "#include <QObject>", kFine);
    row("Qt Concurrent in the model", "model/job.h", "#include <QtConcurrent/QtConcurrentRun>", kFine);
    row("Qt Gui in the model", "model/job.h", "#include <QtGui/QColor>", kBroken);
    row("Qt Gui in the model, bare", "model/job.h", "#include <QColor>", kBroken);
    row("Qt Widgets in the model, whole", "model/job.h", "#include <QtWidgets>", kBroken);
    row("Qt Widgets in the widgets", "ui/main_window.h", "#include <QtWidgets/QWidget>", kFine);
    row("SQLite in storage", "engine/storage/database.cpp", "#include <sqlite3.h>", kFine);
    row("SQLite in a header of storage", "engine/storage/database.h", "#include <sqlite3.h>", kBroken);
    row("SQLite in the facade", "engine/engine.cpp", "#include <sqlite3.h>", kBroken);
    row("SQLite in a test", "tests/storage/tst_database.cpp", "#include <sqlite3.h>", kFine);
    row("QCustomPlot in the chart", "ui/chart.h", "#include <qcustomplot.h>", kFine);
    row("QCustomPlot in a page", "ui/load_page.cpp", "#include <qcustomplot.h>", kBroken);
    row("the chart in a page", "ui/load_page.cpp", "#include \"ui/chart.h\"", kFine);
    row("the chart in a header", "ui/load_page.h", "#include \"ui/chart.h\"", kBroken);
    row("simdjson in interchange", "engine/interchange/json.cpp", "#include <simdjson.h>", kFine);
    row("simdjson in the facade", "engine/engine.cpp", "#include <simdjson.h>", kBroken);
    row("simdjson in the model", "model/import_job.cpp", "#include <simdjson.h>", kBroken);
    row("xxHash outside the engine", "app/application.cpp", "#include <xxhash.h>", kBroken);
    row("private room from the model", "model/session.cpp", "#include \"engine/storage/database.h\"",
        kBroken);
    row("private room from the program", "app/main.cpp", "#include \"engine/operation/write.h\"", kBroken);
    row("private room from the facade", "engine/engine.cpp", "#include \"engine/operation/write.h\"", kFine);
    row("private room from its tests", "tests/storage/tst_x.cpp", "#include \"engine/storage/database.h\"",
        kFine);
    row("private room from a window test", "tests/ui/tst_x.cpp", "#include \"engine/storage/database.h\"",
        kBroken);
    row("engine from the widgets", "ui/query_panel.cpp", "#include \"engine/engine.h\"", kBroken);
    row("engine's values from the widgets", "ui/inspector.cpp", "#include \"engine/value/item.h\"", kFine);
    row("engine from the model", "model/session.cpp", "#include \"engine/engine.h\"", kFine);
    row("program from the widgets", "ui/main_window.cpp", "#include \"app/application.h\"", kBroken);
    row("widgets from the model", "model/session.cpp", "#include \"ui/theme.h\"", kBroken);
    row("model from the engine", "engine/engine.cpp", "#include \"model/session.h\"", kBroken);
    row("table from value", "engine/value/item.cpp", "#include \"engine/table/key.h\"", kBroken);
    row("value from table", "engine/table/key.cpp", "#include \"engine/value/item.h\"", kFine);
    row("expression from table", "engine/table/key.cpp", "#include \"engine/expression/parse.h\"", kBroken);
    row("table from expression", "engine/expression/binder.cpp", "#include \"engine/table/key.h\"", kFine);
    row("request from table", "engine/table/key.cpp", "#include \"engine/request.h\"", kBroken);
    row("operation from storage", "engine/storage/items.cpp", "#include \"engine/operation/write.h\"",
        kBroken);
    row("interchange from partition", "engine/partition/trace.cpp", "#include \"engine/interchange/json.h\"",
        kBroken);
    row("partition from interchange", "engine/interchange/json.cpp", "#include \"engine/partition/load.h\"",
        kFine);
    row("facade from a room", "engine/interchange/json.cpp", "#include \"engine/import.h\"", kBroken);
    row("error from anywhere", "engine/storage/items.cpp", "#include \"engine/error.h\"", kFine);
    row("not from the root", "engine/value/item.cpp", "#include \"item.h\"", kBroken);
    row("relative", "engine/value/item.cpp", "#include \"../table/key.h\"", kBroken);
    row("a test's moc file", "tests/value/tst_number.cpp", "#include \"tst_number.moc\"", kFine);
    row("a test from the program", "app/main.cpp", "#include \"tests/app/program.h\"", kBroken);
}

void TestLayering::rulesSeeBrokenWalls() {
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(bool, broken);
    const QString wall = brokenWall(path, line);
    QVERIFY2(wall.isEmpty() != broken, qPrintable(QStringLiteral("said: \"%1\"").arg(wall)));
}

void TestLayering::noWallIsBroken() {
    const QStringList paths =
        sources({QStringLiteral("app"), QStringLiteral("engine"), QStringLiteral("model"),
                 QStringLiteral("ui"), QStringLiteral("tests")});
    QVERIFY2(paths.size() > 50, "the tree was not found");
    QStringList faults;
    for (const QString& path : paths) {
        const QStringList lines = linesOf(path);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QString wall = brokenWall(path, lines[i]);
            if (!wall.isEmpty())
                faults.append(
                    QStringLiteral("%1:%2: %3: %4").arg(path).arg(i + 1).arg(wall, lines[i].trimmed()));
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

void TestLayering::everyFolderHasAReadme() {
    const QDir top(root());
    QSet<QString> folders = {QStringLiteral("."), QStringLiteral("resources"), QStringLiteral("tests")};
    for (const QString& path :
         sources({QStringLiteral("app"), QStringLiteral("engine"), QStringLiteral("model"),
                  QStringLiteral("ui"), QStringLiteral("tests")}))
        folders.insert(QFileInfo(path).path());
    QStringList missing;
    for (const QString& folder : folders)
        if (!top.exists(folder + QStringLiteral("/README.md"))) missing.append(folder);
    missing.sort();
    QVERIFY2(missing.isEmpty(),
             qPrintable(QStringLiteral("no README.md in: ") + missing.join(QStringLiteral(", "))));
}

void TestLayering::topLevelHoldsNothingElse() {
    const QSet<QString> known = {QStringLiteral("CMakeLists.txt"),
                                 QStringLiteral("CMakePresets.json"),
                                 QStringLiteral("LICENSE"),
                                 QStringLiteral("README.md"),
                                 QStringLiteral("app"),
                                 QStringLiteral("build"),
                                 QStringLiteral("engine"),
                                 QStringLiteral("model"),
                                 QStringLiteral("resources"),
                                 QStringLiteral("tests"),
                                 QStringLiteral("ui")};
    for (const QString& entry : QDir(root()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot))
        QVERIFY2(known.contains(entry), qPrintable(entry));
}

QTEST_APPLESS_MAIN(TestLayering)
#include "tst_layering.moc"
