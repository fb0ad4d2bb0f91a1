// BatchExecuteStatement and ExecuteTransaction through the JSON protocol, as recorded of the service.
#include <QtTest>
#include <memory>

#include "tests/api/partiql_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

QString statementsJson(const char* name, const QStringList& statements, const QString& members = {}) {
    QStringList list;
    for (const QString& statement : statements) {
        list += statement.startsWith('{') ? statement : statementJson(statement);
    }
    return QStringLiteral("{\"%1\":[%2]%3}").arg(name, list.join(','), members);
}

}  // namespace

class TestApiPartiqlBatch : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        m_tables = std::make_unique<PartiqlTables>();
        m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
        m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"b"},"v":{"N":"2"}})");
    }
    void cleanup() { m_tables.reset(); }

    void answersEachStatementOfABatch_data();
    void answersEachStatementOfABatch();
    void refusesBatches_data();
    void refusesBatches();
    void chargesABatchByTable();
    void readsInATransaction();
    void writesInATransaction();
    void writesNothingWhenOneFails_data();
    void writesNothingWhenOneFails();
    void refusesTransactions_data();
    void refusesTransactions();
    void runsATokenOnce();

  private:
    Reply batch(const QStringList& statements, const QString& members = {}) {
        return m_tables->call("BatchExecuteStatement", statementsJson("Statements", statements, members));
    }
    Reply transaction(const QStringList& statements, const QString& members = {}) {
        return m_tables->call("ExecuteTransaction",
                              statementsJson("TransactStatements", statements, members));
    }
    std::unique_ptr<PartiqlTables> m_tables;
};

void TestApiPartiqlBatch::answersEachStatementOfABatch_data() {
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("responses");
    const QString a = QStringLiteral("SELECT * FROM tab WHERE pk = 'x' AND sk = 'a'");
    const QString found =
        QStringLiteral(R"({"TableName":"tab","Item":{"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}}})");
    const auto failed = [](const char* code, const char* message, bool ran = false) {
        return QStringLiteral(R"({"Error":{"Code":"%1","Message":"%2"}%3})")
            .arg(code, message, ran ? R"(,"TableName":"tab")" : "");
    };
    QTest::newRow("reads") << QStringList{a, "SELECT v FROM tab WHERE sk IN ['b'] AND pk = 'x'",
                                          "SELECT * FROM tab WHERE pk = 'x' AND sk = 'gone'"}
                           << found + R"(,{"TableName":"tab","Item":{"v":{"N":"2"}}},{"TableName":"tab"})";
    QTest::newRow("a missing table") << QStringList{a, "SELECT * FROM nowhere WHERE pk = 'x'"}
                                     << found + ',' +
                                            failed("ResourceNotFound", "Requested resource not found");
    QTest::newRow("a statement that is none")
        << QStringList{"SLECT * FROM tab", a}
        << failed("ValidationError",
                  "Statement wasn't well formed, can't be processed: Expected data manipulation") +
               ',' + found;
    const QString needsKey = failed("ValidationError",
                                    "Select statements within BatchExecuteStatement must specify the primary "
                                    "key in the where clause.");
    for (const char* text : {"SELECT * FROM tab WHERE v = 1", "SELECT * FROM tab WHERE pk = 'x'",
                             "SELECT * FROM tab.gsi WHERE g = 'x'",
                             "SELECT * FROM tab.gsi WHERE pk = 'x' AND sk = 'a' AND g = 'x'",
                             "SELECT * FROM tab WHERE pk = 'x' AND sk = 'a' AND attribute_exists(v)",
                             "SELECT * FROM tab WHERE pk = 'x' AND sk = 'a' AND pk = 'y'"}) {
        QTest::newRow(text) << QStringList{text} << needsKey;
    }
    QTest::newRow("writes")
        << QStringList{"INSERT INTO tab VALUE {'pk': 'x', 'sk': 'c'}",
                       "DELETE FROM tab WHERE pk = 'x' AND sk = 'b'",
                       "UPDATE tab SET v = 5 WHERE pk = 'x' AND sk = 'a' RETURNING MODIFIED NEW *"}
        << QStringLiteral(
               R"({"TableName":"tab"},{"TableName":"tab"},{"TableName":"tab","Item":{"v":{"N":"5"}}})");
    QTest::newRow("nothing was modified")
        << QStringList{"UPDATE tab REMOVE v WHERE pk = 'x' AND sk = 'a' RETURNING MODIFIED NEW *"}
        << QStringLiteral(R"({"TableName":"tab"})");
    QTest::newRow("writes that fail")
        << QStringList{"INSERT INTO tab VALUE {'pk': 'x', 'sk': 'a'}",
                       "UPDATE tab SET w = 1 WHERE pk = 'x' AND sk = 'b' AND v = 9",
                       "DELETE FROM tab WHERE pk = 'y' AND sk = 'b' RETURNING ALL NEW *",
                       "UPDATE tab SET w = 1"}
        << failed("DuplicateItem", "Duplicate primary key exists in table", true) + ',' +
               failed("ConditionalCheckFailed", "The conditional request failed", true) + ',' +
               failed("ValidationError",
                      "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in "
                      "DELETE statements.") +
               ',' +
               failed("ValidationError",
                      "Where clause does not contain a mandatory equality on all key attributes");
    QTest::newRow("too few parameters")
        << QStringList{statementJson("UPDATE tab SET v = ? WHERE pk = ? AND sk = 'a'", R"([{"S":"x"}])")}
        << failed("ValidationError", "Number of parameters in request and statement don't match.");
    QTest::newRow("a wrong parameter")
        << QStringList{statementJson("UPDATE tab SET v = ? WHERE pk = 'x' AND sk = 'a'", R"([{"SS":[]}])")}
        << failed("ValidationError",
                  "One or more parameter values were invalid: An string set  may not be empty");
}

