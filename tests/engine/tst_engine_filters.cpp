// Query and Scan with filters, projections and Select, on the table, an LSI and a GSI: what comes back, what
// it costs, what is refused.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// As thingsTable(), but the LSI holds only its keys.
TableDefinition narrowTable() {
    TableDefinition table = thingsTable();
    table.indexes[0].projection = {ProjectionType::KeysOnly, {}};
    return table;
}

/// Ten items "a"/"0" … "a"/"9" with rank and kind, about `bytes` each.
void fill(OpenFile& file, std::size_t bytes = 10) {
    for (int i = 0; i < 10; ++i) {
        const auto put = file->put({"Things", item({{"pk", s("a")},
                                                    {"sk", s(std::to_string(i))},
                                                    {"rank", n(i)},
                                                    {"kind", s("k")},
                                                    {"title", s("title " + std::to_string(i))},
                                                    {"map", Value::map({{"x", n(i)}, {"y", n(-i)}})},
                                                    {"text", s(std::string(bytes, 'x'))}})},
                                   Metering::Off);
        VERIFY_OK(put);
    }
}

QueryRequest query(const char* index = nullptr) {
    QueryRequest request;
    request.table = "Things";
    if (index) request.index = index;
    request.partition = {s(index && std::string_view(index) == "ByKind" ? "k" : "a")};
    return request;
}
ScanRequest scan(const char* index = nullptr) {
    ScanRequest request;
    request.table = "Things";
    if (index) request.index = index;
    return request;
}

Condition filterOf(std::string_view text, Values values = {}) {
    return conditionOf(text, std::move(values), ExpressionKind::Filter);
}

QString itemsOf(const PageResponse& page) {
    QString text;
    const auto items = page.items.items();
    if (!items) return QString::fromStdString(items.error().text());
    for (const Item& one : *items)
        text += shownItem(one) + "\n";
    return text;
}

}  // namespace

