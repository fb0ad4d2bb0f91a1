// The log of requests: fed from other threads, bounded, filtered; and what the window can show of a request.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <thread>

#include "model/expiry.h"
#include "model/logged_request.h"
#include "model/request_filter.h"

using namespace partita;

namespace {

LoggedCall callOf(const std::string& operation, const std::string& key = {}, unsigned status = 200) {
    LoggedCall call;
    call.operation = operation;
    call.table = "Workspaces";
    call.key = key;
    call.status = status;
    if (status >= 400) call.errorType = "ValidationException";
    return call;
}

QString rowText(const QAbstractItemModel& model, int row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells.join(QStringLiteral(" | "));
}

std::shared_ptr<const TableDefinition> workspaces() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys = {{{"EntityRef", ValueType::String}}, {{"Detail", ValueType::String}}};
    IndexDefinition index;
    index.name = "ByStatus";
    index.keys = {{{"status", ValueType::String}}, {{"rank", ValueType::Number}}};
    table.indexes = {index};
    return std::make_shared<const TableDefinition>(table);
}

QString formText(const QueryDraft& draft) {
    const KeyExpression expression = draft.expression();
    QString text = QString::fromStdString(expression.text);
    for (const auto& [name, attribute] : expression.names)
        text.replace(QString::fromStdString(name), QString::fromStdString(attribute));
    for (const auto& [name, value] : expression.values)
        text.replace(QString::fromStdString(name), value);
    if (draft.index()) text += QStringLiteral(" on ") + QString::fromStdString(*draft.index());
    if (!draft.limit.isEmpty()) text += QStringLiteral(" limit ") + draft.limit;
    if (!draft.forward) text += QStringLiteral(" descending");
    if (draft.consistent) text += QStringLiteral(" strong");
    return text;
}

}  // namespace

class TestRequestLog final : public QObject {
    Q_OBJECT
  private slots:
    void showsARequestAsARow();
    void takesFromManyThreadsInFewSteps();
    void keepsTheNewest();
    void waitsWhilePaused();
    void outlivedByItsSink();
    void filters_data();
    void filters();
    void showsInTheForm_data();
    void showsInTheForm();
    void spreadsJson_data();
    void spreadsJson();
    void tellsExpiry_data();
    void tellsExpiry();
};

void TestRequestLog::showsARequestAsARow() {
    RequestLog log;
    QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LoggedCall call = callOf("Query", "WS#acme");
    call.time = 1'780'000'000'123;
    call.index = "ByStatus";
    call.items = 3;
    call.scanned = 1200;
    call.capacity = {25, 0};
    call.milliseconds = 0.254;
    log.sink()(call);
    call.status = 400;
    call.errorType = "ConditionalCheckFailedException";
    call.scanned = call.items = 0;
    call.capacity = {0, 2};
    call.milliseconds = 0.001;
    log.sink()(call);
    QTRY_COMPARE(log.rowCount(), 2);
    QCOMPARE(rowText(log, 0),
             QStringLiteral("20:26:40.123 | Query | Workspaces | ByStatus | WS#acme | 3 of 1,200 | "
                            "12.5 |  | 0.25 | 200"));
    QCOMPARE(rowText(log, 1),
             QStringLiteral("20:26:40.123 | Query | Workspaces | ByStatus | WS#acme |  |  | 1 | "
                            "<0.01 | 400 ConditionalCheckFailed"));
    QCOMPARE(log.requests(), 2U);
    QCOMPARE(log.errors(), 1U);
}

void TestRequestLog::takesFromManyThreadsInFewSteps() {
    constexpr int kThreads = 4;
    constexpr int kEach = 2000;
    RequestLog log;
    QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&log, &QAbstractItemModel::rowsInserted);
    QElapsedTimer timer;
    timer.start();
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([sink = log.sink()] {
            for (int n = 0; n < kEach; ++n)
                sink(callOf("PutItem"));
        });
    }
    QTRY_COMPARE(log.rowCount(), kThreads * kEach);
    // Twenty times a second, and one step more for what is under way.
    const auto most = static_cast<int>(timer.elapsed() / 50 + 1);
    QVERIFY2(inserted.count() <= most, qPrintable(QString::number(inserted.count())));
}

