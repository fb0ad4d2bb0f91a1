// Format 1 on disk: a table file kept in tests/data/format-1 opens and shows what it always showed, and a
// file made today has the same schema and the same rows, byte for byte.
//
// PARTITA_WRITE_GOLDEN=FOLDER writes golden.partita and golden.txt there and compares nothing: for a new
// format only, in a folder of its own. What an old format looks like does not change.
#include <sqlite3.h>

#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// 2026-05-01T10:00:00Z, where the recording begins.
class May final : public Clock {
  public:
    UtcMillis now() const override { return 1'777'629'600'000; }
};

/// Number and binary keys, an LSI, a GSI of several attributes, a sparse one with named attributes, and a
/// second table in provisioned mode.
std::vector<TableDefinition> tables() {
    TableDefinition golden;
    golden.name = "Golden";
    golden.keys = {{{"device", ValueType::Number}}, {{"serial", ValueType::Binary}}};
    golden.indexes.push_back({"ByTime",
                              IndexKind::Local,
                              {{{"device", ValueType::Number}}, {{"time", ValueType::String}}},
                              {ProjectionType::KeysOnly, {}},
                              {}});
    golden.indexes.push_back({"ByPlace",
                              IndexKind::Global,
                              {{{"country", ValueType::String}, {"floor", ValueType::Number}},
                               {{"time", ValueType::String}, {"serial", ValueType::Binary}}},
                              {ProjectionType::All, {}},
                              {}});
    golden.indexes.push_back({"ByAlert",
                              IndexKind::Global,
                              {{{"alert", ValueType::String}}, {}},
                              {ProjectionType::Include, {"title", "level"}},
                              {}});
    TableDefinition plain;
    plain.name = "Plain";
    plain.keys = {{{"id", ValueType::String}}, {}};
    plain.billing = BillingMode::Provisioned;
    plain.throughput = Throughput{10, 5};
    return {golden, plain};
}

const char* const kItems[] = {
    R"({"device":{"N":"1"},"serial":{"B":"AA=="},"time":{"S":"2026-05-01T10:00:00Z"},"country":{"S":"日本"},)"
    R"("floor":{"N":"-2"},"title":{"S":"地下"}})",
    R"({"device":{"N":"1"},"serial":{"B":"AAD/"},"time":{"S":"2026-05-01T10:00:00Z"},"country":{"S":"日本"},)"
    R"("floor":{"N":"-2.0"},"alert":{"S":"fire"},"level":{"N":"9"},"title":{"S":"a\u0000b"}})",
    R"({"device":{"N":"1"},"serial":{"B":"/w=="},"all":{"M":{"S":{"S":""},"N":{"N":"-0.000000001"},)"
    R"("B":{"B":""},"BOOL":{"BOOL":true},"NO":{"BOOL":false},"NULL":{"NULL":true},)"
    R"("L":{"L":[{"L":[]},{"M":{}},{"N":"12345678901234567890123456789012345678"}]},)"
    R"("SS":{"SS":["b","a","é"]},"NS":{"NS":["10","-1","1E125"]},"BS":{"BS":["AA==","AAE="]}}}})",
    R"({"device":{"N":"-0.5"},"serial":{"B":"AQ=="},"alert":{"S":"fire"},"a.b c-d#e":{"S":"name"}})",
    R"({"device":{"N":"9.9999999999999999999999999999999999999E+125"},"serial":{"B":"AQ=="}})",
    R"({"device":{"N":"1E-130"},"serial":{"B":"AQI="},"time":{"S":"x"},"country":{"S":"C"},"floor":{"N":"0"}})",
};