void TestApiPartiqlBatch::answersEachStatementOfABatch() {
    QFETCH(QStringList, statements);
    QFETCH(QString, responses);
    QCOMPARE(batch(statements).outcome(), "{\"Responses\":[" + responses + "]}");
}

void TestApiPartiqlBatch::refusesBatches_data() {
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("message");
    const QString select = QStringLiteral("SELECT * FROM tab WHERE pk = 'x' AND sk = 'a'");
    QTest::newRow("none") << QStringList()
                          << QStringLiteral(
                                 "1 validation error detected: Value '[]' at 'statements' failed to satisfy "
                                 "constraint: Member must have length greater than or equal to 1");
    QTest::newRow("reads and writes") << QStringList{select, "DELETE FROM tab WHERE pk = 'y' AND sk = 'a'"}
                                      << QStringLiteral(
                                             "Read and write requests together in the same batch is "
                                             "not supported.");
    QTest::newRow("twice") << QStringList{select, "SELECT v FROM tab WHERE sk = 'a' AND pk = 'x'"}
                           << QStringLiteral("Provided list of item keys contains duplicates");
}

void TestApiPartiqlBatch::refusesBatches() {
    QFETCH(QStringList, statements);
    QFETCH(QString, message);
    QCOMPARE(batch(statements).outcome(), "ValidationException: " + message);
    QStringList many;
    for (int i = 0; i < 26; ++i) {
        many += QStringLiteral("SELECT * FROM tab WHERE pk = 'x' AND sk = '%1'").arg(i);
    }
    QVERIFY(batch(many).message().endsWith("Member must have length less than or equal to 25"));
    many.removeLast();
    QCOMPARE(batch(many).status, 200);
}

void TestApiPartiqlBatch::chargesABatchByTable() {
    const auto units = [&](const QString& member) {
        const Reply reply = batch({statementJson("SELECT * FROM tab WHERE pk = 'x' AND sk = 'a'", {}, member),
                                   "SELECT * FROM tab WHERE pk = 'x' AND sk = 'b'"},
                                  ",\"ReturnConsumedCapacity\":\"TOTAL\"");
        return reply.body["ConsumedCapacity"].toArray()[0].toObject()["CapacityUnits"].toDouble();
    };
    QCOMPARE(units({}), 1.0);
    QCOMPARE(units(",\"ConsistentRead\":true"), 1.5);
}

