// Statements through the JSON protocol, from text to stored item and back, as recorded of the service.
#include <QtTest>
#include <memory>

#include "tests/api/partiql_fixture.h"

using namespace partita;
using namespace partita::test;

class TestApiPartiql : public QObject {
    Q_OBJECT

  private slots:
    void init() { m_tables = std::make_unique<PartiqlTables>(); }
    void cleanup() { m_tables.reset(); }

    void insertsAndSelects();
    void refusesASecondInsert();
    void selectsWhatTheConditionSays_data();
    void selectsWhatTheConditionSays();
    void namesColumnsByTheirLastName();
    void readsIndexes();
    void ordersByTheKey();
    void pagesByItemsEvaluated();
    void bindsTokensToTheStatement();
    void updatesStepByStep();
    void updatesOnlyWhatIsThere();
    void returnsTheItemThatFailed();
    void returnsWhatReturningAsks_data();
    void returnsWhatReturningAsks();
    void deletesQuietlyWhatIsNotThere();
    void refuses_data();
    void refuses();
    void chargesReads();
    void chargesIndexesAndWhatTheyFetch();

  private:
    std::unique_ptr<PartiqlTables> m_tables;
};

void TestApiPartiql::insertsAndSelects() {
    QCOMPARE(
        m_tables->run("INSERT INTO tab VALUE {'pk': ?, 'sk': 'a', 'm': {'s': <<1, 2>>, 'l': [true, null]}}",
                      R"([{"S":"x"}])"),
        QStringLiteral(R"({"Items":[]})"));
    QCOMPARE(m_tables->run("SELECT * FROM tab WHERE pk = 'x'"),
             QStringLiteral(
                 R"({"Items":[{"m":{"M":{"l":{"L":[{"BOOL":true},{"NULL":true}]},"s":{"NS":["1","2"]}}},)"
                 R"("pk":{"S":"x"},"sk":{"S":"a"}}]})"));
    QCOMPARE(m_tables->run("SELECT * FROM tab WHERE pk = 'nobody'"), QStringLiteral(R"({"Items":[]})"));
}

void TestApiPartiql::refusesASecondInsert() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    QCOMPARE(m_tables->run("INSERT INTO tab VALUE {'pk': 'x', 'sk': 'a'}"),
             QStringLiteral("DuplicateItemException: Duplicate primary key exists in table"));
    QCOMPARE(m_tables->sortKeys("SELECT * FROM tab WHERE v = 1"), QStringList{"a"});
}

void TestApiPartiql::selectsWhatTheConditionSays_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QStringList>("sortKeys");
    const auto row = [](const char* where, const char* keys) {
        QTest::newRow(where) << QString(where) << QString(keys).split(' ', Qt::SkipEmptyParts);
    };
    // Items a, b, c of partition x with v = 1, 2, 3; tags on a; nul on b.
    row("pk = 'x'", "a b c");
    row("pk = 'x' AND v > 1", "b c");
    row("v > 1", "b c");
    row("pk = 'x' AND sk > 'a' AND sk < 'c'", "b");
    row("pk = 'x' AND sk <> 'b'", "a c");
    row("pk = 'x' AND NOT sk IN ['a', 'c']", "b");
    row("pk = 'x' AND sk IN ['c', 'a']", "a c");
    row("pk = 'x' AND (sk = 'a' OR sk = 'c') AND v = 3", "c");
    row("pk = 'x' AND begins_with(\"sk\", 'b')", "b");
    row("pk IN ['x', 'y'] AND v = 2", "b");
    row("pk = 'x' OR v = 9", "a b c");
    row("pk = 'x' AND contains(tags, 'red')", "a");
    row("pk = 'x' AND size(tags) = 2", "a");
    row("pk = 'x' AND tags IS MISSING", "b c");
    row("pk = 'x' AND tags IS NOT MISSING", "a");
    row("pk = 'x' AND nul IS NULL", "b");
    row("pk = 'x' AND nul IS NOT NULL", "a c");
    row("pk = 'x' AND attribute_type(v, 'N') AND v BETWEEN 2 AND 3", "b c");
    row("pk = 'x' AND v != 2", "a c");
    row("pk = 'x' AND attribute_exists(tags) = false", "b c");
    row("pk = 'x' AND attribute_exists(tags) <> 1", "a b c");
    row("pk = 'x' AND attribute_exists(pk)", "a b c");
    row("pk = 'x' AND tags = <<'red', 'blue'>>", "a");
    row("pk > 1", "");
    row("pk = 'x' AND sk = 'a' AND sk > '0'", "a");
    row("pk = 'x' AND pk = 'y'", "");
}

