#include "ui/import_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "model/import_plan.h"
#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/dropped_sources.h"
#include "ui/import_report_view.h"
#include "ui/import_source_pane.h"
#include "ui/notice_bar.h"
#include "ui/segmented_control.h"
#include "ui/themed_label.h"
#include "ui/two_line_list.h"

namespace partita {
namespace {

constexpr int kBarSteps = 1000;
constexpr int kSourcesWidth = 230;
constexpr OnExisting kExisting[] = {OnExisting::Replace, OnExisting::Keep, OnExisting::Merge,
                                    OnExisting::Stop};

QVBoxLayout* pageColumn(QWidget* page) {
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    return column;
}

QHBoxLayout* footer() {
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    foot->addStretch(1);
    return foot;
}

QPushButton* button(const QString& text, const char* name, const QString& hint = {}) {
    auto* made = new QPushButton(text);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    made->setToolTip(hint);
    return made;
}

QString remainingText(std::chrono::seconds left) {
    const auto minutes = std::chrono::round<std::chrono::minutes>(left);
    if (left >= std::chrono::seconds(100))
        return ImportDialog::tr("about %Ln minute(s) left", "", static_cast<int>(minutes.count()));
    return ImportDialog::tr("about %Ln second(s) left", "", static_cast<int>(left.count()));
}

}  // namespace

ImportDialog::ImportDialog(ImportPlan* plan, QWidget* parent)
    : QDialog(parent), m_plan(plan), m_pages(new QStackedWidget) {
    setWindowTitle(tr("Import"));
    resize(1080, 720);
    setAcceptDrops(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_pages->addWidget(makeChoosePage());
    m_pages->addWidget(makeRunningPage());
    m_pages->addWidget(makeReportPage());
    connect(plan, &ImportPlan::readinessChanged, this, &ImportDialog::updateState);
    connect(plan, &ImportPlan::rowsRemoved, this, &ImportDialog::updateState);
    connect(plan, &ImportPlan::rowsInserted, this, [this](const QModelIndex&, int first) {
        if (m_sources->currentIndex().row() < 0) select(first);
    });
    updateState();
}

QWidget* ImportDialog::makeChoosePage() {
    auto* page = new QWidget;
    auto* column = pageColumn(page);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(18);
    middle->addWidget(makeSourceColumn());
    m_pane = new ImportSourcePane(m_plan);
    m_right = new QStackedWidget;
    m_right->addWidget(makeEmptyPage());
    m_right->addWidget(m_pane);
    middle->addWidget(m_right, 1);
    column->addLayout(middle, 1);

    m_existing = new SegmentedControl({tr("Replace it"), tr("Keep it"), tr("Merge"), tr("Stop")});
    m_existing->setObjectName(QStringLiteral("onExisting"));
    m_existing->setToolTips(
        {tr("The item of the source takes its place; the earlier one is kept with the report and can be put "
            "back"),
         tr("The item that is there stays as it is; the report names it"),
         tr("The attributes of the source are put over those that are there; other attributes stay"),
         tr("If a single one is there with other attributes, nothing at all is imported")});
    m_repair = new QCheckBox(tr("Read odd records in the one obvious way"));
    m_repair->setObjectName(QStringLiteral("repair"));
    m_repair->setToolTip(tr(
        "A record that is no item as it stands, but can only mean one, is taken so; the report names each. "
        "Otherwise it is refused, and the reason says what this would do."));
    auto* rules = new QHBoxLayout;
    rules->setSpacing(10);
    rules->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, tr("An item that is there already")));
    rules->addWidget(m_existing);
    rules->addStretch(1);
    rules->addWidget(m_repair);
    column->addLayout(rules);

    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    m_obstacle = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_obstacle->setObjectName(QStringLiteral("obstacle"));
    auto* close = button(tr("Cancel"), "cancel");
    m_import = button(tr("Import"), "importButton");
    m_import->setProperty("accent", true);
    m_import->setDefault(true);
    foot->addWidget(m_obstacle, 1);
    foot->addWidget(close);
    foot->addWidget(m_import);
    column->addLayout(foot);
    connect(m_existing, &SegmentedControl::chosen, this,
            [this](int index) { m_plan->setOnExisting(kExisting[index]); });
    connect(m_repair, &QCheckBox::toggled, m_plan, &ImportPlan::setRepairs);
    connect(close, &QPushButton::clicked, this, &ImportDialog::reject);
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::start);
    return page;
}

