// An import teaches in which order the attributes of an entity were written, and the file keeps it.
#include <QFile>

#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

class TestEngineAttributeOrder : public QObject {
    Q_OBJECT
  private slots:
    void isLearnedByEntityAndKept() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        const std::string source = folder.path("items.jsonl");
        write(
            source,
            "{\"pk\": \"WS#a\", \"sk\": \"META\", \"plan\": \"pro\", \"name\": \"Acme\"}\n"
            "{\"title\": \"Website\", \"pk\": \"WS#a\", \"status\": \"DONE\", \"sk\": \"PROJ#1\"}\n"
            "{\"pk\": {\"S\": \"WS#a\"}, \"sk\": {\"S\": \"PROJ#2\"}, \"m\": {\"M\": {\"z\": {\"S\": \"1\"}, "
            "\"a\": {\"S\": \"2\"}}}, \"status\": {\"S\": \"OPEN\"}}\n");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            ImportOptions options;
            options.table = "Things";
            VERIFY_OK((*engine)->importItems(source, options));
            expectOrder(**engine);
        }
        const auto again = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(again);
        expectOrder(**again);
    }

    void isNotLearnedFromWhatIsRefused() {
        Folder folder;
        const std::string source = folder.path("items.jsonl");
        write(source,
              "{\"pk\": \"WS#a\", \"zzz\": 1}\n{\"pk\": \"WS#a\", \"sk\": \"META\", \"b\": 1, \"a\": 2}\n");
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        ImportOptions options;
        options.table = "Things";
        VERIFY_OK((*engine)->importItems(source, options));
        const auto order = (*engine)->attributeOrder("Things");
        VERIFY_OK(order);
        QCOMPARE((*order)->entities().size(), std::size_t(1));
        QCOMPARE((*order)->namesOf("META"), (std::vector<std::string>{"pk", "sk", "b", "a"}));
    }

  private:
    static void write(const std::string& path, const QByteArray& text) {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    static void expectOrder(const Engine& engine) {
        const auto order = engine.attributeOrder("Things");
        VERIFY_OK(order);
        QCOMPARE((*order)->namesOf("META"), (std::vector<std::string>{"pk", "sk", "plan", "name"}));
        QCOMPARE((*order)->namesOf("PROJ"), (std::vector<std::string>{"title", "pk", "status", "sk", "m"}));
    }
};

QTEST_APPLESS_MAIN(TestEngineAttributeOrder)
#include "tst_engine_attribute_order.moc"