void TestApiPartiql::selectsWhatTheConditionSays() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"},"tags":{"SS":["red","blue"]}})");
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"b"},"v":{"N":"2"},"nul":{"NULL":true}})");
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"c"},"v":{"N":"3"}})");
    QFETCH(QString, where);
    QFETCH(QStringList, sortKeys);
    QStringList found = m_tables->sortKeys("SELECT * FROM tab WHERE " + where);
    found.sort();
    QCOMPARE(found, sortKeys);
    found = m_tables->sortKeys("SELECT sk FROM tab WHERE " + where);
    found.sort();
    QCOMPARE(found, sortKeys);
}

void TestApiPartiql::namesColumnsByTheirLastName() {
    m_tables->put(
        R"({"pk":{"S":"x"},"sk":{"S":"a"},"m":{"M":{"deep":{"S":"d"}}},"l":{"L":[{"N":"1"},{"N":"2"}]}})");
    QCOMPARE(m_tables->run("SELECT m.deep, l[1], gone FROM tab WHERE pk = 'x'"),
             QStringLiteral(R"({"Items":[{"deep":{"S":"d"},"l[1]":{"N":"2"}}]})"));
    QCOMPARE(m_tables->run("SELECT pk, m FROM tab WHERE pk = 'x'"),
             QStringLiteral(R"({"Items":[{"m":{"M":{"deep":{"S":"d"}}},"pk":{"S":"x"}}]})"));
}

void TestApiPartiql::readsIndexes() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"g":{"S":"one"},"p":{"N":"1"},"v":{"N":"5"}})");
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"b"},"g":{"S":"two"},"p":{"N":"2"}})");
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"c"}})");
    QCOMPARE(m_tables->run("SELECT * FROM tab.gsi WHERE g = 'one'"),
             QStringLiteral(R"({"Items":[{"g":{"S":"one"},"p":{"N":"1"},"pk":{"S":"x"},"sk":{"S":"a"}}]})"));
    QStringList keys = m_tables->sortKeys("SELECT pk, sk FROM tab.gsi WHERE NOT v = 5");
    keys.sort();
    QCOMPARE(keys, (QStringList{"a", "b"}));  // the index has no v, and no c
    QCOMPARE(m_tables->sortKeys("SELECT sk FROM tab.lsi WHERE pk = 'x' AND p > 1"), QStringList{"b"});
    QCOMPARE(
        m_tables->run("SELECT * FROM tab.gsi WHERE g = 'one'", {}, ",\"ConsistentRead\":true"),
        QStringLiteral(
            "ValidationException: Strongly consistent read is not supported on Global Secondary Indexes"));
}

void TestApiPartiql::ordersByTheKey() {
    for (const char* partition : {"o", "p"}) {
        for (const char* sort : {"1", "2", "3"}) {
            m_tables->put(QStringLiteral(R"({"pk":{"S":"%1"},"sk":{"S":"%2"}})").arg(partition, sort));
        }
    }
    const auto sortKeys = [&](const char* order) {
        return m_tables->sortKeys(QStringLiteral("SELECT * FROM tab WHERE pk = 'o' ORDER BY ") + order)
            .join("");
    };
    QCOMPARE(sortKeys("sk DESC"), QStringLiteral("321"));
    QCOMPARE(sortKeys("sk"), QStringLiteral("123"));
    QCOMPARE(sortKeys("pk ASC"), QStringLiteral("321"));
    QCOMPARE(m_tables->sortKeys("SELECT * FROM tab WHERE pk IN ['o', 'p'] ORDER BY pk DESC, sk ASC").join(""),
             QStringLiteral("123123"));
}

