// The parts of the import form that can stand alone: the counts of data files, the columns, the list of two
// lines.
#include <QComboBox>
#include <QStandardItemModel>
#include <QtTest>

#include "model/roles.h"
#include "ui/file_counts_view.h"
#include "ui/import_columns.h"
#include "ui/theme.h"
#include "ui/two_line_list.h"

using namespace partita;

class TestImportWidgets final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { Theme::instance(); }

    void countsOfFilesAreDrawnAsShares() {
        FileCountsView view;
        view.resize(600, 300);
        view.setCounts({100, 300, 0, 200});
        QVERIFY2(view.accessibleDescription().contains("600 items"),
                 qPrintable(view.accessibleDescription()));
        QVERIFY(view.accessibleDescription().contains("50 %"));
        const QImage image = view.grab().toImage();
        const QRgb bar = Theme::instance().colours().bar.rgb();
        // Bars of 48 pixels with a fifth of it between them, from the left margin on.
        const auto heightAt = [&](int x) {
            int height = 0;
            for (int y = 0; y < image.height(); ++y)
                height += image.pixel(x, y) == bar;
            return height;
        };
        const int most = heightAt(12 + 48 + 24);
        QVERIFY(most > 100);
        QCOMPARE(heightAt(12 + 2 * 48 + 24), 0);
        QVERIFY(std::abs(heightAt(12 + 24) * 3 - most) <= 3);
        QVERIFY(std::abs(heightAt(12 + 3 * 48 + 24) * 3 - 2 * most) <= 3);
    }

    void manyFilesFit() {
        FileCountsView view;
        view.resize(300, 200);
        view.setCounts(std::vector<std::uint64_t>(5000, 7));
        QVERIFY(!view.grab().isNull());
        view.setCounts({});
        QVERIFY(!view.grab().isNull());
    }

    void typeOfAColumnIsTold() {
        ImportColumns columns;
        SourceColumn total;
        total.name = "total";
        total.type = CellType::Number;
        total.samples = {"0012", "7"};
        columns.setColumns({total});
        columns.show();
        auto* box = columns.findChild<QComboBox*>("column-0");
        QVERIFY(box);
        QVERIFY(box->currentText().startsWith("N"));
        QVERIFY(columns.item(0, 2)->text().contains("0012"));
        std::optional<SourceColumn> chosen;
        connect(&columns, &ImportColumns::typeChosen, this,
                [&chosen](const SourceColumn& column) { chosen = column; });
        box->setCurrentIndex(1);
        emit box->activated(1);
        QTRY_VERIFY(chosen);
        QCOMPARE(chosen->name, std::string("total"));
        QCOMPARE(chosen->type, CellType::String);
        QVERIFY(chosen->isDeclared);
    }

    void listTellsWhatIsSelected() {
        QStandardItemModel model;
        auto* row = new QStandardItem("items.json");
        row->setData("JSON items", StatusTextRole);
        model.appendRow(row);
        TwoLineList list("Sources");
        QSignalSpy selected(&list, &TwoLineList::rowSelected);
        list.setModel(&model);
        list.setEmptyText("Nothing yet");
        list.setCurrentIndex(model.index(0, 0));
        QCOMPARE(selected.last().first().toInt(), 0);
        QVERIFY(!list.grab().isNull());
        model.clear();
        QCOMPARE(selected.last().first().toInt(), -1);
    }
};

QTEST_MAIN(TestImportWidgets)
#include "tst_import_widgets.moc"
