// Where the items of a source go: several tables of one source, tables that are made, left out or unknown.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

TableDefinition simpleTable(const std::string& name) {
    TableDefinition table;
    table.name = name;
    table.keys = {{{"pk", ValueType::String}}, {}};
    return table;
}

/// Requests for the tables Alpha (two puts), Beta (a put and a delete).
SourceLocation requests() {
    return SourceLocation::pasted(
        R"({"Alpha":[{"PutRequest":{"Item":{"pk":{"S":"a1"}}}},{"PutRequest":{"Item":{"pk":{"S":"a2"}}}}],)"
        R"("Beta":[{"PutRequest":{"Item":{"pk":{"S":"b1"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"b0"}}}}]})");
}

std::string model() {
    return fileBytes(PARTITA_TEST_DATA "/workbench/shop.json").toStdString();
}

bool allAddsUp(const ImportReport& r) {
    return r.read == r.inserted + r.replaced + r.merged + r.unchanged + r.kept + r.deleted + r.absent +
                         r.duplicate + r.refused + r.leftOut;
}

quint64 itemsIn(const Engine& engine, const std::string& table) {
    const auto statistics = engine.statistics({table, {}});
    return statistics ? statistics->items : 999;
}

/// Texts of the notes, a line each.
std::string notesOf(const ImportReport& report) {
    std::string text;
    for (const ImportProblem& problem : report.problems)
        if (problem.kind == ImportProblem::Kind::Note) text += problem.reason + "\n";
    return text;
}

}  // namespace

