// Table definitions as the AWS CLI takes and prints them, one and several, and what is lost of them.
#include <QTest>

#include "engine/interchange/read/open_source.h"

using namespace partita;

namespace {

const char* const kCreateTable =
    R"({"TableName": "Music", "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"})";

}  // namespace

class TestCreateTableSource final : public QObject {
    Q_OBJECT

  private slots:
    void definitions_data();
    void definitions();
};

void TestCreateTableSource::definitions_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const std::string one(kCreateTable);
    std::string other = one;
    other.replace(other.find("Music"), 5, "Films");
    const auto row = [](const char* name, const std::string& text, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString(expected);
    };
    row("one", one, "Music");
    row("several", one + "\n" + other, "Music Films");
    row("an array", "[" + one + ", {\"Table\": " + other + "}]", "Music Films");
    row("twice", one + "\n\n" + one,
        "Music | A table definition is not taken over: The table Music is defined twice.");
    row("what is lost",
        one.substr(0, one.size() - 1) + ", \"Tags\": [], \"TableClass\": null, \"StreamSpecification\": {}}",
        "Music | Of the table Music is not taken over: StreamSpecification, Tags.");
    std::string nameless = one;
    nameless.replace(nameless.find("\"TableName\": \"Music\", "), 22, "");
    row("without a name", nameless,
        "Table | The definition has no TableName. The table is called \"Table\".");
    row("state is nothing lost", "{\"Table\": " + one.substr(0, one.size() - 1) + ", \"ItemCount\": 5}}",
        "Music");
    const std::string keys =
        "KeySchema: [{AttributeName: 'pk', KeyType: 'HASH'}], "
        "AttributeDefinitions: [{AttributeName: 'pk', AttributeType: 'S'}], BillingMode: 'PAY_PER_REQUEST'";
    row("configuration of jest-dynamodb",
        "// tables\nmodule.exports = {tables: [{TableName: 'files', " + keys + "}, " + one +
            "], port: 8001};\n",
        "files Music");
    row("configuration as a function",
        "module.exports = async () => {\n  return {\n    tables: [{TableName: `files`, " + keys +
            "}]\n  };\n};\n",
        "files");
    row("names of the SDK",
        "import { KeyType } from 'x';\nconst name = 'files';\nexport const input: CreateTableCommandInput = "
        "{\n  TableName: name,\n  KeySchema: [{AttributeName: 'pk', KeyType: KeyType.HASH}],\n"
        "  AttributeDefinitions: [{AttributeName: 'pk', AttributeType: ScalarAttributeType.S}],\n"
        "  BillingMode: BillingMode.PAY_PER_REQUEST,\n};\n",
        "files");
    row("a name made in code",
        "const client = make();\nconst c = new CreateTableCommand({TableName: process.env.T, " + keys +
            "});\n",
        "Table | The name of a table is not told in the source. It is called \"Table\".");
    row("a key made in code",
        "module.exports = {tables: [{TableName: 'files', KeySchema: keys(), AttributeDefinitions: []}]};\n",
        "error: line 1");
    std::string wrongType = one;
    wrongType.replace(wrongType.find("\"S\""), 3, "\"Q\"");
    row("a wrong type", "\n" + wrongType,
        "error: the pasted text, line 2, /AttributeDefinitions/0/AttributeType: A key attribute is of type "
        "S, N or "
        "B; this is \"Q\".");
    row("cut", one.substr(0, one.size() / 2), "error: the pasted text, line ");
}

void TestCreateTableSource::definitions() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const auto reader = openSource(SourceLocation::pasted(text.toStdString()), {});
    QString found;
    if (!reader) {
        found = QString::fromStdString("error: " + reader.error().text());
    } else {
        for (const SourceTable& table : (*reader)->tables())
            found += (found.isEmpty() ? "" : " ") + QString::fromStdString(table.schema->name);
        for (const SourceNote& note : (*reader)->notes())
            found += " | " + QString::fromStdString(note.text);
    }
    QVERIFY2(found == expected ||
                 ((expected.endsWith(' ') || expected.endsWith('1')) && found.startsWith(expected)),
             qPrintable(found));
}

QTEST_APPLESS_MAIN(TestCreateTableSource)
#include "tst_create_table_source.moc"
