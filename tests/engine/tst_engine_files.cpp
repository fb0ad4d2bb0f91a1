// Opening, refusing and closing table files: every fault has its own clear message, and nothing is changed.
// Holds test case FILE-01 and, with tst_engine_recover.cpp, FILE-02.
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

QByteArray contents(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
}

bool exists(const std::string& path) {
    return QFileInfo::exists(QString::fromStdString(path));
}

/// A closed file with ten items.
void makeFile(const std::string& path, int items = 10) {
    auto engine = Engine::create(path, {thingsTable()});
    VERIFY_OK(engine);
    for (int i = 0; i < items; ++i) {
        const auto put = (*engine)->put({"Things", item({{"pk", s("thing#" + std::to_string(i % 3))},
                                                         {"sk", s("part#" + std::to_string(i))},
                                                         {"kind", s("K")},
                                                         {"rank", n(i)}})});
        VERIFY_OK(put);
    }
}

std::uint64_t itemsIn(const Engine& engine) {
    const auto statistics = engine.statistics({"Things", std::nullopt});
    return statistics ? statistics->items : 0;
}

QueryRequest queryOf(std::string partition) {
    QueryRequest request;
    request.table = "Things";
    request.partition = {s(std::move(partition))};
    return request;
}

/// Runs `work` in a child process without root's rights and returns its exit status.
template <class Work>
int asNobody(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(99);
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

class TestEngineFiles : public QObject {
    Q_OBJECT
  private slots:
    void refusesWhatIsNoTableFile_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        Folder folder;
        const std::string path = folder.path("good.partita");
        makeFile(path);
        const QByteArray good = contents(path);
        QTest::newRow("empty") << QByteArray() << int(ErrorCode::FileEmpty) << "empty";
        QTest::newRow("text") << QByteArray("{\"hello\": \"world\"}\n") << int(ErrorCode::ForeignFile)
                              << "not a table file";
        QTest::newRow("header only") << good.left(50) << int(ErrorCode::DamagedFile) << "cut short";
        QTest::newRow("half") << good.left(good.size() / 2) << int(ErrorCode::DamagedFile) << "cut short";
        QByteArray newer = good;
        newer[63] = 4;
        QTest::newRow("newer version") << newer << int(ErrorCode::NewerVersion) << "newer Partita (format 4";
        QByteArray foreign = good;
        foreign[68] = 0;
        QTest::newRow("other program's SQLite")
            << foreign << int(ErrorCode::ForeignFile) << "another program";
        QByteArray overwritten = good;
        overwritten.replace(100, 8092, QByteArray(8092, '\xff'));
        QTest::newRow("first page overwritten") << overwritten << int(ErrorCode::DamagedFile) << "damaged";
    }
    /// FILE-02 (b) to (f)
    void refusesWhatIsNoTableFile() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        QFETCH(QString, says);
        Folder folder;
        const std::string path = folder.path("given.partita");
        write(path, bytes);
        for (const auto mode :
             {Engine::OpenMode::ReadWrite, Engine::OpenMode::ReadOnlyIfNeeded, Engine::OpenMode::ReadOnly}) {
            const auto engine = Engine::open(path, mode);
            QVERIFY(!engine);
            QCOMPARE(int(engine.error().code), code);
            QVERIFY2(QString::fromStdString(engine.error().text()).contains(says),
                     engine.error().text().c_str());
            QVERIFY(QString::fromStdString(engine.error().text()).contains("given.partita"));
        }
        QCOMPARE(contents(path), bytes);
        QVERIFY(!exists(path + "-wal") && !exists(path + "-shm") && !exists(path + ".lock"));
    }

    void refusesAMissingFileAndAFolder() {
        Folder folder;
        const auto missing = Engine::open(folder.path("no.partita"), Engine::OpenMode::ReadWrite);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::FileMissing);
        const auto directory = Engine::open(folder.path(), Engine::OpenMode::ReadWrite);
        QVERIFY(!directory);
        QCOMPARE(directory.error().code, ErrorCode::ForeignFile);
    }

    void refusesAnInnerTableOfAnotherShape() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        makeFile(path);
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, "CREATE TABLE extra (a)", nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        QVERIFY(!engine);
        QCOMPARE(engine.error().code, ErrorCode::DamagedFile);
    }

    void doesNotOverwriteAnExistingFile() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        write(path, "precious");
        const auto engine = Engine::create(path, {thingsTable()});
        QVERIFY(!engine);
        QCOMPARE(engine.error().code, ErrorCode::InputOutput);
        QCOMPARE(contents(path), QByteArray("precious"));
    }

    void leavesNothingOfAFileThatCouldNotBeMade() {
        Folder folder;
        TableDefinition bad = thingsTable();
        bad.name = "x";
        QVERIFY(!Engine::create(folder.path("t.partita"), {bad}));
        QVERIFY(!Engine::create(folder.path("no/such/folder.partita"), {thingsTable()}));
        QCOMPARE(QDir(QString::fromStdString(folder.path()))
                     .entryList(QDir::NoDotAndDotDot | QDir::AllEntries)
                     .size(),
                 0);
    }

    /// FILE-01: the main file alone has all items.
    void isOneFileAfterClosing() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        makeFile(path);
        QCOMPARE(
            QDir(QString::fromStdString(folder.path())).entryList(QDir::NoDotAndDotDot | QDir::AllEntries),
            QStringList{"t.partita"});
        const std::string copy = folder.path("copy.partita");
        QVERIFY(QFile::copy(QString::fromStdString(path), QString::fromStdString(copy)));
        const auto engine = Engine::open(copy, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        QCOMPARE(itemsIn(**engine), std::uint64_t(10));
    }

    void secondWriterIsRefusedAndASecondWindowReads() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        auto first = Engine::create(path, {thingsTable()});
        VERIFY_OK(first);
        VERIFY_OK((*first)->put({"Things", item({{"pk", s("a")}, {"sk", s("1")}})}));

        const auto second = Engine::open(path, Engine::OpenMode::ReadWrite);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::HeldByAnother);
        QVERIFY(QString::fromStdString(second.error().text()).contains(QString::number(::getpid())));

        const auto reading = Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded);
        VERIFY_OK(reading);
        QVERIFY((*reading)->isReadOnly());
        QVERIFY(!(*reading)->readOnlyReason().empty());
        QCOMPARE(itemsIn(**reading), std::uint64_t(1));
        // What the writer adds is seen.
        VERIFY_OK((*first)->put({"Things", item({{"pk", s("a")}, {"sk", s("2")}})}));
        QCOMPARE(itemsIn(**reading), std::uint64_t(2));
        const auto refused = (*reading)->put({"Things", item({{"pk", s("a")}, {"sk", s("3")}})});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::ReadOnly);
    }

    /// FILE-01: reads, says that it is read-only, writes nothing.
    void opensFromAFolderThatCannotBeWritten() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        makeFile(path);
        QVERIFY(::chmod(path.c_str(), 0444) == 0 && ::chmod(folder.path().c_str(), 0555) == 0);
        const QByteArray before = contents(path);
        const int status = asNobody([&] {
            if (Engine::open(path, Engine::OpenMode::ReadWrite)) return 1;
            const auto engine = Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded);
            if (!engine) return 2;
            if (!(*engine)->isReadOnly() || (*engine)->readOnlyReason().empty()) return 3;
            if (itemsIn(**engine) != 10) return 4;
            const auto put = (*engine)->put({"Things", item({{"pk", s("a")}, {"sk", s("1")}})});
            if (put || put.error().code != ErrorCode::ReadOnly) return 5;
            const auto page = (*engine)->query(queryOf("thing#1"));
            return page && page->count == 3 ? 0 : 6;
        });
        ::chmod(folder.path().c_str(), 0755);
        QCOMPARE(status, 0);
        QCOMPARE(contents(path), before);
        QCOMPARE(
            QDir(QString::fromStdString(folder.path())).entryList(QDir::NoDotAndDotDot | QDir::AllEntries),
            QStringList{"t.partita"});
    }

    /// FILE-01: what was committed is there after kill -9, and no log is left after the next closing.
    void aKilledWriterLosesNothingAcknowledged() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        makeFile(path, 0);
        int pipes[2];
        QCOMPARE(::pipe(pipes), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            for (int i = 0; engine; ++i) {
                const auto put = (*engine)->put(
                    {"Things", item({{"pk", s("k" + std::to_string(i % 7))},
                                     {"sk", s(std::to_string(i))},
                                     {"kind", s("x" + std::to_string(i % 5))},
                                     {"rank", n(i)},
                                     {"title", s(std::string(std::size_t(i % 50) * 100, 't'))}})});
                if (!put || ::write(pipes[1], &i, sizeof i) != sizeof i) ::_exit(1);
            }
            ::_exit(2);
        }
        ::close(pipes[1]);
        int acknowledged = -1;
        while (acknowledged < 500 &&
               ::read(pipes[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
        }
        ::kill(child, SIGKILL);
        while (::read(pipes[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
        }
        ::close(pipes[0]);
        ::waitpid(child, nullptr, 0);
        QVERIFY(acknowledged >= 500);

        {
            const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            VERIFY_OK(engine);
            for (int i = 0; i <= acknowledged; ++i) {
                const auto got = (*engine)->get(
                    {"Things", item({{"pk", s("k" + std::to_string(i % 7))}, {"sk", s(std::to_string(i))}}),
                     true});
                VERIFY_OK(got);
                QVERIFY2(got->item, qPrintable(QString("item %1 of %2").arg(i).arg(acknowledged)));
            }
            const auto findings = (*engine)->check();
            VERIFY_OK(findings);
            QVERIFY2(findings->empty(), findings->empty() ? "" : findings->front().c_str());
        }
        QVERIFY(!exists(path + "-wal") && !exists(path + "-shm") && !exists(path + ".lock"));
    }

    void damageInTheMiddleIsToldAndTheRestStaysReadable() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            for (int i = 0; i < 2000; ++i)
                VERIFY_OK((*engine)->put({"Things", item({{"pk", s("key" + std::to_string(i % 100))},
                                                          {"sk", s(std::to_string(i))},
                                                          {"text", s(std::string(400, 'x'))}})},
                                         Metering::Off));
        }
        QByteArray bytes = contents(path);
        // A page in the middle of the file: with 2,000 items of 400 bytes, one of items.
        const qsizetype page = bytes.size() / 16384 / 2;
        bytes.replace(page * 16384, 16384, QByteArray(16384, '\xff'));
        write(path, bytes);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded);
        VERIFY_OK(engine);
        int readable = 0, damaged = 0;
        for (int i = 0; i < 100; ++i) {
            const auto got = (*engine)->query(queryOf("key" + std::to_string(i)));
            if (got) {
                ++readable;
            } else {
                QCOMPARE(got.error().code, ErrorCode::DamagedFile);
                ++damaged;
            }
        }
        QVERIFY(readable > 0);
        QVERIFY(damaged > 0);
        const auto findings = (*engine)->check();
        QVERIFY(!findings || !findings->empty());
    }
};

QTEST_APPLESS_MAIN(TestEngineFiles)
#include "tst_engine_files.moc"
