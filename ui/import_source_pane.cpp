#include "ui/import_source_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "model/import_plan.h"
#include "model/import_problem_model.h"
#include "ui/file_counts_view.h"
#include "ui/import_blocks.h"
#include "ui/import_columns.h"
#include "ui/import_targets.h"
#include "ui/new_table_dialog.h"
#include "ui/notice_bar.h"
#include "ui/problem_table.h"
#include "ui/segmented_control.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr JsonForm kForms[] = {JsonForm::Auto, JsonForm::DynamoDb, JsonForm::Plain};
constexpr int kFormatWidth = 280;
constexpr int kTypingMillis = 350;  // the text is read when nobody has typed for so long

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

bool isTabular(SourceFormat format) {
    return format == SourceFormat::Csv || format == SourceFormat::Tsv || format == SourceFormat::Xlsx;
}

QString keysText(const KeySchema& keys) {
    QStringList parts;
    for (const KeyAttribute& attribute : keys.all())
        parts << QStringLiteral("%1 (%2)").arg(QString::fromStdString(attribute.name),
                                               text(typeName(attribute.type)));
    return parts.join(QStringLiteral(", "));
}

}  // namespace

ImportSourcePane::ImportSourcePane(ImportPlan* plan, QWidget* parent) : QWidget(parent), m_plan(plan) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(makeFormat());
    column->addWidget(makeForm());
    column->addWidget(makeTabular());
    m_error = new ThemedLabel(ThemedLabel::Role::Error);
    m_error->setObjectName(QStringLiteral("sourceError"));
    m_error->setWordWrap(true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_error);
    m_offer = new NoticeBar;
    m_offer->setObjectName(QStringLiteral("repairOffer"));
    connect(m_offer, &NoticeBar::actionTriggered, this, [this] { m_plan->setRepairs(true); });
    column->addWidget(m_offer);
    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(6);
    m_targets = new ImportTargets(plan);
    m_targets->setObjectName(QStringLiteral("targets"));
    m_targets->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    body->addWidget(m_targets);
    auto* line = new QHBoxLayout;
    m_schema = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_schema->setObjectName(QStringLiteral("schema"));
    m_schema->setWordWrap(true);
    m_change = new QPushButton(tr("Change…"));
    m_change->setObjectName(QStringLiteral("changeTable"));
    m_change->setToolTip(tr("The name, the keys and the indexes of the new table"));
    m_change->setAutoDefault(false);
    m_extent = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_extent->setObjectName(QStringLiteral("extent"));
    line->addWidget(m_schema, 1);
    line->addWidget(m_change);
    line->addWidget(m_extent);
    body->addLayout(line);
    column->addWidget(m_body);
    column->addWidget(makeLooks(), 1);
    m_textTimer.setSingleShot(true);
    m_textTimer.setInterval(kTypingMillis);
    connect(&m_textTimer, &QTimer::timeout, this, [this] {
        if (m_row >= 0 && m_plan->isPasted(m_row)) m_plan->setText(m_row, m_text->toPlainText());
    });
    connect(m_targets, &ImportTargets::tableSelected, this, &ImportSourcePane::showTable);
    connect(m_change, &QPushButton::clicked, this, &ImportSourcePane::changeDefinition);
    connect(plan, &ImportPlan::sourceChanged, this, [this](int row) {
        if (row == m_row) refresh();
    });
    showSource(-1);
}

QWidget* ImportSourcePane::makeFormat() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_format = new QComboBox;
    m_format->setObjectName(QStringLiteral("format"));
    m_format->setAccessibleName(tr("Format of the source"));
    m_format->addItem(tr("Detected"), -1);
    m_format->insertSeparator(1);
    for (const SourceFormat format : allSourceFormats())
        m_format->addItem(text(sourceFormatTitle(format)), static_cast<int>(format));
    m_description = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_description->setObjectName(QStringLiteral("description"));
    m_format->setMaximumWidth(kFormatWidth);
    m_format->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, tr("Format")));
    row->addWidget(m_format);
    row->addWidget(m_description, 1);
    connect(m_format, &QComboBox::activated, this, &ImportSourcePane::setFormat);
    return bar;
}

