// What the endpoint says around the JSON: checksums, ids, types, signatures, who may ask; and that requests
// reach the file.
#include <zlib.h>

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <mutex>
#include <vector>

#include "app/endpoint/endpoint.h"
#include "tests/endpoint/http_client.h"

using namespace partita;
using test::HttpAnswer;
using test::HttpClient;
using test::signedRequest;

namespace {

TableDefinition tableNamed(const std::string& name) {
    TableDefinition table;
    table.name = name;
    table.keys.partition = {{"pk", ValueType::String}};
    return table;
}

// Without raw strings: moc of Qt 6.4 loses its way in them.
/// The text with each ' as ".
std::string json(std::string text) {
    for (char& c : text)
        if (c == '\'') c = '"';
    return text;
}

const std::string kCreate = json(
    "{'TableName':'New','AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}],"
    "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'BillingMode':'PAY_PER_REQUEST'}");

/// A fault of the protocol as JSON.
QByteArray fault(const QByteArray& type, const QByteArray& message = {}) {
    return "{\"__type\":\"com.amazon.coral.service#" + type + '"' +
           (message.isEmpty() ? QByteArray() : ",\"message\":\"" + message + '"') + '}';
}

std::string checksum(const std::string& body) {
    return std::to_string(crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
}

}  // namespace

class TestEndpoint final : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        auto engine = Engine::create(m_folder->filePath("served.partita").toStdString(), {tableNamed("Old")});
        QVERIFY(engine.ok());
        m_engine = std::move(engine).value();
        startEndpoint({});
    }
    void cleanup() {
        m_endpoint.reset();
        m_engine.reset();
        m_folder.reset();
    }

    void everyAnswerHasAChecksumAnIdAndTheRequestsType() {
        HttpClient client(m_endpoint->port());
        const HttpAnswer done = client.ask(signedRequest("ListTables", "{}"));
        QCOMPARE(done.status, 200);
        QCOMPARE(done.body, json("{'TableNames':['Old']}"));
        const HttpAnswer refused =
            client.ask(signedRequest("DescribeTable", json("{'TableName':'Nowhere'}")));
        QCOMPARE(refused.status, 400);
        QVERIFY(refused.body.find(json("'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException'")) !=
                std::string::npos);
        for (const HttpAnswer* answer : {&done, &refused}) {
            QCOMPARE(answer->headerValue("x-amz-crc32"), checksum(answer->body));
            QCOMPARE(answer->headerValue("content-type"), std::string("application/x-amz-json-1.0"));
            QCOMPARE(answer->headerValue("x-amzn-requestid").size(), std::size_t(52));
        }
        QVERIFY(done.headerValue("x-amzn-requestid") != refused.headerValue("x-amzn-requestid"));
    }

    void refusesWhatIsNoRequestOfTheService_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("said");
        const auto post = [](const QByteArray& headers, const QByteArray& body) {
            return "POST / HTTP/1.1\r\nHost: localhost\r\n" + headers +
                   "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
        };
        const QByteArray json = "Content-Type: application/x-amz-json-1.0\r\n";
        const QByteArray target = "X-Amz-Target: DynamoDB_20120810.ListTables\r\n";
        QTest::newRow("not a POST") << QByteArray("PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n") << 404
                                    << QByteArray("<UnknownOperationException/>\n");
        QTest::newRow("not JSON's type") << post("Content-Type: text/plain\r\n" + target, "{}") << 404
                                         << QByteArray("<UnknownOperationException/>\n");
        QTest::newRow("not JSON") << post(json + target, "hi") << 400 << fault("SerializationException");
        QTest::newRow("no target") << post(json, "{}") << 400 << fault("UnknownOperationException");
        QTest::newRow("no such operation")
            << post(json + "X-Amz-Target: DynamoDB_20120810.ListTable\r\n", "{}") << 400
            << fault("UnknownOperationException");
        QTest::newRow("no signature")
            << post(json + target, "{}") << 400
            << fault("MissingAuthenticationTokenException", "Request is missing Authentication Token");
        QTest::newRow("neither body nor signature")
            << post(json + target, "") << 400
            << fault("MissingAuthenticationTokenException", "Request is missing Authentication Token");
        QTest::newRow("half a signature")
            << post(json + target +
                        "X-Amz-Date: x\r\nAuthorization: AWS4-HMAC-SHA256 Credential=a, Signature=b\r\n",
                    "{}")
            << 400
            << fault("IncompleteSignatureException",
                     "Authorization header requires 'SignedHeaders' parameter. "
                     "Authorization=AWS4-HMAC-SHA256 Credential=a, Signature=b");
        QTest::newRow("two hosts") << QByteArray(
                                          "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
                                   << 400 << QByteArray("There is more than one Host header.\n");
        QTest::newRow("health elsewhere")
            << QByteArray("GET /health HTTP/1.1\r\nHost: localhost:8000\r\n\r\n") << 404
            << QByteArray("<UnknownOperationException/>\n");
        QTest::newRow("health of the root, with a query")
            << QByteArray("GET /?a=/b HTTP/1.1\r\nHost: localhost:8000\r\n\r\n") << 200
            << QByteArray("healthy: dynamodb.us-east-1.amazonaws.com ");
        QTest::newRow("health") << QByteArray("GET / HTTP/1.1\r\nHost: localhost:8000\r\n\r\n") << 200
                                << QByteArray("healthy: dynamodb.us-east-1.amazonaws.com ");
    }
    void refusesWhatIsNoRequestOfTheService() {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        QFETCH(QByteArray, said);
        HttpClient client(m_endpoint->port());
        const HttpAnswer answer = client.ask(request.toStdString());
        QCOMPARE(answer.status, status);
        QCOMPARE(QByteArray::fromStdString(answer.body), said);
        QCOMPARE(client.ask(signedRequest("ListTables", "{}")).status, 200);
    }

    void servesPagesOfThisMachineOnly_data() {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("origin");
        QTest::addColumn<bool>("served");
        QTest::newRow("no page") << QByteArray("127.0.0.1:8000") << QByteArray() << true;
        QTest::newRow("IPv6") << QByteArray("[::1]:8000") << QByteArray() << true;
        QTest::newRow("a name of this machine") << QByteArray("dynamodb.localhost") << QByteArray() << true;
        QTest::newRow("a local page")
            << QByteArray("localhost:8000") << QByteArray("http://localhost:3000") << true;
        QTest::newRow("a page on the web")
            << QByteArray("localhost:8000") << QByteArray("https://evil.example") << false;
        QTest::newRow("a page that looks local")
            << QByteArray("localhost:8000") << QByteArray("https://localhost.evil.example") << false;
        QTest::newRow("a page of nowhere") << QByteArray("localhost:8000") << QByteArray("null") << false;
        QTest::newRow("a name that points here") << QByteArray("evil.example:8000") << QByteArray() << false;
        QTest::newRow("digits that look local")
            << QByteArray("127.0.0.1.evil.example") << QByteArray() << false;
        QTest::newRow("no host") << QByteArray() << QByteArray() << false;
    }
    void servesPagesOfThisMachineOnly() {
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, origin);
        QFETCH(bool, served);
        std::string request = signedRequest(
            "ListTables", "{}", origin.isEmpty() ? "" : "Origin: " + origin.toStdString() + "\r\n");
        const std::string usual = "Host: 127.0.0.1:8000\r\n";
        request.replace(request.find(usual), usual.size(),
                        host.isEmpty() ? "" : "Host: " + host.toStdString() + "\r\n");
        HttpClient client(m_endpoint->port());
        const HttpAnswer answer = client.ask(request);
        QCOMPARE(answer.status, served ? 200 : 403);
        QCOMPARE(answer.headerValue("access-control-allow-origin"),
                 served ? origin.toStdString() : std::string());
    }

    void tellsALocalPageThatItMayAsk() {
        HttpClient client(m_endpoint->port());
        const HttpAnswer answer = client.ask(
            "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:5173\r\n"
            "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-amz-target\r\n\r\n");
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.headerValue("access-control-allow-origin"), std::string("http://localhost:5173"));
        QCOMPARE(answer.headerValue("access-control-allow-headers"), std::string("x-amz-target"));
        QCOMPARE(answer.headerValue("access-control-allow-methods"), std::string("POST"));
    }

    void aTableIsUsableAtOnceAndInTheRegionSignedFor() {
        HttpClient client(m_endpoint->port());
        const HttpAnswer created = client.ask(signedRequest("CreateTable", kCreate));
        QCOMPARE(created.status, 200);
        QVERIFY(created.body.find("arn:aws:dynamodb:eu-west-1:000000000000:table/New") != std::string::npos);
        QCOMPARE(
            client.ask(signedRequest("PutItem", json("{'TableName':'New','Item':{'pk':{'S':'a'}}}"))).status,
            200);
        QVERIFY(m_engine->table("New").ok());
        QCOMPARE(m_engine->statistics({"New", {}})->items, std::uint64_t(1));
    }

    void tablesThatWereThereAreDeletedOnlyWhenAllowed() {
        {
            HttpClient client(m_endpoint->port());
            QCOMPARE(client.ask(signedRequest("CreateTable", kCreate)).status, 200);
            QCOMPARE(client.ask(signedRequest("DeleteTable", json("{'TableName':'New'}"))).status, 200);
            const HttpAnswer kept = client.ask(signedRequest("DeleteTable", json("{'TableName':'Old'}")));
            QCOMPARE(kept.status, 400);
            QVERIFY(kept.body.find("AccessDeniedException") != std::string::npos);
            QVERIFY(m_engine->table("Old").ok());
        }
        EndpointOptions options;
        options.allowDelete = true;
        startEndpoint(options);
        HttpClient client(m_endpoint->port());
        QCOMPARE(client.ask(signedRequest("DeleteTable", json("{'TableName':'Old'}"))).status, 200);
    }

    void logsWhatWasAskedAndAnswered() {
        std::mutex mutex;
        std::vector<LoggedRequest> log;
        EndpointOptions options;
        options.log = [&](LoggedRequest request) {
            const std::lock_guard guard(mutex);
            log.push_back(std::move(request));
        };
        startEndpoint(options);
        HttpClient client(m_endpoint->port());
        client.ask(signedRequest("PutItem", json("{'TableName':'Old','Item':{'pk':{'S':'a'}}}")));
        client.ask(signedRequest("GetItem", json("{'TableName':'Old','Key':{'pk':{'S':'a'}}}")));
        client.ask(signedRequest("GetItem", json("{'TableName':'Old','Key':{}}")));
        const std::lock_guard guard(mutex);
        QCOMPARE(log.size(), std::size_t(3));
        QCOMPARE(log[0].operation, std::string("PutItem"));
        QCOMPARE(log[0].summary.table, std::string("Old"));
        QCOMPARE(log[0].summary.capacity.write, HalfUnits(2));
        QCOMPARE(log[1].summary.key, std::string("a"));
        QCOMPARE(log[1].summary.items, std::uint64_t(1));
        QCOMPARE(log[1].status, 200U);
        QCOMPARE(log[2].status, 400U);
        QCOMPARE(log[2].summary.errorType, std::string("ValidationException"));
        QVERIFY(log[2].body.find("Key") != std::string::npos);
    }

  private:
    void startEndpoint(EndpointOptions options) {
        m_endpoint.reset();
        options.port = 0;
        auto endpoint = Endpoint::start(*m_engine, std::move(options));
        QVERIFY(endpoint.ok());
        m_endpoint = std::move(endpoint).value();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Endpoint> m_endpoint;
};

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
