// UpdateItem: what it makes of the item, what it returns, what it refuses and what it costs. What expressions
// do to an item is tested with the expressions; here it is what becomes of that in a table.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

const char* const kOne = R"({"pk":"a","sk":"1","v":1,"w":"x","list":[1,2],"map":{"a":1}})";

Result<WriteResponse> change(OpenFile& file, std::string_view text, Values values = {},
                             ReturnValues returns = ReturnValues::None) {
    return file->update({"Things", thingKey("a", "1"), updateOf(text, std::move(values)), {}, returns});
}

}  // namespace

class TestEngineUpdate : public QObject {
    Q_OBJECT
  private slots:
    void makesWhatIsMissing() {
        OpenFile file;
        VERIFY_OK(file->update({"Things", thingKey("a", "1"), {}}));
        QCOMPARE(stored(file, thingKey("a", "1")), R"({"pk":"a","sk":"1"})");
        VERIFY_OK(file->update({"Things", thingKey("a", "2"), updateOf("ADD v :v", {{":v", n(5)}})}));
        QCOMPARE(stored(file, thingKey("a", "2")), R"({"pk":"a","sk":"2","v":5})");
        // Taking away from what is not there leaves it so.
        for (const char* text : {"REMOVE v", "REMOVE #map.a", "DELETE v :set", "REMOVE w DELETE v :set"}) {
            UpdateRequest away{"Things", thingKey("a", "3"),
                               updateOf(text, {{":set", *Value::stringSet({"x"})}})};
            away.returnValues = ReturnValues::AllNew;
            const auto done = file->update(away);
            VERIFY_OK(done);
            QVERIFY(!done->attributes);
            QCOMPARE(done->capacity.total.write, 2U);
            QVERIFY(!file->get({"Things", thingKey("a", "3")})->item);
        }
        // An item that is there stays as it is.
        VERIFY_OK(file->update({"Things", thingKey("a", "2"), {}}));
        QCOMPARE(stored(file, thingKey("a", "2")), R"({"pk":"a","sk":"2","v":5})");
        VERIFY_CLEAN(*file);
    }

    void returnValues_data() {
        QTest::addColumn<QString>("update");
        QTest::addColumn<QString>("updatedOld");
        QTest::addColumn<QString>("updatedNew");
        QTest::newRow("set") << "SET v = :two"
                             << R"({"v":1})"
                             << R"({"v":2})";
        QTest::newRow("set what is new") << "SET fresh = :two"
                                         << "-"
                                         << R"({"fresh":2})";
        QTest::newRow("add") << "ADD v :two"
                             << R"({"v":1})"
                             << R"({"v":3})";
        QTest::newRow("remove") << "REMOVE v"
                                << R"({"v":1})"
                                << "-";
        QTest::newRow("nested") << "SET #map.a = :two"
                                << R"({"map":{"a":1}})"
                                << R"({"map":{"a":2}})";
        QTest::newRow("element") << "SET #list[1] = :two"
                                 << R"({"list":[2]})"
                                 << R"({"list":[2]})";
        QTest::newRow("two") << "SET v = :two REMOVE w"
                             << R"({"v":1,"w":"x"})"
                             << R"({"v":2})";
    }
    void returnValues() {
        QFETCH(QString, update);
        QFETCH(QString, updatedOld);
        QFETCH(QString, updatedNew);
        const Update parsed =
            updateOf(update.toStdString(), update.contains(":two") ? Values{{":two", n(2)}} : Values());
        for (const auto returns : {ReturnValues::None, ReturnValues::AllOld, ReturnValues::UpdatedOld,
                                   ReturnValues::AllNew, ReturnValues::UpdatedNew}) {
            OpenFile file;
            VERIFY_OK(file->put({"Things", j(kOne)}));
            const QString before = stored(file, thingKey("a", "1"));
            const auto done = file->update({"Things", thingKey("a", "1"), parsed, {}, returns});
            VERIFY_OK(done);
            const QString after = stored(file, thingKey("a", "1"));
            const QString got = shownItem(done->attributes);
            switch (returns) {
                case ReturnValues::None:
                    QCOMPARE(got, "-");
                    break;
                case ReturnValues::AllOld:
                    QCOMPARE(got, before);
                    break;
                case ReturnValues::UpdatedOld:
                    QCOMPARE(got, updatedOld);
                    break;
                case ReturnValues::AllNew:
                    QCOMPARE(got, after);
                    break;
                case ReturnValues::UpdatedNew:
                    QCOMPARE(got, updatedNew);
                    break;
            }
        }
        // Of an item that was not there, there is nothing old.
        for (const auto returns : {ReturnValues::AllOld, ReturnValues::UpdatedOld}) {
            OpenFile file;
            const auto done = file->update(
                {"Things", thingKey("b", "1"), updateOf("SET v = :v", {{":v", n(1)}}), {}, returns});
            VERIFY_OK(done);
            QVERIFY(!done->attributes);
        }
    }