QWidget* ImportSourcePane::makeForm() {
    m_formRow = new QWidget;
    auto* row = new QHBoxLayout(m_formRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_form = new SegmentedControl({tr("Each by its form"), tr("As DynamoDB JSON"), tr("As plain JSON")});
    m_form->setToolTips(
        {tr("DynamoDB JSON when every value names its type and the keys fit; otherwise plain"),
         tr("{\"name\": {\"S\": \"Acme\"}}"), tr("{\"name\": \"Acme\"}")});
    row->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, tr("Items are read")));
    row->addWidget(m_form);
    row->addStretch(1);
    connect(m_form, &SegmentedControl::chosen, this, [this](int form) {
        SourceOptions options = m_plan->source(m_row).options;
        options.form = kForms[form];
        m_plan->setOptions(m_row, options);
    });
    return m_formRow;
}

QWidget* ImportSourcePane::makeTabular() {
    m_tabular = new QWidget;
    auto* row = new QHBoxLayout(m_tabular);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_header = new QCheckBox(tr("The first row names the columns"));
    m_header->setObjectName(QStringLiteral("header"));
    m_delimiter = new QComboBox;
    m_delimiter->setObjectName(QStringLiteral("delimiter"));
    m_delimiter->setAccessibleName(tr("Between cells"));
    const std::pair<QString, QChar> delimiters[] = {{tr("Cells parted as detected"), QChar()},
                                                    {tr("by commas"), QLatin1Char(',')},
                                                    {tr("by semicolons"), QLatin1Char(';')},
                                                    {tr("by tabs"), QLatin1Char('\t')},
                                                    {tr("by |"), QLatin1Char('|')}};
    for (const auto& [name, sign] : delimiters)
        m_delimiter->addItem(name, sign);
    m_emptyCells = new QComboBox;
    m_emptyCells->setObjectName(QStringLiteral("emptyCells"));
    m_emptyCells->setAccessibleName(tr("Empty cells"));
    m_emptyCells->addItems(
        {tr("Empty cells are left out"), tr("Empty cells are empty strings"), tr("Empty cells are NULL")});
    m_sheet = new QLineEdit;
    m_sheet->setObjectName(QStringLiteral("sheet"));
    m_sheet->setPlaceholderText(tr("Sheet (the first)"));
    m_sheet->setMaximumWidth(160);
    row->addWidget(m_header);
    row->addWidget(m_delimiter);
    row->addWidget(m_emptyCells);
    row->addWidget(m_sheet);
    row->addStretch(1);
    connect(m_header, &QCheckBox::clicked, this, &ImportSourcePane::setTabular);
    connect(m_delimiter, &QComboBox::activated, this, &ImportSourcePane::setTabular);
    connect(m_emptyCells, &QComboBox::activated, this, &ImportSourcePane::setTabular);
    connect(m_sheet, &QLineEdit::editingFinished, this, &ImportSourcePane::setTabular);
    return m_tabular;
}

