#include "ui/recover_dialog.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/elided_label.h"
#include "ui/loss_note.h"
#include "ui/running_page.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr QSize kSize(720, 520);

ThemedLabel* figure(const QString& text) {
    auto* label = new ThemedLabel(ThemedLabel::Role::Body, text);
    label->setFont(Theme::tabular(label->font()));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

QStringList texts(const std::vector<std::string>& sentences) {
    QStringList list;
    for (const std::string& sentence : sentences)
        list << QString::fromStdString(sentence);
    return list;
}

}  // namespace

RecoverDialog::RecoverDialog(const QString& source, const QString& target, QWidget* parent)
    : QDialog(parent),
      m_source(source),
      m_target(target),
      m_pages(new QStackedWidget),
      m_running(new RunningPage(tr("Progress of the recovery"), tr("Cancel"))) {
    setWindowTitle(tr("Recover"));
    resize(kSize);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_running->begin(tr("Reading what can be read of %1").arg(QFileInfo(m_source).fileName()));
    m_running->cancelButton()->setObjectName(QStringLiteral("cancelRecovery"));
    connect(m_running->cancelButton(), &QPushButton::clicked, this, &RecoverDialog::reject);
    m_pages->addWidget(m_running);
    m_pages->addWidget(makeReportPage());
}

QWidget* RecoverDialog::makeReportPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(12);
    m_headline = new ThemedLabel(ThemedLabel::Role::Title);
    m_headline->setObjectName(QStringLiteral("headline"));
    m_headline->setWordWrap(true);
    m_about = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_about->setObjectName(QStringLiteral("about"));
    m_about->setWordWrap(true);
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_headline);
    column->addWidget(m_about);
    auto* body = new QWidget;
    auto* parts = new QVBoxLayout(body);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(14);
    m_tables = new QGridLayout;
    m_tables->setHorizontalSpacing(28);
    m_tables->setVerticalSpacing(4);
    m_tables->setColumnStretch(0, 1);
    m_lost = new LossNote;
    m_kept = new LossNote;
    parts->addLayout(m_tables);
    parts->addWidget(m_lost);
    parts->addWidget(m_kept);
    parts->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(body);
    column->addWidget(scroll, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    m_close = new QPushButton(tr("Close"));
    m_close->setObjectName(QStringLiteral("closeRecovery"));
    m_close->setAutoDefault(false);
    m_open = new QPushButton(tr("Open the new file"));
    m_open->setObjectName(QStringLiteral("openRecovered"));
    m_open->setProperty("accent", true);
    foot->addStretch(1);
    foot->addWidget(m_close);
    foot->addWidget(m_open);
    column->addLayout(foot);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, [this] {
        emit openRequested(m_target);
        accept();
    });
    return page;
}

void RecoverDialog::showProgress(const RecoverJob::Status& status) {
    if (!m_isRunning || m_running->isStopping()) return;
    const Progress& progress = status.progress;
    const int items = pluralCount(progress.itemsDone);
    QString text;
    if (progress.phase == Progress::Phase::Writing)
        text = tr("%Ln item(s) written", "", items);
    else if (items > 0)
        text = tr("%Ln item(s) found", "", items);
    else
        text = tr("Looking at every page");
    if (status.timeLeft)
        text = tr("%1 · about %2 left", "what was done, time")
                   .arg(text, durationText(std::int64_t{status.timeLeft->count()}));
    // While items are gathered, how many there will be is what nobody knows.
    std::optional<double> share;
    if (progress.bytesTotal > 0 && (progress.phase == Progress::Phase::Writing || progress.itemsDone == 0))
        share = static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
    m_running->showProgress(text, share);
}

void RecoverDialog::showEnd() {
    m_isRunning = false;
    m_pages->setCurrentIndex(1);
}

void RecoverDialog::addTable(int row, const RecoveredTable& table) {
    auto* name = new ElidedLabel(ThemedLabel::Role::Body, Qt::ElideRight);
    name->setText(QString::fromStdString(table.name));
    m_tables->addWidget(name, row, 0);
    m_tables->addWidget(figure(countText(table.items)), row, 1);
    m_tables->addWidget(figure(table.stated ? countText(*table.stated) : tr("not known")), row, 2);
    QString share;
    if (table.stated && *table.stated > 0) {
        // Rounded down: 99.99 % is not all.
        const auto tenths = std::min<std::uint64_t>(table.items, *table.stated) * 1000 / *table.stated;
        share = tr("%1 %", "percentage").arg(QLocale().toString(static_cast<double>(tenths) / 10, 'f', 1));
    }
    m_tables->addWidget(figure(share), row, 3);
}

void RecoverDialog::showReport(const RecoveryReport& report) {
    showEnd();
    const int items = pluralCount(report.items());
    m_headline->setText(report.isWhole() ? tr("Everything was recovered: %Ln item(s)", "", items)
                                         : tr("%Ln item(s) were recovered", "", items));
    m_about->setText(
        tr("They are in %1. The damaged file stays as it was.").arg(QFileInfo(m_target).fileName()));
    m_about->setToolTip(m_target);
    const QString heads[] = {tr("Table"), tr("recovered"), tr("of items"), tr("share")};
    for (int column = 0; column < 4; ++column) {
        auto* head = new ThemedLabel(ThemedLabel::Role::Secondary, heads[column]);
        if (column > 0) head->setAlignment(Qt::AlignRight);
        m_tables->addWidget(head, 0, column);
    }
    int row = 0;
    QStringList lost = texts(report.losses);
    QStringList kept = texts(report.kept) + texts(report.notes);
    for (const RecoveredTable& table : report.tables) {
        addTable(++row, table);
        const QString name = QString::fromStdString(table.name);
        const auto add = [&](QStringList& list, const QString& text) {
            list << tr("%1: %2", "table, what is lost").arg(name, text);
        };
        if (table.stated && *table.stated > table.items)
            add(lost, tr("%Ln item(s) could not be read.", "", pluralCount(*table.stated - table.items)));
        for (const QString& loss : texts(table.losses))
            add(lost, loss);
        if (table.unreadable > 0)
            add(lost, tr("%Ln row(s) are damaged and no items any more.", "", pluralCount(table.unreadable)));
        if (table.fromIndexes > 0)
            add(kept, tr("%Ln item(s) came from an index, which still had them.", "",
                         pluralCount(table.fromIndexes)));
        if (table.doubtful > 0)
            add(kept, tr("%Ln item(s) may have been another table's: the keys of both are alike.", "",
                         pluralCount(table.doubtful)));
    }
    if (report.lostPages > 0)
        lost << tr("%Ln page(s) of the file are missing or damaged.", "", pluralCount(report.lostPages));
    m_lost->setTexts(lost.isEmpty() ? tr("Nothing is lost.") : tr("What is lost"), lost);
    m_kept->setTexts(tr("Beside the items"), kept);
    m_kept->setVisible(!kept.isEmpty());
    m_open->setDefault(true);
    m_open->setFocus();
}

void RecoverDialog::showFailure(const Error& error) {
    showEnd();
    m_headline->setText(tr("Nothing was recovered"));
    m_about->setText(QString::fromStdString(error.text()));
    m_lost->hide();
    m_kept->hide();
    m_open->hide();
    m_close->setDefault(true);
    m_close->setFocus();
}

void RecoverDialog::reject() {
    if (!m_isRunning) {
        QDialog::reject();
        return;
    }
    // Stays open until the work has ended: then nothing is left at the place.
    m_running->showStopping();
    emit cancelRequested();
}

}  // namespace partita