    void keepsIndexes() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"1","kind":"k","rank":1,"title":"t"})")}));
        const auto inKind = [&](const char* kind) {
            QueryRequest query;
            query.table = "Things";
            query.index = "ByKind";
            query.partition = {s(kind)};
            const auto page = file->query(query);
            return page && page->count == 1 ? shownItem(*page->items.item(0)) : QString("-");
        };
        const auto units = [](const Result<WriteResponse>& done) {
            return done ? done->capacity.ofGlobalIndexes : std::map<std::string, Capacity>();
        };
        // What the index does not hold costs nothing there.
        auto done = change(file, "SET v = :v", {{":v", n(2)}});
        VERIFY_OK(done);
        QVERIFY(units(done).empty());
        done = change(file, "SET title = :v", {{":v", s("new")}});
        VERIFY_OK(done);
        QCOMPARE(units(done).at("ByKind").write, HalfUnits(2));
        QVERIFY(inKind("k").contains("new"));
        done = change(file, "SET kind = :v", {{":v", s("other")}});
        VERIFY_OK(done);
        QCOMPARE(units(done).at("ByKind").write, HalfUnits(4));
        QCOMPARE(inKind("k"), "-");
        QVERIFY(inKind("other").contains("new"));
        done = change(file, "REMOVE kind");
        VERIFY_OK(done);
        QCOMPARE(units(done).at("ByKind").write, HalfUnits(2));
        QCOMPARE(inKind("other"), "-");
        VERIFY_CLEAN(*file);
    }

    void costsTheLargerOfBothItems() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(kOne)}));
        auto done = change(file, "SET x = :x", {{":x", s(std::string(3000, 'x'))}});
        VERIFY_OK(done);
        QCOMPARE(done->capacity.total.write, HalfUnits(6));
        done = change(file, "REMOVE x");
        VERIFY_OK(done);
        QCOMPARE(done->capacity.total.write, HalfUnits(6));
    }

    void refusals_data() {
        QTest::addColumn<QString>("update");
        QTest::addColumn<Item>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* update, Value value, const char* expected) {
            QTest::newRow(name) << QString(update) << item({{"v", std::move(value)}})
                                << QString("ValidationException: ") + expected;
        };
        row("key", "SET pk = :v", s("b"),
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute is part "
            "of "
            "the key");
        row("sort key", "ADD sk :v", n(1),
            "One or more parameter values were invalid: Cannot update attribute sk. This attribute is part "
            "of "
            "the key");
        row("into an index key", "SET kind.a = :v", s("b"),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
            "IndexKey: kind");
        row("index key of another type", "SET kind = :v", n(1),
            "One or more parameter values were invalid: Type mismatch for Index Key kind Expected: S Actual: "
            "N IndexName: ByKind");
        row("index key of another type, worked out", "SET kind = if_not_exists(x, :v)", n(1),
            "The update expression attempted to update the secondary index key to unsupported type");
        row("empty index key", "SET kind = :v", s(""),
            "One or more parameter values are not valid. The update expression attempted to update a "
            "secondary index key to a value that is not supported. The AttributeValue for a key attribute "
            "cannot contain an empty string value.");
        row("too large", "SET x = :v", s(std::string(409'600, 'x')),
            "Item size to update has exceeded the maximum allowed size");
        row("missing operand", "SET x = y + :v", n(1),
            "The provided expression refers to an attribute that does not exist in the item");
        row("wrong operand", "SET x = w + :v", n(1),
            "An operand in the update expression has an incorrect data type");
        row("no such map", "SET nowhere.a = :v", n(1),
            "The document path provided in the update expression is invalid for update");
    }
    void refusals() {
        QFETCH(QString, update);
        QFETCH(Item, value);
        QFETCH(QString, expected);
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(kOne)}));
        const QString before = stored(file, thingKey("a", "1"));
        QCOMPARE(outcome(change(file, update.toStdString(), {{":v", *value.find("v")}})), expected);
        QCOMPARE(stored(file, thingKey("a", "1")), before);
    }

    void requestsThatNameNothing() {
        OpenFile file;
        QCOMPARE(outcome(file->update({"Nothing", thingKey("a", "1"), {}})),
                 "ResourceNotFoundException: Requested resource not found");
        QCOMPARE(outcome(file->update({"Things", item({{"pk", s("a")}}), {}})),
                 "ValidationException: The provided key element does not match the schema");
    }

    void nestingIsLimited() {
        OpenFile file;
        Value deep = n(1);
        for (int i = 0; i < 31; ++i)
            deep = Value::list({std::move(deep)});
        VERIFY_OK(change(file, "SET d = :d", {{":d", deep}}));
        QCOMPARE(outcome(change(file, "SET d = :d", {{":d", Value::list({deep})}})),
                 "ValidationException: Nesting Levels have exceeded supported limits: Attributes in the item "
                 "have nested levels beyond supported limit");
    }

    void itIsMetered() {
        OpenFile file;
        VERIFY_OK(change(file, "SET kind = :k, #rank = :r", {{":k", s("k")}, {":r", n(1)}}));
        QCOMPARE(meteredWrites(file, "a"), HalfUnits(4));  // the table and its LSI
        QCOMPARE(meteredWrites(file, "k", "ByKind"), HalfUnits(2));
    }
};

QTEST_APPLESS_MAIN(TestEngineUpdate)
#include "tst_engine_update.moc"
