// The query form as a person uses it: typing, choosing, Enter; what it emits and what it says.
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "ui/query_panel.h"

using namespace partita;

namespace {

std::shared_ptr<const TableDefinition> table() {
    auto made = std::make_shared<TableDefinition>();
    made->name = "Workspaces";
    made->keys = {{{"EntityRef", ValueType::String}}, {{"Detail", ValueType::String}}};
    made->indexes = {
        {"ByStatus",
         IndexKind::Global,
         {{{"status", ValueType::String}}, {{"rank", ValueType::Number}}},
         {},
         {}},
        {"ByMany",
         IndexKind::Global,
         {{{"tenant", ValueType::String}, {"year", ValueType::Number}}, {{"at", ValueType::Number}}},
         {},
         {}},
        {"ByDate",
         IndexKind::Local,
         {{{"EntityRef", ValueType::String}}, {{"date", ValueType::String}}},
         {},
         {}},
    };
    return made;
}

struct Form {
    QueryPanel panel;
    QSignalSpy runs{&panel, &QueryPanel::runRequested};
    QSignalSpy cancels{&panel, &QueryPanel::cancelRequested};
    QSignalSpy indexes{&panel, &QueryPanel::indexChosen};

    Form() {
        panel.resize(860, 120);
        panel.setTable(table());
        panel.show();
    }

    KeyValueEdit* field(const char* attribute) const {
        for (KeyValueEdit* edit : panel.findChildren<KeyValueEdit*>())
            if (edit->attribute().name == attribute && !edit->isHidden()) return edit;
        return nullptr;
    }
    QLineEdit* value(const char* attribute) const { return field(attribute)->valueEdit(); }
    void chooseOperator(const char* attribute, const char* text) const {
        auto* combo = field(attribute)->findChild<QComboBox*>(QStringLiteral("operator"));
        const int row = combo->findText(QString::fromUtf8(text));
        QVERIFY2(row >= 0, text);
        combo->setCurrentIndex(row);
    }
    void chooseIndex(const char* name) {
        // As a person does: the list is opened and a row is taken.
        auto* combo = panel.findChild<QComboBox*>(QString(), Qt::FindDirectChildrenOnly);
        if (!combo) {
            for (QComboBox* candidate : panel.findChildren<QComboBox*>())
                if (candidate->objectName() != QLatin1String("operator")) combo = candidate;
        }
        combo->setFocus();
        const int row = combo->findText(QString::fromUtf8(name));
        QVERIFY2(row >= 0, name);
        while (combo->currentIndex() < row)
            QTest::keyClick(combo, Qt::Key_Down);
        while (combo->currentIndex() > row)
            QTest::keyClick(combo, Qt::Key_Up);
    }
    QString expression() const { return panel.findChild<ExpressionLabel*>()->plainText(); }
    QString text(const char* name) const { return panel.findChild<QLabel*>(QString::fromUtf8(name))->text(); }
    QPushButton* runButton() const { return panel.findChild<QPushButton*>(QStringLiteral("run")); }
    QueryRequest query(int run = 0) const {
        return std::get<QueryRequest>(runs.at(run).at(0).value<ReadRequest>());
    }
};

}  // namespace

class TestQueryPanel final : public QObject {
    Q_OBJECT

  private slots:
    void typedKeysBecomeAQuery() {
        Form form;
        QTest::keyClicks(form.value("EntityRef"), "WS#acme");
        QCOMPARE(form.expression(), "#k0 = :v0");
        QTest::keyClicks(form.value("Detail"), "PROJ#");
        QCOMPARE(form.expression(), "#k0 = :v0 AND begins_with(#k1, :v1)");
        QCOMPARE(form.text("kind"), "Query");
        QTest::keyClick(form.value("Detail"), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 1);
        const QueryRequest query = form.query();
        QCOMPARE(query.table, "Workspaces");
        QVERIFY(!query.index);
        QVERIFY(query.partition == std::vector<Value>{Value::string("WS#acme")});
        QVERIFY(query.sort ==
                (std::vector<SortCondition>{{SortOperator::BeginsWith, {Value::string("PROJ#")}}}));
        QVERIFY(query.forward);
    }

