// Edits are remembered, taken back and done again, and give way to whoever was there meanwhile.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/interchange/json.h"
#include "model/item_history.h"
#include "model/session.h"

using namespace partita;

namespace {

Item itemOf(const char* title) {
    return {{"pk", Value::string("a")}, {"title", Value::string(title)}};
}

}  // namespace

class TestItemHistory final : public QObject {
    Q_OBJECT
  private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        TableDefinition table;
        table.name = "Things";
        table.keys.partition = {{"pk", ValueType::String}};
        auto engine = Engine::create(m_folder->filePath("t.partita").toStdString(), {table});
        QVERIFY(engine.ok());
        m_session = std::make_unique<Session>(std::move(engine).value());
        m_history = std::make_unique<ItemHistory>(m_session.get());
    }
    void cleanup() {
        m_history.reset();
        m_session.reset();
    }

    void goesBackAndForth();
    void aNewEditEndsWhatCouldBeRedone();
    void aConflictIsToldAndNothingIsOverwritten();
    void whatWasNotDoneIsNotRemembered();
    void oneAtATime();

  private:
    bool apply(std::optional<Item> before, std::optional<Item> after) {
        std::optional<bool> done;
        m_history->apply({"Things", std::move(before), std::move(after)}, this,
                         [&done](const Result<bool>& result) { done = result.ok(); });
        return QTest::qWaitFor([&done] { return done.has_value(); }) && *done;
    }
    bool idle() {
        return QTest::qWaitFor([this] { return !m_history->isBusy(); });
    }
    QString stored() {
        const auto got = m_session->engine()->get({"Things", {{"pk", Value::string("a")}}}, Metering::Off);
        if (!got) return QString::fromStdString(got.error().text());
        return got->item ? QString::fromStdString(*got->item->find("title")->asString()) : QString("-");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ItemHistory> m_history;
};

void TestItemHistory::goesBackAndForth() {
    QVERIFY(!m_history->canUndo());
    QVERIFY(apply({}, itemOf("one")));
    QVERIFY(apply(itemOf("one"), itemOf("two")));
    QVERIFY(apply(itemOf("two"), {}));
    QCOMPARE(stored(), QString("-"));
    for (const char* expected : {"two", "one", "-"}) {
        QVERIFY(m_history->canUndo());
        m_history->undo();
        QVERIFY(idle());
        QCOMPARE(stored(), QString(expected));
    }
    QVERIFY(!m_history->canUndo());
    for (const char* expected : {"one", "two", "-"}) {
        QVERIFY(m_history->canRedo());
        m_history->redo();
        QVERIFY(idle());
        QCOMPARE(stored(), QString(expected));
    }
    QVERIFY(!m_history->canRedo());
}

void TestItemHistory::aNewEditEndsWhatCouldBeRedone() {
    QVERIFY(apply({}, itemOf("one")));
    QVERIFY(apply(itemOf("one"), itemOf("two")));
    m_history->undo();
    QVERIFY(idle());
    QVERIFY(m_history->canRedo());
    QVERIFY(apply(itemOf("one"), itemOf("three")));
    QVERIFY(!m_history->canRedo());
    m_history->undo();
    QVERIFY(idle());
    QCOMPARE(stored(), QString("one"));
}

void TestItemHistory::aConflictIsToldAndNothingIsOverwritten() {
    QVERIFY(apply({}, itemOf("one")));
    QVERIFY(apply(itemOf("one"), itemOf("two")));
    QVERIFY(m_session->engine()->put({"Things", itemOf("theirs"), {}}).ok());
    QSignalSpy failed(m_history.get(), &ItemHistory::failed);
    m_history->undo();
    QVERIFY(idle());
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed[0][2].toBool(), true);
    QCOMPARE(stored(), QString("theirs"));
    // That step is forgotten; the one before it meets the same.
    QVERIFY(m_history->canUndo());
    m_history->undo();
    QVERIFY(idle());
    QCOMPARE(failed.count(), 2);
    QCOMPARE(stored(), QString("theirs"));
    QVERIFY(!m_history->canUndo());
    QVERIFY(!m_history->canRedo());
}

void TestItemHistory::whatWasNotDoneIsNotRemembered() {
    QVERIFY(!apply(itemOf("one"), itemOf("two")));
    QVERIFY(!m_history->canUndo());
    QVERIFY(apply({}, itemOf("one")));
    QVERIFY(apply(itemOf("one"), itemOf("one")));  // nothing to take back
    m_history->undo();
    QVERIFY(idle());
    QCOMPARE(stored(), QString("-"));
}

void TestItemHistory::oneAtATime() {
    bool first = false;
    bool second = true;
    m_history->apply({"Things", {}, itemOf("one")}, this,
                     [&first](const Result<bool>& result) { first = result.ok(); });
    QVERIFY(!m_history->canUndo());
    m_history->apply({"Things", {}, itemOf("two")}, this,
                     [&second](const Result<bool>& result) { second = result.ok(); });
    QVERIFY(!second);
    QVERIFY(idle());
    QVERIFY(first);
    QCOMPARE(stored(), QString("one"));
}

QTEST_GUILESS_MAIN(TestItemHistory)
#include "tst_item_history.moc"
