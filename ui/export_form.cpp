#include "ui/export_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/interchange/write/schema_text.h"
#include "model/run_text.h"
#include "ui/dialog_foot.h"
#include "ui/export_format_list.h"
#include "ui/export_place.h"
#include "ui/form_row.h"
#include "ui/loss_note.h"
#include "ui/redaction_edit.h"
#include "ui/segmented_control.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kIndent = 2;  // as the command line indents

bool isJson(ExportFormat format) {
    return format == ExportFormat::JsonLines || format == ExportFormat::JsonArray;
}

bool isDocument(ExportFormat format) {
    return format == ExportFormat::Markdown || format == ExportFormat::Html;
}

bool compresses(ExportFormat format) {
    return isJson(format) || format == ExportFormat::Csv;
}

/// Groups stand apart: tables, indexes, entity types, what is in front.
int groupOf(ExportScope::Kind kind) {
    switch (kind) {
        case ExportScope::Kind::Table:
        case ExportScope::Kind::AllTables:
            return 0;
        case ExportScope::Kind::Index:
            return 1;
        case ExportScope::Kind::Entity:
            return 2;
        default:
            return 3;
    }
}

ThemedLabel* wrapped(ThemedLabel::Role role, const char* name) {
    auto* label = new ThemedLabel(role);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

}  // namespace

ExportForm::ExportForm(QDialog* dialog) : QWidget(dialog) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_formats = new ExportFormatList;
    m_formats->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_formats->setFixedWidth(m_formats->sizeHint().width());
    auto* left = new QVBoxLayout;
    left->setContentsMargins(0, 10, 0, 10);
    left->addWidget(m_formats);
    row->addLayout(left);
    auto* line = new QFrame;
    line->setObjectName(QStringLiteral("exportLine"));
    line->setFixedWidth(1);
    const auto paintLine = [line] {
        line->setStyleSheet(QStringLiteral("#exportLine { background: %1; border: 0; }")
                                .arg(Theme::instance().colours().line.name()));
    };
    connect(&Theme::instance(), &Theme::changed, line, paintLine);
    paintLine();
    row->addWidget(line);

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(makeFields());
    right->addWidget(scroll, 1);
    m_note = new LossNote;
    auto* note = new QVBoxLayout;
    note->setContentsMargins(20, 4, 20, 0);
    note->addWidget(m_note);
    right->addLayout(note);
    m_problem = wrapped(ThemedLabel::Role::Secondary, "problem");
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_export = new QPushButton(tr("Export"));
    m_export->setObjectName(QStringLiteral("exportButton"));
    auto* foot = dialogFoot(dialog, m_export, m_problem);
    foot->setContentsMargins(20, 12, 20, 14);
    right->addLayout(foot);
    row->addLayout(right, 1);

    connect(m_formats, &ExportFormatList::formatChosen, this, [this] {
        updateFormat();
        takeEdit();
    });
    connect(m_scope, &QComboBox::currentIndexChanged, this, [this] {
        suggestName();
        takeEdit();
    });
    connect(m_hide, &RedactionEdit::edited, this, &ExportForm::takeEdit);
    connect(m_place, &ExportPlace::edited, this, &ExportForm::takeEdit);
    connect(m_export, &QPushButton::clicked, this, [this] {
        updateState();
        if (isReady()) emit exportRequested();
    });
}

QWidget* ExportForm::makeFields() {
    auto* fields = new QWidget;
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(20, 18, 20, 14);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(12);
    grid->setColumnMinimumWidth(0, 76);
    grid->setColumnStretch(1, 1);

    const auto column = [](std::initializer_list<QWidget*> parts) {
        auto* box = new QWidget;
        auto* lines = new QVBoxLayout(box);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(5);
        for (QWidget* part : parts)
            lines->addWidget(part);
        return box;
    };
    const auto nameOfLastRow = [grid] {
        return qobject_cast<ThemedLabel*>(grid->itemAtPosition(grid->rowCount() - 1, 0)->widget());
    };
    m_scope = new QComboBox;
    m_scope->setObjectName(QStringLiteral("scope"));
    m_scope->setAccessibleName(tr("What to export"));
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scope->setMinimumContentsLength(20);
    m_scopeHint = wrapped(ThemedLabel::Role::Secondary, "scopeHint");
    addFormRow(grid, tr("What"), column({m_scope, m_scopeHint}));
    addFormRow(grid, tr("As"), makeOptions());
    m_optionsName = nameOfLastRow();
    m_hide = new RedactionEdit;
    addFormRow(grid, tr("Hide"), m_hide);
    m_hideName = nameOfLastRow();
    m_place = new ExportPlace;
    m_placeNote = wrapped(ThemedLabel::Role::Secondary, "placeNote");
    addFormRow(grid, tr("To"), column({m_place, m_placeNote}));
    grid->setRowStretch(grid->rowCount(), 1);
    return fields;
}

