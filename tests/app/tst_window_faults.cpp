// Imitating the service from the window: the form, and what the requests of programs and of this window then
// meet.
#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>

#include "tests/app/window.h"
#include "ui/faults_dialog.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"

using namespace partita;

class WindowFaults final : public QObject {
    Q_OBJECT
  private slots:
    void init() { m_window = std::make_unique<Window>(); }
    void cleanup() { m_window.reset(); }

    void needsAFile() {
        QVERIFY(!menu()->imitateService->isEnabled());
        QVERIFY(m_window->openSample("workspaces"));
        QVERIFY(menu()->imitateService->isEnabled());
    }

    void doesWhatIsChosen() {
        QVERIFY(m_window->openSample("workspaces"));
        QCOMPARE(engine().faults(), ServiceFaults());
        FaultsDialog* form = openForm();
        QVERIFY(form);
        form->findChild<QCheckBox*>("throttleTables")->setChecked(true);
        form->findChild<QSpinBox*>("indexLag")->setValue(500);
        form->findChild<QPushButton*>("applyButton")->click();
        ServiceFaults expected;
        expected.throttleTables = true;
        expected.indexLag = std::chrono::milliseconds(500);
        QCOMPARE(engine().faults(), expected);
        QVERIFY(m_window->file()->page()->notice()->isVisible());

        form = openForm();
        QVERIFY(form);
        QVERIFY(form->findChild<QCheckBox*>("throttleTables")->isChecked());
        QVERIFY(!form->findChild<QCheckBox*>("throttleIndexes")->isChecked());
        QCOMPARE(form->findChild<QSpinBox*>("indexLag")->value(), 500);
        form->findChild<QCheckBox*>("throttleIndexes")->setChecked(true);
        form->reject();
        QCOMPARE(engine().faults(), expected);

        form = openForm();
        QVERIFY(form);
        form->findChild<QCheckBox*>("throttleTables")->setChecked(false);
        form->findChild<QSpinBox*>("indexLag")->setValue(0);
        form->findChild<QSpinBox*>("transactionTime")->setValue(300);
        form->findChild<QPushButton*>("applyButton")->click();
        QCOMPARE(engine().faults().transactionTime, std::chrono::milliseconds(300));
        QVERIFY(!engine().faults().throttleTables);
    }

    void endsWithTheFile() {
        QVERIFY(m_window->openSample("workspaces"));
        ServiceFaults faults;
        faults.throttleTables = true;
        engine().setFaults(faults);
        const QString path = QString::fromStdString(engine().path());
        QVERIFY(m_window->openSample("sensors"));
        QCOMPARE(engine().faults(), ServiceFaults());
        QVERIFY(m_window->open(path));
        QCOMPARE(engine().faults(), ServiceFaults());
    }

  private:
    MainMenu* menu() { return m_window->main()->menu(); }
    Engine& engine() { return *m_window->file()->session()->engine(); }
    FaultsDialog* openForm() {
        // One that was closed before goes only when the events are dealt with.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        menu()->imitateService->trigger();
        return m_window->main()->findChild<FaultsDialog*>();
    }

    std::unique_ptr<Window> m_window;
};

QTEST_MAIN(WindowFaults)
#include "tst_window_faults.moc"