QWidget* ImportSourcePane::makeLooks() {
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("looks"));
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_looks = new QStackedWidget;
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("pastedText"));
    m_text->setAccessibleName(tr("The pasted text"));
    m_text->setPlaceholderText(tr("Paste items, a model, a template or a schema here."));
    m_text->setFont(Theme::instance().monoFont());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_blocks = new ImportBlocks;
    m_columns = new ImportColumns;
    m_files = new FileCountsView;
    m_problemModel = new ImportProblemModel(this);
    m_problems = makeProblemTable(m_problemModel);
    m_problems->setObjectName(QStringLiteral("previewProblems"));
    QWidget* const looks[LookCount] = {m_text, m_blocks, m_columns, m_files, m_problems};
    for (QWidget* look : looks) {
        m_looks->addWidget(look);
        m_tabs->addTab({});
    }
    column->addWidget(m_tabs);
    column->addWidget(m_looks, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_looks, &QStackedWidget::setCurrentIndex);
    connect(m_text, &QPlainTextEdit::textChanged, &m_textTimer, qOverload<>(&QTimer::start));
    connect(m_columns, &ImportColumns::typeChosen, this, [this](const SourceColumn& chosen) {
        if (m_row < 0) return;
        SourceOptions options = m_plan->source(m_row).options;
        std::erase_if(options.tabular.columns,
                      [&chosen](const SourceColumn& one) { return one.name == chosen.name; });
        options.tabular.columns.push_back(chosen);
        m_plan->setOptions(m_row, options);
    });
    return whole;
}

void ImportSourcePane::showSource(int row) {
    m_textTimer.stop();
    m_row = row;
    setVisible(row >= 0);
    if (row < 0) {
        m_targets->showSource(-1);
        return;
    }
    const bool isPasted = m_plan->isPasted(row);
    if (isPasted) {
        const QSignalBlocker quiet(m_text);
        m_text->setPlainText(QString::fromStdString(*m_plan->source(row).location.text));
    }
    refresh();
    m_tabs->setCurrentIndex(isPasted && m_text->toPlainText().isEmpty() ? Text : Blocks);
}

void ImportSourcePane::editText() {
    m_tabs->setCurrentIndex(Text);
    m_text->setFocus();
}

void ImportSourcePane::refresh() {
    showFormat();
    showTabular();
    const ImportPlan::Source& source = m_plan->source(m_row);
    const bool isFailed = source.state == ImportPlan::State::Failed;
    m_error->setVisible(isFailed);
    m_error->setText(source.error ? QString::fromStdString(source.error->text()) : QString());
    m_body->setVisible(!isFailed && !source.preview.tables.empty());
    m_targets->showSource(isFailed ? -1 : m_row);
    showOffer();
    showLooks();
}

void ImportSourcePane::showOffer() {
    const int repairable = static_cast<int>(m_plan->source(m_row).repairable);
    if (repairable == 0) {
        m_offer->dismiss();
        return;
    }
    m_offer->say(
        NoticeBar::Kind::Warning,
        tr("%Ln of the refused record(s) can be read all the same: no item as it stands, but with one "
           "obvious meaning. “Problems” says which and how; the report will name each.",
           "", repairable),
        false);
    m_offer->setAction(tr("Read them so"));
}

void ImportSourcePane::showFormat() {
    const ImportPlan::Source& source = m_plan->source(m_row);
    const SourceDetection& detection = source.preview.detection;
    const bool isKnown = source.state == ImportPlan::State::Ready;
    if (!source.options.format) {
        m_format->setItemText(
            0, isKnown ? tr("Detected: %1").arg(text(sourceFormatTitle(detection.format))) : tr("Detected"));
    }
    m_format->setCurrentIndex(
        source.options.format ? m_format->findData(static_cast<int>(*source.options.format)) : 0);
    QStringList parts;
    if (source.state == ImportPlan::State::Reading) parts << tr("reading …");
    if (isKnown) {
        parts << QString::fromStdString(detection.description);
        if (!detection.compression.empty()) parts << QString::fromStdString(detection.compression);
        if (!detection.encoding.empty() && detection.encoding != "UTF-8")
            parts << QString::fromStdString(detection.encoding);
    }
    parts.removeAll(QString());
    m_description->setText(parts.join(QStringLiteral(" · ")));
    m_formRow->setVisible(isKnown && detection.format == SourceFormat::Items);
    for (int form = 0; form < static_cast<int>(std::size(kForms)); ++form) {
        if (kForms[form] == source.options.form) m_form->setCurrent(form);
    }
}

