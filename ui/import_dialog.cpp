#include "ui/import_dialog.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QListWidget>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "model/run_text.h"
#include "ui/import_report_view.h"
#include "ui/segmented_control.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kBarSteps = 1000;
constexpr JsonForm kForms[] = {JsonForm::Auto, JsonForm::DynamoDb, JsonForm::Plain};

QStringList localFiles(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile()) paths << url.toLocalFile();
    }
    return paths;
}

QHBoxLayout* footer() {
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    foot->addStretch(1);
    return foot;
}

}  // namespace

ImportDialog::ImportDialog(const QStringList& tables, const QString& current, QWidget* parent)
    : QDialog(parent), m_pages(new QStackedWidget) {
    setWindowTitle(tr("Import items"));
    resize(760, 520);
    setAcceptDrops(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_pages->addWidget(makeChoosePage(tables, current));
    m_pages->addWidget(makeRunningPage());
    m_pages->addWidget(makeReportPage());
    updateState();
}

QWidget* ImportDialog::makeChoosePage(const QStringList& tables, const QString& current) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Files")));
    m_files = new QListWidget;
    m_files->setObjectName(QStringLiteral("files"));
    m_files->setAccessibleName(tr("Files to import"));
    m_files->setTextElideMode(Qt::ElideMiddle);
    column->addWidget(m_files, 1);
    auto* buttons = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add files…"));
    add->setAutoDefault(false);
    m_remove = new QPushButton(tr("Remove"));
    m_remove->setAutoDefault(false);
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    auto* hint =
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("JSON lines, a JSON array, or objects one after another. Files can be dropped "
                           "here."));
    hint->setWordWrap(true);
    buttons->addWidget(hint, 1);
    column->addLayout(buttons);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnStretch(1, 1);
    m_table = new QComboBox;
    m_table->setObjectName(QStringLiteral("table"));
    m_table->setAccessibleName(tr("Table to import into"));
    m_table->addItems(tables);
    m_table->setCurrentText(current);
    m_form = new SegmentedControl({tr("Detect for each item"), tr("DynamoDB JSON"), tr("Plain JSON")});
    m_form->setToolTips(
        {tr("DynamoDB JSON when every value names its type and the keys fit; otherwise plain"),
         tr("{\"name\": {\"S\": \"Acme\"}}"), tr("{\"name\": \"Acme\"}")});
    grid->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, tr("Into table")), 0, 0);
    grid->addWidget(m_table, 0, 1);
    grid->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, tr("Form")), 1, 0);
    // An alignment, or the choice's fixed width would become the column's.
    grid->addWidget(m_form, 1, 1, Qt::AlignLeft);
    column->addLayout(grid);
    auto* rule =
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("An item whose key is in the table already is replaced. Importing the same items "
                           "again changes nothing."));
    rule->setWordWrap(true);
    column->addWidget(rule);

    auto* foot = footer();
    auto* close = new QPushButton(tr("Cancel"));
    close->setAutoDefault(false);
    m_import = new QPushButton(tr("Import"));
    m_import->setObjectName(QStringLiteral("importButton"));
    m_import->setProperty("accent", true);
    m_import->setDefault(true);
    foot->addWidget(close);
    foot->addWidget(m_import);
    column->addLayout(foot);
    connect(add, &QPushButton::clicked, this, &ImportDialog::chooseFiles);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        delete m_files->takeItem(m_files->currentRow());
        updateState();
    });
    connect(m_files, &QListWidget::currentRowChanged, this, &ImportDialog::updateState);
    connect(close, &QPushButton::clicked, this, &ImportDialog::reject);
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::start);
    return page;
}

QWidget* ImportDialog::makeRunningPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addStretch(1);
    m_file = new ThemedLabel(ThemedLabel::Role::Heading);
    m_bar = new QProgressBar;
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the import"));
    m_progress = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_progress->setObjectName(QStringLiteral("progress"));
    column->addWidget(m_file);
    column->addWidget(m_bar);
    column->addWidget(m_progress);
    column->addStretch(2);
    auto* foot = footer();
    m_cancel = new QPushButton(tr("Cancel import"));
    m_cancel->setObjectName(QStringLiteral("cancelImport"));
    foot->addWidget(m_cancel);
    column->addLayout(foot);
    connect(m_cancel, &QPushButton::clicked, this, &ImportDialog::reject);
    return page;
}

