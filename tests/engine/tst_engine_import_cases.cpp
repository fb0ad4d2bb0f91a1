// Sources as people have them, out of tests/data/imports/cases.json: what the import leaves in an empty
// table.
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

TableDefinition tableOf(const QJsonObject& keys) {
    TableDefinition table;
    table.name = "Things";
    const auto attribute = [&](const QString& name) {
        return KeyAttribute{name.toStdString(),
                            keys[name].toString() == "N" ? ValueType::Number : ValueType::String};
    };
    table.keys.partition = {attribute(keys.keys().front())};
    if (keys.size() > 1) table.keys.sort = {attribute(keys.keys().back())};
    return table;
}

QByteArray bytesOf(const QJsonObject& file) {
    if (file.contains("base64")) return QByteArray::fromBase64(file["base64"].toString().toLatin1());
    return file["text"].toString().toUtf8();
}

/// Every item of the source's JSON in the text that the engine gives items back in, sorted.
QStringList wantedOf(const QJsonArray& items, const KeySchema& keys) {
    QStringList wanted;
    for (const QJsonValue& one : items) {
        const QByteArray json = QJsonDocument(one.toObject()).toJson(QJsonDocument::Compact);
        const auto parsed = parseItem(json.toStdString(), JsonForm::DynamoDb, keys);
        wanted += QString::fromStdString(parsed ? toDynamoDbJson(parsed->item) : parsed.error().text());
    }
    wanted.sort();
    return wanted;
}

QStringList itemsOf(const Engine& engine) {
    QStringList all;
    ScanRequest request;
    request.table = "Things";
    const auto page = engine.scan(request);
    if (!page) return {QString::fromStdString(page.error().text())};
    const auto items = page->items.items();
    if (!items) return {QString::fromStdString(items.error().text())};
    for (const Item& one : *items)
        all += QString::fromStdString(toDynamoDbJson(one));
    all.sort();
    return all;
}

QJsonArray cases() {
    return QJsonDocument::fromJson(fileBytes(PARTITA_TEST_DATA "/imports/cases.json")).array();
}

}  // namespace

class TestEngineImportCases : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
        QVERIFY(cases().size() > 20);
    }

    void leavesWhatItShould_data() {
        QTest::addColumn<QJsonObject>("given");
        for (const QJsonValue& one : cases())
            QTest::newRow(one["name"].toString().toUtf8()) << one.toObject();
    }
    void leavesWhatItShould() {
        QFETCH(QJsonObject, given);
        const QJsonArray failures = given["failures"].toArray();
        for (const QJsonValue& file : given["files"].toArray()) {
            Folder folder;
            const TableDefinition table = tableOf(given["keys"].toObject());
            const auto engine = Engine::create(folder.path("t.partita"), {table});
            VERIFY_OK(engine);
            const std::string source = folder.path(file["name"].toString().toUtf8());
            writeFile(source, bytesOf(file.toObject()));
            const auto report = (*engine)->importItems(source, {"Things"});
            VERIFY_OK(report);
            QVERIFY2(!report->failure, report->failure ? report->failure->text().c_str() : "");
            QCOMPARE(itemsOf(**engine), wantedOf(given["items"].toArray(), table.keys));
            QVERIFY(addsUp(*report));
            QCOMPARE(report->inserted, quint64(given["items"].toArray().size()));
            QCOMPARE(report->duplicate, quint64(given["duplicates"].toInt()));
            QCOMPARE(report->refused, quint64(failures.size()));
            std::vector<ImportProblem> refused;
            std::copy_if(
                report->problems.begin(), report->problems.end(), std::back_inserter(refused),
                [](const ImportProblem& problem) { return problem.kind == ImportProblem::Kind::Refused; });
            for (qsizetype i = 0; i < failures.size(); ++i) {
                const ImportProblem& problem = refused[std::size_t(i)];
                QCOMPARE(problem.line, quint64(failures[i]["line"].toInt()));
                const QString reason = QString::fromStdString(problem.reason);
                QVERIFY2(reason.contains(failures[i]["reason"].toString()), reason.toUtf8());
            }
            VERIFY_CLEAN(**engine);
        }
    }
};

QTEST_APPLESS_MAIN(TestEngineImportCases)
#include "tst_engine_import_cases.moc"
