// Clicks, scrolls and types into a real block view, and reads it back as a screen reader would.
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include "model/block_model.h"
#include "tests/model/block_fakes.h"
#include "ui/block_painter.h"
#include "ui/block_view.h"
#include "ui/theme.h"

using namespace partita;

namespace {

std::shared_ptr<MemoryReader> workspaces() {
    auto reader = std::make_shared<MemoryReader>();
    const auto text = [](const char* t) { return Value::string(t); };
    reader->blocks = {
        {1,
         "WS#acme",
         {madeItem("WS#acme", "META", {{"name", text("Acme")}, {"seats", Value::number(40)}}),
          madeItem("WS#acme", "PROJ#2026-0007", {{"title", text("Website")}, {"status", text("ACTIVE")}}),
          madeItem("WS#acme", "PROJ#2026-0019", {{"title", text("Billing")}, {"status", text("DONE")}}),
          madeItem("WS#acme", "PROJ#2026-0023",
                   {{"title", text("Mobile app")}, {"status", text("ACTIVE")}})}},
        {2, "WS#globex", {madeItem("WS#globex", "META", {{"name", text("Globex")}})}},
        {3,
         "WS#日本",
         {madeItem("WS#日本", "PROJ#1", {{"title", text("帳票の移行")}, {"status", text("PAUSED")}})}},
    };
    return reader;
}

struct Window {
    FakeSource source;
    BlockModel model;
    BlockView view;
    explicit Window(std::shared_ptr<const BlockReader> reader, QSize size = {900, 600})
        : source(std::move(reader)) {
        // Active before it has rows: a view that is given the focus selects its first row.
        view.resize(size);
        view.show();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(&view);
        model.setSource(&source);
        view.setModel(&model);
    }
    /// Until every visible row is loaded.
    bool settle() {
        return QTest::qWaitFor([this] {
            if (model.state() != BlockModel::State::Ready) return false;
            for (const auto& row : view.visibleRows())
                if (model.loadState(row.row) != LoadState::Loaded) return false;
            return true;
        });
    }
    QPoint at(int row, int x) const { return {x, view.rowRect(row).center().y()}; }
    void click(int row, int x) { QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at(row, x)); }
    void wheel(int pixels) {
        const QPointF place(400, 100);
        QWheelEvent event(place, view.viewport()->mapToGlobal(place), QPoint(0, -pixels),
                          QPoint(0, -pixels * 8), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }
};

}  // namespace

class TestBlockView : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { Theme::instance().setMode(Theme::Mode::Light); }
    void showsBlocks();
    void selectsByClick();
    void selectsByKeys();
    void collapsesByMouseAndKeys();
    void wheelMovesByPixels();
    void scrollBarCountsLines();
    void keyCellSticks();
    void keyCellCanBeResized();
    void typingGoesToAKey();
    void copies();
    void asksToQuery();
    void gridHasColumns();
    void tellsAgainWhenTheItemChanged();
    void saysWhatIsWrong();
    void retriesARow();
    void saysThatItIsEmpty();
    void countsOfAPart();
    void loadIsShown();
    void canBeReadAloud();
    void scrollArithmetic();
    void scrollsToTheEndOfAHugeTable();
};

void TestBlockView::showsBlocks() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QCOMPARE(w.view.visibleRows().size(), 6U);
    QCOMPARE(w.view.rowRect(0).height(), kDiagramRow);
    QCOMPARE(w.view.keyCellRect(1), QRect(0, 0, w.view.keyWidth(), 4 * kDiagramRow));
    const QImage picture = w.view.viewport()->grab().toImage();
    QCOMPARE(picture.pixelColor(w.view.keyWidth() + 2, 10), Theme::instance().entityColour("META"));
    QCOMPARE(picture.pixelColor(w.view.keyWidth() + 2, kDiagramRow + 10),
             Theme::instance().entityColour("PROJ"));
    QCOMPARE(picture.pixelColor(3, 3), Theme::instance().colours().keyCell);
    QCOMPARE(w.view.verticalScrollBar()->maximum(), 0);
}

void TestBlockView::selectsByClick() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QSignalSpy selected(&w.view, &BlockView::itemSelected);
    QSignalSpy activated(&w.view, &BlockView::itemActivated);
    w.click(2, 500);
    QCOMPARE(w.view.currentRow(), 2);
    QCOMPARE(selected.size(), 1);
    QCOMPARE(selected[0][0].value<BlockItemPtr>()->sortText, "PROJ#2026-0019");
    const QImage picture = w.view.viewport()->grab().toImage();
    QCOMPARE(picture.pixelColor(880, w.at(2, 0).y()), Theme::instance().colours().selection);
    QTest::mouseDClick(w.view.viewport(), Qt::LeftButton, {}, w.at(2, 500));
    QCOMPARE(activated.size(), 1);
    w.click(2, 500);
    QCOMPARE(selected.size(), 1);  // nothing new to tell
}

