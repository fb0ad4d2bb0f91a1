// A person's change of one item: done while what is stored is what they saw, and refused otherwise.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

Item thing(const char* pk, const char* sk, const char* more = "") {
    return j(QString("{\"pk\":\"%1\",\"sk\":\"%2\"%3}").arg(pk, sk, more).toStdString());
}

ItemEdit editOf(std::optional<Item> before, std::optional<Item> after) {
    return {"Things", std::move(before), std::move(after)};
}

/// What the error says is there; "-" for nothing.
QString there(const Result<void>& result) {
    if (result || !result.error().detail) return QString("no detail");
    return shownItem(result.error().detail->item);
}

/// Values of all the types that are easily lost.
Item tableThing(const char* title) {
    Item item = j(R"({"pk":{"S":"x"},"sk":{"S":"1"},"ss":{"SS":["a","b"]},
        "ns":{"NS":["1","12345678901234567890"]},"bs":{"BS":["AP8="]},"bin":{"B":"AP8="},
        "big":{"N":"12345678901234567890.5"},"nul":{"NULL":true},"e":{"M":{}}})");
    item.set("title", s(title));
    return item;
}

}  // namespace

class TestEngineEdit : public QObject {
    Q_OBJECT
  private slots:
    void changesWhatIsAsItWas() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", tableThing("old"), {}}));
        VERIFY_OK(file->edit(editOf(tableThing("old"), tableThing("new"))));
        const auto got = file->get({"Things", thingKey("x", "1")}, Metering::Off);
        VERIFY_OK(got);
        QVERIFY(got->item == tableThing("new"));
        VERIFY_CLEAN(*file);
    }

    void keepsIndexesAndCounts() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", thing("a", "1", R"(,"kind":"k","rank":1)"), {}}));
        VERIFY_OK(file->edit(editOf(thing("a", "1", R"(,"kind":"k","rank":1)"),
                                    thing("a", "1", R"(,"kind":"other","rank":2)"))));
        const std::string index = shown(*file, {"Things", "ByKind"});
        QVERIFY2(index.find(" 1 items, ") != std::string::npos &&
                     index.find("\nother: 1 items") != std::string::npos,
                 index.c_str());
        VERIFY_OK(file->edit(editOf(thing("a", "1", R"(,"kind":"other","rank":2)"), {})));
        for (const ViewId& view : viewsOf(thingsTable()))
            QCOMPARE(file->statistics(view)->items, 0u);
        VERIFY_CLEAN(*file);
    }

    void makesAndDeletes() {
        OpenFile file;
        VERIFY_OK(file->edit(editOf({}, thing("a", "1", R"(,"n":1)"))));
        QCOMPARE(stored(file, thingKey("a", "1")), QString(R"({"n":1,"pk":"a","sk":"1"})"));
        const auto again = file->edit(editOf({}, thing("a", "1", R"(,"n":2)")));
        QCOMPARE(outcome(again),
                 QString("ConditionalCheckFailedException: The table has an item with this key already."));
        QCOMPARE(there(again), QString(R"({"n":1,"pk":"a","sk":"1"})"));
        VERIFY_OK(file->edit(editOf(thing("a", "1", R"(,"n":1)"), {})));
        QCOMPARE(stored(file, thingKey("a", "1")), QString("-"));
        const auto gone = file->edit(editOf(thing("a", "1", R"(,"n":1)"), {}));
        QCOMPARE(outcome(gone),
                 QString("ConditionalCheckFailedException: There is no item with this key any more. It was "
                         "deleted after you had looked at it."));
        QCOMPARE(there(gone), QString("-"));
    }

    void isRefusedWhenChangedMeanwhile() {
        OpenFile file;
        const Item seen = thing("a", "1", R"(,"n":1)");
        VERIFY_OK(file->put({"Things", thing("a", "1", R"(,"n":2)"), {}}));
        for (const auto& after : {std::optional(thing("a", "1", R"(,"n":3)")), std::optional<Item>(),
                                  std::optional(thing("b", "1")), std::optional(seen)}) {
            const auto refused = file->edit(editOf(seen, after));
            QCOMPARE(
                outcome(refused),
                QString("ConditionalCheckFailedException: The item was changed after you had looked at it."));
            QCOMPARE(there(refused), QString(R"({"n":2,"pk":"a","sk":"1"})"));
        }
        QCOMPARE(file->statistics({"Things", {}})->items, 1u);
        QCOMPARE(stored(file, thingKey("a", "1")), QString(R"({"n":2,"pk":"a","sk":"1"})"));
    }

    void aTypeAloneIsAChange() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(R"({"pk":{"S":"a"},"sk":{"S":"1"},"v":{"SS":["x"]}})"), {}}));
        const auto refused = file->edit(
            editOf(j(R"({"pk":{"S":"a"},"sk":{"S":"1"},"v":{"L":[{"S":"x"}]}})"), thing("a", "1")));
        QCOMPARE(refused.error().code, ErrorCode::ConditionalCheckFailed);
    }

    void anotherKeyMovesTheItem() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", thing("a", "1", R"(,"kind":"k","rank":1)"), {}}));
        VERIFY_OK(file->put({"Things", thing("b", "2"), {}}));
        std::vector<Change> changes;
        file->listen([&changes](const Change& change) { changes.push_back(change); });

        const auto taken = file->edit(
            editOf(thing("a", "1", R"(,"kind":"k","rank":1)"), thing("b", "2", R"(,"kind":"k","rank":1)")));
        QCOMPARE(outcome(taken),
                 QString("ConditionalCheckFailedException: The table has an item with this key already."));
        QCOMPARE(there(taken), QString(R"({"pk":"b","sk":"2"})"));
        QVERIFY(changes.empty());

        VERIFY_OK(file->edit(
            editOf(thing("a", "1", R"(,"kind":"k","rank":1)"), thing("c", "1", R"(,"kind":"k","rank":1)"))));
        QCOMPARE(stored(file, thingKey("a", "1")), QString("-"));
        QCOMPARE(stored(file, thingKey("c", "1")), QString(R"({"kind":"k","pk":"c","rank":1,"sk":"1"})"));
        QCOMPARE(file->statistics({"Things", {}})->items, 2u);
        QCOMPARE(file->statistics({"Things", "ByKind"})->items, 1u);
        QCOMPARE(changes.size(), 1u);
        QCOMPARE(changes[0].partitionKeys, (std::vector<std::string>{"a", "c"}));
        VERIFY_CLEAN(*file);
    }

    void leavesRecordsInAStream() {
        OpenFile file;
        UpdateTableRequest on;
        on.table = "Things";
        on.stream = StreamViewType::NewAndOldImages;
        VERIFY_OK(file->updateTable(on));
        VERIFY_OK(file->edit(editOf({}, thing("a", "1"))));
        VERIFY_OK(file->edit(editOf(thing("a", "1"), thing("a", "1", R"(,"n":1)"))));
        VERIFY_OK(file->edit(editOf(thing("a", "1", R"(,"n":1)"), thing("a", "1", R"(,"n":1)"))));
        VERIFY_OK(file->edit(editOf(thing("a", "1", R"(,"n":1)"), thing("a", "2", R"(,"n":1)"))));
        const auto streams = file->streams("Things");
        VERIFY_OK(streams);
        const auto page =
            file->streamRecords("Things", streams->back().label, streams->back().firstSequence, 100);
        VERIFY_OK(page);
        QString events;
        for (const StreamRecord& record : page->records)
            events += QStringList{"insert ", "modify ", "remove "}.at(int(record.event)) +
                      QString::fromStdString(*record.key.find("sk")->asString()) + "\n";
        QCOMPARE(events, QString("insert 1\nmodify 1\nremove 1\ninsert 2\n"));
    }

    void isCheckedAsAPut_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("no sort key") << QByteArray(R"({"pk":{"S":"a"}})");
        QTest::newRow("key of another type") << QByteArray(R"({"pk":{"S":"a"},"sk":{"N":"1"}})");
        QTest::newRow("empty key") << QByteArray(R"({"pk":{"S":""},"sk":{"S":"1"}})");
        QTest::newRow("index key of another type")
            << QByteArray(R"({"pk":{"S":"a"},"sk":{"S":"1"},"kind":{"N":"1"}})");
        QTest::newRow("empty index key") << QByteArray(R"({"pk":{"S":"a"},"sk":{"S":"1"},"kind":{"S":""}})");
        QTest::newRow("over 400 KB") << QByteArray(R"({"pk":{"S":"a"},"sk":{"S":"1"},"v":{"S":"TEXT"}})")
                                            .replace("TEXT", QByteArray(410000, 'x'));
    }
    void isCheckedAsAPut() {
        QFETCH(QByteArray, json);
        OpenFile file;
        VERIFY_OK(file->put({"Things", thing("a", "1"), {}}));
        const Item bad = j(json.toStdString());
        const QString ofPut = outcome(file->put({"Things", bad, {}}));
        QVERIFY(ofPut.startsWith("ValidationException"));
        QCOMPARE(outcome(file->edit(editOf(thing("a", "1"), bad))), ofPut);
        QCOMPARE(outcome(file->edit(editOf({}, bad))), ofPut);
        QCOMPARE(outcome(checkItem(thingsTable(), bad)), ofPut);
        VERIFY_OK(checkItem(thingsTable(), thing("a", "1")));
        QCOMPARE(stored(file, thingKey("a", "1")), QString(R"({"pk":"a","sk":"1"})"));
    }

    void aCollectionThatIsFullRefuses() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", thing("a", "1"), {}}));
        file->setItemCollectionLimit(40);
        const auto refused = file->edit(editOf(
            thing("a", "1"), thing("b", "1", R"(,"text":"a text that is longer than what fits in there")")));
        QCOMPARE(refused.error().code, ErrorCode::ItemCollectionSizeLimitExceeded);
        QCOMPARE(stored(file, thingKey("a", "1")), QString(R"({"pk":"a","sk":"1"})"));
        QCOMPARE(stored(file, thingKey("b", "1")), QString("-"));
        VERIFY_CLEAN(*file);
    }

    void isNotMetered() {
        OpenFile file;
        VERIFY_OK(file->edit(editOf({}, thing("a", "1"))));
        QCOMPARE(meteredWrites(file, "a"), 0u);
    }

    void needsAFileThatIsWritable() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        VERIFY_OK(Engine::create(path, {thingsTable()}));
        const auto reading = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(reading);
        const auto refused = (*reading)->edit(editOf({}, thing("a", "1")));
        QCOMPARE(refused.error().code, ErrorCode::ReadOnly);
    }

    void aTableThatIsNotThere() {
        OpenFile file;
        const auto refused = file->edit({"Nothing", {}, thing("a", "1")});
        QCOMPARE(refused.error().code, ErrorCode::ResourceNotFound);
    }

    void theInverseTakesItBack() {
        OpenFile file;
        const ItemEdit edits[] = {editOf({}, tableThing("old")), editOf(tableThing("old"), tableThing("new")),
                                  editOf(tableThing("new"), {})};
        for (const ItemEdit& edit : edits)
            VERIFY_OK(file->edit(edit));
        VERIFY_OK(file->edit(edits[2].inverse()));
        VERIFY_OK(file->edit(edits[1].inverse()));
        const auto got = file->get({"Things", thingKey("x", "1")}, Metering::Off);
        VERIFY_OK(got);
        QVERIFY(got->item == tableThing("old"));
        VERIFY_OK(file->edit(edits[0].inverse()));
        QCOMPARE(stored(file, thingKey("x", "1")), QString("-"));
    }
};

QTEST_APPLESS_MAIN(TestEngineEdit)
#include "tst_engine_edit.moc"