    void anEmptyFormIsAScan() {
        Form form;
        QCOMPARE(form.text("kind"), "Scan");
        QVERIFY(form.text("hint").contains("EntityRef"));
        QVERIFY(form.runButton()->text().startsWith("Scan"));
        QTest::mouseClick(form.runButton(), Qt::LeftButton);
        QCOMPARE(form.runs.size(), 1);
        QVERIFY(std::holds_alternative<ScanRequest>(form.runs.at(0).at(0).value<ReadRequest>()));
    }

    void betweenAsksForTwoValues() {
        Form form;
        QVERIFY(!form.field("Detail")->upperEdit()->isVisible());
        form.chooseOperator("Detail", "between");
        QVERIFY(form.field("Detail")->upperEdit()->isVisible());
        QTest::keyClicks(form.value("EntityRef"), "a");
        QTest::keyClicks(form.value("Detail"), "x");
        QTest::keyClick(form.value("Detail"), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 0);
        QVERIFY(!form.field("Detail")->mistake().isEmpty());
        QTest::keyClicks(form.field("Detail")->upperEdit(), "z");
        QVERIFY(form.field("Detail")->mistake().isEmpty());
        QTest::keyClick(form.field("Detail")->upperEdit(), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 1);
        QCOMPARE(form.query().sort.front().values.size(), std::size_t{2});
    }

    void directionLimitAndConsistency() {
        Form form;
        QTest::keyClicks(form.value("EntityRef"), "a");
        for (QPushButton* button : form.panel.findChildren<QPushButton*>())
            if (button->isCheckable()) QTest::mouseClick(button, Qt::LeftButton);
        for (QLineEdit* edit : form.panel.findChildren<QLineEdit*>())
            if (edit->accessibleName() == QLatin1String("Limit")) QTest::keyClicks(edit, "3");
        form.panel.consistentAction()->trigger();
        form.panel.runAction()->trigger();
        QCOMPARE(form.runs.size(), 1);
        QVERIFY(!form.query().forward);
        QCOMPARE(form.query().options.limit, std::optional<std::uint32_t>(3));
        QVERIFY(form.query().options.consistent);
    }

    void aGlobalIndexHasNoConsistentRead() {
        Form form;
        form.panel.consistentAction()->trigger();
        form.chooseIndex("ByStatus");
        QCOMPARE(form.indexes.size(), 1);
        QCOMPARE(form.indexes.at(0).at(0).toString(), "ByStatus");
        QVERIFY(!form.panel.consistentAction()->isEnabled());
        QVERIFY(!form.panel.consistentAction()->isChecked());
        QVERIFY(form.panel.consistentAction()->toolTip().contains("eventually"));
        QVERIFY(form.field("status"));
        QVERIFY(!form.field("EntityRef"));
    }

    void aWrongNumberIsSaidUnderItsField() {
        Form form;
        form.panel.setIndex("ByStatus");
        QCOMPARE(form.indexes.size(), 0);
        QTest::keyClicks(form.value("status"), "ACTIVE");
        form.value("rank")->setFocus();
        QTest::keyClicks(form.value("rank"), "first");
        QTest::keyClick(form.value("rank"), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 0);
        QVERIFY(!form.field("rank")->mistake().isEmpty());
        QVERIFY(form.field("rank")->valueEdit()->hasMistake());
        QVERIFY(form.field("status")->mistake().isEmpty());
        QVERIFY(form.value("rank")->hasFocus() || !form.panel.isActiveWindow());
        form.value("rank")->clear();
        QTest::keyClicks(form.value("rank"), "1");
        QVERIFY(form.field("rank")->mistake().isEmpty());
        QVERIFY(!form.field("rank")->valueEdit()->hasMistake());
    }