void ImportSourcePane::showTabular() {
    const ImportPlan::Source& source = m_plan->source(m_row);
    const SourceFormat format = source.options.format.value_or(source.preview.detection.format);
    m_tabular->setVisible(isTabular(format));
    const TabularOptions& tabular = source.options.tabular;
    m_header->setChecked(tabular.hasHeader);
    m_delimiter->setVisible(format != SourceFormat::Xlsx);
    m_delimiter->setCurrentIndex(
        std::max(0, tabular.delimiter ? m_delimiter->findData(QChar::fromLatin1(*tabular.delimiter)) : 0));
    m_emptyCells->setCurrentIndex(static_cast<int>(tabular.emptyCell));
    m_sheet->setVisible(format == SourceFormat::Xlsx);
    if (!m_sheet->hasFocus()) m_sheet->setText(QString::fromStdString(tabular.sheet));
}

void ImportSourcePane::setFormat(int choice) {
    const int format = m_format->itemData(choice).toInt();
    SourceOptions options = m_plan->source(m_row).options;
    options.format = format < 0 ? std::nullopt : std::optional(static_cast<SourceFormat>(format));
    m_plan->setOptions(m_row, options);
}

void ImportSourcePane::setTabular() {
    SourceOptions options = m_plan->source(m_row).options;
    TabularOptions& tabular = options.tabular;
    tabular.hasHeader = m_header->isChecked();
    const QChar sign = m_delimiter->currentData().toChar();
    tabular.delimiter = sign.isNull() ? std::nullopt : std::optional(sign.toLatin1());
    tabular.emptyCell = static_cast<TabularOptions::EmptyCell>(m_emptyCells->currentIndex());
    const std::string sheet = m_sheet->text().toStdString();
    if (sheet != tabular.sheet) tabular.columns.clear();
    tabular.sheet = sheet;
    m_plan->setOptions(m_row, options);
}

std::shared_ptr<const TableDefinition> ImportSourcePane::shownDefinition() const {
    const int table = m_targets->currentTable();
    if (m_row < 0 || table < 0) return {};
    const ImportPlan::Source& source = m_plan->source(m_row);
    const ImportPlan::Choice& choice = source.choices[static_cast<std::size_t>(table)];
    if (choice.where == ImportPlan::Choice::Where::Existing) return m_plan->definition(choice.table);
    const auto& made = choice.where == ImportPlan::Choice::Where::Create
                           ? choice.definition
                           : source.preview.tables[static_cast<std::size_t>(table)].schema;
    return made ? std::make_shared<const TableDefinition>(*made) : nullptr;
}

void ImportSourcePane::showTable() {
    const int table = m_targets->currentTable();
    showSchemaLine();
    if (m_row < 0 || table < 0) {
        m_blocks->setItems(nullptr, {}, {}, {});
        return;
    }
    const ImportPreview::Table& shown = m_plan->source(m_row).preview.tables[static_cast<std::size_t>(table)];
    m_columns->setColumns(shown.source.columns);
    m_files->setCounts(shown.source.itemsOfFiles);
    const auto definition = shownDefinition();
    QString title = tr("There are no items to show.");
    QString hint;
    if (!definition) {
        title = tr("No attributes fit as keys.");
        hint = tr("Say which table the items go to, or make one first.");
    } else if (shown.looked == 0) {
        title = tr("There are no items in it.");
        hint = tr("The table is made with its keys and indexes.");
    } else if (shown.refused == shown.looked) {
        title = tr("Not one of the items fits the table.");
        hint = tr("“Problems” says why. Another target, or a new table, may fit them.");
    }
    m_blocks->setItems(definition.get(), shown.items, title, hint);
}