class TestEngineImportTargets : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void eachTableOfTheSourceGoesWhereItWasSaid_data() {
        QTest::addColumn<QString>("targets");  // "Alpha>One Beta>": Alpha into One, Beta left out
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("items");  // of Alpha, Beta and One, afterwards
        QTest::addColumn<int>("leftOut");
        QTest::addColumn<QString>("unknown");  // the notes say this; empty: there are none
        QTest::newRow("by their names") << ""
                                        << ""
                                        << "2 1 0" << 0 << "";
        QTest::newRow("all into one") << ""
                                      << "One"
                                      << "0 0 3" << 0 << "";
        QTest::newRow("one elsewhere") << "Alpha>One"
                                       << ""
                                       << "0 1 2" << 0 << "";
        QTest::newRow("one left out") << "Beta>"
                                      << ""
                                      << "2 0 0" << 2 << "";
        QTest::newRow("one left out, the rest into one") << "Beta>"
                                                         << "One"
                                                         << "0 0 2" << 2 << "";
        QTest::newRow("crossed") << "Alpha>Beta Beta>Alpha"
                                 << ""
                                 << "1 2 0" << 0 << "";
        QTest::newRow("one to none that is there") << "Alpha>Gone"
                                                   << ""
                                                   << "0 1 0" << 2 << "Gone";
    }
    void eachTableOfTheSourceGoesWhereItWasSaid() {
        QFETCH(QString, targets);
        QFETCH(QString, table);
        QFETCH(QString, items);
        QFETCH(int, leftOut);
        QFETCH(QString, unknown);
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"),
                                           {simpleTable("Alpha"), simpleTable("Beta"), simpleTable("One")});
        VERIFY_OK(engine);
        ImportOptions options;
        options.table = table.toStdString();
        for (const QString& target : targets.split(' ', Qt::SkipEmptyParts))
            options.targets.push_back(
                {target.section('>', 0, 0).toStdString(), target.section('>', 1).toStdString(), {}});
        const auto report = (*engine)->importItems(requests(), options);
        VERIFY_OK(report);
        QVERIFY(!report->failure);
        QCOMPARE(report->read, quint64(4));
        QCOMPARE(report->leftOut, quint64(leftOut));
        QVERIFY(allAddsUp(*report));
        QCOMPARE(QString("%1 %2 %3")
                     .arg(itemsIn(**engine, "Alpha"))
                     .arg(itemsIn(**engine, "Beta"))
                     .arg(itemsIn(**engine, "One")),
                 items);
        const QString notes = QString::fromStdString(notesOf(*report));
        QCOMPARE(notes.isEmpty(), unknown.isEmpty());
        QVERIFY2(notes.contains(unknown), notes.toUtf8());
        QCOMPARE((*engine)->imports()->front().leftOut, quint64(leftOut));
        VERIFY_CLEAN(**engine);
    }

    void refusedRequestsGoToTheirTablesAgain() {
        Folder folder;
        const auto engine =
            Engine::create(folder.path("t.partita"), {simpleTable("Alpha"), simpleTable("Beta")});
        VERIFY_OK(engine);
        ImportOptions options;
        options.targets = {{"Elsewhere", "Beta", {}}};
        const auto report = (*engine)->importItems(
            SourceLocation::pasted(
                R"({"Alpha":[{"PutRequest":{"Item":{"pk":{"N":"1"}}}}],)"
                R"("Elsewhere":[{"PutRequest":{"Item":{"pk":{"N":"2"}}}},{"DeleteRequest":{"Key":{"x":{"S":"3"}}}}]})"),
            options);
        VERIFY_OK(report);
        QCOMPARE(report->refused, quint64(3));
        const auto refused = (*engine)->refusedRecords(report->id);
        VERIFY_OK(refused);
        QCOMPARE(refused->records, quint64(3));
        QString text = QString::fromStdString(refused->text);
        text.replace("{\"N\":", "{\"S\":");
        ImportOptions again;
        again.source.format = refused->format;
        const auto second = (*engine)->importItems(SourceLocation::pasted(text.toStdString()), again);
        VERIFY_OK(second);
        QVERIFY2(second->read == 3 && second->inserted == 2 && second->refused == 1, text.toUtf8());
        QCOMPARE(itemsIn(**engine, "Alpha"), quint64(1));
        QCOMPARE(itemsIn(**engine, "Beta"), quint64(1));
        VERIFY_CLEAN(**engine);
    }

    void anImportThatStopsLeavesNoTableOfItsOwn() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable("Beta")});
        VERIFY_OK(engine);
        Item there;
        there.set("pk", s("b1"));
        there.set("n", n(1));
        VERIFY_OK((*engine)->put({"Beta", there}, Metering::Off));
        ImportOptions options;
        options.onExisting = OnExisting::Stop;
        options.targets = {{"Alpha", "Alpha", simpleTable("Alpha")}, {"Beta", "Beta", simpleTable("Beta")}};
        const auto report = (*engine)->importItems(requests(), options);
        VERIFY_OK(report);
        QVERIFY(report->failure);
        QVERIFY(report->tablesCreated.empty());
        QVERIFY(!(*engine)->table("Alpha"));
        QCOMPARE(itemsIn(**engine, "Beta"), quint64(1));
        VERIFY_CLEAN(**engine);
    }

    void oneWrongTableDoesNotKeepTheOthersOut_data() {
        QTest::addColumn<bool>("stops");
        QTest::newRow("others come") << false;
        QTest::newRow("stop") << true;
    }
    void oneWrongTableDoesNotKeepTheOthersOut() {
        QFETCH(bool, stops);
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {});
        VERIFY_OK(engine);
        ImportOptions options;
        if (stops) options.onExisting = OnExisting::Stop;
        options.targets = {{"Alpha", "Alpha", simpleTable("Alpha")}, {"Beta", "b!", simpleTable("b!")}};
        const auto report = (*engine)->importItems(requests(), options);
        QCOMPARE(bool(report), !stops);
        QCOMPARE(bool((*engine)->table("Alpha")), !stops);
        if (stops) return;
        QCOMPARE(report->tablesCreated, std::vector<std::string>{"Alpha"});
        QCOMPARE(report->inserted, quint64(2));
        QCOMPARE(report->leftOut, quint64(2));
        QVERIFY(allAddsUp(*report));
        QVERIFY(notesOf(*report).find("\"b!\" could not be made") != std::string::npos);
        // Where no table is left, nothing was done.
        options.targets.erase(options.targets.begin());
        QVERIFY(!(*engine)->importItems(requests(), options));
    }

    void theOnlyTableTakesTheItemsOfOneTable_data() {
        QTest::addColumn<QString>("only");  // table of the file
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<bool>("fails");
        QTest::newRow("one of another name") << "Only" << QByteArray() << false;
        QTest::newRow("two of other names") << "Only" << QByteArray("Beta") << true;
        QTest::newRow("another, then its own") << "Only" << QByteArray("Only") << true;
        QTest::newRow("its own, then another") << "Alpha" << QByteArray("Beta") << false;
    }
    void theOnlyTableTakesTheItemsOfOneTable() {
        QFETCH(QString, only);
        QFETCH(QByteArray, second);
        QFETCH(bool, fails);
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable(only.toStdString())});
        VERIFY_OK(engine);
        const auto put = [](const QByteArray& key) {
            return "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"" + key + "\"}}}}";
        };
        QByteArray text = "{\"Alpha\":[";
        // So many that the second table comes when others are read already.
        for (int i = 0; i < 40'000; ++i)
            text += (i ? "," : "") + put("a" + QByteArray::number(i));
        text += "]";
        if (!second.isEmpty()) text += ",\"" + second + "\":[" + put("b") + "]";
        text += "}";
        const auto report = (*engine)->importItems(SourceLocation::pasted(text.toStdString()), {});
        VERIFY_OK(report);
        QCOMPARE(report->failure.has_value(), fails);
        QCOMPARE(itemsIn(**engine, only.toStdString()), quint64(fails ? 0 : 40'000));
        if (fails) QVERIFY(report->failure->text().find("\"Alpha\"") != std::string::npos);
        if (!fails) QVERIFY(allAddsUp(*report));
    }

    void tablesAreMadeUnlessTheyAreThere() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable("Alpha")});
        VERIFY_OK(engine);
        ImportOptions options;
        // The name of the target counts, not that of the definition.
        options.targets = {{"Alpha", "Alpha", simpleTable("Alpha")}, {"Beta", "Fresh", simpleTable("Beta")}};
        const auto report = (*engine)->importItems(requests(), options);
        VERIFY_OK(report);
        QVERIFY(report->tablesCreated == std::vector<std::string>{"Fresh"});
        QCOMPARE(itemsIn(**engine, "Alpha"), quint64(2));
        QCOMPARE(itemsIn(**engine, "Fresh"), quint64(1));
        QVERIFY(allAddsUp(*report));
        // What the service would refuse is no table, and nothing is imported.
        TableDefinition bad = simpleTable("Bad");
        bad.keys.partition.clear();
        options.targets = {{"Beta", "Bad", bad}};
        const auto refused = (*engine)->importItems(requests(), options);
        QVERIFY(!refused);
        QCOMPARE((*engine)->imports()->size(), std::size_t(1));
        QCOMPARE((*engine)->tableNames().size(), std::size_t(2));
    }

    void aPastedModelBringsItsTablesItemsAndEntities() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable("Other")});
        VERIFY_OK(engine);
        const SourceLocation source = SourceLocation::pasted(model());
        ImportOptions options;
        const auto preview = (*engine)->previewImport(source, options);
        VERIFY_OK(preview);
        QVERIFY(preview->tables.size() > 0);
        quint64 records = 0;
        for (const ImportPreview::Table& table : preview->tables) {
            QVERIFY(table.schema && !table.isGuess);
            records += table.looked;
            options.targets.push_back({table.source.name, table.source.name, table.schema});
        }
        QVERIFY(records > 0);
        const auto report = (*engine)->importItems(source, options);
        VERIFY_OK(report);
        QCOMPARE(report->read, records);
        QCOMPARE(report->tablesCreated.size(), preview->tables.size());
        QCOMPARE(report->leftOut, quint64(0));
        QVERIFY(allAddsUp(*report));
        for (const ImportPreview::Table& table : preview->tables) {
            QCOMPARE(itemsIn(**engine, table.source.name), table.fresh);
            const auto kept = (*engine)->tableSource(table.source.name);
            VERIFY_OK(kept);
            QCOMPARE(kept->extra, table.source.extra);
            QCOMPARE(kept->entities.size(), table.source.entities.size());
            for (std::size_t i = 0; i < kept->entities.size(); ++i) {
                QCOMPARE(kept->entities[i].name, table.source.entities[i].name);
                QVERIFY(kept->entities[i].attributes == table.source.entities[i].attributes);
                QVERIFY(kept->entities[i].keyTemplates == table.source.entities[i].keyTemplates);
            }
        }
        VERIFY_CLEAN(**engine);
        QVERIFY(!(*engine)->tableSource("Nothing"));
    }

    void aSchemaAloneMakesItsTable() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable("Other")});
        VERIFY_OK(engine);
        const SourceLocation source = SourceLocation::pasted(
            R"({"TableName":"Orders","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],)"
            R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
            R"("BillingMode":"PAY_PER_REQUEST"})");
        const auto preview = (*engine)->previewImport(source, {});
        VERIFY_OK(preview);
        QVERIFY(preview->isWhole);
        QCOMPARE(preview->tables.size(), std::size_t(1));
        const ImportPreview::Table& shown = preview->tables.front();
        QVERIFY(shown.schema && !shown.isGuess);
        QCOMPARE(shown.schema->name, std::string("Orders"));
        QCOMPARE(shown.looked, quint64(0));
        ImportOptions options;
        options.targets = {{"Orders", "Orders", shown.schema}};
        const auto report = (*engine)->importItems(source, options);
        VERIFY_OK(report);
        QVERIFY(!report->failure);
        QVERIFY(report->tablesCreated == std::vector<std::string>{"Orders"});
        QCOMPARE(report->read, quint64(0));
        const auto made = (*engine)->table("Orders");
        VERIFY_OK(made);
        QVERIFY(**made == *shown.schema);
    }

    void aTableThatIsNotThereIsNotGuessed() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {simpleTable("Other")});
        VERIFY_OK(engine);
        const auto report = (*engine)->importItems(requests(), {"Nothing"});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::ResourceNotFound);
        QVERIFY((*engine)->imports()->empty());
    }
};

QTEST_APPLESS_MAIN(TestEngineImportTargets)
#include "tst_engine_import_targets.moc"