QWidget* ImportDialog::makeReportPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    m_report = new ImportReportView;
    column->addWidget(m_report, 1);
    auto* foot = footer();
    auto* more = new QPushButton(tr("Import more…"));
    more->setAutoDefault(false);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("closeReport"));
    close->setProperty("accent", true);
    foot->addWidget(more);
    foot->addWidget(close);
    column->addLayout(foot);
    connect(more, &QPushButton::clicked, this, [this] {
        m_files->clear();
        m_pages->setCurrentIndex(Choose);
        updateState();
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    return page;
}

void ImportDialog::addFiles(const QStringList& paths) {
    if (m_pages->currentIndex() == Running) return;
    m_pages->setCurrentIndex(Choose);
    for (const QString& path : paths) {
        if (files().contains(path)) continue;
        auto* item = new QListWidgetItem(QDir::toNativeSeparators(path), m_files);
        item->setData(Qt::UserRole, path);
        item->setToolTip(path);
    }
    updateState();
}

QStringList ImportDialog::files() const {
    QStringList paths;
    for (int row = 0; row < m_files->count(); ++row)
        paths << m_files->item(row)->data(Qt::UserRole).toString();
    return paths;
}

void ImportDialog::chooseFiles() {
    auto* dialog = new QFileDialog(this, tr("Choose items to import"), m_folder,
                                   tr("JSON files (*.json *.jsonl *.ndjson);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportDialog::addFiles);
    dialog->open();
}

void ImportDialog::updateState() {
    m_import->setEnabled(m_files->count() > 0);
    m_remove->setEnabled(m_files->currentRow() >= 0);
}

void ImportDialog::start() {
    ImportOptions options;
    options.table = m_table->currentText().toStdString();
    options.source.form = kForms[m_form->current()];
    m_bar->setRange(0, 0);
    m_file->setText(tr("Reading %1").arg(QFileInfo(files().first()).fileName()));
    m_progress->clear();
    m_cancel->setEnabled(true);
    m_pages->setCurrentIndex(Running);
    emit importRequested(files(), options);
}

void ImportDialog::showProgress(const Progress& progress, const QString& file) {
    const QString name = QFileInfo(file).fileName();
    switch (progress.phase) {
        case Progress::Phase::Reading:
            m_file->setText(tr("Reading %1").arg(name));
            break;
        case Progress::Phase::Sorting:
            m_file->setText(tr("Sorting the items of %1").arg(name));
            break;
        case Progress::Phase::Writing:
            m_file->setText(tr("Writing the items of %1").arg(name));
            break;
    }
    const QString items = tr("%Ln item(s)", "", static_cast<int>(progress.itemsDone));
    const QString done = bytesText(progress.bytesDone);
    if (progress.bytesTotal > 0) {
        m_bar->setRange(0, kBarSteps);
        const double share =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        m_bar->setValue(static_cast<int>(share * kBarSteps));
        m_progress->setText(tr("%1 · %2 of %3", "items, bytes done, bytes in all")
                                .arg(items, done, bytesText(progress.bytesTotal)));
    } else {
        m_bar->setRange(0, 0);
        m_progress->setText(tr("%1 · %2", "items, bytes done").arg(items, done));
    }
}

void ImportDialog::showReports(const QList<ImportJob::FileReport>& reports) {
    m_report->setReports(reports, {});
    m_pages->setCurrentIndex(Report);
}

void ImportDialog::showFailure(const Error& error, const QList<ImportJob::FileReport>& reports) {
    m_report->setReports(reports, error);
    m_pages->setCurrentIndex(Report);
}

void ImportDialog::reject() {
    if (m_pages->currentIndex() != Running) {
        QDialog::reject();
        return;
    }
    // Stays open: what was committed until now is told.
    m_cancel->setEnabled(false);
    m_progress->setText(tr("Stopping…"));
    emit cancelRequested();
}

void ImportDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ImportDialog::dropEvent(QDropEvent* event) {
    addFiles(localFiles(event->mimeData()));
    event->acceptProposedAction();
}

}  // namespace partita