void TestApiPartiql::pagesByItemsEvaluated() {
    for (const char* key : {"a", "b", "c", "d", "e"}) {
        m_tables->put(QStringLiteral(R"({"pk":{"S":"%1"},"sk":{"S":"%1"},"v":{"N":"1"}})").arg(key));
        m_tables->put(QStringLiteral(R"({"pk":{"S":"x"},"sk":{"S":"%1"},"v":{"N":"2"}})").arg(key));
    }
    for (const char* statement :
         {"SELECT * FROM tab WHERE pk = 'x' AND v = 2", "SELECT * FROM tab WHERE pk = 'x' ORDER BY sk DESC",
          "SELECT * FROM tab WHERE pk IN ['a', 'b', 'c', 'd', 'e']", "SELECT * FROM tab WHERE v = 1"}) {
        for (const int limit : {1, 2, 3, 7}) {
            QStringList seen;
            QString token;
            int pages = 0;
            do {
                const QString page = m_tables->run(
                    statement, {}, QStringLiteral(",\"Limit\":%1%2").arg(limit).arg(tokenMember(token)));
                const QStringList keys = sortKeysIn(page);
                QVERIFY2(keys.size() <= limit, qPrintable(page));
                seen += keys;
                token = tokenIn(page);
                QVERIFY(++pages < 20);
            } while (!token.isEmpty());
            seen.sort();
            QCOMPARE(seen, (QStringList{"a", "b", "c", "d", "e"}));
        }
    }
}

void TestApiPartiql::bindsTokensToTheStatement() {
    for (const char* key : {"a", "b"}) {
        m_tables->put(QStringLiteral(R"({"pk":{"S":"x"},"sk":{"S":"%1"}})").arg(key));
    }
    const QString first = m_tables->run("SELECT * FROM tab WHERE pk = ?", R"([{"S":"x"}])", ",\"Limit\":1");
    const QString member = tokenMember(tokenIn(first));
    QVERIFY(!member.isEmpty());
    QCOMPARE(sortKeysIn(m_tables->run("SELECT * FROM tab WHERE pk = ?", R"([{"S":"x"}])", member)),
             QStringList{"b"});
    QCOMPARE(m_tables->run("SELECT * FROM tab WHERE pk = 'x'", {}, member),
             QStringLiteral("ValidationException: NextToken does not match request"));
    QCOMPARE(m_tables->run("SELECT * FROM tab WHERE pk = 'x'", {}, ",\"NextToken\":\"x\""),
             QStringLiteral("ValidationException: Invalid NextToken"));
}

