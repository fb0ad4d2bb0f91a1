// Damaged files in the window: what is said of each, the offer to recover, its report, and the other tables
// of a file of which one is damaged. The window's part of test case FILE-02; what the files themselves go
// through is in tst_engine_recover.cpp and tst_engine_files.cpp.
#include <QFileDialog>
#include <QPushButton>
#include <QScrollBar>

#include "app/recover_flow.h"
#include "tests/app/window.h"
#include "ui/loss_note.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"
#include "ui/recover_dialog.h"
#include "ui/themed_label.h"

using namespace partita;

namespace {

constexpr qsizetype kPage = 16384;

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The button of a message; null when it has none.
QPushButton* offerOf(NoticeBar* bar) {
    auto* button = bar ? bar->findChild<QPushButton*>() : nullptr;
    return button && button->isVisible() ? button : nullptr;
}

TableDefinition tableNamed(const std::string& name) {
    TableDefinition table;
    table.name = name;
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    table.indexes.push_back({"ByKind",
                             IndexKind::Global,
                             {{{"kind", ValueType::String}}, {{"sk", ValueType::String}}},
                             {ProjectionType::KeysOnly, {}},
                             {}});
    return table;
}

}  // namespace

class WindowRecover final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void saysWhatAFileIs_data();
    void saysWhatAFileIs();
    void recoversWhatCanBeRead();
    void closesTheOpenFileAndOpensItAgain();
    void saysWhyNothingCanBeRecovered();
    void offersAfterACheckWithDifferences();
    void offersWhileAnotherFileIsOpen();
    void oneTableDoesNotStopTheOthers();

  private:
    QTemporaryDir m_folder;
    QByteArray m_good;  // two tables of 300 items each, each with an index
};

void WindowRecover::initTestCase() {
    prepareApplication();
    const QString path = m_folder.filePath("good.partita");
    {
        auto engine = Engine::create(path.toStdString(), {tableNamed("First"), tableNamed("Second")});
        QVERIFY(engine);
        const auto work = [&] {
            for (const char* table : {"First", "Second"})
                for (int i = 0; i < 300; ++i)
                    QVERIFY(
                        (*engine)->put({table, Item({{"pk", Value::string("key#" + std::to_string(i % 30))},
                                                     {"sk", Value::string("item#" + std::to_string(i))},
                                                     {"kind", Value::string("k" + std::to_string(i % 3))},
                                                     {"text", Value::string(std::string(400, 'x'))}})},
                                       Metering::Off));
        };
        QVERIFY((*engine)->writeTogether(true, work));
    }
    m_good = contents(path);
    QVERIFY(m_good.size() > 20 * kPage);
}

void WindowRecover::saysWhatAFileIs_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("offers");
    QByteArray overwritten = m_good;
    overwritten.replace(4096, 4096, QByteArray(4096, '\xff'));
    QTest::newRow("a: bytes are FF") << overwritten << "damaged" << true;
    QTest::newRow("b: cut to half") << m_good.left(m_good.size() / 2) << "damaged" << true;
    QTest::newRow("c: empty") << QByteArray() << "is empty" << false;
    QTest::newRow("d: text") << QByteArray("pk,sk\n").repeated(50) << "not a table file" << false;
    QByteArray foreign = m_good;
    foreign.replace(68, 4, QByteArray(4, '\0'));
    QTest::newRow("e: another program's") << foreign << "another program" << false;
    QByteArray newer = m_good;
    newer[63] = char(newer[63] + 1);
    QTest::newRow("f: newer") << newer << "newer Partita" << false;
}

void WindowRecover::saysWhatAFileIs() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    QFETCH(bool, offers);
    Window window;
    const QString path = window.write("given.partita", bytes);
    QVERIFY(!window.open(path));
    const QString message = window.main()->welcome()->message();
    QVERIFY2(message.contains(says) && message.contains(path), qPrintable(message));
    QCOMPARE(offerOf(window.main()->welcome()->findChild<NoticeBar*>()) != nullptr, offers);
    QCOMPARE(contents(path), bytes);
}

void WindowRecover::recoversWhatCanBeRead() {
    Window window;
    const QByteArray half = m_good.left(m_good.size() / 2);
    const QString path = window.write("half.partita", half);
    QVERIFY(!window.open(path));
    QPushButton* offer = offerOf(window.main()->welcome()->findChild<NoticeBar*>());
    QVERIFY(offer);
    QTest::mouseClick(offer, Qt::LeftButton);
    auto* place = window.main()->findChild<QFileDialog*>("recoverTarget");
    QVERIFY(place);
    QCOMPARE(place->selectedFiles().first(), window.path("half-recovered.partita"));
    static_cast<QDialog*>(place)->accept();
    auto* dialog = window.main()->findChild<RecoverDialog*>();
    QVERIFY(dialog);
    auto* open = dialog->findChild<QPushButton*>("openRecovered");
    QTRY_VERIFY(open->isVisible());
    const QString headline = dialog->findChild<ThemedLabel*>("headline")->text();
    QVERIFY2(headline.contains("items were recovered"), qPrintable(headline));
    const auto* lost = dialog->findChildren<LossNote*>().first();
    QCOMPARE(lost->heading(), QString("What is lost"));
    QVERIFY2(lost->sentences().join(' ').contains("items could not be read"),
             qPrintable(lost->sentences().join(' ')));
    QSignalSpy opened(&window.application(), &Application::fileOpened);
    QTest::mouseClick(open, Qt::LeftButton);
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(window.main()->windowTitle(), QString("half-recovered.partita – Partita"));
    QVERIFY(window.blocksAreRead());
    QVERIFY(window.model()->rowCount() > 0);
    QCOMPARE(contents(path), half);
}

