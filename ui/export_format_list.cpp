#include "ui/export_format_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kWidth = 300;
constexpr int kGroupHeight = 30;
constexpr int kRowHeight = 42;
constexpr int kMargin = 20;  // left, the dialog's own
constexpr int kRight = 12;
constexpr int kFormatRole = Qt::UserRole;  // of rows that are formats

bool isGroup(const QModelIndex& index) {
    return !index.data(kFormatRole).isValid();
}

class Delegate final : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {kWidth, isGroup(index) ? kGroupHeight : kRowHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const ThemeColours& colours = theme.colours();
        const QRect rect = option.rect.adjusted(kMargin, 0, -kRight, 0);
        const QString title = index.data(Qt::DisplayRole).toString();
        painter->save();
        if (isGroup(index)) {
            QFont font = theme.nameFont();
            font.setWeight(QFont::DemiBold);
            font.setCapitalization(QFont::AllUppercase);
            font.setLetterSpacing(QFont::PercentageSpacing, 104);
            painter->setFont(font);
            painter->setPen(colours.textSecondary);
            painter->drawText(rect.adjusted(0, 0, 0, -6), Qt::AlignLeft | Qt::AlignBottom, title);
            painter->restore();
            return;
        }
        const bool on = option.state.testFlag(QStyle::State_Selected);
        if (on) {
            painter->fillRect(option.rect, colours.selection);
            const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                              hasFocus ? colours.accent : colours.lineStrong);
        } else if (option.state.testFlag(QStyle::State_MouseOver)) {
            painter->fillRect(option.rect, colours.hover);
        }
        painter->setFont(on ? theme.keyFont() : theme.valueFont());
        painter->setPen(colours.text);
        QFontMetrics metrics = painter->fontMetrics();
        const int middle = rect.center().y();
        painter->drawText(QRect(rect.left(), middle - metrics.height(), rect.width(), metrics.height()),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(title, Qt::ElideRight, rect.width()));
        painter->setFont(theme.nameFont());
        painter->setPen(colours.textSecondary);
        metrics = painter->fontMetrics();
        const QString about = index.data(Qt::AccessibleDescriptionRole).toString();
        painter->drawText(QRect(rect.left(), middle + 2, rect.width(), metrics.height()),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(about, Qt::ElideRight, rect.width()));
        painter->restore();
    }
};

}  // namespace

QString formatTitle(ExportFormat format) {
    switch (format) {
        case ExportFormat::JsonLines:
            return ExportFormatList::tr("JSON Lines");
        case ExportFormat::JsonArray:
            return ExportFormatList::tr("JSON array");
        case ExportFormat::Csv:
            return ExportFormatList::tr("CSV");
        case ExportFormat::Workbench:
            return ExportFormatList::tr("NoSQL Workbench model");
        case ExportFormat::BatchWrite:
            return ExportFormatList::tr("BatchWriteItem files");
        case ExportFormat::S3Export:
            return ExportFormatList::tr("S3 export layout");
        case ExportFormat::CreateTable:
            return ExportFormatList::tr("create-table");
        case ExportFormat::CloudFormation:
            return ExportFormatList::tr("CloudFormation");
        case ExportFormat::Terraform:
            return ExportFormatList::tr("Terraform");
        case ExportFormat::Cdk:
            return ExportFormatList::tr("AWS CDK");
        case ExportFormat::Markdown:
            return ExportFormatList::tr("Markdown");
        case ExportFormat::Html:
            return ExportFormatList::tr("HTML");
    }
    return {};
}

ExportFormatList::ExportFormatList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("formats"));
    setAccessibleName(tr("Format"));
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setStyleSheet(QStringLiteral("QListView { background: transparent; border: 0; padding: 0; }"));
    addGroup(tr("Items"));
    addFormat(ExportFormat::JsonLines, tr("An item a line, for programs and for import"));
    addFormat(ExportFormat::JsonArray, tr("One array of all items"));
    addFormat(ExportFormat::Csv, tr("One table for a spreadsheet, with typed headers"));
    addFormat(ExportFormat::BatchWrite, tr("A folder of requests of 25 puts, for the AWS CLI"));
    addFormat(ExportFormat::S3Export, tr("A folder as DynamoDB exports to S3"));
    addFormat(ExportFormat::Workbench, tr("Tables, indexes and items for NoSQL Workbench"));
    addGroup(tr("Schema"));
    addFormat(ExportFormat::CreateTable, tr("The JSON that aws dynamodb create-table takes"));
    addFormat(ExportFormat::CloudFormation, tr("A template in YAML"));
    addFormat(ExportFormat::Terraform, tr("Resources of the AWS provider"));
    addFormat(ExportFormat::Cdk, tr("A stack in TypeScript"));
    addGroup(tr("Documents"));
    addFormat(ExportFormat::Markdown, tr("The design as text, for a repository or a wiki"));
    addFormat(ExportFormat::Html, tr("The design as a page, to read, print or send"));
    setFormat(ExportFormat::JsonLines);
    connect(this, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* current) {
        if (current) emit formatChosen(format());
    });
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void ExportFormatList::addGroup(const QString& title) {
    auto* row = new QListWidgetItem(title, this);
    row->setFlags(Qt::NoItemFlags);
}

void ExportFormatList::addFormat(ExportFormat format, const QString& about) {
    auto* row = new QListWidgetItem(formatTitle(format), this);
    row->setData(kFormatRole, static_cast<int>(format));
    row->setData(Qt::AccessibleDescriptionRole, about);
    row->setToolTip(about);
}

ExportFormat ExportFormatList::format() const {
    return static_cast<ExportFormat>(currentItem()->data(kFormatRole).toInt());
}

void ExportFormatList::setFormat(ExportFormat format) {
    for (int row = 0; row < count(); ++row) {
        const QVariant held = item(row)->data(kFormatRole);
        if (held.isValid() && held.toInt() == static_cast<int>(format)) setCurrentRow(row);
    }
}

QSize ExportFormatList::sizeHint() const {
    int height = 0;
    for (int row = 0; row < count(); ++row)
        height += sizeHintForRow(row);
    return {kWidth, height};
}

}  // namespace partita