void TestApiPartiql::updatesStepByStep() {
    m_tables->run(
        "INSERT INTO tab VALUE {'pk':'x', 'sk':'a', 'n':1, 'm':{'k':1}, 'l':[1, 'two'], 'ns':<<1, 34>>}");
    m_tables->run(
        "UPDATE tab SET n = n + 100 SET m.new = [2020] SET l = LIST_APPEND(l, [4]) "
        "SET ns = SET_ADD(ns, <<345>>), f = set_add(f, <<'m'>>) WHERE pk = 'x' AND sk = 'a'");
    m_tables->run(
        "UPDATE tab SET n = n - 1 REMOVE l[1] REMOVE m.new SET ns = SET_DELETE(ns, <<1>>) "
        "SET f = set_delete(f, <<'m'>>) WHERE (pk = 'x' AND sk = 'a') AND n = 101");
    QCOMPARE(m_tables->run("SELECT n, m, l, ns, f FROM tab WHERE pk = 'x'"),
             QStringLiteral(R"({"Items":[{"l":{"L":[{"N":"1"},{"N":"4"}]},"m":{"M":{"k":{"N":"1"}}},)"
                            R"("n":{"N":"100"},"ns":{"NS":["34","345"]}}]})"));
    QCOMPARE(m_tables->run("UPDATE tab SET ns = set_add(ns, <<'x'>>) WHERE pk = 'x' AND sk = 'a'"),
             QStringLiteral(
                 "ValidationException: An operand in the update expression has an incorrect data type"));
    QCOMPARE(m_tables->run("UPDATE tab SET z = list_append(z, [1]) WHERE pk = 'x' AND sk = 'a'"),
             QStringLiteral("ValidationException: The provided expression refers to an attribute that does "
                            "not exist in the item"));
    QCOMPARE(m_tables->run("UPDATE tab SET sk = 'b' WHERE pk = 'x' AND sk = 'a'"),
             QStringLiteral("ValidationException: One or more parameter values were invalid: Cannot update "
                            "attribute sk. This attribute is part of the key"));
}

void TestApiPartiql::updatesOnlyWhatIsThere() {
    QCOMPARE(m_tables->run("UPDATE tab SET n = 1 WHERE pk = 'ghost' AND sk = 'a'"),
             QStringLiteral("ConditionalCheckFailedException: The conditional request failed"));
    QCOMPARE(m_tables->sortKeys("SELECT * FROM tab"), QStringList());
}

void TestApiPartiql::returnsTheItemThatFailed() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    const QString statement = QStringLiteral("UPDATE tab SET v = 9 WHERE pk = 'x' AND sk = 'a' AND v = 2");
    const Reply with =
        m_tables->call("ExecuteStatement",
                       statementJson(statement, {}, ",\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\""));
    QCOMPARE(with.error(), QStringLiteral("ConditionalCheckFailedException"));
    QVERIFY2(with.text.contains(R"("Item":{"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})"), with.text.data());
    const Reply without = m_tables->call("ExecuteStatement", statementJson(statement));
    QCOMPARE(without.error(), QStringLiteral("ConditionalCheckFailedException"));
    QVERIFY(!without.body.contains("Item"));
}

void TestApiPartiql::returnsWhatReturningAsks_data() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("items");
    const auto row = [](const char* statement, const char* items) {
        QTest::newRow(statement) << QString(statement) << QStringLiteral("{\"Items\":[%1]}").arg(items);
    };
    row("UPDATE tab SET v = 2 WHERE pk = 'x' AND sk = 'a' RETURNING ALL OLD *",
        R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    row("UPDATE tab SET v = 2 WHERE pk = 'x' AND sk = 'a' RETURNING ALL NEW *",
        R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"2"}})");
    row("UPDATE tab SET v = 2 WHERE pk = 'x' AND sk = 'a' RETURNING MODIFIED OLD *", R"({"v":{"N":"1"}})");
    row("UPDATE tab SET v = 2 WHERE pk = 'x' AND sk = 'a' RETURNING MODIFIED NEW *", R"({"v":{"N":"2"}})");
    row("UPDATE tab REMOVE v WHERE pk = 'x' AND sk = 'a' RETURNING MODIFIED NEW *", "");
    row("DELETE FROM tab WHERE pk = 'x' AND sk = 'a' RETURNING ALL OLD *",
        R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    row("DELETE FROM tab WHERE pk = 'x' AND sk = 'b' RETURNING ALL OLD *", "");
    row("DELETE FROM tab WHERE pk = 'x' AND sk = 'a'", "");
}

void TestApiPartiql::returnsWhatReturningAsks() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    QFETCH(QString, statement);
    QFETCH(QString, items);
    QCOMPARE(m_tables->run(statement), items);
}