void TestBlockView::selectsByKeys() {
    Window w(workspaces());
    QVERIFY(w.settle());
    w.click(0, 500);
    const auto after = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&w.view, key, modifiers);
        return w.view.currentRow();
    };
    QCOMPARE(after(Qt::Key_Down), 1);
    QCOMPARE(after(Qt::Key_Up), 0);
    QCOMPARE(after(Qt::Key_Up), 0);
    QCOMPARE(after(Qt::Key_End), 3);
    QCOMPARE(after(Qt::Key_Home), 0);
    QCOMPARE(after(Qt::Key_Down, Qt::ControlModifier), 4);
    QCOMPARE(after(Qt::Key_Down, Qt::ControlModifier), 5);
    QCOMPARE(after(Qt::Key_Up, Qt::ControlModifier), 4);
    QCOMPARE(after(Qt::Key_Up, Qt::ControlModifier), 0);
    QCOMPARE(after(Qt::Key_End, Qt::ControlModifier), 5);
    QCOMPARE(after(Qt::Key_Home, Qt::ControlModifier), 0);
    QCOMPARE(after(Qt::Key_PageDown), 5);
    QCOMPARE(after(Qt::Key_PageUp), 0);
    QSignalSpy activated(&w.view, &BlockView::itemActivated);
    QTest::keyClick(&w.view, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
}

void TestBlockView::collapsesByMouseAndKeys() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QTest::mouseDClick(w.view.viewport(), Qt::LeftButton, {}, w.at(1, 60));
    QCOMPARE(w.model.rowCount(), 3);
    QCOMPARE(w.view.rowRect(0).height(), kCollapsedRow);
    QTest::mouseClick(w.view.viewport(), Qt::LeftButton, {}, w.at(0, w.view.keyWidth() - 14));
    QCOMPARE(w.model.rowCount(), 6);
    w.click(2, 500);
    QTest::keyClick(&w.view, Qt::Key_Left);
    QCOMPARE(w.model.rowCount(), 3);
    QCOMPARE(w.view.currentRow(), 0);
    QVERIFY(!w.view.currentItem());
    QTest::keyClick(&w.view, Qt::Key_Right);
    QCOMPARE(w.model.rowCount(), 6);
    w.view.actions().collapseAll->trigger();
    QCOMPARE(w.model.rowCount(), 3);
    w.view.actions().expandAll->trigger();
    QCOMPARE(w.model.rowCount(), 6);
}

void TestBlockView::wheelMovesByPixels() {
    Window w(std::make_shared<CountingReader>(500, 7));
    QVERIFY(w.settle());
    w.wheel(10);
    QCOMPARE(w.view.rowRect(0).top(), -10);
    QCOMPARE(w.view.verticalScrollBar()->value(), 0);
    w.wheel(40);
    QCOMPARE(w.view.rowRect(1).top(), -50 + kDiagramRow);
    QCOMPARE(w.view.verticalScrollBar()->value(), 1);
    w.wheel(-1000);
    QCOMPARE(w.view.rowRect(0).top(), 0);
    QVERIFY(w.settle());
}

void TestBlockView::scrollBarCountsLines() {
    Window w(std::make_shared<CountingReader>(500, 7));
    QVERIFY(w.settle());
    QTRY_VERIFY(w.model.isOrderComplete());
    auto* bar = w.view.verticalScrollBar();
    const int rows = w.model.rowCount();
    QVERIFY(bar->maximum() > rows - 20 && bar->maximum() < rows);
    bar->setValue(1000);
    QCOMPARE(w.view.visibleRows().front().row, 1000);
    QVERIFY(w.settle());
    bar->setValue(bar->maximum());
    QCOMPARE(w.view.visibleRows().back().row, rows - 1);
    QCOMPARE(w.view.rowRect(rows - 1).bottom(), w.view.viewport()->height() - 1);
    QVERIFY(w.settle());
}

