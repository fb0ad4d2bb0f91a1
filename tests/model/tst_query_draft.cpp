// What the form makes of what was typed: kind, expression, request, problems. No engine is asked.
#include <QTest>

#include "model/query_draft.h"

using namespace partita;

namespace {

std::shared_ptr<const TableDefinition> table() {
    auto made = std::make_shared<TableDefinition>();
    made->name = "Workspaces";
    // A reserved word and a name that no expression could hold: placeholders carry both.
    made->keys.partition = {{"name", ValueType::String}};
    made->keys.sort = {{"sort.key #1", ValueType::String}};
    made->indexes = {
        {"ByNumber",
         IndexKind::Global,
         {{{"size", ValueType::Number}}, {{"bytes", ValueType::Binary}}},
         {},
         {}},
        {"ByMany",
         IndexKind::Global,
         {{{"name", ValueType::String}, {"year", ValueType::Number}},
          {{"region", ValueType::String}, {"city", ValueType::String}, {"at", ValueType::Number}}},
         {},
         {}},
        {"ByDate", IndexKind::Local, {{{"name", ValueType::String}}, {{"date", ValueType::Number}}}, {}, {}},
        {"NoSort", IndexKind::Global, {{{"owner", ValueType::String}}, {}}, {}, {}},
    };
    return made;
}

std::string valueText(const Value& value) {
    return std::string(typeName(value.type())) + "=" + displayText(value);
}

/// One line that shows all of a request.
QString print(const Result<ReadRequest>& request) {
    if (!request) return QString::fromStdString("error " + request.error().where);
    std::string text;
    if (const auto* query = std::get_if<QueryRequest>(&*request)) {
        text = "query " + query->table + (query->index ? "/" + *query->index : "");
        for (const Value& value : query->partition)
            text += " " + valueText(value);
        for (const SortCondition& condition : query->sort) {
            text += " " + std::string(operatorText(condition.op));
            for (const Value& value : condition.values)
                text += " " + valueText(value);
        }
        if (!query->forward) text += " reverse";
        if (query->options.consistent) text += " consistent";
        if (query->options.limit) text += " limit " + std::to_string(*query->options.limit);
    } else {
        const auto& scan = *std::get_if<ScanRequest>(&*request);
        text = "scan " + scan.table + (scan.index ? "/" + *scan.index : "");
        if (scan.options.consistent) text += " consistent";
        if (scan.options.limit) text += " limit " + std::to_string(*scan.options.limit);
    }
    return QString::fromStdString(text);
}

SortDraft sortOf(const QString& text) {
    // "op value" or "between a|b"
    const qsizetype space = text.indexOf(QLatin1Char(' '));
    SortDraft draft;
    draft.op = operatorNamed(text.left(space).toStdString()).value();
    const QStringList values = text.mid(space + 1).split(QLatin1Char('|'));
    draft.value = values.value(0);
    draft.upper = values.value(1);
    return draft;
}

}  // namespace

class TestQueryDraft final : public QObject {
    Q_OBJECT