void TestRequestLog::keepsTheNewest() {
    RequestLog log;
    QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto most = static_cast<int>(RequestLog::kMostRequests);
    const auto add = [&log](int from, int to) {
        const auto sink = log.sink();
        for (int i = from; i < to; ++i)
            sink(callOf("GetItem", std::to_string(i), i % 10 == 0 ? 500 : 200));
        QTRY_COMPARE(log.requests(), static_cast<std::uint64_t>(to));
    };
    add(0, most - 5);
    QCOMPARE(log.rowCount(), most - 5);
    add(most - 5, most + 100);
    QCOMPARE(log.rowCount(), most);
    QCOMPARE(log.call(0).key, std::string("100"));
    QCOMPARE(log.call(most - 1).key, std::to_string(most + 99));
    add(most + 100, 3 * most);  // more at once than there is room for
    QCOMPARE(log.rowCount(), most);
    QCOMPARE(log.call(0).key, std::to_string(2 * most));
    QCOMPARE(log.errors(), static_cast<std::uint64_t>(3 * most / 10));
    log.clear();
    QCOMPARE(log.rowCount(), 0);
    QCOMPARE(log.requests(), 0U);
}

void TestRequestLog::waitsWhilePaused() {
    RequestLog log;
    log.sink()(callOf("GetItem"));
    QTRY_COMPARE(log.rowCount(), 1);
    log.setPaused(true);
    log.sink()(callOf("PutItem"));
    log.sink()(callOf("PutItem"));
    QTRY_COMPARE(log.requests(), 3U);
    QCOMPARE(log.rowCount(), 1);
    QCOMPARE(log.waiting(), 2U);
    log.setPaused(false);
    QCOMPARE(log.rowCount(), 3);
    QCOMPARE(log.waiting(), 0U);
}

void TestRequestLog::outlivedByItsSink() {
    std::function<void(LoggedCall)> sink;
    {
        RequestLog log;
        sink = log.sink();
        sink(callOf("GetItem"));
    }
    sink(callOf("GetItem"));
    QCoreApplication::processEvents();
}

void TestRequestLog::filters_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("operation");
    QTest::addColumn<bool>("errorsOnly");
    QTest::addColumn<QString>("keys");
    QTest::newRow("nothing") << ""
                             << "" << false << "a1 b2 c3 a4";
    QTest::newRow("a key") << "A4"
                           << "" << false << "a4";
    QTest::newRow("two words") << "put a4"
                               << "" << false << "a4";
    QTest::newRow("a table") << "workspaces"
                             << "" << false << "a1 b2 c3 a4";
    QTest::newRow("an error") << "validation"
                              << "" << false << "c3";
    QTest::newRow("an operation") << ""
                                  << "Query" << false << "a1 c3";
    QTest::newRow("errors") << ""
                            << "" << true << "c3";
    QTest::newRow("none") << "b2"
                          << "Query" << true << "";
}

void TestRequestLog::filters() {
    QFETCH(QString, text);
    QFETCH(QString, operation);
    QFETCH(bool, errorsOnly);
    QFETCH(QString, keys);
    RequestLog log;
    RequestFilter filter(&log);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setText(text);
    filter.setOperation(operation);
    filter.setErrorsOnly(errorsOnly);
    log.sink()(callOf("Query", "a1"));
    log.sink()(callOf("GetItem", "b2"));
    log.sink()(callOf("Query", "c3", 400));
    log.sink()(callOf("PutItem", "a4"));
    QTRY_COMPARE(log.rowCount(), 4);
    QStringList shown;
    for (int row = 0; row < filter.rowCount(); ++row)
        shown << QString::fromStdString(filter.call(row).key);
    QCOMPARE(shown.join(QLatin1Char(' ')), keys);
}