void TestBlockView::keyCellSticks() {
    Window w(std::make_shared<CountingReader>(3, 60), {900, 300});
    QVERIFY(w.settle());
    w.view.selectRow(5);  // in the third block, of three items
    w.view.setModel(nullptr);
    FakeSource tall(std::make_shared<CountingReader>(60, 60));
    BlockModel model;
    model.setSource(&tall);
    w.view.setModel(&model);
    QTRY_VERIFY(model.rowCount() > 1000);
    const int first = model.line(1770).firstRow;  // of the last block, of 60 items
    QCOMPARE(first, 1770);
    const auto keyPixels = [&] {
        const QImage picture = w.view.viewport()->grab().toImage();
        int inked = 0;
        for (int y = 4; y < 40; ++y)
            for (int x = 8; x < 150; ++x)
                inked += picture.pixelColor(x, y).lightness() < 120;
        return inked;
    };
    w.view.verticalScrollBar()->setValue(first);
    QTRY_VERIFY(keyPixels() > 50);
    const int atTop = keyPixels();
    w.view.verticalScrollBar()->setValue(first + 30);
    QCOMPARE(w.view.visibleRows().front().row, first + 30);
    QTRY_COMPARE(keyPixels(), atTop);  // the text is where it was, though its first 30 items are gone
}

void TestBlockView::keyCellCanBeResized() {
    Window w(workspaces());
    QVERIFY(w.settle());
    const QPoint edge(w.view.keyWidth(), 20);
    QTest::mousePress(w.view.viewport(), Qt::LeftButton, {}, edge);
    QTest::mouseMove(w.view.viewport(), edge + QPoint(60, 0));
    QTest::mouseRelease(w.view.viewport(), Qt::LeftButton, {}, edge + QPoint(60, 0));
    QCOMPARE(w.view.keyWidth(), 256);
    QCOMPARE(w.view.currentRow(), -1);
    w.view.setKeyWidth(5000);
    QVERIFY(w.view.keyWidth() < 600);
}

void TestBlockView::typingGoesToAKey() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QSignalSpy typed(&w.view, &BlockView::goToKeyRequested);
    QSignalSpy missing(&w.view, &BlockView::keyMissing);
    QTest::keyClicks(&w.view, "WS#g");
    QCOMPARE(typed.back()[0].toString(), "WS#g");
    QTRY_COMPARE(w.view.currentRow(), 4);
    QTest::keyClick(&w.view, Qt::Key_Escape);
    QTest::keyClicks(&w.view, "nothing");
    QTRY_VERIFY(!missing.isEmpty());
    w.view.goToKey({Value::string("WS#acme")}, {Value::string("PROJ#2026-0019")});
    QTRY_COMPARE(w.view.currentRow(), 2);
}

void TestBlockView::copies() {
    Window w(workspaces());
    QVERIFY(w.settle());
    w.click(5, w.view.keyWidth() + 40);
    QVERIFY(!w.view.actions().copyValue->isEnabled());
    QTest::keyClick(&w.view, Qt::Key_C, Qt::ControlModifier);
    w.view.actions().copyItem->trigger();
    QVERIFY(QApplication::clipboard()->text().contains("帳票の移行"));
    QVERIFY(QApplication::clipboard()->text().indexOf("PK") <
            QApplication::clipboard()->text().indexOf("status"));
    w.view.actions().copyKey->trigger();
    QCOMPARE(QApplication::clipboard()->text().remove(' '), R"({"PK":{"S":"WS#日本"},"SK":{"S":"PROJ#1"}})");
    QPoint title;
    for (int x = w.view.keyWidth(); x < 900 && title.isNull(); ++x)
        if (w.view.attributeAt(w.at(5, x)) == "title") title = w.at(5, x + 8);
    QVERIFY(!title.isNull());
    QTest::mouseClick(w.view.viewport(), Qt::LeftButton, {}, title);
    QVERIFY(w.view.actions().copyValue->isEnabled());
    w.view.actions().copyValue->trigger();
    QCOMPARE(QApplication::clipboard()->text(), "帳票の移行");
}

void TestBlockView::asksToQuery() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QSignalSpy asked(&w.view, &BlockView::queryKeyRequested);
    QVERIFY(!w.view.actions().queryKey->isEnabled());
    w.click(1, 500);
    w.view.actions().queryKey->trigger();
    QCOMPARE(asked.size(), 1);
    QVERIFY(asked[0][0].value<std::vector<Value>>() == std::vector<Value>{Value::string("WS#acme")});
    QVERIFY(asked[0][1].value<std::vector<Value>>() == std::vector<Value>{Value::string("PROJ#2026-0007")});
    w.model.setCollapsed(1, true);
    w.view.actions().queryKey->trigger();
    QVERIFY(asked[1][1].value<std::vector<Value>>().empty());
    QContextMenuEvent event(QContextMenuEvent::Mouse, w.at(1, 300), w.view.mapToGlobal(w.at(1, 300)));
    QApplication::sendEvent(w.view.viewport(), &event);
    auto* menu = w.view.findChild<QMenu*>();
    QVERIFY(menu);
    QVERIFY(menu->actions().contains(w.view.actions().queryKey));
    menu->close();
}

