// `partita serve`: what it prints, how it ends, and what it refuses. The protocol is tested in
// tests/endpoint.
#include <signal.h>
#include <sys/resource.h>

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrl>
#include <QtTest/QtTest>
#include <memory>

#include "tests/app/program.h"
#include "tests/endpoint/http_client.h"

using namespace partita::test;

namespace {

/// A running `partita serve`.
class Server final {
  public:
    /// No file that it writes grows beyond `fileBytes`; 0: none but the machine's limit.
    explicit Server(const QStringList& words, rlim_t fileBytes = 0) {
        if (fileBytes > 0)
            m_process.setChildProcessModifier([fileBytes] {
                const rlimit limit = {fileBytes, fileBytes};
                ::setrlimit(RLIMIT_FSIZE, &limit);
            });
        m_process.start(program(), QStringList{"serve"} + words);
        m_process.waitForStarted();
        while (!m_process.canReadLine() && m_process.waitForReadyRead(20'000)) {
        }
        m_url = QUrl(QString::fromUtf8(m_process.readLine().trimmed()));
    }
    ~Server() {
        if (m_process.state() == QProcess::NotRunning) return;
        m_process.kill();
        m_process.waitForFinished();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    QUrl url() const { return m_url; }
    std::uint16_t port() const { return static_cast<std::uint16_t>(m_url.port(0)); }
    /// The exit status after the signal; -1 when it crashed or did not end.
    int endWith(int signal) {
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
        if (!m_process.waitForFinished(20'000) || m_process.exitStatus() != QProcess::NormalExit) return -1;
        return m_process.exitCode();
    }
    QByteArray said() { return m_process.readAllStandardError(); }

  private:
    QProcess m_process;
    QUrl m_url;
};

constexpr char kCreate[] =
    "{\"TableName\":\"New\",\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],"
    "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],\"BillingMode\":\"PAY_PER_REQUEST\"}";
constexpr char kPut[] = "{\"TableName\":\"New\",\"Item\":{\"pk\":{\"S\":\"a\"}}}";

}  // namespace

class TestCommandServe final : public QObject {
    Q_OBJECT

  private slots:
    void servesAFileThatItMakesAndLeavesItWhole() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("made.partita");
        Server server({path, "--port", "0", "--log"});
        QVERIFY2(server.url().isValid() && server.port() != 0, server.said());
        {
            HttpClient client(server.port());
            QCOMPARE(client.ask(signedRequest("CreateTable", kCreate)).status, 200);
            QCOMPARE(client.ask(signedRequest("PutItem", kPut)).status, 200);
        }
        QCOMPARE(server.endWith(SIGTERM), 0);
        const QByteArray log = server.said();
        QVERIFY2(log.contains("PutItem New a: 200, 1 WCU"), log);
        // Nothing is left beside the file: it is one again.
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"made.partita"});
        const Outcome found =
            run({"request", path, "GetItem", "-"}, "{\"TableName\":\"New\",\"Key\":{\"pk\":{\"S\":\"a\"}}}");
        QVERIFY2(found.out.contains("\"Item\""), found.text());
    }

    void endsOnAnInterruptWhileClientsAreConnected() {
        const QTemporaryDir folder;
        Server server({folder.filePath("a.partita"), "--port", "0"});
        HttpClient idle(server.port());
        QCOMPARE(idle.ask(signedRequest("ListTables", "{}")).status, 200);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(server.endWith(SIGINT), 0);
        QVERIFY2(timer.elapsed() < 4000, "it waits for a connection that asks nothing");
    }

    void keepsWhatItAcknowledgedWhenItIsKilled() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("killed.partita");
        Server server({path, "--port", "0"});
        HttpClient client(server.port());
        QCOMPARE(client.ask(signedRequest("CreateTable", kCreate)).status, 200);
        QCOMPARE(client.ask(signedRequest("PutItem", kPut)).status, 200);
        QCOMPARE(server.endWith(SIGKILL), -1);
        const Outcome found = run({"request", path, "Scan", "-"}, "{\"TableName\":\"New\"}");
        QVERIFY2(found.out.contains("\"Count\":1"), found.text());
    }

    void outlivesAFileThatMayNotGrow() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("full.partita");
        Server server({path, "--port", "0"}, 2'000'000);
        HttpClient client(server.port());
        QCOMPARE(client.ask(signedRequest("CreateTable", kCreate)).status, 200);
        QCOMPARE(client.ask(signedRequest("PutItem", kPut)).status, 200);
        const std::string pad(300'000, 'x');
        int status = 200;
        std::string said;
        for (int i = 0; i < 20 && status == 200; ++i) {
            const auto answer = client.ask(
                signedRequest("PutItem", "{\"TableName\":\"New\",\"Item\":{\"pk\":{\"S\":\"b" +
                                             std::to_string(i) + "\"},\"pad\":{\"S\":\"" + pad + "\"}}}"));
            status = answer.status;
            said = answer.body;
        }
        QVERIFY2(status == 500 && said.find("The change was not made") != std::string::npos, said.c_str());
        const auto found =
            client.ask(signedRequest("GetItem", "{\"TableName\":\"New\",\"Key\":{\"pk\":{\"S\":\"a\"}}}"));
        QVERIFY2(found.status == 200 && found.body.find("Item") != std::string::npos, found.body.c_str());
    }

    void refusesWhatItCannotServe() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("b.partita");
        Server server({path, "--port", "0"});
        const QString port = QString::number(server.port());
        const Outcome taken = run({"serve", folder.filePath("c.partita"), "--port", port});
        QVERIFY2(taken.status == 3 && taken.err.contains("127.0.0.1:" + port.toUtf8()), taken.text());
        QVERIFY(!QFile::exists(folder.filePath("c.partita")));
        const Outcome held = run({"serve", path, "--port", "0"});
        QVERIFY2(held.status == 3 && held.err.contains(path.toUtf8()), held.text());
        const Outcome wrong = run({"serve", path, "--port", "65536"});
        QVERIFY2(wrong.status == 2, wrong.text());
        const QString foreign = folder.filePath("foreign.partita");
        QVERIFY(write(foreign, "not a table file"));
        const Outcome refused = run({"serve", foreign, "--port", "0"});
        QVERIFY2(refused.status == 3, refused.text());
        QCOMPARE(read(foreign), QByteArray("not a table file"));
    }
};

QTEST_GUILESS_MAIN(TestCommandServe)
#include "tst_command_serve.moc"