QWidget* ExportForm::makeOptions() {
    m_options = new QWidget;
    m_options->setMinimumHeight(m_scope->sizeHint().height());  // its name stands in line with it
    auto* row = new QHBoxLayout(m_options);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    m_json = new SegmentedControl({tr("DynamoDB JSON"), tr("Plain JSON")});
    m_json->setObjectName(QStringLiteral("jsonForm"));
    m_json->setToolTips(
        {QStringLiteral("{\"name\": {\"S\": \"Acme\"}}"), QStringLiteral("{\"name\": \"Acme\"}")});
    m_gzip = new QCheckBox(tr("Compress (gzip)"));
    m_gzip->setObjectName(QStringLiteral("gzip"));
    m_indent = new QCheckBox(tr("Over several lines"));
    m_indent->setObjectName(QStringLiteral("indent"));
    row->addWidget(m_json);
    row->addWidget(m_indent);
    row->addWidget(m_gzip);
    row->addStretch(1);
    connect(m_json, &SegmentedControl::chosen, this, &ExportForm::takeEdit);
    connect(m_indent, &QCheckBox::toggled, this, &ExportForm::takeEdit);
    connect(m_gzip, &QCheckBox::toggled, this, [this] {
        m_place->setFormat(options().sink);
        takeEdit();
    });
    return m_options;
}

void ExportForm::setScopes(const QList<ExportScope>& scopes, int current) {
    m_scopes = scopes;
    {
        const QSignalBlocker blocker(m_scope);
        m_scope->clear();
        for (int i = 0; i < scopes.size(); ++i) {
            const ExportScope& each = scopes[i];
            if (i > 0 && groupOf(each.kind) != groupOf(scopes[i - 1].kind))
                m_scope->insertSeparator(m_scope->count());
            const QString items =
                each.items
                    ? tr("%1 · %Ln item(s)", "what, how many", pluralCount(*each.items)).arg(each.title)
                    : each.title;
            m_scope->addItem(items, i);
        }
        m_scope->setCurrentIndex(m_scope->findData(current));
    }
    suggestName();
    updateFormat();
    updateState();
}

void ExportForm::setFormat(ExportFormat format) {
    m_formats->setFormat(format);
    m_formats->scrollToTop();
}

void ExportForm::setKnownNames(const QStringList& names) {
    m_hide->setKnownNames(names);
}

void ExportForm::setHidden(const std::vector<Redaction>& redactions) {
    m_hide->setRedactions(redactions);
}

const ExportScope& ExportForm::scope() const {
    return m_scopes[m_scope->currentData().toInt()];
}

ExportFormat ExportForm::format() const {
    return m_formats->format();
}

ExportOptions ExportForm::options() const {
    ExportOptions options;
    options.sink.format = format();
    options.sink.gzip = compresses(format()) && m_gzip->isChecked();
    options.sink.plain = isJson(format()) && m_json->current() == 1;
    options.sink.indent = format() == ExportFormat::JsonArray && m_indent->isChecked() ? kIndent : 0;
    scope().addTo(options);
    if (writesItems(format())) {
        options.redactions = m_hide->redactions();
        options.hashKey = m_hide->hashKey();
    } else {
        // A schema is one of whole tables.
        options.items.reset();
        options.entity.reset();
    }
    return options;
}

bool ExportForm::isReady() const {
    return !m_scopes.isEmpty() && problem().isEmpty();
}

void ExportForm::say(const QString& text, bool isError) {
    m_said = text;
    m_isError = isError;
    updateState();
}

void ExportForm::takeEdit() {
    m_said.clear();
    updateState();
}

void ExportForm::updateFormat() {
    const ExportFormat chosen = format();
    m_json->setVisible(isJson(chosen));
    m_indent->setVisible(chosen == ExportFormat::JsonArray);
    m_gzip->setVisible(compresses(chosen));
    m_options->setVisible(compresses(chosen));
    m_optionsName->setVisible(compresses(chosen));
    m_hide->setVisible(writesItems(chosen));
    m_hideName->setVisible(writesItems(chosen));
    if (m_scopes.isEmpty()) return;
    suggestName();
    m_place->setFormat(options().sink);
}

