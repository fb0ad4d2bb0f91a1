// partita tour and the program's exit without a display.
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandTour final : public QObject {
    Q_OBJECT

  private slots:
    void drawsEveryScreen();
    void drawsAFile();
    void saysWhatIsMissing();
};

void TestCommandTour::drawsEveryScreen() {
    const QTemporaryDir folder;
    const QString pictures = folder.filePath("new/pictures");
    const Outcome outcome = run({"tour", "--out", pictures});
    QVERIFY2(outcome.status == 0, outcome.text());
    const QFileInfoList files = QDir(pictures).entryInfoList({"*.png"}, QDir::Files);
    int windows = 0;
    for (const QFileInfo& file : files) {
        const QImage picture(file.filePath());
        QVERIFY2(picture.width() >= 300 && picture.height() >= 200, qPrintable(file.fileName()));
        windows += picture.width() >= 1000 && picture.height() >= 600;
    }
    QVERIFY2(windows >= 10, outcome.text());
}

void TestCommandTour::drawsAFile() {
    const QTemporaryDir folder;
    const QString file = makeSample(folder.path(), "sensors");
    QVERIFY(!file.isEmpty());
    const Outcome outcome = run({"tour", "--out", folder.filePath("pictures"), file});
    QVERIFY2(outcome.status == 0, outcome.text());
    QVERIFY(!QDir(folder.filePath("pictures")).entryList({"*.png"}).isEmpty());
}

void TestCommandTour::saysWhatIsMissing() {
    const QTemporaryDir folder;
    const Outcome outcome =
        run({"tour", "--out", folder.filePath("pictures"), folder.filePath("no-such.partita")});
    QVERIFY2(outcome.status == 3, outcome.text());
    QVERIFY2(outcome.err.contains("no-such.partita"), outcome.text());
}

QTEST_GUILESS_MAIN(TestCommandTour)
#include "tst_command_tour.moc"