void WindowRecover::closesTheOpenFileAndOpensItAgain() {
    Window window;
    const QString path = window.write("good.partita", m_good);
    QVERIFY(window.open(path));
    QSignalSpy opened(&window.application(), &Application::fileOpened);
    RecoverDialog* dialog = window.application().recovery()->recover(path, window.path("new.partita"));
    QVERIFY(!window.file());
    auto* close = dialog->findChild<QPushButton*>("closeRecovery");
    QTRY_VERIFY(close->isVisible());
    QCOMPARE(dialog->findChild<ThemedLabel*>("headline")->text(),
             QString("Everything was recovered: 600 items"));
    QCOMPARE(dialog->findChildren<LossNote*>().first()->heading(), QString("Nothing is lost."));
    QTest::mouseClick(close, Qt::LeftButton);
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(window.main()->windowTitle(), QString("good.partita – Partita"));
}

void WindowRecover::saysWhyNothingCanBeRecovered() {
    Window window;
    const QString path = window.write("text.partita", "no table file");
    RecoverDialog* dialog = window.application().recovery()->recover(path, window.path("new.partita"));
    auto* about = dialog->findChild<ThemedLabel*>("about");
    QTRY_VERIFY2(about->text().contains("not a table file"), qPrintable(about->text()));
    QVERIFY(!dialog->findChild<QPushButton*>("openRecovered")->isVisible());
    QVERIFY(!QFile::exists(window.path("new.partita")));
}

void WindowRecover::offersAfterACheckWithDifferences() {
    Window window;
    QByteArray bytes = m_good;
    bytes.replace(bytes.size() - 3 * kPage, 3 * kPage, QByteArray(3 * kPage, '\xff'));
    const QString path = window.write("t.partita", bytes);
    QVERIFY(window.open(path));
    window.main()->menu()->checkFile->trigger();
    NoticeBar* notice = window.file()->page()->notice();
    QTRY_VERIFY2(notice->text().contains("difference") || notice->text().contains("could not be checked"),
                 qPrintable(notice->text()));
    QPushButton* offer = offerOf(window.file()->page()->notice());
    QVERIFY(offer);
    QTest::mouseClick(offer, Qt::LeftButton);
    auto* place = window.main()->findChild<QFileDialog*>("recoverTarget");
    QVERIFY(place);
    static_cast<QDialog*>(place)->accept();
    auto* dialog = window.main()->findChild<RecoverDialog*>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->findChild<QPushButton*>("openRecovered")->isVisible());
    QVERIFY(QFile::exists(window.path("t-recovered.partita")));
}

void WindowRecover::offersWhileAnotherFileIsOpen() {
    Window window;
    QVERIFY(window.openSample("library"));
    QVERIFY(!window.open(window.write("half.partita", m_good.left(m_good.size() / 2))));
    QVERIFY(window.file());
    QPushButton* offer = offerOf(window.file()->page()->notice());
    QVERIFY(offer);
    QTest::mouseClick(offer, Qt::LeftButton);
    QVERIFY(window.main()->findChild<QFileDialog*>("recoverTarget"));
}

void WindowRecover::oneTableDoesNotStopTheOthers() {
    Window window;
    // The last pages are those of the table that was filled last, and of its index.
    QByteArray bytes = m_good;
    bytes.replace(bytes.size() - 6 * kPage, 6 * kPage, QByteArray(6 * kPage, '\xff'));
    QVERIFY(window.open(window.write("t.partita", bytes)));
    // Rows that can't be shown, of all that are scrolled past; or a table that can't.
    const auto badRows = [&](const QString& table) {
        window.file()->show(table, {});
        BlockModel* model = window.model();
        if (!QTest::qWaitFor(
                [model] { return model->state() == BlockModel::State::Failed || model->isOrderComplete(); }))
            return -1;
        if (model->state() == BlockModel::State::Failed) return 1;
        int bad = 0;
        QScrollBar* bar = window.blocks()->verticalScrollBar();
        for (int value = 0; value <= bar->maximum(); value += bar->pageStep()) {
            bar->setValue(value);
            if (!QTest::qWaitFor([&] {
                    window.blocks()->grab();
                    for (const BlockView::VisibleRow& row : window.blocks()->visibleRows())
                        if (model->loadState(row.row) == LoadState::Loading) return false;
                    return true;
                }))
                return -1;
            for (const BlockView::VisibleRow& row : window.blocks()->visibleRows())
                bad += model->loadState(row.row) == LoadState::Failed;
        }
        return bad;
    };
    QCOMPARE(badRows("First"), 0);
    QVERIFY(badRows("Second") > 0);
    QCOMPARE(badRows("First"), 0);
}

QTEST_MAIN(WindowRecover)
#include "tst_window_recover.moc"