  private slots:
    void requestAndExpression_data() {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QStringList>("partition");
        QTest::addColumn<QStringList>("sort");
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("expression");
        const auto row = [](const char* name, const char* index, QStringList partition, QStringList sort,
                            const char* request, const char* expression) {
            QTest::newRow(name) << index << partition << sort << request << expression;
        };
        row("nothing is a scan", "", {""}, {}, "scan Workspaces", "");
        row("nothing on an index", "NoSort", {""}, {}, "scan Workspaces/NoSort", "");
        row("partition alone", "", {"WS#acme"}, {}, "query Workspaces S=WS#acme", "#k0 = :v0");
        row("begins_with", "", {"WS#acme"}, {"begins_with PROJ#"},
            "query Workspaces S=WS#acme begins_with S=PROJ#", "#k0 = :v0 AND begins_with(#k1, :v1)");
        row("between", "", {"a"}, {"between b|c"}, "query Workspaces S=a between S=b S=c",
            "#k0 = :v0 AND #k1 BETWEEN :v1 AND :v2");
        row("less or equal", "", {"a"}, {"<= b"}, "query Workspaces S=a <= S=b", "#k0 = :v0 AND #k1 <= :v1");
        row("blanks are part of a string", "", {" a "}, {"= b "}, "query Workspaces S= a  = S=b ",
            "#k0 = :v0 AND #k1 = :v1");
        row("a value with the grammar's signs", "", {"a AND :v1 #k0"}, {}, "query Workspaces S=a AND :v1 #k0",
            "#k0 = :v0");
        row("Japanese", "", {"会社#帳票"}, {"begins_with 移行"},
            "query Workspaces S=会社#帳票 begins_with S=移行", "#k0 = :v0 AND begins_with(#k1, :v1)");
        row("a number in canonical form", "ByNumber", {" 0012.50 "}, {}, "query Workspaces/ByNumber N=12.5",
            "#k0 = :v0");
        row("38 digits stay exact", "ByNumber", {"12345678901234567890123456789012345678"}, {},
            "query Workspaces/ByNumber N=12345678901234567890123456789012345678", "#k0 = :v0");
        row("binary as base64", "ByNumber", {"1"}, {"begins_with AQI="},
            "query Workspaces/ByNumber N=1 begins_with B=AQI=", "#k0 = :v0 AND begins_with(#k1, :v1)");
        row("several attributes", "ByMany", {"a", "2026"}, {"= eu", "= Bern", "> 7"},
            "query Workspaces/ByMany S=a N=2026 = S=eu = S=Bern > N=7",
            "#k0 = :v0 AND #k1 = :v1 AND #k2 = :v2 AND #k3 = :v3 AND #k4 > :v4");
        row("leading sort attributes only", "ByMany", {"a", "2026"}, {"begins_with e", "= ", "= "},
            "query Workspaces/ByMany S=a N=2026 begins_with S=e",
            "#k0 = :v0 AND #k1 = :v1 AND begins_with(#k2, :v2)");
        row("not a number", "ByNumber", {"twelve"}, {}, "error size", "#k0 = :v0");
        row("39 digits", "ByNumber", {"123456789012345678901234567890123456789"}, {}, "error size",
            "#k0 = :v0");
        row("no base64", "ByNumber", {"1"}, {"= %%"}, "error bytes", "#k0 = :v0 AND #k1 = :v1");
        row("one of two partition values", "ByMany", {"a", ""}, {}, "error year", "#k0 = :v0");
        row("a gap among the sort values", "ByMany", {"a", "1"}, {"= ", "= Bern", "= "}, "error region",
            "#k0 = :v0 AND #k1 = :v1 AND #k2 = :v2");
        row("an order test before the last", "ByMany", {"a", "1"}, {"> eu", "= Bern", "= "}, "error region",
            "#k0 = :v0 AND #k1 = :v1 AND #k2 > :v2 AND #k3 = :v3");
        row("sort condition without partition", "", {""}, {"= x"}, "error name", "");
        row("half of BETWEEN", "", {"a"}, {"between b|"}, "error sort.key #1",
            "#k0 = :v0 AND #k1 BETWEEN :v1 AND :v2");
        row("BETWEEN the wrong way round", "ByDate", {"a"}, {"between 10|9"}, "error date",
            "#k0 = :v0 AND #k1 BETWEEN :v1 AND :v2");
        row("BETWEEN by number, not by text", "ByDate", {"a"}, {"between 9|10"},
            "query Workspaces/ByDate S=a between N=9 N=10", "#k0 = :v0 AND #k1 BETWEEN :v1 AND :v2");
        QTest::newRow("a key that is too long")
            << "" << QStringList(QString(2049, 'x')) << QStringList() << "error name"
            << "#k0 = :v0";
    }

    void requestAndExpression() {
        QFETCH(QString, index);
        QFETCH(QStringList, partition);
        QFETCH(QStringList, sort);
        QueryDraft draft(table());
        if (!index.isEmpty()) draft.setIndex(index.toStdString());
        QCOMPARE(draft.partition.size(), static_cast<std::size_t>(partition.size()));
        for (qsizetype i = 0; i < partition.size(); ++i)
            draft.partition[static_cast<std::size_t>(i)] = partition[i];
        for (qsizetype i = 0; i < sort.size(); ++i)
            draft.sort[static_cast<std::size_t>(i)] = sortOf(sort[i]);
        QTEST(print(draft.request()), "request");
        QTEST(QString::fromStdString(draft.expression().text), "expression");
        QCOMPARE(draft.request().ok(), draft.problems().empty());
    }

    void placeholdersStandForNamesAndValues() {
        QueryDraft draft(table());
        draft.partition[0] = "WS#acme";
        draft.sort[0] = {SortOperator::Between, "a", "b"};
        const KeyExpression expression = draft.expression();
        const std::map<std::string, std::string> names = {{"#k0", "name"}, {"#k1", "sort.key #1"}};
        const std::map<std::string, QString> values = {{":v0", "WS#acme"}, {":v1", "a"}, {":v2", "b"}};
        QCOMPARE(expression.names, names);
        QCOMPARE(expression.values, values);
    }