void TestApiPartiqlBatch::readsInATransaction() {
    QCOMPARE(transaction({"SELECT * FROM tab WHERE pk = 'x' AND sk = 'a'",
                          "SELECT v FROM tab WHERE pk = 'x' AND sk = 'b'",
                          "SELECT * FROM tab WHERE pk = 'x' AND sk = 'gone'"})
                 .outcome(),
             QStringLiteral(R"({"Responses":[{"Item":{"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}}},)"
                            R"({"Item":{"v":{"N":"2"}}},{}]})"));
}

void TestApiPartiqlBatch::writesInATransaction() {
    QCOMPARE(transaction({"INSERT INTO tab VALUE {'pk': 'x', 'sk': 'c', 'v': 7}",
                          "UPDATE tab SET v = v + 1 WHERE pk = 'x' AND sk = 'a'",
                          "DELETE FROM tab WHERE pk = 'x' AND sk = 'b'",
                          "EXISTS(SELECT * FROM tab WHERE pk = 'x' AND sk = 'gone' AND v IS MISSING)"})
                 .outcome(),
             QStringLiteral(R"({"Responses":[{},{},{},{}]})"));
    QCOMPARE(m_tables->run("SELECT sk, v FROM tab WHERE pk = 'x'"),
             QStringLiteral(R"({"Items":[{"sk":{"S":"a"},"v":{"N":"2"}},{"sk":{"S":"c"},"v":{"N":"7"}}]})"));
}

void TestApiPartiqlBatch::writesNothingWhenOneFails_data() {
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("codes");
    QTest::addColumn<QString>("message");  // of the first that fails
    const QString good = QStringLiteral("INSERT INTO tab VALUE {'pk': 'x', 'sk': 'new'}");
    QTest::newRow("a duplicate") << QStringList{good, "INSERT INTO tab VALUE {'pk': 'x', 'sk': 'a'}"}
                                 << "None, DuplicateItem"
                                 << "Duplicate primary key exists in table";
    QTest::newRow("a condition") << QStringList{"UPDATE tab SET v = 1 WHERE pk = 'x' AND sk = 'b' AND v = 9",
                                                good}
                                 << "ConditionalCheckFailed, None"
                                 << "The conditional request failed";
    QTest::newRow("EXISTS")
        << QStringList{"EXISTS(SELECT * FROM tab WHERE pk = 'x' AND sk = 'a' AND v IS MISSING)", good}
        << "ConditionalCheckFailed, None"
        << "The conditional request failed";
    QTest::newRow("a missing table") << QStringList{good, "DELETE FROM nowhere WHERE pk = 'x'"}
                                     << "None, ResourceNotFound"
                                     << "Requested resource not found";
    QTest::newRow("no whole key") << QStringList{"UPDATE tab SET v = 1 WHERE pk = 'x'", good}
                                  << "ValidationError, None"
                                  << "The provided key element does not match the schema";
    QTest::newRow("a key of another type")
        << QStringList{good, "UPDATE tab SET v = 1 WHERE pk = 'x' AND sk = 1"} << "None, ValidationError"
        << "The provided key element does not match the schema";
    QTest::newRow("an item without its key")
        << QStringList{"INSERT INTO tab VALUE {'pk': 'x'}", good} << "ValidationError, None"
        << "One or more parameter values were invalid: Missing the key sk in "
           "the item";
}

void TestApiPartiqlBatch::writesNothingWhenOneFails() {
    QFETCH(QStringList, statements);
    QFETCH(QString, codes);
    QFETCH(QString, message);
    const Reply reply = transaction(statements);
    QCOMPARE(
        reply.outcome(),
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific "
        "reasons [" +
            codes + "]");
    QStringList messages;
    for (const auto& reason : reply.body["CancellationReasons"].toArray()) {
        if (reason.toObject().contains("Message")) messages += reason.toObject()["Message"].toString();
    }
    QCOMPARE(messages, QStringList{message});
    QCOMPARE(m_tables->sortKeys("SELECT * FROM tab WHERE pk = 'x'"), (QStringList{"a", "b"}));
}

