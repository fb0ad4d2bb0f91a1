#include "ui/new_table_dialog.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/interchange/json.h"
#include "ui/dialog_foot.h"
#include "ui/form_row.h"
#include "ui/icons.h"
#include "ui/index_edit.h"
#include "ui/json_highlighter.h"
#include "ui/key_list_edit.h"
#include "ui/segmented_control.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr qint64 kMostSchemaBytes = 4 * 1024 * 1024;  // a schema is a few KB; more is another file
constexpr int kFormWidth = 620;
constexpr int kPreviewWidth = 500;
constexpr int kMostUnits = 1'000'000;

}  // namespace

NewTableDialog::NewTableDialog(Target target, QWidget* parent)
    : QDialog(parent), m_target(target), m_folder(QDir::homePath()) {
    setWindowTitle(target == Target::NewFile ? tr("New table") : tr("Add a table to this file"));
    resize(1120, 720);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* splitter = new QSplitter;
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(makeForm());
    splitter->addWidget(scroll);
    splitter->addWidget(makePreview());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kFormWidth, kPreviewWidth});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);

    m_problem = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_create = new QPushButton(target == Target::NewFile ? tr("Create table") : tr("Add table"));
    m_create->setObjectName(QStringLiteral("createButton"));
    auto* foot = dialogFoot(this, m_create, m_problem);
    foot->setContentsMargins(20, 12, 20, 14);
    column->addLayout(foot);

    connect(m_create, &QPushButton::clicked, this, &NewTableDialog::create);
    updatePath();
    updateState();
    m_name->setFocus();
}

QWidget* NewTableDialog::makeForm() {
    auto* form = new QWidget;
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(12);
    auto* head = new QHBoxLayout;
    head->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Table")), 1);
    auto* load = new QPushButton(tr("From create-table.json…"));
    load->setAutoDefault(false);
    load->setToolTip(tr("Fill this form from the JSON of a CreateTable request or of describe-table"));
    connect(load, &QPushButton::clicked, this, &NewTableDialog::chooseSchema);
    head->addWidget(load);
    column->addLayout(head);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    const auto addRow = [grid](const QString& name, QWidget* field) { addFormRow(grid, name, field); };
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("tableName"));
    m_name->setPlaceholderText(tr("3 to 255 letters, digits, '_', '-' or '.'"));
    m_name->setAccessibleName(tr("Table name"));
    addRow(tr("Name"), m_name);
    if (m_target == Target::NewFile) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        m_path = new QLineEdit;
        m_path->setObjectName(QStringLiteral("path"));
        m_path->setAccessibleName(tr("File"));
        auto* browse = new QPushButton(tr("Choose…"));
        browse->setAutoDefault(false);
        row->addWidget(m_path, 1);
        row->addWidget(browse);
        addRow(tr("File"), line);
        connect(m_path, &QLineEdit::textEdited, this, [this] {
            m_pathEdited = true;
            updateState();
        });
        connect(browse, &QPushButton::clicked, this, &NewTableDialog::choosePath);
    }
    m_partition = new KeyListEdit({1, 1, tr("Partition key"), {}});
    m_partition->setObjectName(QStringLiteral("partitionKey"));
    m_partition->setAttributes({{"pk", ValueType::String}});
    addRow(tr("Partition key"), m_partition);
    m_sort = new KeyListEdit({0, 1, tr("Sort key"), tr("Sort key")});
    m_sort->setObjectName(QStringLiteral("sortKey"));
    m_sort->setAttributes({{"sk", ValueType::String}});
    addRow(tr("Sort key"), m_sort);

    m_billing = new SegmentedControl({tr("On demand"), tr("Provisioned")});
    addRow(tr("Billing"), m_billing);
    m_throughput = new QWidget;
    auto* units = new QHBoxLayout(m_throughput);
    units->setContentsMargins(0, 0, 0, 0);
    const auto addUnits = [units](const QString& name) {
        auto* spin = new QSpinBox;
        spin->setRange(1, kMostUnits);
        spin->setValue(5);
        spin->setAccessibleName(name);
        units->addWidget(spin);
        units->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, name));
        units->addSpacing(10);
        return spin;
    };
    m_readUnits = addUnits(tr("read units a second"));
    m_writeUnits = addUnits(tr("write units a second"));
    units->addStretch(1);
    m_throughput->hide();
    grid->addWidget(m_throughput, grid->rowCount(), 1);
    column->addLayout(grid);

    column->addSpacing(8);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Indexes")));
    m_indexColumn = new QVBoxLayout;
    m_indexColumn->setSpacing(10);
    column->addLayout(m_indexColumn);
    auto* buttons = new QHBoxLayout;
    auto* addGlobal = new QPushButton(icon(IconName::Add), tr("Global index"));
    addGlobal->setObjectName(QStringLiteral("addGlobal"));
    addGlobal->setAutoDefault(false);
    m_addLocal = new QPushButton(icon(IconName::Add), tr("Local index"));
    m_addLocal->setObjectName(QStringLiteral("addLocal"));
    m_addLocal->setAutoDefault(false);
    buttons->addWidget(addGlobal);
    buttons->addWidget(m_addLocal);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addStretch(1);

    connect(m_name, &QLineEdit::textChanged, this, [this] {
        updatePath();
        updateState();
    });
    connect(m_partition, &KeyListEdit::edited, this, &NewTableDialog::updateState);
    connect(m_sort, &KeyListEdit::edited, this, &NewTableDialog::updateState);
    connect(m_billing, &SegmentedControl::chosen, this, &NewTableDialog::updateState);
    connect(m_readUnits, &QSpinBox::valueChanged, this, &NewTableDialog::updateState);
    connect(m_writeUnits, &QSpinBox::valueChanged, this, &NewTableDialog::updateState);
    const auto add = [this](IndexKind kind) {
        addIndex(kind)->nameEdit()->setFocus();
        updateState();
    };
    connect(addGlobal, &QPushButton::clicked, this, [add] { add(IndexKind::Global); });
    connect(m_addLocal, &QPushButton::clicked, this, [add] { add(IndexKind::Local); });
    return form;
}

