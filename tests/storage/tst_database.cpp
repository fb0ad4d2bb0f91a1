// Connections, statements and transactions that cannot be left behind, cancelling a long statement, and the
// lock that lets one process write.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <thread>

#include "engine/storage/database.h"
#include "engine/storage/file_lock.h"
#include "engine/storage/storage_error.h"

using namespace partita;

namespace {

/// Counts to a thousand million: minutes, unless it is stopped.
const char* const kLong =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT max(i) FROM "
    "n";

/// The error that `work` ends with; Internal and no message when there is none.
template <class Work>
Error errorOf(const Work& work) {
    try {
        work();
    } catch (const StorageError& fault) {
        return fault.error();
    }
    return Error::internal("");
}

}  // namespace

class TestDatabase : public QObject {
    Q_OBJECT
  private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath("a b?c%#.db").toStdString();  // what a URI would trip over
        m_database = std::make_unique<Database>(m_path, Database::Access::Create);
        m_database->execute("CREATE TABLE t (a INTEGER, b BLOB, c TEXT)");
    }
    void cleanup() {
        m_database.reset();
        m_folder.reset();
    }

    void bindsAndReadsEveryKind() {
        const std::string bytes("\0\xff\0", 3);
        Execution insert = m_database->prepare("INSERT INTO t VALUES (?, ?, ?)");
        insert.bind(1, INT64_MIN).bindBytes(2, bytes).bindText(3, "日本").run();
        QCOMPARE(m_database->changes(), std::int64_t(1));
        QCOMPARE(m_database->lastInsertId(), std::int64_t(1));
        Execution row = m_database->prepare("SELECT a, b, c, NULL FROM t");
        QVERIFY(row.step());
        QCOMPARE(row.integer(0), INT64_MIN);
        QVERIFY(row.bytes(1) == bytes);
        QVERIFY(row.text(2) == "日本");
        QVERIFY(row.isNull(3) && !row.isNull(0));
        QVERIFY(row.text(3).empty() && row.bytes(3).empty());
        QVERIFY(!row.step());
    }

    void emptyBytesAreNotNull() {
        m_database->prepare("INSERT INTO t VALUES (1, ?1, ?2)").bindBytes(1, {}).bindText(2, {}).run();
        QCOMPARE(m_database->integer("SELECT b IS NULL OR c IS NULL FROM t"), std::int64_t(0));
        m_database->prepare("INSERT INTO t VALUES (2, ?1, 'x')").bindNull(1).run();
        QCOMPARE(m_database->integer("SELECT b IS NULL FROM t WHERE a = 2"), std::int64_t(1));
    }

    void aStatementLeftHalfwayIsReadyAgain() {
        m_database->execute("INSERT INTO t (a) VALUES (1), (2), (3)");
        for (int round = 0; round < 3; ++round) {
            Execution row = m_database->prepare("SELECT a FROM t WHERE a >= ?1 ORDER BY a");
            if (round == 0) row.bind(1, std::int64_t(2));
            // What was bound the last time is forgotten: nothing is >= NULL.
            QCOMPARE(row.step(), round == 0);
        }
        // Nothing holds the table any more.
        m_database->execute("DROP TABLE t");
    }

    void aMovedExecutionGoesOn() {
        m_database->execute("INSERT INTO t (a) VALUES (1), (2)");
        Execution first = m_database->prepare("SELECT a FROM t ORDER BY a");
        QVERIFY(first.step());
        Execution second(std::move(first));
        QVERIFY(second.step());
        QCOMPARE(second.integer(0), std::int64_t(2));
    }

    void aTransactionRollsBackUnlessCommitted() {
        {
            Transaction transaction(*m_database, Transaction::Kind::Write);
            m_database->execute("INSERT INTO t (a) VALUES (1)");
        }
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(0));
        {
            Transaction transaction(*m_database, Transaction::Kind::Write);
            m_database->execute("INSERT INTO t (a) VALUES (1)");
            transaction.commit();
        }
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(1));
        const Error error = errorOf([&] {
            Transaction transaction(*m_database, Transaction::Kind::Write);
            m_database->execute("INSERT INTO t (a) VALUES (2)");
            m_database->execute("INSERT INTO no_such_table VALUES (1)");
        });
        QVERIFY(error.message.find("no_such_table") != std::string::npos);
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(1));
        // And the next one begins as if nothing had been.
        Transaction transaction(*m_database, Transaction::Kind::Write);
        transaction.commit();
    }

    void aPartOfATransactionRollsBackAlone() {
        using Kind = Transaction::Kind;
        Transaction outer(*m_database, Kind::Write);
        QVERIFY(m_database->isInTransaction());
        insert(1);
        {
            Transaction part(*m_database, Kind::Write);
            insert(2);
        }
        {
            Transaction part(*m_database, Kind::Write);
            insert(3);
            {
                Transaction partOfPart(*m_database, Kind::Write);
                insert(4);
            }
            part.commit();
        }
        {
            Transaction part(*m_database, Kind::WriteOrFailAll);
            insert(5);
            part.commit();
        }
        QVERIFY(!m_database->mustRollBack());
        Database other(m_path, Database::Access::ReadOnly);
        QCOMPARE(other.integer("SELECT count(*) FROM t"), std::int64_t(0));
        outer.commit();
        QVERIFY(!m_database->isInTransaction());
        QCOMPARE(other.integer("SELECT sum(a) FROM t"), std::int64_t(1 + 3 + 5));
    }

    void partsEndWithTheWhole() {
        {
            Transaction outer(*m_database, Transaction::Kind::Write);
            for (const auto kind : {Transaction::Kind::Write, Transaction::Kind::WriteOrFailAll}) {
                Transaction part(*m_database, kind);
                insert(1);
                part.commit();
            }
        }
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(0));
    }

    void aPartThatCannotBeUndoneFailsAll_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<bool>("fails");
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("read") << QByteArray("SELECT * FROM t") << false;
        QTest::newRow("changes no row") << QByteArray("UPDATE t SET a = 2 WHERE a = 7") << false;
        QTest::newRow("statement that fails") << QByteArray("INSERT INTO nowhere VALUES (1)") << false;
        QTest::newRow("insert") << QByteArray("INSERT INTO t (a) VALUES (2)") << true;
        QTest::newRow("update") << QByteArray("UPDATE t SET a = 2") << true;
        QTest::newRow("delete") << QByteArray("DELETE FROM t") << true;
    }
    void aPartThatCannotBeUndoneFailsAll() {
        QFETCH(QByteArray, sql);
        QFETCH(bool, fails);
        insert(1);
        {
            Transaction outer(*m_database, Transaction::Kind::Write);
            try {
                Transaction part(*m_database, Transaction::Kind::WriteOrFailAll);
                m_database->execute(sql.toStdString());
            } catch (const StorageError&) {
            }
            QCOMPARE(m_database->mustRollBack(), fails);
            {
                // What comes after it does not make it good.
                Transaction part(*m_database, Transaction::Kind::WriteOrFailAll);
                part.commit();
            }
            QCOMPARE(m_database->mustRollBack(), fails);
        }
        QCOMPARE(m_database->integer("SELECT sum(a) FROM t"), std::int64_t(1));
        Transaction next(*m_database, Transaction::Kind::Write);
        QVERIFY(!m_database->mustRollBack());
        next.commit();
    }

    void aTransactionOfItsOwnCanAlwaysBeUndone() {
        {
            Transaction alone(*m_database, Transaction::Kind::WriteOrFailAll);
            insert(1);
        }
        QVERIFY(!m_database->mustRollBack());
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(0));
    }

    void aReadTransactionSeesOneMoment() {
        m_database->execute("PRAGMA journal_mode = WAL");
        Database reader(m_path, Database::Access::ReadOnly);
        const Transaction snapshot(reader, Transaction::Kind::Read);
        QCOMPARE(reader.integer("SELECT count(*) FROM t"), std::int64_t(0));
        m_database->execute("INSERT INTO t (a) VALUES (1)");
        QCOMPARE(reader.integer("SELECT count(*) FROM t"), std::int64_t(0));
    }

    void aStopEndsALongStatement() {
        std::stop_source stop;
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        const auto begin = std::chrono::steady_clock::now();
        const Error error = errorOf([&] {
            const Database::StopScope scope(*m_database, stop.get_token());
            m_database->integer(kLong);
        });
        later.join();
        QCOMPARE(error.code, ErrorCode::Cancelled);
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
        // Outside the scope the stop concerns nobody.
        QCOMPARE(
            m_database->integer("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                                "100000) SELECT max(i) FROM n"),
            std::int64_t(100'000));
    }

    void aStopInATransactionUndoesIt() {
        std::stop_source stop;
        stop.request_stop();
        const Error error = errorOf([&] {
            Transaction transaction(*m_database, Transaction::Kind::Write);
            m_database->execute("INSERT INTO t (a) VALUES (1)");
            const Database::StopScope scope(*m_database, stop.get_token());
            m_database->execute(std::string("INSERT INTO t (a) ") + kLong);
            transaction.commit();
        });
        QCOMPARE(error.code, ErrorCode::Cancelled);
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(0));
    }

    void eachAccessAllowsWhatItSays() {
        m_database->execute("INSERT INTO t (a) VALUES (7)");
        m_database.reset();
        for (const auto access : {Database::Access::ReadOnly, Database::Access::Immutable}) {
            Database reader(m_path, access);
            QCOMPARE(reader.integer("SELECT a FROM t"), std::int64_t(7));
            const Error error = errorOf([&] { reader.execute("INSERT INTO t (a) VALUES (8)"); });
            QCOMPARE(error.code, ErrorCode::ReadOnly);
            QCOMPARE(error.where, m_path);
        }
        const std::string missing = m_folder->filePath("missing").toStdString();
        for (const auto access :
             {Database::Access::ReadWrite, Database::Access::ReadOnly, Database::Access::Immutable}) {
            QCOMPARE(errorOf([&] { Database none(missing, access); }).code, ErrorCode::InputOutput);
            QVERIFY(!QFile::exists(QString::fromStdString(missing)));
        }
    }

    void aSchemaMayNotRunFunctionsOrBeOverwritten() {
        m_database->execute("INSERT INTO t (a) VALUES (7)");
        m_database->execute("CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM t; END");
        m_database->execute("CREATE VIEW v AS SELECT a FROM t");
        m_database->execute("INSERT INTO t (a) VALUES (8)");
        QCOMPARE(m_database->integer("SELECT count(*) FROM t"), std::int64_t(2));
        QVERIFY(!errorOf([&] { m_database->integer("SELECT a FROM v"); }).message.empty());
        QVERIFY(!errorOf([&] {
                     m_database->execute("PRAGMA writable_schema = ON");
                     m_database->execute("UPDATE sqlite_schema SET sql = 'x'");
                 }).message.empty());
    }

    void aLockIsHeldOnce() {
        auto lock = FileLock::acquire(m_path);
        QVERIFY(lock.ok());
        QVERIFY(QFile::exists(QString::fromStdString(FileLock::lockPath(m_path))));
        const auto second = FileLock::acquire(m_path);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::HeldByAnother);
        QVERIFY(second.error().message.find(std::to_string(::getpid())) != std::string::npos);
        lock = Error::cancelled();
        QVERIFY(!QFile::exists(QString::fromStdString(FileLock::lockPath(m_path))));
        QVERIFY(FileLock::acquire(m_path).ok());
    }

    void aLockIsHeldAgainstOtherProcessesUntilTheyDie() {
        int pipes[2];
        QCOMPARE(::pipe(pipes), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto lock = FileLock::acquire(m_path);
            const char done = lock.ok() ? 'y' : 'n';
            if (::write(pipes[1], &done, 1) != 1) ::_exit(1);
            ::pause();
            ::_exit(0);
        }
        char locked = 0;
        QCOMPARE(::read(pipes[0], &locked, 1), ssize_t(1));
        QCOMPARE(locked, 'y');
        const auto refused = FileLock::acquire(m_path);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::HeldByAnother);
        QVERIFY(refused.error().message.find(std::to_string(child)) != std::string::npos);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(pipes[0]);
        ::close(pipes[1]);
        // The file of the dead process is still there; its lock is not.
        QVERIFY(QFile::exists(QString::fromStdString(FileLock::lockPath(m_path))));
        QVERIFY(FileLock::acquire(m_path).ok());
        QVERIFY(!QFile::exists(QString::fromStdString(FileLock::lockPath(m_path))));
    }

    void aLockNeedsItsFolder() {
        const auto lock = FileLock::acquire(m_folder->filePath("no/such/file").toStdString());
        QVERIFY(!lock);
        QCOMPARE(lock.error().code, ErrorCode::InputOutput);
    }

    /// Many processes race for one lock: never do two hold it.
    void aRaceHasOneWinnerAtATime() {
        const std::string held = m_folder->filePath("held").toStdString();
        std::vector<pid_t> children;
        for (int i = 0; i < 6; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                int won = 0;
                for (int round = 0; round < 3000 && won < 50; ++round) {
                    const auto lock = FileLock::acquire(m_path);
                    if (!lock) {
                        ::usleep(50);
                        continue;
                    }
                    ++won;
                    // Made by one alone while the lock is held.
                    if (::link(m_path.c_str(), held.c_str()) != 0) ::_exit(1);
                    ::unlink(held.c_str());
                }
                ::_exit(0);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
    }

  private:
    void insert(int a) { m_database->prepare("INSERT INTO t (a) VALUES (?)").bind(1, a).run(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    std::unique_ptr<Database> m_database;
};

QTEST_APPLESS_MAIN(TestDatabase)
#include "tst_database.moc"