void TestBlockView::gridHasColumns() {
    Window w(workspaces());
    w.view.setArrangement(BlockArrangement::Grid);
    QVERIFY(w.settle());
    QCOMPARE(w.view.rowRect(0), QRect(0, kGridHeader, w.view.viewport()->width(), kGridRow));
    const auto leftOf = [&](int row, const QString& name) {
        for (int x = 0; x < w.view.viewport()->width(); ++x)
            if (w.view.attributeAt(w.at(row, x)) == name) return x;
        return -1;
    };
    QVERIFY(leftOf(1, "title") > 0);
    QCOMPARE(leftOf(1, "title"), leftOf(5, "title"));
    QCOMPARE(leftOf(0, "name"), leftOf(4, "name"));
    QVERIFY(leftOf(0, "name") != leftOf(1, "title"));
    w.click(4, 500);
    w.view.setArrangement(BlockArrangement::Diagram);
    QCOMPARE(w.view.currentRow(), 4);
}

void TestBlockView::tellsAgainWhenTheItemChanged() {
    auto reader = workspaces();
    Window w(reader);
    QVERIFY(w.settle());
    w.click(1, 500);
    QSignalSpy selected(&w.view, &BlockView::itemSelected);
    {
        const std::lock_guard lock(reader->mutex);
        reader->blocks[0].items[1].set("title", Value::string("Renamed"));
        reader->blocks[0].items.insert(reader->blocks[0].items.begin(), madeItem("WS#acme", "A#new"));
    }
    w.source.change();
    QTRY_VERIFY(!selected.isEmpty() && selected.back()[0].value<BlockItemPtr>() &&
                selected.back()[0].value<BlockItemPtr>()->cell("title")->text == "Renamed");
    QCOMPARE(w.view.currentRow(), 2);
}

void TestBlockView::saysWhatIsWrong() {
    auto reader = workspaces();
    reader->fault = Error::file(ErrorCode::DamagedFile, "The file is damaged.", "x.partita");
    Window w(reader);
    QTRY_COMPARE(w.model.state(), BlockModel::State::Failed);
    auto* retry = w.view.findChild<QPushButton*>();
    QTRY_VERIFY(retry->isVisible());
    {
        const std::lock_guard lock(reader->mutex);
        reader->fault.reset();
    }
    QTest::mouseClick(retry, Qt::LeftButton);
    QVERIFY(w.settle());
    QVERIFY(!retry->isVisible());
    QCOMPARE(w.view.visibleRows().size(), 6U);
}

void TestBlockView::retriesARow() {
    auto reader = workspaces();
    reader->itemsFault = Error::internal("The disk does not answer.");
    Window w(reader);
    QTRY_COMPARE(w.model.rowCount(), 6);
    QTRY_COMPARE(w.model.loadState(1), LoadState::Failed);
    {
        const std::lock_guard lock(reader->mutex);
        reader->itemsFault.reset();
    }
    BlockFrame frame;
    frame.keyWidth = w.view.keyWidth();
    QTest::mouseClick(w.view.viewport(), Qt::LeftButton, {},
                      BlockPainter::retryRect(frame, w.view.rowRect(1)).center());
    QTRY_COMPARE(w.model.loadState(1), LoadState::Loaded);
}

void TestBlockView::saysThatItIsEmpty() {
    Window w(std::make_shared<MemoryReader>());
    QTRY_COMPARE(w.model.state(), BlockModel::State::Ready);
    w.view.setEmptyTexts("No items match", "Try another key.");
    const QImage with = w.view.viewport()->grab().toImage();
    w.view.setEmptyTexts({}, {});
    QVERIFY(with != w.view.viewport()->grab().toImage());
    QTest::keyClick(&w.view, Qt::Key_Down);
    QCOMPARE(w.view.currentRow(), -1);
}

void TestBlockView::countsOfAPart() {
    CollectionSummary collection;
    collection.items = 4;
    collection.bytes = 612;
    QVERIFY(BlockPainter::countsText(*makeBlockSummary(collection)).startsWith("4 item"));
    QVERIFY(BlockPainter::countsText(*makeBlockSummary(collection, 5)).startsWith("4 of 5 item"));
    QVERIFY(BlockPainter::countsText(*makeBlockSummary(collection)).contains("612 byte"));
}

