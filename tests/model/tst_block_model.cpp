// The block model over sources whose answers the test holds in its hand.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "model/block_model.h"
#include "model/block_result_source.h"
#include "tests/model/block_fakes.h"

using namespace partita;

namespace {

std::vector<Item> manyItems(const std::string& key, int count) {
    std::vector<Item> items;
    for (int i = 0; i < count; ++i)
        items.push_back(madeItem(key, "I#" + std::to_string(1000 + i), {{"n", Value::number(i)}}));
    return items;
}

std::shared_ptr<MemoryReader> threeBlocks() {
    auto reader = std::make_shared<MemoryReader>();
    reader->blocks = {
        {7, "A#1", manyItems("A#1", 2)}, {3, "B#2", manyItems("B#2", 3)}, {9, "C#3", manyItems("C#3", 1)}};
    return reader;
}

/// One line a row, so that a failure reads as a difference of texts.
QString printed(const BlockModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const BlockLine line = model.line(row);
        const BlockItemPtr item = model.item(row);
        const BlockSummaryPtr block = model.summary(line);
        QString text = line.kind == BlockLine::Kind::Collapsed ? "+" : "-";
        text += block ? block->keyText : QString("?");
        if (line.kind == BlockLine::Kind::SingleItem) text += " " + (item ? item->sortText : QString("?"));
        lines << text;
    }
    return lines.join("; ");
}

/// Loads everything, as a view on all rows would.
QString settled(BlockModel& model) {
    QString text;
    for (int round = 0; round < 200; ++round) {
        if (model.rowCount() > 0) model.want(0, model.rowCount() - 1);
        QTest::qWait(5);
        text = printed(model);
        if (model.isOrderComplete() && !text.contains('?') && model.state() != BlockModel::State::Opening)
            break;
    }
    return text;
}

}  // namespace

class TestBlockModel : public QObject {
    Q_OBJECT
  private slots:
    void showsOneLineForEachItem();
    void knowsItsRowsBeforeTheyAreLoaded();
    void collapsesAndExpands();
    void collapsesAll();
    void ordersAnew();
    void keepsItsPlaceByKey();
    void losesACurrentItemThatIsGone();
    void keepsBlocksCollapsedWhenItemsChange();
    void findsKeys();
    void findsPartitions();
    void saysWhyNothingCanBeShown();
    void saysWhyRowsCannotBeShown();
    void keepsOnlySoMuch();
    void countsWithoutLoading();
    void beginsWithTheFirstBlocksOfALongOrder();
    void rowArithmetic_data();
    void rowArithmetic();
    void cellTexts_data();
    void cellTexts();
    void attributeOrder();
    void showsAResult();
};

