// The load strip and the Load page as a user has them: real widgets, clicked and typed into off screen.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "model/load_keys_model.h"
#include "tests/model/load_recordings.h"
#include "ui/load_bars.h"
#include "ui/load_diagnosis.h"
#include "ui/load_facts.h"
#include "ui/load_generate.h"
#include "ui/load_heat_map.h"
#include "ui/load_page.h"
#include "ui/load_panel.h"
#include "ui/load_report.h"

using namespace partita;
using namespace partita::testing;

namespace {

void showAt(QWidget& widget, const QSize& size) {
    widget.resize(size);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

QString allTexts(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        texts << label->text();
    for (const QWidget* child : widget.findChildren<QWidget*>())
        texts << child->accessibleDescription();
    return texts.join(QLatin1Char('\n'));
}

}  // namespace

class TestLoadPanel : public QObject {
    Q_OBJECT
  private slots:
    void aHotKeyIsNamed() {
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(panel, {1200, 118});
        QCOMPARE(panel.title(), QStringLiteral("Partition %1 is hot").arg(partitionOfKey("WS#acme", 8)));
        QCOMPARE(panel.detail(), QStringLiteral("WS#acme takes 78 % of all writes"));
        QCOMPARE(panel.caption(), QStringLiteral("all 10 s · write units a second"));
        QCOMPARE(panel.bars()->limitLabel(), QStringLiteral("limit\n1,000 WCU"));
    }

    void withoutLoadItSaysHowToGetSome() {
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*emptyRecording(8)));
        showAt(panel, {1200, 118});
        QCOMPARE(panel.title(), QStringLiteral("No load yet"));
        QSignalSpy replay(&panel, &LoadPanel::replayRequested);
        QSignalSpy generate(&panel, &LoadPanel::generateRequested);
        for (QPushButton* button : panel.findChildren<QPushButton*>(QStringLiteral("loadLink"))) {
            QVERIFY(button->isVisible());
            QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(replay.count(), 1);
        QCOMPARE(generate.count(), 1);
    }

