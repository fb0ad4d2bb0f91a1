// Tables made, described, changed and deleted, and their tags: what is answered, what is refused in which
// words, and what stays in the file.
#include <sqlite3.h>
#include <sys/wait.h>

#include <atomic>
#include <thread>

#include "tests/engine/control_fixture.h"
#include "tests/engine/faulty_vfs.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

namespace {

TableDefinition provisioned(std::int64_t read, std::int64_t write) {
    TableDefinition table = thingsTable();
    table.billing = BillingMode::Provisioned;
    table.throughput = Throughput{read, write};
    table.indexes[1].throughput = Throughput{read, write};
    return table;
}

UpdateTableRequest change() {
    UpdateTableRequest request;
    request.table = "Things";
    return request;
}
UpdateTableRequest to(std::int64_t read, std::int64_t write) {
    UpdateTableRequest request = change();
    request.throughput = Throughput{read, write};
    return request;
}
UpdateTableRequest to(BillingMode billing) {
    UpdateTableRequest request = change();
    request.billing = billing;
    return request;
}

QByteArray unchanged(const QByteArray& of) {
    return "The provisioned throughput for " + of +
           " will not change. The requested value equals the current value. Current ReadCapacityUnits "
           "provisioned for the table: 5. Requested ReadCapacityUnits: 5. Current WriteCapacityUnits "
           "provisioned for the table: 5. Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB "
           "Developer Guide for current limits and how to request higher limits.";
}

Item thing(int number) {
    Item made = item({{"pk", s("p" + std::to_string(number % 50))},
                      {"sk", s(std::to_string(number))},
                      {"kind", s("k" + std::to_string(number % 3))},
                      {"rank", n(number)}});
    if (number % 20 == 0) made.set("title", s(std::string(4000, 't')));
    return made;
}

}  // namespace

