// Damaged models: cut off anywhere, or broken in one place. The rows that are whole come in, the fault is
// told with its place, and nothing crashes.
#include <QTest>

#include "tests/interchange/workbench_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

struct Outcome {
    std::string error;  // of the whole model
    int good = 0;
    int refused = 0;
    bool endedEarly = false;
    std::string notes;
};

Outcome outcomeOf(const std::string& text, bool repair = false) {
    Outcome outcome;
    const auto reader = readModel(text, repair);
    if (!reader) {
        outcome.error = reader.error().text();
        return outcome;
    }
    for (const std::string& row : rowsOf(**reader))
        ++(row.find(" refused: ") == std::string::npos ? outcome.good : outcome.refused);
    outcome.endedEarly = (*reader)->endedEarly();
    outcome.notes = notesOf(**reader);
    return outcome;
}

/// Without facets, so that each of the rows is one.
std::string plainModel() {
    return R"({
  "ModelName": "Plain",
  "DataModel": [
    {
      "TableName": "First",
      "KeyAttributes": {
        "PartitionKey": {"AttributeName": "pk", "AttributeType": "S"}
      },
      "TableData": [
        {
          "pk": {"S": "1"},
          "a": {"S": "one"}
        },
        {
          "pk": {"S": "2"},
          "a": {"S": "two"}
        },
        {
          "pk": {"S": "3"},
          "a": {"S": "three"}
        }
      ],
      "DataAccess": {"MySql": {}}
    },
    {
      "TableName": "Second",
      "KeyAttributes": {"PartitionKey": {"AttributeName": "pk", "AttributeType": "S"}},
      "TableData": [
        {"pk": {"S": "4"}},
        {"pk": {"S": "5"}}
      ]
    }
  ]
}
)";
}

}  // namespace

class TestWorkbenchDamage final : public QObject {
    Q_OBJECT

  private slots:
    void cutAnywhere();
    void anyByteReplaced();
    void broken_data();
    void broken();
};

void TestWorkbenchDamage::cutAnywhere() {
    const std::string text = plainModel();
    const std::size_t end = text.rfind('}') + 1;
    int most = 0;
    for (std::size_t size = 0; size < end; ++size) {
        const Outcome outcome = outcomeOf(text.substr(0, size), size % 2 == 0);
        if (!outcome.error.empty()) {
            QVERIFY2(size < 3 || outcome.error.starts_with("model.json, line "), outcome.error.c_str());
            QCOMPARE(most, 0);
            continue;
        }
        QVERIFY2(outcome.endedEarly, std::to_string(size).c_str());
        QVERIFY(outcome.notes.find("can't be read on from line ") != std::string::npos);
        QVERIFY(outcome.good >= most);
        QVERIFY(outcome.refused <= 1);
        most = outcome.good;
    }
    QCOMPARE(most, 5);
    QVERIFY(!outcomeOf(text.substr(0, end)).endedEarly);
}

void TestWorkbenchDamage::anyByteReplaced() {
    const std::string text = dataFile("shop.json");
    for (const char byte : {'"', '{', '}', '[', ']', ',', '\\', '\n', '\xFF', '0'}) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string damaged = text;
            damaged[at] = byte;
            const Outcome outcome = outcomeOf(damaged, true);
            QVERIFY(!outcome.error.empty() || outcome.good + outcome.refused <= 12);
        }
    }
}

