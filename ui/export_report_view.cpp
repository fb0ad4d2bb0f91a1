#include "ui/export_report_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>

#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/elided_label.h"
#include "ui/loss_note.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

ExportReportView::ExportReportView(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_headline = new ThemedLabel(ThemedLabel::Role::Title);
    m_headline->setObjectName(QStringLiteral("headline"));
    m_headline->setWordWrap(true);
    m_figures = new QGridLayout;
    m_figures->setHorizontalSpacing(28);
    m_figures->setVerticalSpacing(2);
    m_place = new ElidedLabel(ThemedLabel::Role::Mono, Qt::ElideMiddle);
    m_place->setObjectName(QStringLiteral("writtenTo"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    auto* show = new QPushButton(tr("Show folder"));
    show->setObjectName(QStringLiteral("showFolder"));
    show->setAutoDefault(false);
    m_copy = new QPushButton(tr("Copy path"));
    m_copy->setObjectName(QStringLiteral("copyPath"));
    m_copy->setAutoDefault(false);
    buttons->addWidget(show);
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    m_hidden = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_hidden->setObjectName(QStringLiteral("hidden"));
    m_hidden->setWordWrap(true);
    m_note = new LossNote;
    column->addWidget(m_headline);
    column->addLayout(m_figures);
    column->addSpacing(4);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Written to")));
    column->addWidget(m_place);
    column->addLayout(buttons);
    column->addSpacing(4);
    column->addWidget(m_hidden);
    column->addWidget(m_note);
    column->addStretch(1);
    connect(show, &QPushButton::clicked, this,
            [this] { emit showFolderRequested(m_isFolder ? m_path : QFileInfo(m_path).path()); });
    connect(m_copy, &QPushButton::clicked, this, &ExportReportView::copyPath);
}

void ExportReportView::setReport(const ExportReport& report, const ExportOptions& options,
                                 const QString& path, int tables) {
    m_path = path;
    m_isFolder = writesFolder(options.sink.format);
    const bool hasItems = writesItems(options.sink.format);
    const int items = pluralCount(report.items);
    const bool isDocument =
        options.sink.format == ExportFormat::Markdown || options.sink.format == ExportFormat::Html;
    if (!hasItems)
        m_headline->setText(tr("The schema of %Ln table(s) was exported", "", tables));
    else if (isDocument)
        m_headline->setText(tr("The document was written"));
    else if (report.items == 0)
        m_headline->setText(tr("There were no items to export"));
    else
        m_headline->setText(tr("%Ln item(s) were exported", "", items));
    showFigures(report, hasItems);
    m_place->setText(QDir::toNativeSeparators(path));
    m_copy->setText(tr("Copy path"));
    const QString hidden = hiddenText(options);
    m_hidden->setText(hidden);
    m_hidden->setVisible(!hidden.isEmpty());

    QStringList lost;
    for (const std::string& loss : report.losses)
        lost << QString::fromStdString(loss);
    QString heading;
    if (!lost.isEmpty())
        heading = !options.redactions.empty() ? tr("Keep in mind")
                  : isDocument                ? tr("What the document does not show")
                                              : tr("What this format could not hold");
    else if (!hasItems)
        heading = tr("It holds all that the tables' definitions say.");
    else if (isDocument)
        heading = tr("It shows every item.");
    else if (knownLosses(options.sink).empty())
        heading = hidden.isEmpty() ? tr("Every value went out exactly.")
                                   : tr("Every value that was not hidden went out exactly.");
    else
        for (const std::string& loss : knownLosses(options.sink))
            lost << QString::fromStdString(loss);
    if (heading.isEmpty()) heading = tr("Keep in mind");
    m_note->setTexts(heading, lost);
}

void ExportReportView::showFigures(const ExportReport& report, bool hasItems) {
    while (QLayoutItem* item = m_figures->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int column = 0;
    const auto add = [this, &column](const QString& name, const QString& figure, const char* objectName) {
        auto* value = new ThemedLabel(ThemedLabel::Role::Heading, figure);
        value->setFont(Theme::tabular(value->font()));
        value->setObjectName(QString::fromLatin1(objectName));
        m_figures->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, name), 0, column);
        m_figures->addWidget(value, 1, column);
        m_figures->setColumnStretch(column++, 0);
    };
    if (hasItems) add(tr("items"), countText(report.items), "exportedItems");
    add(tr("written"), bytesText(report.bytes), "exportedBytes");
    const std::chrono::duration<double> time(report.seconds);
    add(tr("time"), durationText(std::chrono::duration_cast<std::chrono::nanoseconds>(time)), "exportTime");
    m_figures->setColumnStretch(column, 1);
}

QString ExportReportView::hiddenText(const ExportOptions& options) {
    QStringList masked, hashed, dropped;
    for (const Redaction& redaction : options.redactions) {
        QStringList& names = redaction.action == Redaction::Action::Mask   ? masked
                             : redaction.action == Redaction::Action::Hash ? hashed
                                                                           : dropped;
        names << QString::fromStdString(redaction.attribute);
    }
    const QString comma = tr(", ", "between names");
    QStringList sentences;
    if (!masked.isEmpty()) sentences << tr("Masked: %1.").arg(masked.join(comma));
    if (!hashed.isEmpty()) sentences << tr("Hashed: %1.").arg(hashed.join(comma));
    if (!dropped.isEmpty()) sentences << tr("Left out: %1.").arg(dropped.join(comma));
    return sentences.join(QLatin1Char(' '));
}

void ExportReportView::copyPath() {
    QApplication::clipboard()->setText(QDir::toNativeSeparators(m_path));
    m_copy->setText(tr("Copied"));
}

}  // namespace partita