QWidget* ImportDialog::makeSourceColumn() {
    auto* whole = new QWidget;
    whole->setFixedWidth(kSourcesWidth);
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Sources")));
    m_sources = new TwoLineList(tr("Sources to import"));
    m_sources->setObjectName(QStringLiteral("sources"));
    m_sources->setModel(m_plan);
    m_sources->setEmptyText(tr("Files and folders can be dropped here."));
    column->addWidget(m_sources, 1);
    auto* add = button(tr("Add files…"), "addFiles");
    auto* folder = button(tr("Add folder…"), "addFolder", tr("An export to S3, or a folder of files"));
    auto* pasteButton = button(tr("Paste"), "paste", tr("What is in the clipboard (Ctrl+V)"));
    m_remove = button(tr("Remove"), "remove");
    auto* grid = new QGridLayout;
    grid->setSpacing(6);
    grid->addWidget(add, 0, 0);
    grid->addWidget(folder, 0, 1);
    grid->addWidget(pasteButton, 1, 0);
    grid->addWidget(m_remove, 1, 1);
    column->addLayout(grid);
    connect(add, &QPushButton::clicked, this, &ImportDialog::chooseFiles);
    connect(folder, &QPushButton::clicked, this, &ImportDialog::chooseFolder);
    connect(pasteButton, &QPushButton::clicked, this, &ImportDialog::paste);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const int row = m_sources->currentIndex().row();
        if (row < 0) return;
        m_plan->remove(row);
        select(std::min(row, m_plan->rowCount() - 1));
    });
    connect(m_sources, &TwoLineList::rowSelected, this, [this](int row) {
        m_pane->showSource(row);
        updateState();
    });
    return whole;
}

QWidget* ImportDialog::makeEmptyPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addStretch(2);
    auto* title = new ThemedLabel(ThemedLabel::Role::Title, tr("Drop what you have"));
    auto* hint = new ThemedLabel(
        ThemedLabel::Role::Secondary,
        tr("Items as JSON in any arrangement, what the AWS CLI prints, BatchWriteItem files, stream records, "
           "exports to S3, NoSQL Workbench models, CSV, TSV and Excel; schemas of CreateTable, "
           "CloudFormation, "
           "OneTable and dynamodb-toolbox. Compressed or not; the format is found by itself."));
    hint->setWordWrap(true);
    for (ThemedLabel* label : {title, hint}) {
        label->setAlignment(Qt::AlignCenter);
        column->addWidget(label);
    }
    column->setSpacing(10);
    column->addStretch(3);
    return page;
}

QWidget* ImportDialog::makeRunningPage() {
    auto* page = new QWidget;
    auto* column = pageColumn(page);
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
    m_cancel = button(tr("Cancel import"), "cancelImport", tr("What is written by then stays"));
    foot->addWidget(m_cancel);
    column->addLayout(foot);
    connect(m_cancel, &QPushButton::clicked, this, &ImportDialog::reject);
    return page;
}

