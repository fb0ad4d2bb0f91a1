// Querying by typing, the result tab, the inspector, going to a key.
#include "tests/app/window.h"
#include "ui/browse_page.h"
#include "ui/go_to_key_bar.h"
#include "ui/inspector.h"
#include "ui/main_menu.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"

using namespace partita;

class WindowQuery final : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void cleanup();
    void queriesWhatIsTyped();
    void refreshesTheResultInFront();
    void showsTheSelectedItem();
    void goesToAKey();
    void saysWhyAKeyCannotBeGoneTo_data();
    void saysWhyAKeyCannotBeGoneTo();
    void menuShowsIndexesByShortcut();

  private:
    ResultPage* run(const QString& value);
    std::unique_ptr<Window> m_window;
};

void WindowQuery::init() {
    m_window = std::make_unique<Window>();
    QVERIFY(m_window->openSample("workspaces"));
}

void WindowQuery::cleanup() {
    m_window.reset();
}

ResultPage* WindowQuery::run(const QString& value) {
    QueryPanel* panel = m_window->file()->query()->panel();
    panel->focusKey();
    QWidget* field = QApplication::focusWidget();
    QTest::keySequence(field, QKeySequence::SelectAll);
    QTest::keyClicks(field, value);
    QTest::keyClick(field, Qt::Key_Return);
    ResultPage* result = m_window->file()->query()->currentResult();
    const auto isDone = [result] {
        return result && result->runner().state() == QueryRunner::State::Finished;
    };
    return QTest::qWaitFor(isDone) ? result : nullptr;
}

void WindowQuery::queriesWhatIsTyped() {
    QApplication::setActiveWindow(m_window->main());
    ResultPage* result = run("WS#acme");
    QVERIFY(result);
    QCOMPARE(result->title(), QString("Query WS#acme"));
    QCOMPARE(result->runner().metrics().itemsReturned, 5U);
    QCOMPARE(result->runner().metrics().readUnits, HalfUnits(1));
    QTRY_COMPARE(result->model()->rowCount(), 5);
    m_window->main()->menu()->closeTab->trigger();
    QVERIFY(!m_window->file()->query()->currentResult());
    QCOMPARE(m_window->file()->page()->resultCount(), 0);
}

void WindowQuery::refreshesTheResultInFront() {
    QApplication::setActiveWindow(m_window->main());
    ResultPage* first = run("WS#acme");
    QVERIFY(first);
    QCOMPARE(run("WS#globex"), first);
    QTRY_COMPARE(first->model()->rowCount(), 3);
    m_window->file()->page()->showBrowse();
    QVERIFY(run("WS#initech") != first);
    QCOMPARE(m_window->file()->page()->resultCount(), 2);
}

void WindowQuery::showsTheSelectedItem() {
    BlockView* view = m_window->blocks();
    QVERIFY(m_window->rowsAreLoaded(view));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->rowRect(3).center());
    const InspectedItem& inspected = m_window->file()->inspector()->inspected();
    QVERIFY(inspected.item);
    QCOMPARE(*inspected.item->find("title")->asString(), std::string("Mobile app"));
    QVERIFY(!inspected.index);
    m_window->file()->show("Workspaces", "ByStatus");
    QVERIFY(!m_window->file()->inspector()->inspected().item);
}

void WindowQuery::goesToAKey() {
    m_window->main()->menu()->goToKey->trigger();
    GoToKeyBar* bar = m_window->file()->browse()->page()->goToKey();
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->fields().size(), std::size_t(2));
    QTest::keyClicks(bar->fields()[0], "WS#initech");
    QTest::keyClicks(bar->fields()[1], "PROJ#2026-0011");
    QTest::keyClick(bar->fields()[1], Qt::Key_Return);
    QTRY_COMPARE(m_window->blocks()->currentRow(), 9);
    QVERIFY(m_window->rowsAreLoaded(m_window->blocks()));
    QTRY_VERIFY(m_window->blocks()->currentItem());
    QCOMPARE(m_window->blocks()->currentItem()->cell("title")->text, QString("帳票の移行"));
    QVERIFY(!bar->isVisible());
}

void WindowQuery::saysWhyAKeyCannotBeGoneTo_data() {
    QTest::addColumn<QString>("partition");
    QTest::addColumn<QString>("sort");
    QTest::addColumn<QString>("contains");
    QTest::newRow("nothing typed") << ""
                                   << ""
                                   << "Type a value for EntityRef";
    QTest::newRow("no such partition") << "WS#nobody"
                                       << ""
                                       << "WS#nobody";
    QTest::newRow("no such item") << "WS#acme"
                                  << "PROJ#9"
                                  << "no such item";
}

void WindowQuery::saysWhyAKeyCannotBeGoneTo() {
    QFETCH(QString, partition);
    QFETCH(QString, sort);
    QFETCH(QString, contains);
    m_window->main()->menu()->goToKey->trigger();
    GoToKeyBar* bar = m_window->file()->browse()->page()->goToKey();
    QTest::keyClicks(bar->fields()[0], partition);
    QTest::keyClicks(bar->fields()[1], sort);
    QTest::keyClick(bar->fields()[0], Qt::Key_Return);
    QTRY_VERIFY2(bar->problem().contains(contains), qPrintable(bar->problem()));
}

void WindowQuery::menuShowsIndexesByShortcut() {
    QApplication::setActiveWindow(m_window->main());
    QTest::keyClick(m_window->main(), Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(m_window->file()->browse()->shown().index.value_or(""), std::string("ByStatus"));
    QVERIFY(m_window->blocksAreRead());
    QCOMPARE(m_window->model()->rowCount(), 7);
    QTest::keyClick(m_window->main(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!m_window->file()->browse()->shown().index);
}

QTEST_MAIN(WindowQuery)
#include "tst_window_query.moc"