/// Writes a file as the tables and items above say. `path` must be free.
void write(const std::string& path) {
    static const May clock;
    auto engine = Engine::create(path, tables(), clock);
    VERIFY_OK(engine);
    for (const char* json : kItems) {
        const auto parsed = parseItem(json, JsonForm::DynamoDb, tables()[0].keys);
        VERIFY_OK(parsed);
        VERIFY_OK((*engine)->put({"Golden", parsed->item}));
    }
    // What an import keeps: the order in which attributes first appeared.
    const std::string source = path + ".json";
    writeFile(source,
              R"({"device":{"N":"4"},"title":{"S":"T"},"serial":{"B":"AQ=="},"b":{"N":"1"},"a":{"N":"1"}})");
    const auto imported = (*engine)->importItems(source, {"Golden"});
    VERIFY_OK(imported);
    QCOMPARE(imported->inserted, quint64(1));
    QFile::remove(QString::fromStdString(source));
    // A body of its own, a removed item, and an entry that moved in an index.
    const Item large = item({{"device", n(2)},
                             {"serial", Value::binary("large")},
                             {"alert", s("smoke")},
                             {"text", s(std::string(4000, 'x'))}});
    VERIFY_OK((*engine)->put({"Golden", large}));
    const Item gone = item({{"device", n(3)}, {"serial", Value::binary("gone")}, {"alert", s("gone")}});
    VERIFY_OK((*engine)->put({"Golden", gone}));
    VERIFY_OK((*engine)->remove({"Golden", item({{"device", n(3)}, {"serial", Value::binary("gone")}})}));
    Item moved = large;
    moved.set("alert", s("moved"));
    VERIFY_OK((*engine)->put({"Golden", moved}));
    VERIFY_OK((*engine)->put({"Plain", item({{"id", s("only")}})}, Metering::Off));
    // The least collection that has marks.
    for (int i = 0; i < 2001; ++i)
        VERIFY_OK(
            (*engine)->put({"Golden", item({{"device", n(7)}, {"serial", Value::binary(std::to_string(i))}})},
                           Metering::Off));
    VERIFY_OK((*engine)->setEntityColour("Golden", {"fire", 0xC03020}));
    const auto spec = parseGeneratorSpec("hot:0.7,rate=20,seconds=2,seed=3");
    VERIFY_OK(spec);
    const auto replay = (*engine)->replayGenerated("Golden", *spec);
    VERIFY_OK(replay);
    VERIFY_OK((*engine)->saveRecording("Golden", *replay->load, "hot:0.7"));
}

std::string text(const RecordingInfo& info) {
    return info.name + " (" + info.origin + "), " + std::to_string(info.partitions) + " partitions, " +
           std::to_string(info.begin) + " to " + std::to_string(info.end) + ", " +
           std::to_string(info.requests) + " requests, " + std::to_string(info.read) + " and " +
           std::to_string(info.write) + " half units\n";
}

/// All that the file shows; of the large collection, only some items.
QByteArray shownBy(const Engine& engine) {
    std::string all;
    for (const std::string& name : engine.tableNames()) {
        const auto table = engine.table(name);
        all += toCreateTableJson(**table, 0) + "\n" + shownOfAll(engine, **table);
        const auto colours = engine.entityColours(name);
        if (colours)
            for (const EntityColour& colour : *colours)
                all += "colour " + colour.entity + " " + std::to_string(colour.rgb) + "\n";
        const auto order = engine.attributeOrder(name);
        if (order)
            for (const auto& [entity, names] : (*order)->entities()) {
                all += "order of \"" + entity + "\":";
                for (const std::string& attribute : names)
                    all += " " + attribute;
                all += "\n";
            }
        const auto recordings = engine.recordings(name);
        if (recordings)
            for (const RecordingInfo& info : *recordings) {
                all += text(info);
                const auto load = engine.loadRecording(name, info.id);
                all += load ? text((*load)->info()) : load.error().text();
            }
        if (const auto live = engine.liveLoad(name)) all += text(live->info());
    }
    QByteArrayList lines;
    for (const QByteArray& line : QByteArray::fromStdString(all).split('\n'))
        if (!line.contains("{\"device\":{\"N\":\"7\"}") || line.contains("\"MTAw")) lines.append(line);
    return lines.join('\n');
}

