// The small widgets of the window's frame: tabs of a table page, the way to a key, the sidebar, choices,
// notices.
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTabBar>
#include <QToolButton>
#include <QtTest>

#include "model/roles.h"
#include "ui/go_to_key_bar.h"
#include "ui/notice_bar.h"
#include "ui/segmented_control.h"
#include "ui/sidebar.h"
#include "ui/sidebar_list.h"
#include "ui/table_page.h"
#include "ui/themed_label.h"

using namespace partita;

using KeyValues = std::vector<Value>;
Q_DECLARE_METATYPE(KeyValues)

class ShellWidgets final : public QObject {
    Q_OBJECT
  private slots:
    void browseCannotBeClosed();
    void layoutOfOtherBytesIsIgnored();
    void goToKeyReadsTypes_data();
    void goToKeyReadsTypes();
    void sidebarChoosesByMouseAndKeyboard();
    void segmentedControlTellsOnlyTheUser();
    void noticeStaysUntilClosed();
};

void ShellWidgets::browseCannotBeClosed() {
    TablePage page({new QWidget, new QWidget, new QWidget, new QWidget, new QWidget, new QWidget});
    auto* tabs = page.findChild<QTabBar*>();
    QVERIFY(!tabs->tabButton(0, QTabBar::RightSide));
    page.closeCurrentResult();
    QCOMPARE(tabs->count(), 1);

    QSignalSpy closed(&page, &TablePage::resultClosed);
    auto* result = new QWidget;
    page.addResult(result, "Query a");
    QCOMPARE(page.currentResult(), result);
    page.stepTab(1);
    QVERIFY(!page.currentResult());
    page.stepTab(-1);
    QCOMPARE(page.currentResult(), result);
    page.setResultTitle(result, "A & B", "A & B");
    QCOMPARE(tabs->tabText(1), QString("A && B"));
    static_cast<QToolButton*>(tabs->tabButton(1, QTabBar::RightSide))->click();
    QCOMPARE(closed.count(), 1);
    QCOMPARE(page.resultCount(), 0);
}

void ShellWidgets::layoutOfOtherBytesIsIgnored() {
    TablePage page({new QWidget, new QWidget, new QWidget, new QWidget, new QWidget, new QWidget});
    const QByteArray before = page.saveLayout();
    page.restoreLayout({});
    page.restoreLayout("nonsense");
    page.restoreLayout(before.left(before.size() / 2));
    QCOMPARE(page.saveLayout(), before);
}

void ShellWidgets::goToKeyReadsTypes_data() {
    QTest::addColumn<QStringList>("typed");
    QTest::addColumn<int>("sortValues");  // -1: refused
    QTest::newRow("partition only") << QStringList{"7", "", ""} << 0;
    QTest::newRow("all") << QStringList{"7", "abc", "AQI="} << 2;
    QTest::newRow("no number") << QStringList{"seven", "", ""} << -1;
    QTest::newRow("no base64") << QStringList{"7", "abc", "?"} << -1;
    QTest::newRow("a gap") << QStringList{"7", "", "AQI="} << -1;
    QTest::newRow("nothing") << QStringList{"", "", ""} << -1;
}

void ShellWidgets::goToKeyReadsTypes() {
    QFETCH(QStringList, typed);
    QFETCH(int, sortValues);
    GoToKeyBar bar;
    bar.setKeys({{{"n", ValueType::Number}}, {{"s", ValueType::String}, {"b", ValueType::Binary}}});
    bar.open();
    std::optional<std::size_t> sorts;
    connect(&bar, &GoToKeyBar::goRequested, this, [&](const KeyValues& partition, const KeyValues& sort) {
        QCOMPARE(partition, KeyValues{Value::number(7)});
        sorts = sort.size();
    });
    for (int i = 0; i < 3; ++i)
        QTest::keyClicks(bar.fields()[static_cast<std::size_t>(i)], typed[i]);
    QTest::keyClick(bar.fields()[0], Qt::Key_Return);
    QCOMPARE(sorts.has_value(), sortValues >= 0);
    QCOMPARE(bar.problem().isEmpty(), sortValues >= 0);
    if (sorts) QCOMPARE(int(*sorts), sortValues);
    QTest::keyClick(bar.fields()[0], Qt::Key_Escape);
    QVERIFY(!bar.isVisible());
}

void ShellWidgets::sidebarChoosesByMouseAndKeyboard() {
    QStandardItemModel tables;
    QStandardItemModel indexes;
    QStandardItemModel entities;
    tables.appendRow(new QStandardItem("Orders"));
    for (const char* name : {"ByDay", "ByStatus"})
        indexes.appendRow(new QStandardItem(name));
    Sidebar sidebar;
    sidebar.setModels(&tables, &indexes, &entities);
    sidebar.resize(220, 500);
    sidebar.show();
    sidebar.setCurrent(0, -1);
    QVERIFY(sidebar.tables()->selectionModel()->isRowSelected(0, {}));
    QSignalSpy chosen(&sidebar, &Sidebar::indexChosen);
    QTest::mouseClick(sidebar.indexes()->viewport(), Qt::LeftButton, {},
                      sidebar.indexes()->visualRect(indexes.index(1, 0)).center());
    QCOMPARE(chosen.takeFirst()[0].toInt(), 1);
    // Only what was chosen from outside is on.
    QVERIFY(!sidebar.indexes()->selectionModel()->isRowSelected(1, {}));
    QTest::keyClick(sidebar.indexes(), Qt::Key_Up);
    QTest::keyClick(sidebar.indexes(), Qt::Key_Return);
    QCOMPARE(chosen.takeFirst()[0].toInt(), 0);
    sidebar.setCurrent(0, 0);
    QVERIFY(!sidebar.tables()->selectionModel()->hasSelection());
    QVERIFY(sidebar.indexes()->selectionModel()->isRowSelected(0, {}));
}

void ShellWidgets::segmentedControlTellsOnlyTheUser() {
    SegmentedControl control({"One", "Two", "Three"});
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    control.setCurrent(2);
    QCOMPARE(control.current(), 2);
    QCOMPARE(chosen.count(), 0);
    control.findChildren<QPushButton*>()[1]->click();
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(control.current(), 1);
}

void ShellWidgets::noticeStaysUntilClosed() {
    QWidget parent;
    NoticeBar bar(&parent);
    parent.show();
    QVERIFY(bar.text().isEmpty());
    bar.say(NoticeBar::Kind::Error, "<b>It broke.</b>");
    QCOMPARE(bar.text(), QString("<b>It broke.</b>"));
    QCOMPARE(bar.findChild<ThemedLabel*>()->textFormat(), Qt::PlainText);
    QSignalSpy dismissed(&bar, &NoticeBar::dismissed);
    bar.findChild<QToolButton*>()->click();
    QCOMPARE(dismissed.count(), 1);
    QVERIFY(bar.text().isEmpty());
    bar.say(NoticeBar::Kind::Info, "Read-only", false);
    QVERIFY(!bar.findChild<QToolButton*>()->isVisible());
}

QTEST_MAIN(ShellWidgets)
#include "tst_shell_widgets.moc"