void TestBlockView::loadIsShown() {
    Window w(workspaces());
    QVERIFY(w.settle());
    const QImage before = w.view.viewport()->grab().toImage();
    w.view.setPartitionCount(8);
    w.view.setLoadProvider([](const std::string& key) -> std::optional<BlockLoad> {
        if (key != "WS#acme") return std::nullopt;
        return BlockLoad{0.71, true, {0.1, 0.2, 1.5}};
    });
    const QImage after = w.view.viewport()->grab().toImage();
    bool hot = false;
    for (int y = 0; y < 4 * kDiagramRow; ++y)
        for (int x = 0; x < w.view.keyWidth(); ++x)
            hot |= after.pixelColor(x, y) == Theme::instance().colours().hot;
    QVERIFY(hot);
    QVERIFY(before != after);
    QCOMPARE(BlockPainter::shareText({0.71, true, {}}), "71 % of the writes");
    QCOMPARE(BlockPainter::shareText({0.042, false, {}}), "4.2 % of the reads");
}

void TestBlockView::canBeReadAloud() {
    Window w(workspaces());
    QVERIFY(w.settle());
    QAccessibleInterface* root = QAccessible::queryAccessibleInterface(&w.view);
    QVERIFY(root);
    auto* table = root->tableInterface();
    QVERIFY(table);
    QCOMPARE(table->rowCount(), 6);
    QCOMPARE(table->columnCount(), 3);
    QCOMPARE(table->cellAt(5, 0)->text(QAccessible::Name), "WS#日本");
    QCOMPARE(table->cellAt(5, 1)->text(QAccessible::Name), "PROJ#1");
    QCOMPARE(table->cellAt(5, 2)->text(QAccessible::Name), "status PAUSED, title 帳票の移行");
    QCOMPARE(table->rowDescription(4), "WS#globex, META: name Globex");
    QVERIFY(table->selectRow(2));
    QCOMPARE(w.view.currentRow(), 2);
    QCOMPARE(table->selectedRows(), QList<int>{2});
    QVERIFY(!table->cellAt(6, 0));
    QCOMPARE(root->indexOfChild(table->cellAt(2, 1)), 7);
}

void TestBlockView::scrollArithmetic() {
    BlockScroll scroll;
    const BlockScroll::Heights heights{10, 100, [](int row) { return row % 2 ? 30 : 44; }};  // 370 in all
    QCOMPARE(BlockScroll::last(heights).row, 7);  // 30 + 44 + 30 from the end
    QCOMPARE(BlockScroll::last(heights).offset, 4);
    scroll.moveBy(50, heights);
    QCOMPARE(scroll.position().row, 1);
    QCOMPARE(scroll.position().offset, 6);
    scroll.moveBy(-7, heights);
    QCOMPARE(scroll.position().row, 0);
    QCOMPARE(scroll.position().offset, 43);
    scroll.moveBy(10'000, heights);
    QVERIFY(scroll.position() == BlockScroll::last(heights));
    scroll.bringIntoSight(9, heights);
    QVERIFY(scroll.position() == BlockScroll::last(heights));
    scroll.bringIntoSight(2, heights);
    QVERIFY((scroll.position() == BlockScroll::Position{2, 0}));
    scroll.bringIntoSight(3, heights);
    QVERIFY((scroll.position() == BlockScroll::Position{2, 0}));
    scroll.bringIntoSight(4, heights);  // 44 + 30 + 44 = 118: 18 too many
    QVERIFY((scroll.position() == BlockScroll::Position{2, 18}));
    scroll.moveTo({5, 0}, {0, 100, heights.ofRow});
    QVERIFY((scroll.position() == BlockScroll::Position{}));
}

void TestBlockView::scrollsToTheEndOfAHugeTable() {
    Window w(std::make_shared<CountingReader>(3'000'000, 9));
    QTRY_VERIFY_WITH_TIMEOUT(w.model.isOrderComplete(), 20'000);
    QCOMPARE(w.model.rowCount(), 14'999'991);
    w.view.verticalScrollBar()->setValue(w.view.verticalScrollBar()->maximum());
    QVERIFY(w.settle());
    QCOMPARE(w.view.visibleRows().back().row, 14'999'990);
    w.view.setFocus();
    QTest::keyClick(&w.view, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(w.view.currentRow(), 0);
    QVERIFY(w.settle());
}

QTEST_MAIN(TestBlockView)
#include "tst_block_view.moc"
