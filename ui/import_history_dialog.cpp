#include "ui/import_history_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/import_history.h"
#include "ui/import_report_view.h"
#include "ui/notice_bar.h"
#include "ui/themed_label.h"
#include "ui/two_line_list.h"

namespace partita {
namespace {

constexpr int kListWidth = 280;

}  // namespace

ImportHistoryDialog::ImportHistoryDialog(ImportHistory* history, bool isReadOnly, QWidget* parent)
    : QDialog(parent), m_history(history), m_isReadOnly(isReadOnly) {
    setWindowTitle(tr("Import history"));
    resize(1080, 640);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    m_notice = new NoticeBar;
    column->addWidget(m_notice);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(18);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Imports")));
    m_list = new TwoLineList(tr("Imports of this file"));
    m_list->setObjectName(QStringLiteral("imports"));
    m_list->setFixedWidth(kListWidth);
    m_list->setEmptyText(tr("Nothing has been imported into this file yet, or its reports were forgotten."));
    m_list->setModel(history);
    left->addWidget(m_list, 1);
    middle->addLayout(left);
    m_report = new ImportReportView;
    m_report->setReadOnly(isReadOnly);
    middle->addWidget(m_report, 1);
    column->addLayout(middle, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    m_forget = new QPushButton(tr("Forget this report"));
    m_forget->setObjectName(QStringLiteral("forgetImport"));
    m_forget->setToolTip(
        tr("Removes the report, its refused records and the earlier items kept with it. The imported items "
           "stay."));
    m_forget->setAutoDefault(false);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("closeHistory"));
    close->setProperty("accent", true);
    foot->addWidget(m_forget);
    foot->addStretch(1);
    foot->addWidget(close);
    column->addLayout(foot);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_forget, &QPushButton::clicked, this, [this] {
        if (const int row = m_list->currentIndex().row(); row >= 0)
            m_history->forget(m_history->import(row).id);
    });
    connect(m_list, &TwoLineList::rowSelected, this, [this](int row) {
        updateState();
        if (row >= 0) m_history->readReport(row);
    });
    connect(history, &ImportHistory::loaded, this, &ImportHistoryDialog::takeList);
    connect(history, &ImportHistory::reportRead, this, [this](const ImportReport& report) {
        m_report->setReports({{QString::fromStdString(report.source), report}}, {});
        updateState();
    });
    connect(m_report, &ImportReportView::retryRequested, this, &ImportHistoryDialog::retryRequested);
    connect(m_report, &ImportReportView::restoreRequested, this, &ImportHistoryDialog::restoreRequested);
    takeList();
}

void ImportHistoryDialog::takeList() {
    if (m_history->rowCount() > 0) m_list->setCurrentIndex(m_history->index(0));
    updateState();
}

void ImportHistoryDialog::updateState() {
    const bool isChosen = m_list->currentIndex().isValid();
    m_report->setVisible(isChosen);
    m_forget->setEnabled(isChosen && !m_isReadOnly);
}

void ImportHistoryDialog::say(const QString& text, bool isError) {
    m_notice->say(isError ? NoticeBar::Kind::Error : NoticeBar::Kind::Info, text);
}

}  // namespace partita