class TestEngineFilters : public QObject {
    Q_OBJECT
  private slots:
    void aFilterRunsAfterTheLimit() {
        OpenFile file;
        fill(file);
        QueryRequest request = query();
        request.options.filter = filterOf("#rank >= :r", {{":r", n(3)}});
        request.options.limit = 2;
        auto page = file->query(request);
        VERIFY_OK(page);
        // Empty, and yet there is more.
        QCOMPARE(page->count, 0u);
        QVERIFY(page->items.empty());
        QCOMPARE(page->scannedCount, 2u);
        QCOMPARE(shownItem(page->lastEvaluatedKey), R"({"pk":"a","sk":"1"})");
        request.options.startKey = page->lastEvaluatedKey;
        page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->count, 1u);
        QCOMPARE(page->items.size(), std::size_t(1));
        QCOMPARE(page->scannedCount, 2u);
        request.options.limit.reset();
        request.options.startKey.reset();
        page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->count, 7u);
        QCOMPARE(page->scannedCount, 10u);
        QVERIFY(!page->lastEvaluatedKey);
    }

    void filterAndProjectionDoNotChangeTheCost() {
        OpenFile file;
        fill(file, 1500);
        QueryRequest request = query();
        auto page = file->query(request);
        VERIFY_OK(page);
        const HalfUnits whole = page->capacity.total.read;
        QCOMPARE(whole, HalfUnits((page->bytesRead + 4095) / 4096));
        request.options.filter = filterOf("#rank = :r", {{":r", n(3)}});
        request.options.projection = projectionOf("title");
        page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->count, 1u);
        QCOMPARE(page->capacity.total.read, whole);
        request.options.projection.reset();
        request.options.select = Select::Count;
        page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->count, 1u);
        QVERIFY(page->items.empty());
        QCOMPARE(page->capacity.total.read, whole);
        request.options.consistent = true;
        page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->capacity.total.read, 2 * whole);
    }

    void projections_data() {
        QTest::addColumn<QString>("projection");
        QTest::addColumn<QString>("first");
        QTest::newRow("one attribute") << "title"
                                       << R"({"title":"title 0"})";
        QTest::newRow("two, in the order of the item") << "title, pk"
                                                       << R"({"pk":"a","title":"title 0"})";
        QTest::newRow("what no item has") << "nothing"
                                          << "{}";
        QTest::newRow("nested") << "#map.y"
                                << R"({"map":{"y":0}})";
        QTest::newRow("nested and not") << "#map.x, sk"
                                        << R"({"map":{"x":0},"sk":"0"})";
    }
    void projections() {
        QFETCH(QString, projection);
        QFETCH(QString, first);
        OpenFile file;
        fill(file);
        const ItemProjection parsed = projectionOf(projection.toStdString());
        QueryRequest request = query();
        request.options.projection = parsed;
        const auto page = file->query(request);
        VERIFY_OK(page);
        QCOMPARE(page->items.size(), std::size_t(10));
        QCOMPARE(itemsOf(*page).section('\n', 0, 0), first);
        const auto got = file->get({"Things", thingKey("a", "0"), false, parsed});
        VERIFY_OK(got);
        QCOMPARE(shownItem(got->item), first);
    }

    void anLsiFetchesWhatItDoesNotHold_data() {
        QTest::addColumn<bool>("scans");
        QTest::newRow("query") << false;
        QTest::newRow("scan") << true;
    }
    void anLsiFetchesWhatItDoesNotHold() {
        QFETCH(bool, scans);
        OpenFile file({narrowTable()});
        fill(file, 5000);
        const auto read = [&](const ReadOptions& options) {
            QueryRequest byKey = query("ByRank");
            ScanRequest all = scan("ByRank");
            byKey.options = all.options = options;
            return scans ? file->scan(all) : file->query(byKey);
        };
        ReadOptions options;
        auto page = read(options);
        VERIFY_OK(page);
        QCOMPARE(itemsOf(*page).section('\n', 0, 0), R"({"pk":"a","rank":0,"sk":"0"})");
        QCOMPARE(page->capacity.ofTable.read, HalfUnits(0));
        QCOMPARE(page->capacity.ofLocalIndexes.at("ByRank").read, HalfUnits(1));
        options.projection = projectionOf("sk");
        page = read(options);
        VERIFY_OK(page);
        QCOMPARE(page->capacity.ofTable.read, HalfUnits(0));

        // Each item fetched is rounded by itself: 5 KB are two units of an eventual read.
        options.projection = projectionOf("title");
        page = read(options);
        VERIFY_OK(page);
        QCOMPARE(itemsOf(*page).section('\n', 0, 0), R"({"title":"title 0"})");
        QCOMPARE(page->capacity.ofTable.read, HalfUnits(20));
        QCOMPARE(page->capacity.ofLocalIndexes.at("ByRank").read, HalfUnits(1));
        QCOMPARE(page->capacity.total.read, HalfUnits(21));

        options.projection.reset();
        options.select = Select::AllAttributes;
        options.consistent = true;
        page = read(options);
        VERIFY_OK(page);
        QVERIFY(itemsOf(*page).contains("title 9"));
        QCOMPARE(page->capacity.ofTable.read, HalfUnits(40));

        // A filter of what the index does not hold is asked of the item, too.
        options = {};
        options.filter = filterOf("title = :t", {{":t", s("title 7")}});
        page = read(options);
        VERIFY_OK(page);
        QCOMPARE(page->count, 1u);
        QCOMPARE(page->scannedCount, 10u);
        QCOMPARE(page->capacity.ofTable.read, HalfUnits(20));
    }

    void fetchedItemsEndAPage() {
        OpenFile file({narrowTable()});
        fill(file, 300'000);
        QueryRequest request = query("ByRank");
        request.options.select = Select::AllAttributes;
        std::uint64_t items = 0;
        int pages = 0;
        do {
            const auto page = file->query(request);
            VERIFY_OK(page);
            items += page->count;
            ++pages;
            request.options.startKey = page->lastEvaluatedKey;
        } while (request.options.startKey);
        QCOMPARE(items, 10u);
        QVERIFY(pages >= 3);
    }

    void refusals_data() {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("projection");
        QTest::addColumn<bool>("everything");
        QTest::addColumn<QString>("expectedOfQuery");
        QTest::addColumn<QString>("expectedOfScan");
        const QString invalid = "ValidationException: ";
        const QString keyOnly = invalid +
                                "Filter Expression can only contain non-primary key attributes: Primary key "
                                "attribute: ";
        const QString scalars = invalid +
                                "Key attributes must be scalars; list random access '[]' and map lookup '.' "
                                "are not allowed: ";
        QTest::newRow("filter of the partition key") << ""
                                                     << "pk = :v"
                                                     << "" << false << keyOnly + "pk"
                                                     << "ok";
        QTest::newRow("filter of the sort key") << ""
                                                << "x = :v OR size(sk) = :v"
                                                << "" << false << keyOnly + "sk"
                                                << "ok";
        QTest::newRow("filter of an index key, on the table") << ""
                                                              << "kind = :v"
                                                              << "" << false << "ok"
                                                              << "ok";
        QTest::newRow("filter of an index key, on the index") << "ByKind"
                                                              << "kind = :v"
                                                              << "" << false << keyOnly + "kind"
                                                              << "ok";
        QTest::newRow("filter of the table's key, on an index") << "ByKind"
                                                                << "pk = :v"
                                                                << "" << false << "ok"
                                                                << "ok";
        QTest::newRow("into a key") << ""
                                    << ""
                                    << "sk.a" << false << scalars + "Key: sk" << scalars + "Key: sk";
        QTest::newRow("filter into an index key")
            << ""
            << "kind.x = :v"
            << "" << false << scalars + "IndexKey: kind" << scalars + "IndexKey: kind";
        const QString notAll = invalid +
                               "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
                               "supported for global secondary index ByKind because its projection type is "
                               "not ALL";
        QTest::newRow("everything of a GSI") << "ByKind"
                                             << ""
                                             << "" << true << notAll << notAll;
        QTest::newRow("everything of an LSI") << "ByRank"
                                              << ""
                                              << "" << true << "ok"
                                              << "ok";
        const QString missing =
            invalid +
            "One or more parameter values were invalid: Global secondary index ByKind does "
            "not project [x, y]";
        QTest::newRow("more than a GSI holds") << "ByKind"
                                               << ""
                                               << "x, title, y" << false << missing << missing;
        const QString noIndex = invalid + "The table does not have the specified index: ByNothing";
        QTest::newRow("no such index") << "ByNothing"
                                       << ""
                                       << "" << false << noIndex << noIndex;
    }
    void refusals() {
        QFETCH(QString, index);
        QFETCH(QString, filter);
        QFETCH(QString, projection);
        QFETCH(bool, everything);
        QFETCH(QString, expectedOfQuery);
        QFETCH(QString, expectedOfScan);
        OpenFile file;
        ReadOptions options;
        if (!filter.isEmpty()) options.filter = filterOf(filter.toStdString(), {{":v", n(1)}});
        if (!projection.isEmpty()) options.projection = projectionOf(projection.toStdString());
        if (everything) options.select = Select::AllAttributes;
        QueryRequest byKey = query();
        ScanRequest all = scan();
        if (!index.isEmpty()) byKey.index = all.index = index.toStdString();
        byKey.options = all.options = options;
        QCOMPARE(outcome(file->query(byKey)), expectedOfQuery);
        QCOMPARE(outcome(file->scan(all)), expectedOfScan);
    }

    void aGsiIsNeverConsistent() {
        OpenFile file;
        QueryRequest byKey = query("ByKind");
        ScanRequest all = scan("ByKind");
        byKey.options.consistent = all.options.consistent = true;
        const QString expected =
            "ValidationException: Consistent reads are not supported on global secondary indexes";
        QCOMPARE(outcome(file->query(byKey)), expected);
        QCOMPARE(outcome(file->scan(all)), expected);
        byKey.table = all.table = "Nothing";
        QCOMPARE(outcome(file->query(byKey)), "ResourceNotFoundException: Requested resource not found");
        QCOMPARE(outcome(file->scan(all)), "ResourceNotFoundException: Requested resource not found");
    }

    void keyTestsAreMatchedWithTheTable() {
        OpenFile file;
        fill(file);
        const auto ask = [&](std::string_view text, const char* index = nullptr) {
            const auto tests = keyTests(conditionOf(text, {{":a", s("a")}, {":k", s("k")}, {":five", n(5)}},
                                                    ExpressionKind::KeyCondition));
            if (!tests) return outcome(tests);
            QueryRequest request;
            request.table = "Things";
            if (index) request.index = index;
            request.keyTests = *tests;
            const auto page = file->query(request);
            return page ? QString::number(page->count) : outcome(page);
        };
        QCOMPARE(ask("pk = :a"), "10");
        QCOMPARE(ask("begins_with(sk, :k) AND pk = :a"), "0");
        QCOMPARE(ask("kind = :k AND #rank < :five", "ByKind"), "5");
        QCOMPARE(ask("kind = :k"), "ValidationException: Query condition missed key schema element: pk");
        QCOMPARE(ask("pk = :five"),
                 "ValidationException: One or more parameter values were invalid: Condition parameter type "
                 "does not match schema type");
    }

    void startKeys_data() {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("start");
        QTest::addColumn<bool>("testsSort");
        QTest::addColumn<QString>("ofQuery");
        QTest::addColumn<QString>("ofScan");
        const QString invalid = "ValidationException: The provided starting key is invalid";
        const QString noMatch = ": The provided key element does not match the schema";
        QTest::newRow("good") << ""
                              << R"({"pk":"a","sk":"3"})" << false << "6"
                              << "ok";
        QTest::newRow("too little") << ""
                                    << R"({"pk":"a"})" << false << invalid << invalid + noMatch;
        QTest::newRow("too much") << ""
                                  << R"({"pk":"a","sk":"1","x":1})" << false << invalid << invalid + noMatch;
        QTest::newRow("another attribute")
            << ""
            << R"({"pk":"a","x":"1"})" << false << invalid << invalid + noMatch;
        QTest::newRow("wrong type")
            << ""
            << R"({"pk":"a","sk":1})" << false
            << "ValidationException: The provided key element does not match the schema" << invalid + noMatch;
        QTest::newRow("another partition")
            << ""
            << R"({"pk":"b","sk":"3"})" << false
            << "ValidationException: The provided starting key is outside query boundaries based on provided "
               "conditions"
            << "ok";
        QTest::newRow("outside the sort condition")
            << ""
            << R"({"pk":"a","sk":"1"})" << true
            << "ValidationException: The provided starting key does not match the range key predicate"
            << "ok";
        QTest::newRow("inside it, another partition")
            << ""
            << R"({"pk":"b","sk":"7"})" << true
            << "ValidationException: The query can return at most one row and cannot be restarted"
            << "ok";
        QTest::newRow("on an index") << "ByKind"
                                     << R"({"pk":"a","sk":"3","kind":"k","rank":3})" << false << "6"
                                     << "ok";
        QTest::newRow("on an index, without its key")
            << "ByKind"
            << R"({"pk":"a","sk":"3"})" << false << invalid << invalid;
        QTest::newRow("on an index, without the table's")
            << "ByKind"
            << R"({"pk":"a","x":"3","kind":"k","rank":3})" << false << invalid + noMatch << invalid + noMatch;
    }
    void startKeys() {
        QFETCH(QString, index);
        QFETCH(QString, start);
        QFETCH(bool, testsSort);
        QFETCH(QString, ofQuery);
        QFETCH(QString, ofScan);
        OpenFile file;
        fill(file);
        QueryRequest byKey = query(index.isEmpty() ? nullptr : "ByKind");
        ScanRequest all = scan(index.isEmpty() ? nullptr : "ByKind");
        byKey.options.startKey = all.options.startKey = j(start.toStdString());
        if (testsSort) byKey.sort = {{SortOperator::Greater, {s("5")}}};
        const auto page = file->query(byKey);
        QCOMPARE(page ? QString::number(page->count) : outcome(page), ofQuery);
        QCOMPARE(outcome(file->scan(all)), ofScan);
    }

    void aStartKeyOfAnotherSegmentIsRefused() {
        OpenFile file;
        ScanRequest all = scan();
        all.totalSegments = 2;
        all.options.startKey = thingKey("a", "1");
        int refused = 0;
        for (all.segment = 0; all.segment < 2; ++all.segment) {
            const QString said = outcome(file->scan(all));
            if (said == "ok") continue;
            ++refused;
            QCOMPARE(said, QString("ValidationException: The provided starting key is invalid: Invalid "
                                   "ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
                                   "TotalSegments: 2 Segment: %1")
                               .arg(all.segment));
        }
        QCOMPARE(refused, 1);
    }

    void fetchedUnitsAreMeteredOnTheTable() {
        OpenFile file({narrowTable()});
        fill(file, 5000);
        QueryRequest request = query("ByRank");
        request.options.select = Select::AllAttributes;
        VERIFY_OK(file->query(request));
        QCOMPARE(meteredReads(file, "a"), HalfUnits(21));
    }
};

QTEST_APPLESS_MAIN(TestEngineFilters)
#include "tst_engine_filters.moc"