QWidget* NewTableDialog::makePreview() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(16, 18, 20, 18);
    column->setSpacing(8);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("CreateTable request")));
    m_preview = new QPlainTextEdit;
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setReadOnly(true);
    m_preview->setFont(Theme::instance().monoFont());
    m_preview->setAccessibleName(tr("CreateTable request as JSON"));
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    new JsonHighlighter(m_preview->document());
    column->addWidget(m_preview, 1);
    return side;
}

IndexEdit* NewTableDialog::addIndex(IndexKind kind) {
    auto* edit = new IndexEdit(kind);
    m_indexColumn->addWidget(edit);
    m_indexes.push_back(edit);
    connect(edit, &IndexEdit::edited, this, &NewTableDialog::updateState);
    connect(edit, &IndexEdit::removeRequested, this, [this, edit] {
        std::erase(m_indexes, edit);
        m_indexColumn->removeWidget(edit);
        edit->hide();
        edit->deleteLater();
        updateState();
    });
    return edit;
}

void NewTableDialog::removeIndexes() {
    for (IndexEdit* edit : m_indexes) {
        m_indexColumn->removeWidget(edit);
        edit->hide();
        edit->deleteLater();
    }
    m_indexes.clear();
}

void NewTableDialog::setFolder(const QString& folder) {
    m_folder = folder;
    updatePath();
    updateState();
}

void NewTableDialog::setDefinition(const TableDefinition& table) {
    m_name->setText(QString::fromStdString(table.name));
    m_partition->setAttributes(table.keys.partition);
    m_sort->setAttributes(table.keys.sort);
    m_billing->setCurrent(table.billing == BillingMode::Provisioned ? 1 : 0);
    if (table.throughput) {
        m_readUnits->setValue(
            static_cast<int>(std::min<std::int64_t>(table.throughput->readUnits, kMostUnits)));
        m_writeUnits->setValue(
            static_cast<int>(std::min<std::int64_t>(table.throughput->writeUnits, kMostUnits)));
    }
    removeIndexes();
    for (const IndexDefinition& index : table.indexes)
        addIndex(index.kind)->setIndex(index);
    updateState();
}