    void everyPartitionAttributeIsNeeded() {
        Form form;
        form.panel.setIndex("ByMany");
        QTest::keyClicks(form.value("tenant"), "acme");
        QVERIFY2(form.field("year")->mistake().isEmpty(), "nobody is told off before Run");
        QTest::keyClick(form.value("tenant"), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 0);
        QVERIFY(form.field("year")->mistake().contains("year"));
        QTest::keyClicks(form.value("year"), "2026");
        QTest::keyClick(form.value("year"), Qt::Key_Enter);
        QCOMPARE(form.runs.size(), 1);
        QCOMPARE(form.query().partition.size(), std::size_t{2});
        QCOMPARE(form.expression(), "#k0 = :v0 AND #k1 = :v1");
    }

    void fieldsWrapIntoRows() {
        Form form;
        form.panel.setIndex("ByMany");
        form.panel.resize(420, 400);
        QTest::qWait(0);
        const int first = form.field("tenant")->mapTo(&form.panel, QPoint()).y();
        const int last = form.field("at")->mapTo(&form.panel, QPoint()).y();
        QVERIFY2(last > first, "two rows");
        form.panel.resize(1500, 400);
        QTest::qWait(0);
        QCOMPARE(form.field("at")->mapTo(&form.panel, QPoint()).y(),
                 form.field("tenant")->mapTo(&form.panel, QPoint()).y());
    }

    void runningTurnsRunIntoCancel() {
        Form form;
        form.panel.setRunning(true);
        QCOMPARE(form.runButton()->text(), "Cancel");
        QVERIFY(!form.panel.runAction()->isEnabled());
        QTest::mouseClick(form.runButton(), Qt::LeftButton);
        QCOMPARE(form.cancels.size(), 1);
        QTest::keyClick(form.value("EntityRef"), Qt::Key_Return);
        QCOMPARE(form.runs.size(), 0);
        form.panel.setRunning(false);
        QVERIFY(form.runButton()->text().startsWith("Scan"));
    }

    void theEnginesErrorStandsWhereItBelongs() {
        Form form;
        form.panel.showError(Error::validation("The provided key is too wise", "Detail"));
        QCOMPARE(form.field("Detail")->mistake(), "The provided key is too wise");
        form.panel.showError(Error::validation("Everything is wrong"));
        auto* line = form.panel.findChild<QLabel*>(QStringLiteral("error"));
        QVERIFY(line->isVisible());
        QCOMPARE(line->text(), "Everything is wrong");
        QTest::keyClicks(form.value("EntityRef"), "a");
        QVERIFY(!line->isVisible());
        QVERIFY(form.field("Detail")->mistake().isEmpty());
    }

    void aKeyFromABlockFillsTheForm() {
        Form form;
        form.panel.setKey({Value::string("WS#acme")}, {Value::string("META")});
        QCOMPARE(form.value("EntityRef")->text(), "WS#acme");
        QCOMPARE(form.value("Detail")->text(), "META");
        QCOMPARE(form.expression(), "#k0 = :v0 AND #k1 = :v1");
        form.panel.clearAction()->trigger();
        QCOMPARE(form.value("EntityRef")->text(), "");
        QCOMPARE(form.text("kind"), "Scan");
    }

    void tabGoesThroughTheFieldsInOrder() {
        Form form;
        form.panel.setIndex("ByMany");
        form.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form.panel));
        QTest::keyClicks(form.value("tenant"), "a");
        form.panel.focusKey();
        QStringList names;
        for (int i = 0; i < 9; ++i) {
            names << QApplication::focusWidget()->accessibleName();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(names, QStringList({"Value of tenant", "Value of year", "Operator on at", "Value for at",
                                     "Descending order", "Limit", "More", "Run the query",
                                     "Table or index to query"}));
    }

    void withoutATableItIsDisabled() {
        QueryPanel panel;
        QVERIFY(!panel.isEnabled());
        panel.run();
        panel.focusKey();
    }
};

QTEST_MAIN(TestQueryPanel)
#include "tst_query_panel.moc"