void ExportForm::suggestName() {
    m_place->setSuggestion(writesItems(format()) ? scope().fileName : scope().schemaFileName);
}

void ExportForm::updateState() {
    if (m_scopes.isEmpty()) return;
    updateHint();
    updateNote();
    const QString note =
        m_place->replaces() && m_place->problem().isEmpty()
            ? tr("This file is there already. It is replaced once the export is complete, and "
                 "not before.")
        : writesFolder(format()) ? tr("A folder is made, with several files in it.")
                                 : QString();
    m_placeNote->setRole(m_place->replaces() ? ThemedLabel::Role::Warning : ThemedLabel::Role::Secondary);
    m_placeNote->setText(note);
    m_placeNote->setVisible(!note.isEmpty());
    const QString wrong = problem();
    const QString doubt = warning();
    using Role = ThemedLabel::Role;
    if (!m_said.isEmpty()) {
        m_problem->setRole(m_isError ? Role::Error : Role::Secondary);
        m_problem->setText(m_said);
    } else {
        m_problem->setRole(wrong.isEmpty()      ? Role::Warning
                           : m_place->isEmpty() ? Role::Secondary
                                                : Role::Error);
        m_problem->setText(wrong.isEmpty() ? doubt : wrong);
    }
    m_export->setText(m_place->replaces() ? tr("Export and replace") : tr("Export"));
    m_export->setEnabled(wrong.isEmpty());
}

QString ExportForm::problem() const {
    if (format() == ExportFormat::Csv && isOfSeveralTables())
        return tr("A CSV file holds the items of one table. Choose one of them, or another format.");
    if (writesItems(format())) {
        if (const QString name = m_hide->doubledName(); !name.isEmpty())
            return tr("“%1” is to be hidden in two ways. Keep one of them.").arg(name);
        const Redactor redactor(m_hide->redactions(), "-");
        for (const auto& table : scope().tables)
            if (const Result<void> valid = redactor.check(*table); !valid)
                return QString::fromStdString(valid.error().message);
    }
    return m_place->problem();
}

QString ExportForm::warning() const {
    const QStringList unknown = writesItems(format()) ? m_hide->unknownNames() : QStringList();
    if (unknown.isEmpty()) return {};
    return tr("“%1” was not seen in the items looked at. Check the name: it counts upper and lower case.")
        .arg(unknown.first());
}

void ExportForm::updateHint() {
    const ExportScope& chosen = scope();
    const auto leavesOut = [&chosen](const std::optional<std::string>& index) {
        const IndexDefinition* definition = index ? chosen.tables.front()->index(*index) : nullptr;
        return definition && definition->projection.type != ProjectionType::All;
    };
    QString hint;
    if (!writesItems(format())) {
        if (!chosen.isWholeTables())
            hint = tr("A schema is of the whole table, whichever of its items are chosen.");
    } else if ((chosen.query && leavesOut(chosen.query->index)) ||
               (chosen.scan && leavesOut(chosen.scan->index)) ||
               (!chosen.views.empty() && leavesOut(chosen.views.front().index))) {
        hint = tr("Items go out as the index holds them: without attributes that are not projected.");
    } else if (chosen.kind == ExportScope::Kind::ResultTab) {
        hint = tr("The request is run again, with all its pages and without a limit.");
    }
    m_scopeHint->setText(hint);
    m_scopeHint->setVisible(!hint.isEmpty());
}

QStringList ExportForm::losses() const {
    QStringList sentences;
    for (const std::string& loss : knownLosses(options().sink))
        sentences << QString::fromStdString(loss);
    if (!writesItems(format())) {
        std::vector<SinkTable> tables;
        for (const auto& table : scope().tables)
            tables.emplace_back().definition = *table;
        for (const std::string& loss : schemaLosses(format(), tables))
            sentences << QString::fromStdString(loss);
    }
    if (isJson(format()) && isOfSeveralTables())
        sentences << tr("The items of several tables stand one after another: nothing says whose they are.");
    return sentences;
}

void ExportForm::updateNote() {
    const ExportFormat chosen = format();
    const QStringList lost = losses();
    QString heading;
    if (!writesItems(chosen))
        heading = tr("Holds keys, indexes and settings of the tables. It holds no items.");
    else if (isDocument(chosen))
        heading = tr("A document for people. It can't be imported again.");
    else if (!lost.isEmpty())
        heading = tr("What this format can't hold");
    else if (!m_hide->redactions().empty())
        heading = tr("Holds every value exactly, apart from what you hide.");
    else
        heading = tr("Holds every value exactly.");
    m_note->setTexts(heading, lost);
}

}  // namespace partita
