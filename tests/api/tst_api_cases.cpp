// The case files, in-process: each case against a table file of its own.
#include "tests/api/api_fixture.h"
#include "tests/api/run_case.h"

using namespace partita;
using namespace partita::test;

class TestApiCases final : public QObject {
    Q_OBJECT

  private slots:
    void runs_data() { addCaseRows(PARTITA_TEST_DATA "/cases"); }
    void runs() {
        QFETCH(const QJsonObject, one);
        ApiFixture api;
        const QStringList found =
            runCase(api, one, [](const QJsonObject&, const Reply&) { return QStringList(); });
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestApiCases)
#include "tst_api_cases.moc"
