// Writes with a condition: what is written, what is answered and what it costs when it is met and when not.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

class TestEngineConditions : public QObject {
    Q_OBJECT
  private slots:
    void decidesOnWhatIsStored_data() {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<bool>("met");
        QTest::newRow("exists") << "attribute_exists(pk)" << true;
        QTest::newRow("not exists") << "attribute_not_exists(pk)" << false;
        QTest::newRow("equal") << "title = :one" << true;
        QTest::newRow("another type: not equal") << "#rank = :one" << false;
        QTest::newRow("another type: <>") << "#rank <> :one" << true;
        QTest::newRow("less") << "#rank < :ten" << true;
        QTest::newRow("nested") << "tags.a[1] = :ten" << true;
        QTest::newRow("past the end of a list") << "tags.a[2] = :ten" << false;
        QTest::newRow("size") << "size(title) = :three" << true;
        QTest::newRow("contains") << "contains(tags.a, :ten)" << true;
        QTest::newRow("or") << "attribute_not_exists(pk) OR begins_with(title, :begin)" << true;
    }
    void decidesOnWhatIsStored() {
        QFETCH(QString, condition);
        QFETCH(bool, met);
        const Item one = j(R"({"pk":"a","sk":"1","title":"one","rank":7,"tags":{"a":[1,10]}})");
        Values all = {{":one", s("one")}, {":ten", n(10)}, {":three", n(3)}, {":begin", s("on")}};
        std::erase_if(
            all, [&](const auto& value) { return !condition.contains(QString::fromStdString(value.first)); });
        const QString failed = "ConditionalCheckFailedException: The conditional request failed";
        WriteOptions options;
        options.condition = conditionOf(condition.toStdString(), all);
        const auto prepare = [&](OpenFile& file) { VERIFY_OK(file->put({"Things", one})); };
        {
            OpenFile file;
            prepare(file);
            Item other = one;
            other.set("title", s("changed"));
            QCOMPARE(outcome(file->put({"Things", other, options})), met ? QString("ok") : failed);
            QCOMPARE(stored(file, thingKey("a", "1")).contains("changed"), met);
            VERIFY_CLEAN(*file);
        }
        {
            OpenFile file;
            prepare(file);
            const auto updated =
                file->update({"Things", thingKey("a", "1"), updateOf("SET x = :x", {{":x", n(1)}}), options});
            QCOMPARE(outcome(updated), met ? QString("ok") : failed);
            QCOMPARE(stored(file, thingKey("a", "1")).contains("\"x\""), met);
        }
        {
            OpenFile file;
            prepare(file);
            QCOMPARE(outcome(file->remove({"Things", thingKey("a", "1"), options})),
                     met ? QString("ok") : failed);
            QCOMPARE(stored(file, thingKey("a", "1")) == "-", met);
            VERIFY_CLEAN(*file);
        }
    }

    void anItemThatIsNotThereIsAnEmptyOne() {
        OpenFile file;
        WriteOptions options;
        options.condition = conditionOf("attribute_not_exists(pk)");
        VERIFY_OK(file->put({"Things", thingKey("a", "1"), options}));
        QCOMPARE(outcome(file->put({"Things", thingKey("a", "1"), options})),
                 "ConditionalCheckFailedException: The conditional request failed");
        options.condition = conditionOf("title <> :v", {{":v", n(1)}});
        VERIFY_OK(file->put({"Things", thingKey("a", "2"), options}));
        options.condition = conditionOf("title = :v", {{":v", n(1)}});
        QVERIFY(!file->remove({"Things", thingKey("a", "3"), options}));
    }