void TestRequestLog::showsInTheForm_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("form");    // empty: none
    QTest::addColumn<QString>("reason");  // a part of it
    QTest::addColumn<QString>("key");     // where to go
    QTest::newRow("query")
        << "Query"
        << R"({"KeyConditionExpression":"EntityRef = :a","Limit":5,"ScanIndexForward":false,)"
           R"("ConsistentRead":true,"ExpressionAttributeValues":{":a":{"S":"WS#acme"}}})"
        << "EntityRef = WS#acme limit 5 descending strong"
        << ""
        << "WS#acme";
    QTest::newRow("query of a sort key")
        << "Query"
        << R"j({"KeyConditionExpression":"#e = :a AND begins_with(Detail, :b)",)j"
           R"j("ExpressionAttributeNames":{"#e":"EntityRef"},)j"
           R"j("ExpressionAttributeValues":{":a":{"S":"WS#acme"},":b":{"S":"PROJ#"}}})j"
        << "EntityRef = WS#acme AND begins_with(Detail, PROJ#)"
        << ""
        << "WS#acme";
    QTest::newRow("query of one item") << "Query"
                                       << R"({"KeyConditionExpression":"EntityRef = :a AND Detail = :b",)"
                                          R"("ExpressionAttributeValues":{":a":{"S":"w"},":b":{"S":"m"}}})"
                                       << "EntityRef = w AND Detail = m"
                                       << ""
                                       << "w / m";
    QTest::newRow("query of an index")
        << "Query"
        << R"({"IndexName":"ByStatus","KeyConditionExpression":"#s = :a AND #r BETWEEN :b AND :c",)"
           R"("FilterExpression":"x = :a","ExpressionAttributeNames":{"#s":"status","#r":"rank"},)"
           R"("ExpressionAttributeValues":{":a":{"S":"ACTIVE"},":b":{"N":"1"},":c":{"N":"2.50"}}})"
        << "status = ACTIVE AND rank BETWEEN 1 AND 2.5 on ByStatus"
        << "leaves out FilterExpression"
        << "ACTIVE";
    QTest::newRow("query that is wrong") << "Query"
                                         << R"({"KeyConditionExpression":"EntityRef > :a",)"
                                            R"("ExpressionAttributeValues":{":a":{"S":"w"}}})"
                                         << ""
                                         << "Query key condition not supported"
                                         << "";
    QTest::newRow("query in the older form") << "Query"
                                             << R"({"KeyConditions":{}})"
                                             << ""
                                             << "older form"
                                             << "";
    QTest::newRow("query of another type")
        << "Query"
        << R"({"KeyConditionExpression":"EntityRef = :a","ExpressionAttributeValues":{":a":{"B":"AQI="}}})"
        << ""
        << "not valid"
        << "";
    QTest::newRow("unknown index") << "Query"
                                   << R"({"IndexName":"No","KeyConditionExpression":"a = :a"})"
                                   << ""
                                   << "no index"
                                   << "";
    QTest::newRow("scan") << "Scan"
                          << R"({"IndexName":"ByStatus","Limit":3,"TotalSegments":2})"
                          << " on ByStatus limit 3"
                          << "leaves out TotalSegments"
                          << "";
    QTest::newRow("get") << "GetItem"
                         << R"({"Key":{"EntityRef":{"S":"w"},"Detail":{"S":"m"}}})"
                         << "EntityRef = w AND Detail = m"
                         << ""
                         << "w / m";
    QTest::newRow("put") << "PutItem"
                         << R"({"Item":{"EntityRef":{"S":"w"},"Detail":{"S":"m"},"x":{"N":"1"}}})"
                         << "EntityRef = w AND Detail = m"
                         << ""
                         << "w / m";
    QTest::newRow("update without a key") << "UpdateItem"
                                          << R"({"Key":{"Detail":{"S":"m"}}})"
                                          << ""
                                          << "whole key"
                                          << "";
    QTest::newRow("key of another type") << "DeleteItem"
                                         << R"({"Key":{"EntityRef":{"N":"1"},"Detail":{"S":"m"}}})"
                                         << ""
                                         << "whole key"
                                         << "";
    QTest::newRow("batch") << "BatchWriteItem"
                           << "{}"
                           << ""
                           << "BatchWriteItem is none of these"
                           << "";
    QTest::newRow("no JSON") << "Query"
                             << "["
                             << ""
                             << "no JSON object"
                             << "";
    QTest::newRow("too large") << "PutItem"
                               << ""
                               << ""
                               << "larger"
                               << "";
}