class TestEngineTables : public QObject {
    Q_OBJECT
  private slots:
    void aTableIsDescribed() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        SetClock clock;
        const UtcMillis begin = clock.now();
        std::string id;
        {
            auto engine = Engine::create(path, {}, clock);
            VERIFY_OK(engine);
            CreateTableRequest request;
            request.definition = thingsTable();
            request.stream = StreamViewType::NewImage;
            request.tags = {{"team", "platform"}};
            request.deletionProtection = true;
            request.tableClass = TableClass::StandardInfrequentAccess;
            const auto created = (*engine)->createTable(request);
            VERIFY_OK(created);
            QCOMPARE(created->status, TableStatus::Creating);
            id = created->id;
            // It can be used at once.
            VERIFY_OK((*engine)->put({"Things", thing(1)}, Metering::Off));
            VERIFY_REFUSED((*engine)->createTable(request), ResourceInUse, "Table already exists: Things");
        }
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly, clock);
        VERIFY_OK(engine);
        clock.add(kHour);
        const auto is = (*engine)->describeTable("Things");
        VERIFY_OK(is);
        QCOMPARE(is->status, TableStatus::Active);
        QVERIFY(is->definition == thingsTable());
        QVERIFY(is->id.size() == 36 && is->id == id);
        QCOMPARE(is->created, begin);
        QCOMPARE(is->onDemandSince, std::optional(begin));
        QCOMPARE(is->items, quint64(1));
        QCOMPARE(is->bytes, (*engine)->statistics({"Things", {}})->bytes);
        QCOMPARE(is->indexes.size(), std::size_t(2));
        QCOMPARE(is->indexes[0].name, std::string("ByRank"));
        QCOMPARE(is->indexes[1].items, quint64(1));
        QVERIFY(is->deletionProtection);
        QCOMPARE(is->tableClass, std::optional(TableClass::StandardInfrequentAccess));
        QVERIFY(is->stream && is->stream->enabled && is->stream->viewType == StreamViewType::NewImage);
        QCOMPARE((*engine)->tags("Things")->at("team"), std::string("platform"));
        VERIFY_REFUSED((*engine)->describeTable("Others"), ResourceNotFound,
                       "Requested resource not found: Table: Others not found");
    }

    void throughputChanges() {
        Folder folder;
        SetClock clock;
        auto engine = Engine::create(folder.path("t.partita"), {provisioned(5, 5)}, clock);
        VERIFY_OK(engine);
        QVERIFY(!(*engine)->describeTable("Things")->onDemandSince);
        clock.add(1000);
        const UtcMillis increased = clock.now();
        VERIFY_OK((*engine)->updateTable(to(10, 5)));
        auto is = (*engine)->describeTable("Things");
        QVERIFY(is->definition.throughput == Throughput({10, 5}));
        QCOMPARE(is->lastIncrease, std::optional(increased));
        QVERIFY(!is->lastDecrease && is->decreasesToday == 0);
        clock.add(1000);
        const UtcMillis both = clock.now();
        VERIFY_OK((*engine)->updateTable(to(5, 20)));
        is = (*engine)->describeTable("Things");
        QVERIFY(is->lastIncrease == both && is->lastDecrease == both && is->decreasesToday == 1);
        // Four at any time, then one an hour; a new day begins anew.
        for (const int units : {19, 18, 17})
            VERIFY_OK((*engine)->updateTable(to(5, units)));
        const auto refused = (*engine)->updateTable(to(5, 16));
        QVERIFY(!refused && refused.error().code == ErrorCode::LimitExceeded);
        QVERIFY(refused.error().message.starts_with(
            "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. "
            "After the first 4 decreases"));
        VERIFY_OK((*engine)->updateTable(to(6, 17)));  // an increase
        clock.add(kHour);
        VERIFY_OK((*engine)->updateTable(to(5, 16)));
        QCOMPARE((*engine)->describeTable("Things")->decreasesToday, 5U);
        clock.add(24 * kHour);
        QCOMPARE((*engine)->describeTable("Things")->decreasesToday, 0U);
        VERIFY_OK((*engine)->updateTable(to(5, 5)));
        QCOMPARE((*engine)->describeTable("Things")->decreasesToday, 1U);

        UpdateTableRequest index = change();
        index.indexThroughput = {{"ByKind", {5, 5}}};
        VERIFY_REFUSED((*engine)->updateTable(index), Validation, unchanged("the index ByKind"));
        index.indexThroughput = {{"ByKind", {1, 9}}};
        VERIFY_OK((*engine)->updateTable(index));
        is = (*engine)->describeTable("Things");
        QVERIFY(is->definition.indexes[1].throughput == Throughput({1, 9}));
        QVERIFY(is->indexes[1].lastIncrease && is->indexes[1].lastDecrease);
        QCOMPARE(is->indexes[1].decreasesToday, 1U);
    }

    void billingChanges() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        SetClock clock;
        auto engine = Engine::create(path, {provisioned(5, 5)}, clock);
        VERIFY_OK(engine);
        clock.add(1000);
        const UtcMillis changed = clock.now();
        VERIFY_OK((*engine)->updateTable(to(BillingMode::PayPerRequest)));
        VERIFY_OK((*engine)->updateTable(to(BillingMode::PayPerRequest)));
        engine = Engine::open(folder.path("none"), Engine::OpenMode::ReadOnly);
        engine = Engine::open(path, Engine::OpenMode::ReadWrite, clock);
        VERIFY_OK(engine);
        auto is = (*engine)->describeTable("Things");
        QVERIFY(is->definition == thingsTable());
        QCOMPARE(is->onDemandSince, std::optional(changed));
        UpdateTableRequest back = to(5, 5);
        back.billing = BillingMode::Provisioned;
        VERIFY_REFUSED(
            (*engine)->updateTable(back), Validation,
            "One or more parameter values were invalid: ProvisionedThroughput must be specified for "
            "index: ByKind");
        back.indexThroughput = {{"ByKind", {5, 5}}};
        VERIFY_OK((*engine)->updateTable(back));
        QVERIFY((*engine)->describeTable("Things")->definition == provisioned(5, 5));
    }

    void updatesThatAreRefused_data() {
        QTest::addColumn<bool>("isProvisioned");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("message");
        const QByteArray invalid = "One or more parameter values were invalid: ";
        const auto row = [&](const char* name, bool isProvisioned, UpdateTableRequest request, ErrorCode code,
                             const QByteArray& message) {
            QTest::newRow(name) << isProvisioned << int(m_requests.size()) << int(code) << message;
            m_requests.push_back(std::move(request));
        };
        const ErrorCode validation = ErrorCode::Validation;
        row("nothing", false, change(), validation,
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        row("the same throughput", true, to(5, 5), validation, unchanged("the table"));
        UpdateTableRequest same = to(5, 5);
        same.billing = BillingMode::Provisioned;
        row("the same billing and throughput", true, same, validation, unchanged("the table"));
        const QByteArray neither =
            invalid +
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST";
        row("throughput on demand", false, to(5, 5), validation, neither);
        UpdateTableRequest both = to(5, 5);
        both.billing = BillingMode::PayPerRequest;
        row("on demand with throughput", true, both, validation, neither);
        row("provisioned without throughput", false, to(BillingMode::Provisioned), validation,
            invalid + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
        row("no units", true, to(0, 5), validation,
            "1 validation error detected: Value '0' at 'provisionedThroughput.readCapacityUnits' failed to "
            "satisfy constraint: Member must have value greater than or equal to 1");
        row("too many units", true, to(5, 1'000'000'000'001), validation,
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds");
        UpdateTableRequest request = change();
        request.indexThroughput = {{"None", {1, 1}}};
        row("throughput of no index", true, request, ErrorCode::ResourceNotFound,
            "Requested resource not found: Index None for table Things");
        request.indexThroughput = {{"ByRank", {1, 1}}};
        row("throughput of a local index", true, request, ErrorCode::ResourceNotFound,
            "Requested resource not found: Index ByRank for table Things");
        request = change();
        request.removeIndex = "ByRank";
        row("removing a local index", false, request, ErrorCode::ResourceNotFound,
            "Requested resource not found: Index ByRank for table Things");
        request = change();
        request.createIndex = globalIndex("ByKind", {{{"kind", ValueType::String}}, {}});
        row("an index that is there", false, request, validation,
            "Attempting to create an index which already exists");
        request.createIndex = globalIndex("Mine", {{{"kind", ValueType::Number}}, {}});
        row("an attribute of two types", false, request, validation,
            invalid + "Key attribute kind has two types: S and N");
        request = change();
        request.stream = std::optional<StreamViewType>();
        row("no stream to switch off", false, request, validation,
            "Table has no stream to disable: TableName: Things");
        request = change();
        request.table = "Others";
        request.deletionProtection = true;
        row("no such table", false, request, ErrorCode::ResourceNotFound,
            "Requested resource not found: Table: Others not found");
    }
    void updatesThatAreRefused() {
        QFETCH(bool, isProvisioned);
        QFETCH(int, row);
        QFETCH(int, code);
        QFETCH(QByteArray, message);
        Folder folder;
        auto engine =
            Engine::create(folder.path("t.partita"), {isProvisioned ? provisioned(5, 5) : thingsTable()});
        VERIFY_OK(engine);
        const auto refused = (*engine)->updateTable(m_requests[std::size_t(row)]);
        QVERIFY(!refused);
        QCOMPARE(QByteArray::fromStdString(refused.error().message), message);
        QCOMPARE(int(refused.error().code), code);
        QVERIFY((*engine)->describeTable("Things")->definition ==
                (isProvisioned ? provisioned(5, 5) : thingsTable()));
    }

    void refusesA21stIndex() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        CreateTableRequest full;
        full.definition = thingsTable();
        full.definition.name = "Full";
        std::erase_if(full.definition.indexes,
                      [](const auto& index) { return index.kind == IndexKind::Global; });
        for (int i = 0; i < 20; ++i)
            full.definition.indexes.push_back(
                globalIndex("Index" + std::to_string(i), {{{"kind", ValueType::String}}, {}}));
        VERIFY_OK((*engine)->createTable(full));
        UpdateTableRequest more;
        more.table = "Full";
        more.createIndex = globalIndex("OneMore", {{{"kind", ValueType::String}}, {}});
        VERIFY_REFUSED(
            (*engine)->updateTable(more), LimitExceeded,
            "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit "
            "of 20");
    }

    /// Each is told what the other has done, and nothing else.
    void makesAndDeletesTheSameTableAtOnce() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        CreateTableRequest request;
        request.definition = thingsTable();
        request.definition.name = "Fleeting";
        std::atomic<int> surprises = 0;
        const auto often = [&](const auto& once) {
            return std::thread([&surprises, once] {
                for (int i = 0; i < 100; ++i) {
                    const auto done = once();
                    const bool isExpected = done || done.error().code == ErrorCode::ResourceInUse ||
                                            done.error().code == ErrorCode::ResourceNotFound;
                    if (!isExpected) ++surprises;
                }
            });
        };
        std::thread making = often([&] { return (*engine)->createTable(request); });
        std::thread describing = often([&] { return (*engine)->describeTable("Fleeting"); });
        std::thread deleting = often([&] { return (*engine)->deleteTable("Fleeting"); });
        making.join();
        describing.join();
        deleting.join();
        QCOMPARE(surprises.load(), 0);
    }

    void tags() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->addTags("Things", {{"env", "test"}, {"team", ""}}));
        VERIFY_OK((*engine)->addTags("Things", {{"env", "production"}}));
        VERIFY_OK((*engine)->removeTags("Things", {"team", "never there"}));
        QVERIFY(*(*engine)->tags("Things") == Tags({{"env", "production"}}));
        Tags many;
        for (int i = 0; i < 49; ++i)
            many["t" + std::to_string(i)] = std::string(256, 'v');
        VERIFY_OK((*engine)->addTags("Things", many));
        const char* const tooMany = "Number of Tags exceed the current limit for the provided ResourceArn";
        VERIFY_REFUSED((*engine)->addTags("Things", {{"one more", ""}}), Validation, tooMany);
        QCOMPARE((*engine)->tags("Things")->size(), std::size_t(50));
        VERIFY_REFUSED((*engine)->addTags("Things", {}), Validation,
                       "Atleast one Tag needs to be provided as Input.");
        VERIFY_REFUSED((*engine)->removeTags("Things", {}), Validation,
                       "Atleast one Tag Key needs to be provided as Input.");
        QCOMPARE((*engine)->addTags("Others", {{"a", "b"}}).error().code, ErrorCode::ResourceNotFound);
        for (const Tags& wrong :
             {Tags{{"", "x"}}, Tags{{std::string(129, 'k'), "x"}}, Tags{{"t1", std::string(257, 'v')}},
              Tags{{"aws:mine", "x"}}, Tags{{"\xFF", "x"}}, Tags{{"hi!", "x"}}, Tags{{"t1", "d%g"}}})
            QCOMPARE((*engine)->addTags("Things", wrong).error().code, ErrorCode::Validation);
    }

  private:
    std::vector<UpdateTableRequest> m_requests;
};

QTEST_APPLESS_MAIN(TestEngineTables)
#include "tst_engine_tables.moc"
