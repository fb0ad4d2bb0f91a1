// Every bundled sample is opened from its card, browsed, and regrouped by each of its indexes.
#include <QJsonArray>
#include <QJsonDocument>

#include "model/view_list_model.h"
#include "tests/app/window.h"
#include "ui/card_button.h"
#include "ui/main_menu.h"
#include "ui/sidebar.h"
#include "ui/sidebar_list.h"

using namespace partita;

class WindowSamples final : public QObject {
    Q_OBJECT
  private slots:
    void opens_data();
    void opens();
    void listMatchesFiles();
    void secondCopyGetsAFreshName();
};

void WindowSamples::opens_data() {
    QTest::addColumn<QString>("id");
    for (const Sample& sample : sampleList())
        QTest::newRow(qPrintable(sample.id)) << sample.id;
}

void WindowSamples::opens() {
    QFETCH(QString, id);
    Window window;
    QSignalSpy opened(&window.application(), &Application::fileOpened);
    auto* card = window.main()->welcome()->findChild<CardButton*>("sample-" + id);
    QVERIFY(card);
    QTest::mouseClick(card, Qt::LeftButton);
    QTRY_COMPARE(opened.count(), 1);
    QVERIFY(window.blocksAreRead());
    QCOMPARE(window.main()->windowTitle(), id + ".partita – Partita");

    const QList<Sample> samples = sampleList();
    const auto sample =
        std::find_if(samples.begin(), samples.end(), [&](const Sample& s) { return s.id == id; });
    QCOMPARE(window.model()->rowCount(), sample->items);
    QVERIFY(window.rowsAreLoaded(window.blocks()));

    SidebarList* indexes = window.file()->sidebar()->indexes();
    QCOMPARE(indexes->model()->rowCount(), sample->indexes);
    for (int row = 0; row < sample->indexes; ++row) {
        const QModelIndex index = indexes->model()->index(row, 0);
        QTRY_VERIFY(index.data(ItemCountRole).isValid());
        QTest::mouseClick(indexes->viewport(), Qt::LeftButton, {}, indexes->visualRect(index).center());
        QVERIFY(window.blocksAreRead());
        QCOMPARE(*window.file()->browse()->shown().index, index.data().toString().toStdString());
        QCOMPARE(qulonglong(window.model()->rowCount()), index.data(ItemCountRole).toULongLong());
    }
    window.main()->menu()->closeFile->trigger();
    QVERIFY(!window.file());
    QCOMPARE(window.main()->windowTitle(), QString("Partita"));
}

void WindowSamples::listMatchesFiles() {
    const QStringList folders =
        QDir(PARTITA_SOURCE_DIR "/resources/samples").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QStringList listed;
    for (const Sample& sample : sampleList()) {
        listed << sample.id;
        QVERIFY2(QFile::exists(sample.schemaPath()), qPrintable(sample.schemaPath()));
        QFile items(sample.itemsPath());
        QVERIFY(items.open(QIODevice::ReadOnly));
        const QJsonArray array = QJsonDocument::fromJson(items.readAll()).array();
        QCOMPARE(int(array.size()), sample.items);
    }
    listed.sort();
    QCOMPARE(listed, folders);
}

void WindowSamples::secondCopyGetsAFreshName() {
    Window window;
    QVERIFY(window.openSample("library"));
    QVERIFY(window.openSample("library"));
    QCOMPARE(window.main()->windowTitle(), QString("library-2.partita – Partita"));
    QVERIFY(QFile::exists(window.path("samples/library.partita")));
}

QTEST_MAIN(WindowSamples)
#include "tst_window_samples.moc"