void TestApiPartiqlBatch::refusesTransactions_data() {
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("message");
    const QString select = QStringLiteral("SELECT * FROM tab WHERE pk = 'x' AND sk = 'a'");
    const QString update = QStringLiteral("UPDATE tab SET v = 1 WHERE pk = 'x' AND sk = 'a'");
    const QString inFirst = QStringLiteral("Validation failed in TransactStatements[0]: ");
    const QString needsKey =
        inFirst +
        "Select statements within ExecuteTransaction must specify the primary key in the where clause.";
    QTest::newRow("none") << QStringList()
                          << QStringLiteral(
                                 "1 validation error detected: Value '[]' at 'transactStatements' failed to "
                                 "satisfy constraint: Member must have length greater than or equal to 1");
    QTest::newRow("syntax")
        << QStringList{update, "SELECT * FROM tab WHERE"}
        << QStringLiteral(
               "Validation failed in TransactStatements[1]: Statement wasn't well formed, "
               "can't be processed: Unexpected term");
    QTest::newRow("reads and writes") << QStringList{select, update}
                                      << QStringLiteral(
                                             "ExecuteTransaction API does not support both read and write "
                                             "operations in the same request.");
    QTest::newRow("RETURNING") << QStringList{update + " RETURNING ALL NEW *"}
                               << inFirst + "RETURNING clause is not supported in ExecuteTransaction.";
    QTest::newRow("an index") << QStringList{"SELECT * FROM tab.gsi WHERE g = 'x'"}
                              << inFirst + "Reads on indices are not supported within transactions.";
    QTest::newRow("a write on an index")
        << QStringList{"UPDATE tab.gsi SET v = 1 WHERE pk = 'x' AND sk = 'a'"}
        << inFirst + "This operation is not supported on an index";
    QTest::newRow("a filter") << QStringList{select + " AND v = 1"} << needsKey;
    QTest::newRow("half a key") << QStringList{"SELECT * FROM tab WHERE pk = 'x'"} << needsKey;
    QTest::newRow("EXISTS of nothing more")
        << QStringList{"EXISTS(" + select + ")", "DELETE FROM tab WHERE pk = 'x' AND sk = 'b'"}
        << inFirst + "EXISTS() must contain a single item read with additional condition";
    QTest::newRow("overlap")
        << QStringList{"SELECT * FROM tab WHERE pk IN ['x', 'x'] AND sk = 'a'"}
        << inFirst + "Overlapping conditions with range keys are not supported in where clause";
    QTest::newRow("one item twice, read") << QStringList{select, select}
                                          << QStringLiteral(
                                                 "Transaction request cannot include multiple operations on "
                                                 "one item");
    QTest::newRow("one item twice, written")
        << QStringList{update, "DELETE FROM tab WHERE pk = 'x' AND sk = 'a'"}
        << QStringLiteral(
               "Transaction request cannot include multiple operations "
               "on one item");
}

void TestApiPartiqlBatch::refusesTransactions() {
    QFETCH(QStringList, statements);
    QFETCH(QString, message);
    QCOMPARE(transaction(statements).outcome(), "ValidationException: " + message);
}

void TestApiPartiqlBatch::runsATokenOnce() {
    const QString token =
        QStringLiteral(",\"ClientRequestToken\":\"once\",\"ReturnConsumedCapacity\":\"INDEXES\"");
    const QStringList statements = {"UPDATE tab SET w = 1 WHERE pk = 'x' AND sk = 'a'",
                                    "UPDATE tab SET v = v + 1 WHERE pk = 'x' AND sk = 'b'"};
    const QJsonObject first = transaction(statements, token).body["ConsumedCapacity"].toArray()[0].toObject();
    const QJsonObject again = transaction(statements, token).body["ConsumedCapacity"].toArray()[0].toObject();
    QCOMPARE(first["WriteCapacityUnits"].toDouble(), 4.0);
    QVERIFY(!first.contains("ReadCapacityUnits"));
    QCOMPARE(again["ReadCapacityUnits"].toDouble(), 4.0);
    QVERIFY(!again.contains("WriteCapacityUnits"));
    QCOMPARE(m_tables->run("SELECT v FROM tab WHERE pk = 'x' AND sk = 'b'"),
             QStringLiteral(R"({"Items":[{"v":{"N":"3"}}]})"));
    QCOMPARE(transaction({statements[0]}, token).error(),
             QStringLiteral("IdempotentParameterMismatchException"));
}

QTEST_APPLESS_MAIN(TestApiPartiqlBatch)
#include "tst_api_partiql_batch.moc"