void TestApiPartiql::deletesQuietlyWhatIsNotThere() {
    QCOMPARE(m_tables->run("DELETE FROM tab WHERE pk = 'gone' AND sk = 'a'"),
             QStringLiteral(R"({"Items":[]})"));
    QCOMPARE(m_tables->run("DELETE FROM tab WHERE pk = 'gone' AND sk = 'a' AND v = 1"),
             QStringLiteral(R"({"Items":[]})"));
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"v":{"N":"1"}})");
    QCOMPARE(m_tables->run("DELETE FROM tab WHERE pk = 'x' AND sk = 'a' AND v = 2"),
             QStringLiteral("ConditionalCheckFailedException: The conditional request failed"));
    m_tables->run("DELETE FROM tab WHERE pk = 'x' AND sk = 'a' AND v = 1");
    QCOMPARE(m_tables->sortKeys("SELECT * FROM tab"), QStringList());
}

void TestApiPartiql::refuses_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    const auto statement = [](const char* text, const char* type, const char* message) {
        QTest::newRow(text) << statementJson(text) << QString(type) << QString(message);
    };
    const auto body = [](const char* name, const char* json, const char* message) {
        QTest::newRow(name) << QString(json) << QStringLiteral("ValidationException") << QString(message);
    };
    const char* needsKey = "Where clause does not contain a mandatory equality on all key attributes";
    for (const char* text :
         {"UPDATE tab SET a = 1", "UPDATE tab SET a = 1 WHERE pk = 'x'", "DELETE FROM tab WHERE v = 1",
          "FROM tab SET c = 1", "FROM tab WHERE a = 1 SET c = 1",
          "DELETE FROM tab WHERE pk = 'x' AND sk IN ['a']"}) {
        statement(text, "ValidationException", needsKey);
    }
    statement("SELECT * FROM nowhere WHERE pk = 'x'", "ResourceNotFoundException",
              "Requested resource not found");
    statement("FROM nowhere WHERE pk = 'x' SET c = 1", "ResourceNotFoundException",
              "Requested resource not found");
    statement("SELECT COUNT(*) FROM nowhere", "ValidationException", "Unexpected path component at 1:8:5");
    statement("SELECT pk FROM nowhere WHERE v < true", "ValidationException",
              "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL");
    statement("UPDATE tab.gsi SET a = 1 WHERE pk = 'x' AND sk = 'a'", "ValidationException",
              "This operation is not supported on an index");
    statement("DELETE FROM tab.gsi WHERE pk = 'x' AND sk = 'a'", "ValidationException",
              "This operation is not supported on an index");
    statement("UPDATE tab SET a = 1 WHERE pk = 'x' AND sk = 'a' AND pk = 'y'", "ValidationException",
              "Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported");
    statement("UPDATE tab SET a = 1 WHERE pk = 1 AND sk = 'a'", "ValidationException",
              "Key attribute's data type should match its data type in table's schema: Key pk");
    statement("EXISTS(SELECT * FROM tab WHERE pk = 'x' AND sk = 'a' AND v IS MISSING)", "ValidationException",
              "EXISTS can only be used in ExecuteTransaction write requests.");
    body("no statement", "{}",
         "1 validation error detected: Value null at 'statement' failed to satisfy constraint: Member must "
         "not "
         "be null");
    body("limit 0", R"({"Statement":"SELECT * FROM tab","Limit":0})",
         "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have "
         "value greater than or equal to 1");
    body("empty parameters", R"({"Statement":"SELECT * FROM tab","Parameters":[]})",
         "1 validation error detected: Value '[]' at 'parameters' failed to satisfy constraint: Member must "
         "have "
         "length greater than or equal to 1");
    body("a wrong parameter before the statement",
         R"({"Statement":"UPDATE tab SET","Parameters":[{"SS":["a","a"]}]})",
         "One or more parameter values were invalid: Input collection [a, a] contains duplicates.");
    body("a parameter that is no number",
         R"({"Statement":"SELECT * FROM tab WHERE v = ?","Parameters":[{"N":"x"}]})",
         "The parameter cannot be converted to a numeric value: x");
}