QWidget* ImportDialog::makeReportPage() {
    auto* page = new QWidget;
    auto* column = pageColumn(page);
    m_notice = new NoticeBar;
    m_notice->setObjectName(QStringLiteral("reportNotice"));
    m_report = new ImportReportView;
    column->addWidget(m_notice);
    column->addWidget(m_report, 1);
    auto* foot = footer();
    auto* more = button(tr("Import more…"), "importMore");
    auto* close = button(tr("Close"), "closeReport");
    close->setProperty("accent", true);
    foot->addWidget(more);
    foot->addWidget(close);
    column->addLayout(foot);
    connect(more, &QPushButton::clicked, this, [this] {
        m_plan->clear();
        m_pages->setCurrentIndex(Choose);
        updateState();
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_report, &ImportReportView::retryRequested, this, &ImportDialog::retryRequested);
    connect(m_report, &ImportReportView::restoreRequested, this, &ImportDialog::restoreRequested);
    return page;
}

void ImportDialog::addPaths(const QStringList& paths) {
    if (m_pages->currentIndex() == Running) return;
    if (m_pages->currentIndex() == Report) m_plan->clear();
    m_pages->setCurrentIndex(Choose);
    m_plan->addPaths(paths);
    updateState();
}

void ImportDialog::addText(const QString& text, const SourceOptions& options) {
    if (m_pages->currentIndex() == Running) return;
    if (m_pages->currentIndex() == Report) m_plan->clear();
    m_pages->setCurrentIndex(Choose);
    select(m_plan->addText(text, options));
    m_pane->editText();
    updateState();
}

void ImportDialog::chooseFiles() {
    auto* dialog = new QFileDialog(this, tr("Choose what to import"), m_folder,
                                   tr("What can be imported (*.json *.jsonl *.ndjson *.ion *.csv *.tsv "
                                      "*.xlsx *.yaml *.yml *.template *.gz "
                                      "*.zst *.txt);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportDialog::addPaths);
    dialog->open();
}

void ImportDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Choose a folder to import"), m_folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportDialog::addPaths);
    dialog->open();
}

bool ImportDialog::take(const QMimeData* mime) {
    const DroppedSources dropped = droppedSources(mime);
    if (!dropped.paths.isEmpty())
        addPaths(dropped.paths);
    else if (!dropped.text.isEmpty())
        addText(dropped.text);
    return !dropped.isEmpty();
}

void ImportDialog::paste() {
    // Nothing there: an empty page to write on.
    if (!take(QApplication::clipboard()->mimeData())) addText({});
}

void ImportDialog::select(int row) {
    m_sources->setCurrentIndex(m_plan->index(std::max(row, 0)));
    m_pane->showSource(m_plan->rowCount() > 0 ? std::max(row, 0) : -1);
}

void ImportDialog::updateState() {
    const QString obstacle = m_plan->obstacle();
    m_import->setEnabled(obstacle.isEmpty());
    m_obstacle->setText(obstacle);
    m_repair->setChecked(m_plan->repairs());
    m_remove->setEnabled(m_sources->currentIndex().isValid());
    m_right->setCurrentIndex(m_plan->rowCount() > 0 && m_sources->currentIndex().isValid() ? 1 : 0);
    if (m_plan->rowCount() > 0 && !m_sources->currentIndex().isValid()) select(0);
}

void ImportDialog::start() {
    m_bar->setRange(0, 0);
    m_file->setText(tr("Beginning …"));
    m_progress->clear();
    m_notice->dismiss();
    m_cancel->setEnabled(true);
    m_pages->setCurrentIndex(Running);
    emit importRequested();
}

void ImportDialog::showProgress(const ImportJob::Status& status) {
    if (!m_cancel->isEnabled()) return;  // it is being stopped, and says so
    const Progress& progress = status.progress;
    const QString name = QFileInfo(status.file).fileName();
    QString doing;
    switch (progress.phase) {
        case Progress::Phase::Reading:
            doing = tr("Reading %1").arg(name);
            break;
        case Progress::Phase::Sorting:
            doing = tr("Sorting the items of %1").arg(name);
            break;
        case Progress::Phase::Writing:
            doing = tr("Writing the items of %1").arg(name);
            break;
    }
    if (status.sources > 1)
        doing = tr("%1 (%2 of %3)", "Reading items.json (2 of 5)")
                    .arg(doing)
                    .arg(status.number)
                    .arg(status.sources);
    m_file->setText(doing);
    QStringList parts = {tr("%Ln item(s)", "", static_cast<int>(progress.itemsDone))};
    // While writing, both figures count items.
    const bool countsBytes = progress.phase == Progress::Phase::Reading;
    if (progress.bytesTotal > 0) {
        m_bar->setRange(0, kBarSteps);
        const double share =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        m_bar->setValue(static_cast<int>(share * kBarSteps));
        parts << (countsBytes
                      ? tr("%1 of %2").arg(bytesText(progress.bytesDone), bytesText(progress.bytesTotal))
                      : tr("of %1").arg(countText(progress.bytesTotal)));
    } else {
        m_bar->setRange(0, 0);
        if (countsBytes) parts << bytesText(progress.bytesDone);
    }
    if (status.timeLeft) parts << remainingText(*status.timeLeft);
    m_progress->setText(parts.join(QStringLiteral(" · ")));
}

void ImportDialog::showReports(const QList<ImportJob::FileReport>& reports) {
    m_report->setReports(reports, {});
    m_pages->setCurrentIndex(Report);
}

void ImportDialog::showFailure(const Error& error, const QList<ImportJob::FileReport>& reports) {
    m_report->setReports(reports, error);
    m_pages->setCurrentIndex(Report);
}

void ImportDialog::say(const QString& text, bool isError) {
    m_notice->say(isError ? NoticeBar::Kind::Error : NoticeBar::Kind::Info, text);
}

void ImportDialog::reject() {
    if (m_pages->currentIndex() != Running) {
        QDialog::reject();
        return;
    }
    // Stays open: what was committed until now is told.
    m_cancel->setEnabled(false);
    m_progress->setText(tr("Stopping …"));
    emit cancelRequested();
}

void ImportDialog::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Paste) && m_pages->currentIndex() == Choose) {
        paste();
        return;
    }
    QDialog::keyPressEvent(event);
}

void ImportDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (m_pages->currentIndex() != Running && !droppedSources(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ImportDialog::dropEvent(QDropEvent* event) {
    if (take(event->mimeData())) event->acceptProposedAction();
}

}  // namespace partita
