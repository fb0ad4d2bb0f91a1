// What the tests of exports share: a window with a sample, its export form, and what was written.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

#include "app/export_flow.h"
#include "tests/app/window.h"
#include "ui/export_dialog.h"
#include "ui/export_form.h"
#include "ui/export_place.h"
#include "ui/export_report_view.h"
#include "ui/loss_note.h"
#include "ui/main_menu.h"
#include "ui/themed_label.h"

namespace partita {

class ExportTest : public QObject {
  protected:
    enum HideAction { Mask, Hash, LeaveOut };

    /// Each test has a window of its own.
    void openWindow() {
        m_window = std::make_unique<Window>();
        QVERIFY(m_window->openSample("workspaces"));
    }
    void closeWindow() { m_window.reset(); }

    ExportDialog* dialog() const { return m_window->main()->findChild<ExportDialog*>(); }
    ExportDialog* openDialog() {
        m_window->main()->menu()->exportItems->trigger();
        return dialog();
    }
    static QStringList scopes(const ExportDialog* dialog) {
        const auto* box = dialog->findChild<QComboBox*>("scope");
        QStringList names;
        for (int i = 0; i < box->count(); ++i)
            if (!box->itemText(i).isEmpty()) names << box->itemText(i);
        return names;
    }
    static bool choose(ExportDialog* dialog, const QString& scope) {
        auto* box = dialog->findChild<QComboBox*>("scope");
        const int row = box->findText(scope, Qt::MatchStartsWith);
        box->setCurrentIndex(row);
        return row >= 0;
    }
    /// False: the form is not right, or no report came. Empty `place`: as it is.
    bool write(ExportDialog* dialog, const QString& place) {
        if (!place.isEmpty()) dialog->form()->place()->setPath(m_window->path(place));
        if (!dialog->form()->isReady()) return false;
        button(dialog, "exportButton")->click();
        return QTest::qWaitFor([dialog] { return dialog->findChild<QWidget*>("headline")->isVisible(); });
    }
    QByteArray bytes(const QString& name) const {
        QFile file(m_window->path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArrayList lines(const QString& name) const {
        QByteArrayList lines = bytes(name).split('\n');
        lines.removeAll("");
        return lines;
    }
    static QString label(const QWidget* parent, const char* name) {
        return parent->findChild<ThemedLabel*>(name)->text();
    }
    static QPushButton* button(const QWidget* parent, const char* name) {
        return parent->findChild<QPushButton*>(name);
    }
    static void hide(ExportDialog* dialog, const QString& name, HideAction action) {
        button(dialog, "addRedaction")->click();
        const QList<QWidget*> rows = dialog->findChildren<QWidget*>("redaction");
        rows.last()->findChild<QLineEdit*>()->setText(name);
        rows.last()->findChild<QComboBox*>()->setCurrentIndex(action);
    }

    std::unique_ptr<Window> m_window;
};

}  // namespace partita