void TestApiPartiql::refuses() {
    QFETCH(QString, body);
    QFETCH(QString, type);
    QFETCH(QString, message);
    const Reply reply = m_tables->call("ExecuteStatement", body);
    QCOMPARE(reply.outcome(), type + ": " + message);
    QCOMPARE(reply.status, 400);
}

void TestApiPartiql::chargesReads() {
    m_tables->put(R"({"pk":{"S":"x"},"sk":{"S":"a"},"g":{"S":"one"}})");
    const QString asks = QStringLiteral(",\"ReturnConsumedCapacity\":\"TOTAL\"");
    QVERIFY(m_tables->run("SELECT * FROM tab WHERE pk = 'x'", {}, asks).contains("\"CapacityUnits\":0.5"));
    QVERIFY(m_tables->run("SELECT * FROM tab WHERE pk = 'x'", {}, asks + ",\"ConsistentRead\":true")
                .contains("\"CapacityUnits\":1.0"));
    QVERIFY(m_tables->run("SELECT * FROM tab WHERE pk IN ['x', 'y']", {}, asks)
                .contains("\"CapacityUnits\":1.0"));
}

void TestApiPartiql::chargesIndexesAndWhatTheyFetch() {
    for (const char* key : {"a", "b"}) {
        m_tables->put(
            QStringLiteral(R"({"pk":{"S":"x"},"sk":{"S":"%1"},"g":{"S":"one"},"p":{"N":"1"},"v":{"S":"w"}})")
                .arg(key));
    }
    struct Arms {
        double total, table, local, global;
        int items;
    };
    const auto read = [&](const char* statement, const QString& members = {}) {
        const QJsonObject page =
            jsonOf(m_tables->run(statement, {}, ",\"ReturnConsumedCapacity\":\"INDEXES\"" + members));
        const QJsonObject capacity = page["ConsumedCapacity"].toObject();
        const auto arm = [&](const char* kind, const char* index) {
            return capacity[QLatin1String(kind)]
                .toObject()[QLatin1String(index)]
                .toObject()["CapacityUnits"]
                .toDouble();
        };
        return Arms{capacity["CapacityUnits"].toDouble(),
                    capacity["Table"].toObject()["CapacityUnits"].toDouble(),
                    arm("LocalSecondaryIndexes", "lsi"), arm("GlobalSecondaryIndexes", "gsi"),
                    static_cast<int>(page["Items"].toArray().size())};
    };
    const Arms global = read("SELECT pk FROM tab.gsi WHERE g = 'one'");
    QCOMPARE(global.items, 2);
    QCOMPARE(global.table, 0.0);
    QVERIFY(global.global > 0);
    QCOMPARE(global.total, global.global);

    const Arms keys = read("SELECT * FROM tab.lsi WHERE pk = 'x'");
    QCOMPARE(keys.items, 2);
    QCOMPARE(keys.table, 0.0);
    const Arms fetched = read("SELECT v FROM tab.lsi WHERE pk = 'x'");
    QCOMPARE(fetched.items, 2);
    QVERIFY(fetched.table > 0);
    QCOMPARE(fetched.total, fetched.table + fetched.local);
    // What is fetched is charged for, whether the condition keeps it or not.
    const Arms none = read("SELECT v FROM tab.lsi WHERE pk = 'x' AND sk = 'gone'");
    QCOMPARE(none.items, 0);
    QCOMPARE(none.table, fetched.table);
    const Arms one = read("SELECT v FROM tab.lsi WHERE pk = 'x'", ",\"Limit\":1");
    QCOMPARE(one.items, 1);
    QVERIFY(one.table < fetched.table);
    const Arms consistent = read("SELECT v FROM tab.lsi WHERE pk = 'x'", ",\"ConsistentRead\":true");
    QCOMPARE(consistent.table, 2 * fetched.table);
    QCOMPARE(consistent.local, 2 * fetched.local);
}

QTEST_APPLESS_MAIN(TestApiPartiql)
#include "tst_api_partiql.moc"