void TestRequestLog::showsInTheForm() {
    QFETCH(QString, operation);
    QFETCH(QString, body);
    QFETCH(QString, form);
    QFETCH(QString, reason);
    QFETCH(QString, key);
    LoggedCall call = callOf(operation.toStdString());
    call.body = body.toStdString();
    const LoggedRequestView view = viewOf(call, [](const QString&) { return workspaces(); });
    QCOMPARE(view.draft ? formText(*view.draft) : QString(), form);
    QVERIFY2(view.reason.contains(reason), qPrintable(view.reason));
    QCOMPARE(view.draft.has_value(), !form.isEmpty());
    QStringList values;
    for (const auto* part : {&view.partition, &view.sort})
        for (const Value& value : *part)
            values << QString::fromStdString(*value.asString());
    QCOMPARE(values.join(QStringLiteral(" / ")), key);
    if (!body.isEmpty() && operation == QLatin1String("GetItem")) {
        const LoggedRequestView gone = viewOf(call, [](const QString&) { return nullptr; });
        QVERIFY(gone.reason.contains(QStringLiteral("no table")) && !gone.draft);
    }
}

void TestRequestLog::spreadsJson_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("spread");
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("empty") << "{ }"
                           << "{}";
    QTest::newRow("nested") << R"({"a":[1,{}],"b" : {"S":"x"}})"
                            << "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"S\": \"x\"\n  }\n}";
    QTest::newRow("text keeps its signs") << R"({"a":"{,\": ]"})"
                                          << "{\n  \"a\": \"{,\\\": ]\"\n}";
    QTest::newRow("no JSON") << "]]}x"
                             << "\n]\n]\n}x";
}

void TestRequestLog::spreadsJson() {
    QFETCH(QString, json);
    QFETCH(QString, spread);
    QCOMPARE(indentedJson(json), spread);
}

void TestRequestLog::tellsExpiry_data() {
    QTest::addColumn<QString>("number");  // empty: a string
    QTest::addColumn<QString>("text");    // empty: nothing is known
    QTest::newRow("just now") << "1999999990"
                              << "expired 10 s ago";
    QTest::newRow("hours") << "1999989000"
                           << "expired 3 h ago";
    QTest::newRow("days") << "1999740000"
                          << "expired 3 d ago";
    QTest::newRow("to come") << "2000000300"
                             << "expires in 5 min";
    QTest::newRow("over five years ago") << "1800000000"
                                         << "";
    QTest::newRow("milliseconds") << "2000000000000"
                                  << "expires in 23125000 d";
    QTest::newRow("far") << "1E+40"
                         << "";
    QTest::newRow("a string") << ""
                              << "";
}

void TestRequestLog::tellsExpiry() {
    QFETCH(QString, number);
    QFETCH(QString, text);
    constexpr std::int64_t kNow = 2'000'000'000;
    const Value value =
        number.isEmpty() ? Value::string("1999999990") : Value::number(*Number::parse(number.toStdString()));
    const auto expiry = expiryOf(Item{{"ttl", value}}, "ttl", kNow);
    QCOMPARE(expiry ? expiryText(*expiry, kNow) : QString(), text);
    QVERIFY(!expiryOf(Item{{"ttl", value}}, "other", kNow));
}

QTEST_GUILESS_MAIN(TestRequestLog)
#include "tst_request_log.moc"