TableDefinition NewTableDialog::definition() const {
    TableDefinition table;
    table.name = m_name->text().toStdString();
    table.keys.partition = m_partition->attributes();
    table.keys.sort = m_sort->attributes();
    const bool provisioned = m_billing->current() == 1;
    table.billing = provisioned ? BillingMode::Provisioned : BillingMode::PayPerRequest;
    if (provisioned) table.throughput = Throughput{m_readUnits->value(), m_writeUnits->value()};
    for (const IndexEdit* edit : m_indexes) {
        IndexDefinition index = edit->index(table.keys);
        // A provisioned table's global indexes start with the table's own figures.
        if (!provisioned || index.kind == IndexKind::Local) {
            index.throughput.reset();
        } else if (!index.throughput) {
            index.throughput = table.throughput;
        }
        table.indexes.push_back(std::move(index));
    }
    return table;
}

QString NewTableDialog::path() const {
    return m_path ? m_path->text().trimmed() : QString();
}

void NewTableDialog::updatePath() {
    if (!m_path || m_pathEdited) return;
    const QString name = m_name->text().isEmpty() ? QStringLiteral("table") : m_name->text().toLower();
    m_path->setText(QDir::toNativeSeparators(QDir(m_folder).filePath(name + QStringLiteral(".partita"))));
}

void NewTableDialog::updateState() {
    m_throughput->setVisible(m_billing->current() == 1);
    m_addLocal->setEnabled(!m_sort->attributes().empty());
    m_addLocal->setToolTip(m_addLocal->isEnabled() ? QString()
                                                   : tr("A local index needs a table with a sort key."));
    const TableDefinition table = definition();
    m_preview->setPlainText(QString::fromStdString(toCreateTableJson(table)));

    QString problem;
    bool isMissing = false;  // nothing wrong yet, only not typed
    if (table.name.empty()) {
        problem = tr("Give the table a name.");
        isMissing = true;
    } else if (const Result<void> valid = validateDefinition(table); !valid) {
        problem = QString::fromStdString(valid.error().text());
    } else if (m_path && path().isEmpty()) {
        problem = tr("Say where the file goes.");
        isMissing = true;
    } else if (m_path && QFileInfo::exists(path())) {
        problem = tr("%1 exists already. Choose another name, or open that file.").arg(path());
    }
    m_problem->setRole(isMissing || problem.isEmpty() ? ThemedLabel::Role::Secondary
                                                      : ThemedLabel::Role::Error);
    m_problem->setText(problem);
    m_create->setEnabled(problem.isEmpty());
}

void NewTableDialog::chooseSchema() {
    auto* dialog = new QFileDialog(this, tr("Read a table's schema"), m_folder,
                                   tr("JSON files (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &NewTableDialog::loadSchema);
    dialog->open();
}

void NewTableDialog::loadSchema(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        showError(Error::file(ErrorCode::InputOutput,
                              tr("It cannot be read: %1").arg(file.errorString()).toStdString(),
                              path.toStdString()));
        return;
    }
    if (file.size() > kMostSchemaBytes) {
        showError(
            Error::badInput(tr("It is too large to be a table's schema. Items are imported once the table "
                               "exists.")
                                .toStdString(),
                            path.toStdString()));
        return;
    }
    const Result<TableDefinition> table = parseCreateTable(file.readAll().toStdString());
    if (table) {
        setDefinition(*table);
    } else {
        showError(Error::badInput(table.error().text(), path.toStdString()));
    }
}

void NewTableDialog::choosePath() {
    auto* dialog = new QFileDialog(this, tr("New table file"), path(), tr("Table files (*.partita)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("partita"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the form says so itself
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& chosen) {
        m_pathEdited = true;
        m_path->setText(QDir::toNativeSeparators(chosen));
        updateState();
    });
    dialog->open();
}

void NewTableDialog::create() {
    m_create->setEnabled(false);  // until the answer: showError(), or the dialog is closed
    emit createRequested(path(), definition());
}

void NewTableDialog::showError(const Error& error) {
    m_create->setEnabled(true);
    m_problem->setRole(ThemedLabel::Role::Error);
    m_problem->setText(QString::fromStdString(error.text()));
}

}  // namespace partita