    void theSwitchChangesTheUnit() {
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(panel, {1200, 118});
        QSignalSpy chosen(&panel, &LoadPanel::unitChosen);
        QAbstractButton* reads = nullptr;
        for (QAbstractButton* button : panel.findChildren<QAbstractButton*>()) {
            if (button->text() == QStringLiteral("RCU")) reads = button;
        }
        QVERIFY(reads);
        QTest::mouseClick(reads, Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(panel.unit(), LoadUnit::Read);
        QCOMPARE(panel.caption(), QStringLiteral("all 10 s · read units a second"));
        // 40 RCU a key is far below 3,000, and the scale says so.
        QVERIFY(panel.bars()->limitLabel().contains(QStringLiteral("far above")));
    }

    void aClickOnABarTellsItsPartition_data() {
        QTest::addColumn<int>("partitions");
        QTest::addColumn<int>("clicked");
        QTest::newRow("the first") << 8 << 0;
        QTest::newRow("the last") << 8 << 7;
        QTest::newRow("the only one") << 1 << 0;
        QTest::newRow("one of 256") << 256 << 201;
    }
    void aClickOnABarTellsItsPartition() {
        QFETCH(int, partitions);
        QFETCH(int, clicked);
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*hotKeyRecording(static_cast<std::uint32_t>(partitions))));
        showAt(panel, {1400, 118});
        QSignalSpy spy(&panel, &LoadPanel::partitionClicked);
        const QRect bar = panel.bars()->barArea(static_cast<std::uint32_t>(clicked));
        QVERIFY(!bar.isEmpty());
        QVERIFY2(bar.width() <= 90, "a lone bar must not fill the window");
        QTest::mouseClick(panel.bars(), Qt::LeftButton, {}, bar.center());
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toInt(), clicked);
    }

    void theKeyboardReachesEveryBar() {
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(panel, {1200, 118});
        QSignalSpy spy(&panel, &LoadPanel::partitionClicked);
        LoadBars* bars = panel.bars();
        bars->setFocus(Qt::TabFocusReason);
        QCOMPARE(bars->current(), std::optional<std::uint32_t>(partitionOfKey("WS#acme", 8)));
        QVERIFY(bars->accessibleDescription().contains(QStringLiteral("WS#acme")));
        QTest::keyClick(bars, Qt::Key_Home);
        QTest::keyClick(bars, Qt::Key_Left);
        QTest::keyClick(bars, Qt::Key_Right);
        QTest::keyClick(bars, Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toInt(), 1);
        QTest::keyClick(bars, Qt::Key_End);
        QTest::keyClick(bars, Qt::Key_Right);
        QCOMPARE(bars->current(), std::optional<std::uint32_t>(7));
    }

    void fewerPartitionsForgetTheCurrentBar() {
        LoadBars bars;
        bars.setSnapshot(snapshotOf(*hotKeyRecording(256)));
        bars.setCurrent(200);
        bars.setSnapshot(snapshotOf(*hotKeyRecording(4)));
        QVERIFY(!bars.current());
        bars.setSnapshot(nullptr);
        QTest::keyClick(&bars, Qt::Key_Right);
        QVERIFY(!bars.current());
    }

    void thePageExplains() {
        LoadPage page;
        page.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(page, {1400, 860});
        QVERIFY(page.diagnosis()->text().contains(QStringLiteral("one hot key")));
        QVERIFY(page.diagnosis()->text().contains(QStringLiteral("8 partitions of equal hash range")));
        QVERIFY(page.facts()->text().contains(QStringLiteral("Requests: 410")));
        QVERIFY(page.facts()->text().contains(QStringLiteral("Write units: 18,000")));
        QVERIFY(page.facts()->text().contains(QStringLiteral("Read units: 8,000")));
        QSignalSpy spy(&page, &LoadPage::partitionClicked);
        QTest::mouseClick(page.bars(), Qt::LeftButton, {}, page.bars()->barArea(2).center());
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toInt(), 2);
    }

    void aRowOfTheHeatMapIsChosenByClickAndKey() {
        LoadHeatMap map;
        map.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(map, {600, 220});
        QSignalSpy spy(&map, &LoadHeatMap::partitionChosen);
        const QRect area = map.plotArea();
        QTest::mouseClick(&map, Qt::LeftButton, {}, {area.center().x(), area.top() + area.height() * 5 / 16});
        QCOMPARE(spy.takeFirst()[0].toInt(), 2);
        map.setCurrent(2);
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(spy.takeFirst()[0].toInt(), 3);
    }

    void draggingChoosesARange() {
        LoadHeatMap map;
        map.setSnapshot(snapshotOf(*hotKeyRecording()));
        showAt(map, {600, 220});
        QSignalSpy spy(&map, &LoadHeatMap::rangeDragged);
        const QRect area = map.plotArea();
        const auto at = [&](double share) {
            return QPoint(area.left() + static_cast<int>(area.width() * share), area.center().y());
        };
        QTest::mousePress(&map, Qt::LeftButton, {}, at(0.25));
        QTest::mouseMove(&map, at(0.4));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, at(0.55));
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toLongLong(), kStart + 2);
        QCOMPARE(spy[0][1].toLongLong(), kStart + 6);
    }

    void noTextHoldsAFigureThatIsNone_data() {
        QTest::addColumn<int>("partitions");
        QTest::addColumn<int>("units");
        QTest::newRow("nothing recorded") << 8 << -1;
        QTest::newRow("all zero") << 8 << 0;
        QTest::newRow("one key with everything") << 8 << 4000;
        QTest::newRow("one partition") << 1 << 3;
        QTest::newRow("256 partitions") << 256 << 3;
    }
    void noTextHoldsAFigureThatIsNone() {
        QFETCH(int, partitions);
        QFETCH(int, units);
        const auto meter = emptyRecording(static_cast<std::uint32_t>(partitions));
        if (units >= 0) record(*meter, 0, "K", LoadUnit::Write, static_cast<std::uint64_t>(units));
        LoadPage page;
        LoadPanel panel;
        page.setSnapshot(snapshotOf(*meter));
        panel.setSnapshot(snapshotOf(*meter));
        showAt(page, {900, 600});
        showAt(panel, {900, 118});
        for (const LoadUnit unit : kLoadUnits) {
            page.setUnit(unit);
            panel.setUnit(unit);
            page.bars()->setCurrent(0);
            QVERIFY(!page.grab().isNull());
            const QString text = allTexts(page) + allTexts(panel);
            QVERIFY2(!text.contains(QStringLiteral("nan"), Qt::CaseInsensitive), qPrintable(text));
            QVERIFY2(!text.contains(QStringLiteral("inf "), Qt::CaseInsensitive), qPrintable(text));
        }
    }

    void aKeyThatLooksLikeMarkupStaysText() {
        const auto meter = emptyRecording(4);
        record(*meter, 0, "<b>bold</b>", LoadUnit::Write, 2000);
        LoadPanel panel;
        panel.setSnapshot(snapshotOf(*meter));
        QVERIFY(panel.detail().startsWith(QStringLiteral("<b>bold</b> takes")));
        for (const QLabel* label : panel.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void theGeneratorsFormAndTextAreOne() {
        LoadGenerate dialog;
        auto* kind = dialog.findChild<QComboBox*>();
        QLineEdit* text = nullptr;
        for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == QStringLiteral("Specification")) text = edit;
        }
        QVERIFY(kind && text);
        QCOMPARE(text->text(), QStringLiteral("hot:0.7,rate=2000,seconds=60,seed=1,writes=0.5"));
        kind->setCurrentIndex(1);
        QVERIFY(text->text().startsWith(QStringLiteral("zipf:1.1,")));
        QCOMPARE(dialog.spec().kind, GeneratorSpec::Kind::Zipf);
        text->selectAll();
        QTest::keyClicks(text, QStringLiteral("uniform,rate=500,seed=18446744073709551615"));
        QCOMPARE(dialog.error(), QString());
        QCOMPARE(dialog.spec().rate, 500U);
        QCOMPARE(dialog.spec().seed, std::numeric_limits<std::uint64_t>::max());
        QCOMPARE(kind->currentIndex(), 2);
        QPushButton* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QTest::keyClicks(text, QStringLiteral("9"));
        QVERIFY(dialog.error().contains(QStringLiteral("seed")));
        QVERIFY(!ok->isEnabled());
        QTest::keyClick(text, Qt::Key_Backspace);
        QVERIFY(ok->isEnabled());
    }

    void badLinesAreListedWithTheirNumbers() {
        TraceReport report;
        report.lines = 1'842'300;
        report.badLines = 2;
        report.problems = {{7, "No \"time\"."}, {9, "<i>odd</i>"}};
        LoadReport dialog(QStringLiteral("launch.trace"), report);
        QCOMPARE(LoadReport::headline(QStringLiteral("launch.trace"), report),
                 QStringLiteral(
                     "2 of 1,842,300 lines of launch.trace could not be read; the others are counted."));
        showAt(dialog, {600, 400});
        const auto* table = dialog.findChild<QAbstractItemView*>();
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("7"));
        QCOMPARE(table->model()->index(1, 1).data().toString(), QStringLiteral("<i>odd</i>"));
    }
};

QTEST_MAIN(TestLoadPanel)
#include "tst_load_panel.moc"