/// Every row of every inner table, as SQL literals, after its name; with the schema before it.
QByteArray rowsOf(const std::string& path) {
    sqlite3* database = nullptr;
    QByteArray text;
    if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) return text;
    const auto each = [&](const QByteArray& sql, const auto& use) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK)
            while (sqlite3_step(statement) == SQLITE_ROW)
                use(statement);
        sqlite3_finalize(statement);
    };
    const auto column = [](sqlite3_stmt* row, int i) {
        return QByteArray(reinterpret_cast<const char*>(sqlite3_column_text(row, i)));
    };
    for (const char* pragma : {"page_size", "application_id", "user_version", "encoding", "auto_vacuum"})
        each(QByteArray("PRAGMA ") + pragma,
             [&](sqlite3_stmt* row) { text += QByteArray(pragma) + ' ' + column(row, 0) + '\n'; });
    QByteArrayList names;
    each("SELECT type, name, sql FROM sqlite_schema ORDER BY name", [&](sqlite3_stmt* row) {
        text += column(row, 2) + '\n';
        if (column(row, 0) == "table") names.append(column(row, 1));
    });
    for (const QByteArray& name : names) {
        QByteArrayList columns;
        each("PRAGMA table_info(" + name + ')', [&](sqlite3_stmt* row) { columns.append(column(row, 1)); });
        text += name + '\n';
        each("SELECT quote(" + columns.join("), quote(") + ") FROM " + name, [&](sqlite3_stmt* row) {
            for (int i = 0; i < columns.size(); ++i)
                text += column(row, i) + ' ';
            text += '\n';
        });
    }
    sqlite3_close(database);
    return text;
}

/// Fails at the first line that differs.
void compareLines(const QByteArray& actual, const QByteArray& expected) {
    const QByteArrayList left = actual.split('\n'), right = expected.split('\n');
    for (qsizetype i = 0; i < std::min(left.size(), right.size()); ++i)
        QVERIFY2(left[i] == right[i], "line " + QByteArray::number(i + 1) + "\nis:     " + left[i].left(500) +
                                          "\nshould: " + right[i].left(500));
    QCOMPARE(left.size(), right.size());
}

}  // namespace

class TestEngineFormat : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        const QByteArray folder = qgetenv("PARTITA_WRITE_GOLDEN");
        if (!folder.isEmpty()) {
            const std::string path = folder.toStdString() + "/golden.partita";
            write(path);
            const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
            VERIFY_OK(engine);
            writeFile(folder.toStdString() + "/golden.txt", shownBy(**engine));
            QSKIP("The golden file was written; nothing was compared.");
        }
        m_golden = fileBytes(PARTITA_TEST_DATA "/format-1/golden.partita");
        m_text = fileBytes(PARTITA_TEST_DATA "/format-1/golden.txt");
        QVERIFY(!m_golden.isEmpty() && !m_text.isEmpty());
    }

    void theGoldenFileShowsWhatItAlwaysShowed_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("read only") << int(Engine::OpenMode::ReadOnly);
        QTest::newRow("for writing") << int(Engine::OpenMode::ReadWrite);
    }
    void theGoldenFileShowsWhatItAlwaysShowed() {
        QFETCH(int, mode);
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden);
        {
            const auto engine = Engine::open(path, static_cast<Engine::OpenMode>(mode));
            VERIFY_OK(engine);
            compareLines(shownBy(**engine), m_text);
            VERIFY_CLEAN(**engine);
            if (!(*engine)->isReadOnly())
                VERIFY_OK((*engine)->put({"Plain", item({{"id", s("more")}})}, Metering::Off));
        }
        QCOMPARE(filesIn(folder), QStringList{"golden.partita"});
        if (mode == int(Engine::OpenMode::ReadOnly)) QVERIFY(fileBytes(path) == m_golden);
    }

    void everyItemComesBackAsItWasGiven() {
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        for (const char* json : kItems) {
            const auto given = parseItem(json, JsonForm::DynamoDb, tables()[0].keys);
            VERIFY_OK(given);
            Item key;
            for (const char* name : {"device", "serial"})
                key.set(name, *given->item.find(name));
            const auto got = (*engine)->get({"Golden", key});
            VERIFY_OK(got);
            QVERIFY2(got->item == given->item, json);
        }
    }

    void aFileMadeTodayIsTheSame() {
        Folder folder;
        const std::string golden = folder.path("golden.partita"), fresh = folder.path("fresh.partita");
        writeFile(golden, m_golden);
        write(fresh);
        const QByteArray expected = rowsOf(golden);
        QVERIFY(expected.contains("application_id 1349678164") && expected.contains("user_version 1"));
        compareLines(rowsOf(fresh), expected);
    }

  private:
    QByteArray m_golden;
    QByteArray m_text;
};

QTEST_APPLESS_MAIN(TestEngineFormat)
#include "tst_engine_format.moc"