void TestBlockModel::showsOneLineForEachItem() {
    FakeSource source(threeBlocks());
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    QCOMPARE(model.state(), BlockModel::State::Opening);
    QCOMPARE(settled(model), "-A#1 I#1000; -A#1 I#1001; -B#2 I#1000; -B#2 I#1001; -B#2 I#1002; -C#3 I#1000");
    QCOMPARE(model.statistics().items, 6U);
    QCOMPARE(model.line(3).firstRow, 2);
    QCOMPARE(model.line(3).lastRow, 4);
    QCOMPARE(model.index(3).data().toString(), "B#2, I#1001: n 1");
    QCOMPARE(model.index(3).data(LoadStateRole).toInt(), static_cast<int>(LoadState::Loaded));
    QCOMPARE(model.index(3).data(ItemRole).value<BlockItemPtr>()->sortText, "I#1001");
    model.setSource(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestBlockModel::knowsItsRowsBeforeTheyAreLoaded() {
    FakeSource source(threeBlocks());
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    QTRY_COMPARE(model.rowCount(), 6);
    source.hold();
    model.want(0, 5);
    QCOMPARE(model.loadState(4), LoadState::Loading);
    QCOMPARE(model.index(4).data().toString(), "Loading…");
    QCOMPARE(printed(model), "-A#1 ?; -A#1 ?; -B#2 ?; -B#2 ?; -B#2 ?; -C#3 ?");
    source.release();
    QTRY_COMPARE(model.loadState(4), LoadState::Loaded);
}

void TestBlockModel::collapsesAndExpands() {
    FakeSource source(threeBlocks());
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setPlace(BlockModel::Place::Current, 5);
    model.setCollapsed(3, true);
    QCOMPARE(settled(model), "-A#1 I#1000; -A#1 I#1001; +B#2; -C#3 I#1000");
    QCOMPARE(model.place(BlockModel::Place::Current), 3);
    QVERIFY(model.index(2).data().toString().contains("collapsed"));
    model.setCollapsed(0, true);
    QCOMPARE(settled(model), "+A#1; +B#2; -C#3 I#1000");
    model.setCollapsed(1, false);
    QCOMPARE(settled(model), "+A#1; -B#2 I#1000; -B#2 I#1001; -B#2 I#1002; -C#3 I#1000");
    QCOMPARE(model.place(BlockModel::Place::Current), 4);
    model.setCollapsed(4, true);  // a block of one item has as many rows either way
    QCOMPARE(settled(model), "+A#1; -B#2 I#1000; -B#2 I#1001; -B#2 I#1002; +C#3");
}

void TestBlockModel::collapsesAll() {
    FakeSource source(threeBlocks());
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setPlace(BlockModel::Place::Current, 4);
    model.setAllCollapsed(true);
    QCOMPARE(settled(model), "+A#1; +B#2; +C#3");
    QCOMPARE(model.place(BlockModel::Place::Current), 1);
    model.setCollapsed(2, false);
    model.setCollapsed(0, false);
    QCOMPARE(settled(model), "-A#1 I#1000; -A#1 I#1001; +B#2; -C#3 I#1000");
    model.setAllCollapsed(false);
    QCOMPARE(model.rowCount(), 6);
}

void TestBlockModel::ordersAnew() {
    FakeSource source(threeBlocks());
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setPlace(BlockModel::Place::Current, 3);  // B#2 I#1001
    model.setCollapsed(0, true);
    QCOMPARE(model.place(BlockModel::Place::Current), 2);
    QSignalSpy ordered(&model, &BlockModel::orderByChanged);
    model.setOrderBy(CollectionOrderBy::Size);
    QCOMPARE(ordered.size(), 1);
    QTRY_COMPARE(settled(model), "-C#3 I#1000; -B#2 I#1000; -B#2 I#1001; -B#2 I#1002; +A#1");
    QCOMPARE(model.place(BlockModel::Place::Current), 2);
}

void TestBlockModel::keepsItsPlaceByKey() {
    auto reader = threeBlocks();
    FakeSource source(reader);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setPlace(BlockModel::Place::Top, 2);      // B#2 I#1000
    model.setPlace(BlockModel::Place::Current, 3);  // B#2 I#1001
    {
        const std::lock_guard lock(reader->mutex);
        reader->blocks.insert(reader->blocks.begin(), {11, "A#0", manyItems("A#0", 4)});
        auto& items = reader->blocks[2].items;
        items.insert(items.begin(), madeItem("B#2", "A#first"));
    }
    source.change();
    QTRY_COMPARE(model.place(BlockModel::Place::Current), 8);
    QCOMPARE(model.place(BlockModel::Place::Top), 7);
    settled(model);
    QCOMPARE(model.item(8)->sortText, "I#1001");
}

void TestBlockModel::losesACurrentItemThatIsGone() {
    auto reader = threeBlocks();
    FakeSource source(reader);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setPlace(BlockModel::Place::Current, 3);
    model.setPlace(BlockModel::Place::Top, 5);
    {
        const std::lock_guard lock(reader->mutex);
        reader->blocks[1].items.erase(reader->blocks[1].items.begin() + 1);
        reader->blocks.pop_back();
    }
    source.change();
    QTRY_COMPARE(settled(model), "-A#1 I#1000; -A#1 I#1001; -B#2 I#1000; -B#2 I#1002");
    QCOMPARE(model.place(BlockModel::Place::Current), -1);
    QVERIFY(model.place(BlockModel::Place::Top) < 4);
}

void TestBlockModel::keepsBlocksCollapsedWhenItemsChange() {
    auto reader = threeBlocks();
    FakeSource source(reader);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    settled(model);
    model.setCollapsed(2, true);
    for (int i = 0; i < 3; ++i) {
        const std::lock_guard lock(reader->mutex);
        reader->blocks[1].items.push_back(madeItem("B#2", "Z#" + std::to_string(i)));
        source.change();
    }
    QTRY_COMPARE(model.statistics().items, 9U);
    QTRY_COMPARE(settled(model), "-A#1 I#1000; -A#1 I#1001; +B#2; -C#3 I#1000");
    QTRY_COMPARE(model.summary(model.line(2))->collection.items, 6U);
}

void TestBlockModel::findsKeys() {
    FakeSource source(threeBlocks());
    BlockModel model;
    model.setSource(&source);
    QSignalSpy found(&model, &BlockModel::keyFound);
    QSignalSpy missing(&model, &BlockModel::keyMissing);
    model.goToKey({Value::string("B#2")}, {Value::string("I#1001")});  // before anything is there
    QTRY_COMPARE(found.size(), 1);
    QCOMPARE(found[0][0].toInt(), 3);
    QCOMPARE(found[0][1].toBool(), true);
    model.setCollapsed(3, true);
    model.goToKey({Value::string("B#2")});
    QTRY_COMPARE(found.size(), 2);
    QCOMPARE(found[1][0].toInt(), 2);
    QCOMPARE(model.rowCount(), 4);
    model.goToKey({Value::string("B#2")},
                  {Value::string("I#1001x")});  // opens the block, goes to the next item
    QTRY_COMPARE(found.size(), 3);
    QCOMPARE(found[2][0].toInt(), 4);
    QCOMPARE(found[2][1].toBool(), false);
    QCOMPARE(model.rowCount(), 6);
    model.goToPrefix("C");
    QTRY_COMPARE(found.size(), 4);
    QCOMPARE(found[3][0].toInt(), 5);
    model.goToKey({Value::string("D")});
    QTRY_COMPARE(missing.size(), 1);
    QCOMPARE(missing[0][0].toString(), "No block has the partition key “D”.");
    model.goToPrefix("nobody");
    QTRY_COMPARE(missing.size(), 2);
    QCOMPARE(missing[1][0].toString(), "No partition key begins with “nobody”.");
}

void TestBlockModel::findsPartitions() {
    auto reader = std::make_shared<MemoryReader>();
    for (CollectionId id = 0; id < 300; ++id) {
        const std::string key = "K#" + std::to_string(id);
        reader->blocks.push_back({id, key, manyItems(key, 2)});
    }
    FakeSource source(reader);
    BlockModel model;
    model.setSource(&source);
    QSignalSpy found(&model, &BlockModel::keyFound);
    model.goToPartition(3, 8);
    QTRY_COMPARE(found.size(), 1);
    QCOMPARE(model.orderBy(), CollectionOrderBy::Hash);
    const int row = found[0][0].toInt();
    model.want(row - 2, row);
    QTRY_VERIFY(model.summary(model.line(row)) && model.summary(model.line(row - 1)));
    QCOMPARE(model.summary(model.line(row))->collection.hash >> 61, 3U);
    QCOMPARE(model.summary(model.line(row - 1))->collection.hash >> 61, 2U);
}

void TestBlockModel::saysWhyNothingCanBeShown() {
    auto reader = threeBlocks();
    reader->fault =
        Error::file(ErrorCode::DamagedFile, "The file is damaged. Use File ▸ Check.", "a.partita");
    FakeSource source(reader);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    QTRY_COMPARE(model.state(), BlockModel::State::Failed);
    QVERIFY(model.errorText().contains("damaged"));
    QCOMPARE(model.rowCount(), 0);
    {
        const std::lock_guard lock(reader->mutex);
        reader->fault.reset();
    }
    model.retry();
    QTRY_COMPARE(model.state(), BlockModel::State::Ready);
    QCOMPARE(model.rowCount(), 6);
    QVERIFY(model.errorText().isEmpty());
}

void TestBlockModel::saysWhyRowsCannotBeShown() {
    auto reader = threeBlocks();
    reader->itemsFault = Error::internal("The disk does not answer.");
    FakeSource source(reader);
    BlockModel model;
    model.setSource(&source);
    QTRY_COMPARE(model.rowCount(), 6);
    model.want(0, 5);
    QTRY_COMPARE(model.loadState(4), LoadState::Failed);
    QCOMPARE(model.rowErrorText(4), "The disk does not answer.");
    QCOMPARE(model.index(4).data(ErrorTextRole).toString(), "The disk does not answer.");
    {
        const std::lock_guard lock(reader->mutex);
        reader->itemsFault.reset();
    }
    model.retry();
    QTRY_COMPARE(model.loadState(4), LoadState::Loaded);
    QVERIFY(model.rowErrorText(4).isEmpty());
}

void TestBlockModel::keepsOnlySoMuch() {
    auto reader = std::make_shared<CountingReader>(20, 100'000);
    BlockLoader loader;
    FakeSource source(reader);
    loader.setSource(&source);
    for (std::uint64_t window = 0; window < 6000; window += 200) {
        BlockLoader::Wish wish;
        for (std::uint64_t i = window; i < window + 200; ++i)
            wish.windows.push_back({static_cast<CollectionId>(i % 20), i / 20});
        loader.want(wish);
        QTRY_VERIFY(!loader.isLoading());
    }
    QVERIFY(loader.windowsKept() <= 4000);
    QVERIFY2(loader.bytesKept() <= 32U * 1024 * 1024, qPrintable(QString::number(loader.bytesKept())));
    QVERIFY(loader.windowsKept() > 100);
}

void TestBlockModel::countsWithoutLoading() {
    // 10 million blocks, 105 million lines: the last one is reached by arithmetic and one small read.
    auto reader = std::make_shared<CountingReader>(10'000'000, 20);
    FakeSource source(reader);
    BlockModel model;
    model.setSource(&source);
    QTRY_VERIFY_WITH_TIMEOUT(model.isOrderComplete(), 20'000);
    QCOMPARE(model.rowCount(), 105'000'000);
    const int last = model.rowCount() - 1;
    QCOMPARE(model.line(last).position, 9'999'999U);
    QCOMPARE(model.line(last).index, 19U);
    model.want(last - 30, last);
    QTRY_COMPARE(model.loadState(last), LoadState::Loaded);
    QCOMPARE(model.item(last)->sortText, "ORDER#1000019");
    model.setCollapsed(last, true);
    QCOMPARE(model.rowCount(), 105'000'000 - 19);
    model.setAllCollapsed(true);
    QCOMPARE(model.rowCount(), 10'000'000);
    QElapsedTimer timer;
    timer.start();
    qint64 sum = 0;
    for (int i = 0; i < 100'000; ++i)
        sum += model.line(i * 97).firstRow;
    QVERIFY(sum > 0);
    QVERIFY2(timer.elapsed() < 5000, "finding a line must not be linear");
}

void TestBlockModel::beginsWithTheFirstBlocksOfALongOrder() {
    auto reader = std::make_shared<CountingReader>(5000, 10);
    FakeSource source(reader);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &BlockModel::modelReset);
    model.setSource(&source);
    QTRY_COMPARE(model.state(), BlockModel::State::Ready);
    QCOMPARE(model.rowCount(), 27'500);  // exact at once
    const auto resets = reset.size();
    model.want(0, 20);
    QTRY_VERIFY(model.isOrderComplete());
    QCOMPARE(model.rowCount(), 27'500);
    QCOMPARE(reset.size(), resets);  // what was seen stays as it was
    QVERIFY(model.line(27'499).known);
}

void TestBlockModel::rowArithmetic_data() {
    QTest::addColumn<bool>("allCollapsed");
    QTest::addColumn<QList<int>>("toggled");
    QTest::newRow("as it is") << false << QList<int>{};
    QTest::newRow("some collapsed") << false << QList<int>{1, 3, 8};
    QTest::newRow("the first and the last") << false << QList<int>{0, 9};
    QTest::newRow("in any order, one twice") << false << QList<int>{7, 2, 5, 2};
    QTest::newRow("all collapsed") << true << QList<int>{};
    QTest::newRow("all but some") << true << QList<int>{9, 0, 4};
}

void TestBlockModel::rowArithmetic() {
    QFETCH(bool, allCollapsed);
    QFETCH(QList<int>, toggled);
    const std::vector<std::uint64_t> counts = {3, 1, 7, 2, 1, 1, 10, 4, 2, 5};
    auto order = std::make_shared<CollectionOrder>();
    for (std::size_t i = 0; i < counts.size(); ++i)
        order->append(static_cast<CollectionId>(100 + i), counts[i]);
    std::vector<bool> collapsed(counts.size(), allCollapsed);
    BlockRows rows(order, {order->rows(), 0, counts.size()}, allCollapsed);
    for (const int position : toggled) {
        const auto at = static_cast<std::size_t>(position);
        collapsed[at] = !collapsed[at];
        rows.setCollapsed(at, collapsed[at]);
    }
    std::uint64_t row = 0;
    for (std::size_t position = 0; position < counts.size(); ++position) {
        QCOMPARE(rows.isCollapsed(position), static_cast<bool>(collapsed[position]));
        QCOMPARE(rows.firstRow(position), row);
        for (std::uint64_t i = 0; i < (collapsed[position] ? 1 : counts[position]); ++i, ++row) {
            const auto line = rows.line(row);
            QVERIFY(line);
            QCOMPARE(line->position, position);
            QCOMPARE(line->index, i);
            QCOMPARE(line->collapsed, static_cast<bool>(collapsed[position]));
        }
    }
    QCOMPARE(rows.count(), row);
    QVERIFY(!rows.line(row));
}

void TestBlockModel::cellTexts_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("look");
    const auto look = [](BlockCell::Look l) { return static_cast<int>(l); };
    using Look = BlockCell::Look;
    QTest::newRow("text") << "Acme"
                          << "Acme" << look(Look::Text);
    QTest::newRow("Japanese") << "帳票の移行"
                              << "帳票の移行" << look(Look::Text);
    QTest::newRow("line breaks") << "a\nb\r\nc\td"
                                 << "a↵b↵c d" << look(Look::Text);
    QTest::newRow("control characters") << QString("a\x01z") << "a␁z" << look(Look::Text);
    QTest::newRow("markup is text") << "<b>x</b>"
                                    << "<b>x</b>" << look(Look::Text);
    QTest::newRow("empty") << ""
                           << "(empty)" << look(Look::Faint);
    QTest::newRow("a long one") << QString(1000, 'x') << QString(kCellTextLength - 1, 'x') + "…"
                                << look(Look::Text);
    QTest::newRow("no half of a pair") << QString::fromUtf8("😀").repeated(200)
                                       << QString::fromUtf8("😀").repeated(119) + "…" << look(Look::Text);
}

void TestBlockModel::cellTexts() {
    QFETCH(QString, json);
    QFETCH(QString, text);
    QFETCH(int, look);
    const BlockCell cell = makeBlockCell("n", Value::string(json.toStdString()));
    QCOMPARE(cell.text, text);
    QCOMPARE(static_cast<int>(cell.look), look);

    const auto of = [](const Value& value) { return makeBlockCell("n", value).text; };
    QCOMPARE(of(Value::number(*Number::parse("12345678901234567890123456789012345678"))),
             "12345678901234567890123456789012345678");
    QVERIFY(of(Value::binary("12 bytes long")).startsWith("‹13 byte"));
    QCOMPARE(of(Value::boolean(true)), "true");
    QCOMPARE(of(Value::null()), "NULL");
    QCOMPARE(of(Value::list({Value::number(1), Value::null(), Value::string("é")})), "[1, null, \"é\"]");
    QCOMPARE(of(Value::map({{"city", Value::string("Tokyo")}, {"n", Value::list({})}})),
             "{city: \"Tokyo\", n: []}");
    QCOMPARE(of(*Value::stringSet({"b", "a"})), "{\"a\", \"b\"}");
    List many(100'000, Value::string("element"));
    QCOMPARE(of(Value::list(many)).size(), kCellTextLength);
}

void TestBlockModel::attributeOrder() {
    const KeySchema index{{{"status", ValueType::String}}, {{"at", ValueType::String}}};
    const Item item = madeItem("WS#a", "PROJ#1",
                               {{"at", Value::string("2026")},
                                {"status", Value::string("DONE")},
                                {"about", Value::string("x")},
                                {"title", Value::string("y")}});
    const BlockItemPtr shown = makeBlockItem(index, pairKeys(), {item, 10});
    QStringList names;
    for (const BlockCell& cell : shown->cells)
        names << cell.name;
    QCOMPARE(names, QStringList({"PK", "SK", "about", "title"}));
    QCOMPARE(shown->entity, "PROJ");  // by the table's keys, on an index too
    QCOMPARE(shown->sortText, "2026");

    BlockAttributes order;
    order.add(*shown);
    order.add(*makeBlockItem(index, pairKeys(), {madeItem("WS#a", "PROJ#2", {{"aaa", Value::null()}}), 10}));
    order.add(*makeBlockItem(index, pairKeys(), {madeItem("WS#a", "META", {{"plan", Value::null()}}), 10}));
    QCOMPARE(order.namesOf("PROJ"), QStringList({"PK", "SK", "about", "title", "aaa"}));
    QCOMPARE(order.namesOf("META"), QStringList({"PK", "SK", "plan"}));
}

void TestBlockModel::showsAResult() {
    TableDefinition table;
    table.name = "T";
    table.keys = pairKeys();
    ResultBlockSource source(table, std::nullopt);
    BlockModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(&source);
    QTRY_COMPARE(model.state(), BlockModel::State::Ready);
    QCOMPARE(model.rowCount(), 0);
    source.append(
        {madeItem("B", "2"), madeItem("B", "1"), madeItem("A", "1")});  // backwards, as it was asked
    QTRY_COMPARE(model.rowCount(), 3);
    QCOMPARE(settled(model), "-B 2; -B 1; -A 1");
    source.append({madeItem("A", "2")});  // the next page goes on in the same block
    QTRY_COMPARE(model.rowCount(), 4);
    QCOMPARE(settled(model), "-B 2; -B 1; -A 1; -A 2");
    source.setItemsInTable({Value::string("A")}, 5);
    QTRY_COMPARE(model.summary(model.line(2))->itemsInTable.value_or(0), 5U);
    source.setItemsInTable({Value::string("B")}, 2);  // all of it is here: nothing to say
    QTest::qWait(200);
    settled(model);
    QVERIFY(!model.summary(model.line(0))->itemsInTable);
    source.clear();
    QTRY_COMPARE(model.rowCount(), 0);
    QCOMPARE(source.itemCount(), 0U);
}

QTEST_GUILESS_MAIN(TestBlockModel)
#include "tst_block_model.moc"