    void problemsTellMissingFromWrong() {
        QueryDraft draft(table());
        draft.setIndex("ByMany");
        draft.partition[0] = "a";
        draft.sort[2] = {SortOperator::Equal, "soon", {}};
        draft.limit = "-1";
        const std::vector<DraftProblem> problems = draft.problems();
        QCOMPARE(problems.size(), std::size_t{5});
        using Kind = DraftField::Kind;
        const DraftField fields[] = {
            {Kind::Partition, 1}, {Kind::Sort, 0}, {Kind::Sort, 1}, {Kind::Sort, 2}, {Kind::Limit, 0}};
        const bool missing[] = {true, true, true, false, false};
        for (std::size_t i = 0; i < problems.size(); ++i) {
            QVERIFY2(problems[i].field == fields[i], qPrintable(QString::number(i)));
            QCOMPARE(problems[i].isMissing, missing[i]);
            QVERIFY(!problems[i].error.message.empty());
        }
    }

    void theUpperBoundHasItsOwnField() {
        QueryDraft draft(table());
        draft.setIndex("ByDate");
        draft.partition[0] = "a";
        draft.sort[0] = {SortOperator::Between, "1", "x"};
        QCOMPARE(draft.problems().size(), std::size_t{1});
        QCOMPARE(draft.problems()[0].field.kind, DraftField::Kind::SortUpper);
    }

    void limitDirectionAndConsistency_data() {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("request");
        QTest::newRow("all") << ""
                             << " 25 "
                             << "query Workspaces S=a reverse consistent limit 25";
        QTest::newRow("on an LSI") << "ByDate"
                                   << "1"
                                   << "query Workspaces/ByDate S=a reverse consistent limit 1";
        QTest::newRow("a GSI is never consistent") << "NoSort"
                                                   << ""
                                                   << "query Workspaces/NoSort S=a reverse";
        QTest::newRow("zero") << ""
                              << "0"
                              << "error Limit";
        QTest::newRow("no number") << ""
                                   << "many"
                                   << "error Limit";
        QTest::newRow("too large") << ""
                                   << "4294967296"
                                   << "error Limit";
    }

    void limitDirectionAndConsistency() {
        QFETCH(QString, index);
        QueryDraft draft(table());
        if (!index.isEmpty()) draft.setIndex(index.toStdString());
        draft.partition[0] = "a";
        draft.forward = false;
        draft.consistent = true;
        QFETCH(QString, limit);
        draft.limit = limit;
        QTEST(print(draft.request()), "request");
    }

    void sharedAttributesSurviveAChangeOfIndex() {
        QueryDraft draft(table());
        draft.partition[0] = "WS#acme";
        draft.limit = "5";
        draft.consistent = true;
        draft.setIndex("ByMany");
        QCOMPARE(draft.partition, (std::vector<QString>{"WS#acme", ""}));
        QCOMPARE(draft.limit, "5");
        QVERIFY(!draft.consistent);
        draft.setIndex("ByNumber");
        QCOMPARE(draft.partition, std::vector<QString>{""});
        draft.setIndex("no such index");
        QVERIFY(!draft.index());
    }

    void aKeyFillsTheForm() {
        QueryDraft draft(table());
        draft.setIndex("ByNumber");
        draft.setKey({Value::number(7)}, {Value::binary(std::string("\x01\x02", 2))});
        QCOMPARE(print(draft.request()), "query Workspaces/ByNumber N=7 = B=AQI=");
        draft.setKey({Value::number(8)});
        QCOMPARE(print(draft.request()), "query Workspaces/ByNumber N=8");
    }

    void numbersHaveNoBeginsWith() {
        const std::vector<SortOperator> ofNumber = QueryDraft::operatorsFor(ValueType::Number);
        const std::vector<SortOperator> ofString = QueryDraft::operatorsFor(ValueType::String);
        QVERIFY(std::find(ofNumber.begin(), ofNumber.end(), SortOperator::BeginsWith) == ofNumber.end());
        QCOMPARE(ofString.size(), std::size_t{7});
    }

    void withoutATableNothingRuns() {
        const QueryDraft draft;
        QVERIFY(!draft.request().ok());
        QVERIFY(draft.expression().text.empty());
    }
};

QTEST_APPLESS_MAIN(TestQueryDraft)
#include "tst_query_draft.moc"