    void theItemThatFailedIsToldWhenAsked() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"1","title":"one"})")}));
        WriteOptions options;
        options.condition = conditionOf("title = :v", {{":v", s("two")}});
        auto failed = file->remove({"Things", thingKey("a", "1"), options});
        QVERIFY(!failed);
        QVERIFY(!failed.error().detail);
        options.returnItemOnFailure = true;
        for (const auto& again : {file->remove({"Things", thingKey("a", "1"), options}),
                                  file->put({"Things", thingKey("a", "1"), options}),
                                  file->update({"Things", thingKey("a", "1"), {}, options})}) {
            QVERIFY(!again);
            QVERIFY(again.error().detail);
            QCOMPARE(shownItem(again.error().detail->item), R"({"pk":"a","sk":"1","title":"one"})");
        }
        // Of an item that is not there, there is nothing to tell.
        failed = file->remove({"Things", thingKey("a", "2"), options});
        QVERIFY(!failed);
        QVERIFY(!failed.error().detail || !failed.error().detail->item);
    }

    void aFailedConditionCosts() {
        OpenFile file;
        VERIFY_OK(
            file->put({"Things", item({{"pk", s("a")}, {"sk", s("1")}, {"text", s(std::string(2500, 'x'))}})},
                      Metering::Off));
        WriteOptions options;
        options.condition = conditionOf("attribute_not_exists(pk)");
        QVERIFY(!file->put({"Things", thingKey("a", "1"), options}));
        QCOMPARE(meteredWrites(file, "a"), HalfUnits(6));
        QVERIFY(!file->put({"Things", thingKey("a", "1"), options}, Metering::Off));
        QCOMPARE(meteredWrites(file, "a"), HalfUnits(6));
        options.condition = conditionOf("attribute_exists(pk)");
        QVERIFY(!file->remove({"Things", thingKey("nobody", "1"), options}));
        QCOMPARE(meteredWrites(file, "nobody"), HalfUnits(2));
    }

    void keysAreScalars() {
        OpenFile file;
        WriteOptions options;
        options.condition = conditionOf("attribute_exists(pk.x)");
        QCOMPARE(
            outcome(file->put({"Things", thingKey("a", "1"), options})),
            "ValidationException: Key attributes must be scalars; list random access '[]' and map lookup "
            "'.' are not allowed: Key: pk");
        options.condition = conditionOf("attribute_exists(kind[0])");
        QCOMPARE(
            outcome(file->remove({"Things", thingKey("a", "1"), options})),
            "ValidationException: Key attributes must be scalars; list random access '[]' and map lookup "
            "'.' are not allowed: IndexKey: kind");
    }

    void changesAreToldOnlyWhenSomethingChanged() {
        OpenFile file;
        int told = 0;
        file->listen([&](const Change& change) { told += change.kind == Change::Kind::Items; });
        WriteOptions options;
        options.condition = conditionOf("attribute_exists(pk)");
        QVERIFY(!file->put({"Things", thingKey("a", "1"), options}));
        VERIFY_OK(file->remove({"Things", thingKey("a", "1")}));
        QCOMPARE(told, 0);
        VERIFY_OK(file->put({"Things", thingKey("a", "1")}));
        VERIFY_OK(file->put({"Things", thingKey("a", "1"), options}));
        QCOMPARE(told, 2);
    }

    void whatAPutAndADeleteReturn() {
        OpenFile file;
        auto put = file->put({"Things", j(R"({"pk":"a","sk":"1","v":1})")});
        VERIFY_OK(put);
        QVERIFY(!put->attributes);
        put = file->put({"Things", j(R"({"pk":"a","sk":"1","v":2})"), {}, ReturnValues::None});
        VERIFY_OK(put);
        QVERIFY(!put->attributes);
        put = file->put({"Things", j(R"({"pk":"a","sk":"1","v":3})")});
        VERIFY_OK(put);
        QCOMPARE(shownItem(put->attributes), R"({"pk":"a","sk":"1","v":2})");
        auto removed = file->remove({"Things", thingKey("a", "1"), {}, ReturnValues::AllOld});
        VERIFY_OK(removed);
        QCOMPARE(shownItem(removed->attributes), R"({"pk":"a","sk":"1","v":3})");
        removed = file->remove({"Things", thingKey("a", "1"), {}, ReturnValues::AllOld});
        VERIFY_OK(removed);
        QVERIFY(!removed->attributes);
    }

    void collectionsOfATableWithAnLsiAreLimited() {
        OpenFile file;
        const auto thing = [](const char* sk, std::size_t bytes, bool ranked) {
            Item one = thingKey("a", sk);
            one.set("text", s(std::string(bytes, 'x')));
            if (ranked) one.set("rank", n(1));
            return one;
        };
        VERIFY_OK(file->put({"Things", thing("1", 900, false)}));
        file->setItemCollectionLimit(2500);
        // Its entry in the LSI counts, too.
        const QString exceeded = "ItemCollectionSizeLimitExceededException: Collection size exceeded.";
        QCOMPARE(outcome(file->put({"Things", thing("2", 900, true)})), exceeded);
        QCOMPARE(stored(file, thingKey("a", "2")), "-");
        VERIFY_OK(file->put({"Things", thing("2", 900, false)}));
        QCOMPARE(
            outcome(file->update({"Things", thingKey("a", "2"), updateOf("SET #rank = :r", {{":r", n(1)}})})),
            exceeded);
        // Other collections have room of their own, and what makes one smaller is always allowed.
        Item other = thing("1", 2000, false);
        other.set("pk", s("b"));
        VERIFY_OK(file->put({"Things", other}));
        file->setItemCollectionLimit(100);
        VERIFY_OK(file->put({"Things", thing("1", 500, false)}));
        VERIFY_OK(file->remove({"Things", thingKey("a", "2")}));
        QCOMPARE(outcome(file->put({"Things", thing("1", 501, false)})), exceeded);
        VERIFY_CLEAN(*file);
    }

    void collectionMetricsAreToldWhenAsked() {
        TableDefinition plain;
        plain.name = "Plain";
        plain.keys = {{{"pk", ValueType::String}}, {}};
        OpenFile file({thingsTable(), plain});
        WriteOptions options;
        auto put = file->put({"Things", thingKey("a", "1"), options});
        VERIFY_OK(put);
        QVERIFY(!put->collectionMetrics);
        options.returnCollectionMetrics = true;
        put = file->put({"Things", thingKey("a", "1"), options});
        VERIFY_OK(put);
        QCOMPARE(put->collectionMetrics, std::optional(ItemCollectionMetrics{s("a"), 0, 1}));
        const auto removed = file->remove({"Things", thingKey("a", "1"), options});
        VERIFY_OK(removed);
        QCOMPARE(removed->collectionMetrics, std::optional(ItemCollectionMetrics{s("a"), 0, 1}));
        put = file->put({"Plain", item({{"pk", s("a")}}), options});
        VERIFY_OK(put);
        QVERIFY(!put->collectionMetrics);
    }

    void refusals_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<Item>("item");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* table, Item item, const char* expected) {
            QTest::newRow(name) << QString(table) << std::move(item) << QString(expected);
        };
        row("no such table", "Nothing", thingKey("a", "1"),
            "ResourceNotFoundException: Requested resource not found");
        row("no sort key", "Things", item({{"pk", s("a")}}),
            "ValidationException: One or more parameter values were invalid: Missing the key sk in the item");
        row("wrong key type", "Things", item({{"pk", n(1)}, {"sk", s("1")}}),
            "ValidationException: One or more parameter values were invalid: Type mismatch for key pk "
            "expected: S actual: N");
        row("wrong index key type", "Things", j(R"({"pk":"a","sk":"1","rank":"high"})"),
            "ValidationException: One or more parameter values were invalid: Type mismatch for Index Key "
            "rank "
            "Expected: N Actual: S IndexName: ByKind");
        row("empty index key", "Things", j(R"({"pk":"a","sk":"1","kind":""})"),
            "ValidationException: One or more parameter values are not valid. A value specified for a "
            "secondary index key is not supported. The AttributeValue for a key attribute cannot contain an "
            "empty string value. IndexName: ByKind, IndexKey: kind");
        row("too large", "Things",
            item({{"pk", s("a")}, {"sk", s("1")}, {"x", s(std::string(409'600, 'x'))}}),
            "ValidationException: Item size has exceeded the maximum allowed size");
    }
    void refusals() {
        QFETCH(QString, table);
        QFETCH(Item, item);
        QFETCH(QString, expected);
        OpenFile file;
        QCOMPARE(outcome(file->put({table.toStdString(), item})), expected);
    }
};

QTEST_APPLESS_MAIN(TestEngineConditions)
#include "tst_engine_conditions.moc"
