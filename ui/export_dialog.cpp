#include "ui/export_dialog.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/export_form.h"
#include "ui/export_place.h"
#include "ui/export_report_view.h"
#include "ui/running_page.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kPatienceMillis = 300;

}  // namespace

ExportDialog::ExportDialog(QWidget* parent)
    : QDialog(parent),
      m_pages(new QStackedWidget),
      m_form(new ExportForm(this)),
      m_running(new RunningPage(tr("Progress of the export"), tr("Cancel export"))) {
    setWindowTitle(tr("Export"));
    resize(940, 680);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_pages->addWidget(m_form);
    m_pages->addWidget(m_running);
    m_pages->addWidget(makeReportPage());
    m_running->cancelButton()->setObjectName(QStringLiteral("cancelExport"));
    connect(m_running->cancelButton(), &QPushButton::clicked, this, &ExportDialog::reject);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMillis);
    connect(&m_patience, &QTimer::timeout, this, [this] { showPage(Running); });
    connect(m_form, &ExportForm::exportRequested, this, &ExportDialog::start);
    showPage(Form);
}

QWidget* ExportDialog::makeReportPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(12);
    m_report = new ExportReportView;
    column->addWidget(m_report, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    m_reportNote = new ThemedLabel(ThemedLabel::Role::Warning);
    m_reportNote->setWordWrap(true);
    auto* more = new QPushButton(tr("Export more…"));
    more->setObjectName(QStringLiteral("exportMore"));
    more->setAutoDefault(false);
    m_close = new QPushButton(tr("Close"));
    m_close->setObjectName(QStringLiteral("closeReport"));
    m_close->setProperty("accent", true);
    foot->addWidget(m_reportNote, 1);
    foot->addWidget(more);
    foot->addWidget(m_close);
    column->addLayout(foot);
    connect(m_report, &ExportReportView::showFolderRequested, this, &ExportDialog::showFolderRequested);
    connect(more, &QPushButton::clicked, this, [this] {
        showPage(Form);
        m_form->updateState();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    return page;
}

void ExportDialog::showPage(Page page) {
    m_patience.stop();
    m_pages->setCurrentIndex(page);
    QPushButton* const buttons[] = {m_form->acceptButton(), m_running->cancelButton(), m_close};
    buttons[page]->setDefault(true);
    if (page != Form)
        buttons[page]->setFocus();
    else if (m_focus)
        m_focus->setFocus();
}

void ExportDialog::start() {
    m_path = m_form->place()->path();
    m_options = m_form->options();
    m_tables = static_cast<int>(m_form->scope().tables.size());
    m_isRunning = true;
    m_focus = m_form->focusWidget();
    m_form->setEnabled(false);
    m_running->begin(tr("Writing %1").arg(QFileInfo(m_path).fileName()));
    m_patience.start();
    emit exportRequested(m_path, m_options);
}

void ExportDialog::showProgress(const ExportJob::Status& status) {
    if (!m_isRunning || m_running->isStopping()) return;
    const Progress& progress = status.progress;
    // A first pass over the items, for formats that need one, writes none.
    const QString items = progress.itemsDone > 0
                              ? tr("%Ln item(s) written", "", pluralCount(progress.itemsDone))
                              : tr("Reading");
    const QString done = bytesText(progress.bytesDone);
    if (progress.bytesTotal == 0) {
        m_running->showProgress(tr("%1 · %2 read", "items, bytes").arg(items, done), std::nullopt);
        return;
    }
    const QString total = bytesText(progress.bytesTotal);
    const QString text =
        status.timeLeft ? tr("%1 · %2 of %3 read · about %4 left", "items, bytes done, bytes in all, time")
                              .arg(items, done, total, durationText(std::int64_t{status.timeLeft->count()}))
                        : tr("%1 · %2 of %3 read", "items, bytes done, bytes in all").arg(items, done, total);
    m_running->showProgress(
        text, static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal));
}

void ExportDialog::showReport(const ExportReport& report) {
    m_isRunning = false;
    m_form->setEnabled(true);
    if (report.cancelled) {
        showPage(Form);
        m_form->say(tr("The export was cancelled. Nothing was written."), false);
        return;
    }
    m_reportNote->clear();
    m_report->setReport(report, m_options, m_path, m_tables);
    showPage(Report);
}

void ExportDialog::showFailure(const Error& error) {
    m_isRunning = false;
    m_form->setEnabled(true);
    showPage(Form);
    m_form->say(QString::fromStdString(error.text()), true);
}

void ExportDialog::showNoFolder() {
    m_reportNote->setText(tr("No program to show folders was found. The path can be copied."));
}

void ExportDialog::reject() {
    if (!m_isRunning) {
        QDialog::reject();
        return;
    }
    // Stays open until the work has ended: then nothing is left at the place.
    m_running->showStopping();
    emit cancelRequested();
}

void ExportDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    // A folder may have been made meanwhile, in another program. What was said of the last export stays.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && !m_isRunning) m_form->updateState();
}

}  // namespace partita