void TestWorkbenchDamage::broken_data() {
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<int>("good");
    QTest::addColumn<int>("refused");
    QTest::addColumn<std::string>("told");  // part of the error or of the notes
    const auto add = [](const char* name, const char* from, const char* to, int good, int refused,
                        const char* said = "") {
        QTest::newRow(name) << std::string(from) << std::string(to) << good << refused << std::string(said);
    };
    add("a row without its brace", "          \"a\": {\"S\": \"two\"}\n        },",
        "          \"a\": {\"S\": \"two\"}\n", 4, 1);
    add("a value without its brace", "{\"S\": \"two\"}", "{\"S\": \"two\"", 4, 1);
    add("a text without its end", "\"two\"", "\"two", 4, 1);
    add("a text without its beginning", "\"two\"", "two\"", 4, 1);
    add("no comma in a row", "{\"S\": \"2\"},", "{\"S\": \"2\"}", 4, 1);
    add("no comma between rows", "        },\n        {\n          \"pk\": {\"S\": \"2\"}",
        "        }\n        {\n          \"pk\": {\"S\": \"2\"}", 5, 0,
        "A comma is missing at line 14, column 9");
    add("no colon", "\"pk\": {\"S\": \"2\"}", "\"pk\" {\"S\": \"2\"}", 4, 1);
    add("a row that is a number", "{\"pk\": {\"S\": \"4\"}}", "4", 4, 1);
    add("a row that is a text", "{\"pk\": {\"S\": \"4\"}}", "\"4\"", 4, 1);
    add("a row that is null", "{\"pk\": {\"S\": \"4\"}}", "null", 4, 1);
    add("a row that is an array", "{\"pk\": {\"S\": \"4\"}}", "[]", 4, 1);
    add("a row that is nothing JSON knows", "{\"pk\": {\"S\": \"4\"}}", "None", 3, 0,
        "can't be read on from line 29, column 9: A row is an object, {…}; this is none.");
    add("a comment", "{\"pk\": {\"S\": \"4\"}}", "// four\n", 3, 0,
        "can't be read on from line 29, column 9");
    add("no row's text is UTF-8", "\"two\"", "\"t\xFFo\"", 4, 1);
    add("a control character", "\"two\"", "\"t\x01o\"", 4, 1);
    add("a bad escape", "\"two\"", "\"t\\xo\"", 4, 1);
    add("no closing bracket of the rows", "      ],\n      \"DataAccess\"", "      \"DataAccess\"", 3, 1,
        "can't be read on");
    add("the table's end is missing", "      \"DataAccess\": {\"MySql\": {}}\n    },",
        "      \"DataAccess\": {\"MySql\": {}}\n", 3, 0,
        "can't be read on from line 25, column 5: A comma or a closing } is missing here.");
    add("the second table's keys are missing",
        "\"KeyAttributes\": {\"PartitionKey\": {\"AttributeName\": \"pk\", \"AttributeType\": \"S\"}},\n     "
        " \"TableData\": [\n        {\"pk\": {\"S\": \"4\"}}",
        "\"TableData\": [\n        {\"pk\": {\"S\": \"4\"}}", 3, 0,
        "KeyAttributes of table Second is missing");
    add("rows that are none",
        "\"TableData\": [\n        {\"pk\": {\"S\": \"4\"}},\n        {\"pk\": {\"S\": \"5\"}}\n      ]",
        "\"TableData\": {}", 3, 0, "TableData is an array of rows");
    add("two models", "\n  ]\n}\n", "\n  ]\n}\n{\"DataModel\":[]}", 5, 0,
        "lost 35: The model ends before line 35, column 1. What stands after it was not read.");
}

void TestWorkbenchDamage::broken() {
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(int, good);
    QFETCH(int, refused);
    QFETCH(std::string, told);
    std::string text = plainModel();
    const std::size_t at = text.find(from);
    QVERIFY(at != std::string::npos);
    text.replace(at, from.size(), to);
    const Outcome outcome = outcomeOf(text);
    QVERIFY2(outcome.error.empty(), outcome.error.c_str());
    QVERIFY2(outcome.notes.find(told) != std::string::npos, outcome.notes.c_str());
    QCOMPARE(outcome.good, good);
    QCOMPARE(outcome.refused, refused);
}

QTEST_APPLESS_MAIN(TestWorkbenchDamage)
#include "tst_workbench_damage.moc"