void ImportSourcePane::showSchemaLine() {
    const int table = m_targets->currentTable();
    QString line;
    bool isNew = false;
    if (m_row >= 0 && table >= 0) {
        const ImportPlan::Source& source = m_plan->source(m_row);
        const ImportPlan::Choice& choice = source.choices[static_cast<std::size_t>(table)];
        const ImportPreview::Table& shown = source.preview.tables[static_cast<std::size_t>(table)];
        isNew = choice.where == ImportPlan::Choice::Where::Create;
        if (const auto definition = shownDefinition();
            definition && choice.where != ImportPlan::Choice::Where::LeaveOut) {
            line = tr("Keys: %1").arg(keysText(definition->keys));
            const int indexes = static_cast<int>(definition->indexes.size());
            if (indexes > 0) line += tr(" · %Ln index(es)", "", indexes);
            if (isNew && shown.isGuess && definition->keys == shown.schema->keys)
                line += tr(" · guessed from the items");
        }
        const int entities = static_cast<int>(shown.source.entities.size());
        if (entities > 0) line += tr(" · %Ln entity type(s)", "", entities);
        const QString looked = locale().toString(qulonglong(shown.looked));
        QString extent = source.preview.isWhole
                             ? tr("%Ln record(s) in all", "", static_cast<int>(shown.looked))
                             : tr("The first %1 records").arg(looked);
        if (shown.duplicate > 0)
            extent += tr(", %Ln of them with a key that comes again", "", static_cast<int>(shown.duplicate));
        m_extent->setText(extent);
    }
    m_schema->setText(line);
    m_change->setVisible(isNew);
}

void ImportSourcePane::setLookVisible(Look look, bool isVisible, const QString& name) {
    m_tabs->setTabText(look, name);
    m_tabs->setTabVisible(look, isVisible);
}

void ImportSourcePane::showLooks() {
    const ImportPlan::Source& source = m_plan->source(m_row);
    const bool isFailed = source.state == ImportPlan::State::Failed;
    const auto& tables = source.preview.tables;
    const auto anyTable = [&tables](auto has) { return std::any_of(tables.begin(), tables.end(), has); };
    const bool hasColumns =
        anyTable([](const ImportPreview::Table& table) { return !table.source.columns.empty(); });
    const bool hasFiles =
        anyTable([](const ImportPreview::Table& table) { return table.source.itemsOfFiles.size() > 1; });
    ImportReport problems;
    for (const SourceNote& note : source.preview.notes)
        problems.problems.push_back({ImportProblem::Kind::Note, note.line, 0, note.text, {}, {}, {}});
    problems.problems.insert(problems.problems.end(), source.preview.problems.begin(),
                             source.preview.problems.end());
    m_problemModel->setReports({{QString(), problems}});
    const int count = m_problemModel->rowCount();
    setLookVisible(Text, m_plan->isPasted(m_row), tr("Text"));
    setLookVisible(Blocks, !isFailed, tr("First items"));
    setLookVisible(Columns, !isFailed && hasColumns, tr("Columns"));
    setLookVisible(Files, !isFailed && hasFiles, tr("Data files"));
    setLookVisible(Problems, !isFailed && count > 0, tr("Problems (%1)").arg(locale().toString(count)));
    m_looks->setVisible(!isFailed || m_plan->isPasted(m_row));
    m_tabs->setVisible(m_looks->isVisibleTo(this));
}

void ImportSourcePane::changeDefinition() {
    const int table = m_targets->currentTable();
    const auto definition = shownDefinition();
    if (!definition) return;
    auto* dialog = new NewTableDialog(NewTableDialog::Target::OpenFile, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setDefinition(*definition);
    connect(dialog, &NewTableDialog::createRequested, this,
            [this, dialog, table, row = m_row](const QString&, const TableDefinition& made) {
                if (m_plan->definition(made.name)) {
                    dialog->showError(
                        Error::validation("The file has a table of this name already: choose another."));
                    return;
                }
                ImportPlan::Choice choice;
                choice.where = ImportPlan::Choice::Where::Create;
                choice.table = made.name;
                choice.definition = made;
                m_plan->setChoice(row, table, choice);
                dialog->accept();
            });
    dialog->open();
}

}  // namespace partita
