// The golden table files: how they are written, what they show, and how two files are compared, row by row.
#pragma once

#include <sqlite3.h>

#include <QRegularExpression>

#include "tests/engine/table_fixture.h"

namespace partita::test {

/// 2026-05-01T10:00:00Z, where the recording begins.
class May final : public Clock {
  public:
    UtcMillis now() const override { return 1'777'629'600'000; }
};

/// Number and binary keys, an LSI, a GSI of several attributes, a sparse one with named attributes, and a
/// second table in provisioned mode.
inline std::vector<TableDefinition> tables() {
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

inline const char* const kItems[] = {
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

inline const May kMay;

inline void waitUntilActive(const Engine& engine, const std::string& table) {
    QTRY_VERIFY_WITH_TIMEOUT(engine.describeTable(table)->status == TableStatus::Active, 10'000);
}

/// What format 2 has beside format 1, in a table of its own: tags, a stream with records of each kind and one
/// that was switched off, time to live, changes of throughput, an index that came and one that went.
inline void writeControl(Engine& engine) {
    CreateTableRequest request;
    request.definition.name = "Control";
    request.definition.keys = {{{"id", ValueType::String}}, {}};
    request.definition.billing = BillingMode::Provisioned;
    request.definition.throughput = Throughput{10, 10};
    const auto index = [](const char* name) {
        return IndexDefinition{name,
                               IndexKind::Global,
                               {{{"kind", ValueType::String}}, {}},
                               {ProjectionType::KeysOnly, {}},
                               Throughput{2, 2}};
    };
    request.definition.indexes = {index("First"), index("Second")};
    request.stream = StreamViewType::KeysOnly;
    request.tags = {{"team", "platform"}, {"empty", ""}};
    request.tableClass = TableClass::StandardInfrequentAccess;
    VERIFY_OK(engine.createTable(request));
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(
            engine.put({"Control", item({{"id", s(std::to_string(i))}, {"kind", s("k")}})}, Metering::Off));
    UpdateTableRequest update;
    update.table = "Control";
    update.stream = std::optional<StreamViewType>();
    update.throughput = Throughput{5, 20};
    update.deletionProtection = true;
    VERIFY_OK(engine.updateTable(update));
    update = {};
    update.table = "Control";
    update.stream = std::optional(StreamViewType::NewAndOldImages);
    update.removeIndex = "Second";
    VERIFY_OK(engine.updateTable(update));
    waitUntilActive(engine, "Control");
    update = {};
    update.table = "Control";
    update.createIndex = index("Third");
    VERIFY_OK(engine.updateTable(update));
    waitUntilActive(engine, "Control");
    VERIFY_OK(engine.put({"Control", item({{"id", s("0")}, {"kind", s("other")}})}, Metering::Off));
    VERIFY_OK(engine.put({"Control", item({{"id", s("3")}, {"until", n(1'777'629'000)}})}, Metering::Off));
    VERIFY_OK(engine.remove({"Control", item({{"id", s("1")}})}, Metering::Off));
    VERIFY_OK(engine.setTimeToLive("Control", "until"));
    const auto expired = engine.removeExpired();
    VERIFY_OK(expired);
    QCOMPARE(*expired, quint64(1));
}

/// What format 3 has beside format 2: imports with their problems, refused records, replaced items, and what
/// a source said of a table beside its schema.
inline void writeImports(Engine& engine, const std::string& path) {
    const std::string source = path + ".json";
    writeFile(source,
              "{\"id\":{\"S\":\"only\"},\"text\":{\"S\":\"日本\"}}\n{\"id\":{\"S\":\"\"}}\n{\"no\":1}\n"
              "{\"id\":{\"S\":\"twice\"}}\n{\"id\":{\"S\":\"twice\"},\"n\":{\"N\":\"1\"}}\n");
    TableDefinition table;
    table.name = "Imported";
    table.keys = {{{"id", ValueType::String}}, {}};
    VERIFY_OK(engine.createTable(table));
    VERIFY_OK(engine.put({"Imported", item({{"id", s("only")}})}, Metering::Off));
    ImportOptions options;
    options.table = "Imported";
    const auto imported =
        engine.importItems(SourceLocation::pasted(fileBytes(source).toStdString()), options);
    VERIFY_OK(imported);
    QCOMPARE(imported->replaced, quint64(1));
    QCOMPARE(imported->refused, quint64(2));
    QFile::remove(QString::fromStdString(source));
}

/// The imports that a file keeps, all but how long they took.
inline QByteArray importsOf(const Engine& engine) {
    QByteArray all;
    const auto imports = engine.imports();
    if (!imports) return QByteArray::fromStdString(imports.error().text());
    for (const ImportReport& import : *imports) {
        all += "import " + QByteArray::number(qlonglong(import.id)) + " of " +
               QByteArray::fromStdString(import.source) + " at " +
               QByteArray::number(qlonglong(import.begunMillis)) + ": " +
               QByteArray::fromStdString(import.detection.description) + "\n";
        for (const quint64 count : {import.read, import.inserted, import.replaced, import.unchanged,
                                    import.duplicate, import.refused, import.restorable, import.retryable})
            all += " " + QByteArray::number(count);
        all += "\n";
        const auto problems = engine.importProblems(import.id, 100);
        if (!problems) return QByteArray::fromStdString(problems.error().text());
        for (const ImportProblem& problem : *problems)
            all += "  " + QByteArray::number(int(problem.kind)) + " line " +
                   QByteArray::number(problem.line) + ": " + QByteArray::fromStdString(problem.reason) +
                   " | " + QByteArray::fromStdString(problem.excerpt) + "\n";
        const auto refused = engine.refusedRecords(import.id);
        if (!refused) return QByteArray::fromStdString(refused.error().text());
        all += QByteArray::fromStdString(refused->text);
    }
    return all;
}

/// Writes a file as the tables and items above say. `path` must be free.
inline void writeGolden(const std::string& path) {
    auto engine = Engine::create(path, tables(), kMay);
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
    ImportOptions options{"Golden"};
    options.keepReport = false;  // it would name the folder
    const auto imported = (*engine)->importItems(source, options);
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
    writeControl(**engine);
    writeImports(**engine, path);
}

inline std::string text(const RecordingInfo& info) {
    return info.name + " (" + info.origin + "), " + std::to_string(info.partitions) + " partitions, " +
           std::to_string(info.begin) + " to " + std::to_string(info.end) + ", " +
           std::to_string(info.requests) + " requests, " + std::to_string(info.read) + " and " +
           std::to_string(info.write) + " half units\n";
}

inline std::string text(const Item& image) {
    return toDynamoDbJson(image);
}

/// What the control plane says of a table.
inline std::string controlOf(const Engine& engine, const std::string& name) {
    const auto described = engine.describeTable(name);
    if (!described) return described.error().text();
    const auto time = [](const std::optional<UtcMillis>& at) { return at ? std::to_string(*at) : "never"; };
    std::string all = "status " + std::to_string(int(described->status)) + ", created " +
                      std::to_string(described->created) + ", on demand " + time(described->onDemandSince) +
                      ", increase " + time(described->lastIncrease) + ", decrease " +
                      time(described->lastDecrease) + ", " + std::to_string(described->decreasesToday) +
                      " decreases, protected " + std::to_string(described->deletionProtection) + ", class " +
                      (described->tableClass ? std::to_string(int(*described->tableClass)) : "none") + "\n";
    for (const IndexDescription& index : described->indexes)
        all += "index " + index.name + ": status " + std::to_string(int(index.status)) + ", " +
               std::to_string(index.items) + " items\n";
    const auto tags = engine.tags(name);
    if (!tags) return tags.error().text();
    for (const auto& [key, value] : *tags)
        all += "tag " + key + " = " + value + "\n";
    if (const auto live = engine.timeToLive(name); live && live->attribute)
        all += "expires by " + *live->attribute + "\n";
    const auto streams = engine.streams(name);
    if (!streams) return streams.error().text();
    for (const StreamInfo& stream : *streams) {
        all += "stream " + stream.label + ", view " + std::to_string(int(stream.viewType)) +
               (stream.enabled ? ", on" : ", off") + "\n";
        const auto page = engine.streamRecords(name, stream.label, stream.firstSequence, 1000);
        if (!page) return page.error().text();
        for (const StreamRecord& record : page->records)
            all += "  " + std::to_string(record.sequence) + " event " + std::to_string(int(record.event)) +
                   (record.expired ? " expired " : " ") + text(record.key) + " was " +
                   (record.oldImage ? text(*record.oldImage) : "-") + " is " +
                   (record.newImage ? text(*record.newImage) : "-") + "\n";
    }
    return all;
}

/// All that the tables of the file show; of the large collection, only some items.
inline QByteArray shownBy(const Engine& engine, const std::vector<std::string>& tableNames) {
    std::string all;
    for (const std::string& name : tableNames) {
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
inline QByteArray rowsOf(const std::string& path) {
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
                text += (columns[i] == "time_us" ? QByteArray("TIME") : column(row, i)) + ' ';
            text += '\n';
        });
    }
    sqlite3_close(database);
    // Ids of tables are random.
    static const QRegularExpression uuid("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    return QString::fromUtf8(text).replace(uuid, "UUID").toUtf8();
}

/// Fails at the first line that differs.
inline void compareLines(const QByteArray& actual, const QByteArray& expected) {
    const QByteArrayList left = actual.split('\n'), right = expected.split('\n');
    for (qsizetype i = 0; i < std::min(left.size(), right.size()); ++i)
        QVERIFY2(left[i] == right[i], "line " + QByteArray::number(i + 1) + "\nis:     " + left[i].left(500) +
                                          "\nshould: " + right[i].left(500));
    QCOMPARE(left.size(), right.size());
}

/// Of both formats' golden files.
inline const std::vector<std::string> kOldTables = {"Golden", "Plain"};

}  // namespace partita::test
