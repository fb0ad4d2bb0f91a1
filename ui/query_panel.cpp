#include "ui/query_panel.h"

#include <QVBoxLayout>

namespace partita {

QueryPanel::QueryPanel(QWidget* parent) : QWidget(parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(14, 10, 14, 8);
    outer->setSpacing(8);
    makeActions();
    makeForm();
    makeExpressionRow();
    setTable(nullptr);
}

void QueryPanel::setTable(std::shared_ptr<const TableDefinition> table) {
    m_draft = QueryDraft(std::move(table));
    m_wasTried = false;
    m_index->clear();
    m_index->addItem(tr("Table"), QString());
    if (m_draft.table()) {
        for (const IndexDefinition& index : m_draft.table()->indexes) {
            const QString name = QString::fromStdString(index.name);
            m_index->addItem(name, name);
        }
    }
    setEnabled(m_draft.table() != nullptr);
    rebuildFields();
}

void QueryPanel::setCompletion(KeyCompletion* completion) {
    if (m_completion) disconnect(m_completion, nullptr, this, nullptr);
    m_completion = completion;
    if (m_completion) {
        connect(m_completion, &KeyCompletion::answered, this, &QueryPanel::showCompletions);
        connect(m_completion, &QObject::destroyed, this, [this] { m_completion = nullptr; });
    }
    for (KeyValueEdit* field : m_partition)
        if (m_completion) field->setCompletionModel(m_completion);
}

void QueryPanel::setIndex(const QString& index) {
    m_draft.setIndex(index.isEmpty() ? std::nullopt : std::optional(index.toStdString()));
    m_index->setCurrentIndex(
        m_draft.index() ? std::max(0, m_index->findData(QString::fromStdString(*m_draft.index()))) : 0);
    m_wasTried = false;
    rebuildFields();
}

void QueryPanel::setKey(const std::vector<Value>& partition, const std::vector<Value>& sort) {
    m_draft.setKey(partition, sort);
    m_wasTried = false;
    fillFields();
}

void QueryPanel::setDraft(const QueryDraft& draft) {
    if (!draft.table() || !m_draft.table() || draft.table()->name != m_draft.table()->name) return;
    setIndex(draft.index() ? QString::fromStdString(*draft.index()) : QString());
    if (m_draft.keys() != draft.keys()) return;
    m_draft.partition = draft.partition;
    m_draft.sort = draft.sort;
    m_draft.limit = draft.limit;
    m_draft.forward = draft.forward;
    m_draft.consistent = draft.consistent;
    fillFields();
}

void QueryPanel::showNote(const QString& text) {
    m_error->setRole(ThemedLabel::Role::Secondary);
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
}

void QueryPanel::clear() {
    m_draft.clear();
    m_wasTried = false;
    fillFields();
}

void QueryPanel::rebuildFields() {
    m_completing.reset();
    for (const auto* fields : {&m_partition, &m_sort}) {
        for (KeyValueEdit* field : *fields) {
            m_flow->removeWidget(field);
            field->hide();
            field->deleteLater();  // one of them may be the sender of what led here
        }
    }
    m_partition.clear();
    m_sort.clear();
    m_flow->removeWidget(m_tail);  // it comes last
    QList<QWidget*> tabOrder{m_index};
    const auto add = [&](const KeyAttribute& attribute, KeyValueEdit::Part part) {
        auto* field = new KeyValueEdit(attribute, part, m_flow->parentWidget());
        connect(field, &KeyValueEdit::edited, this, &QueryPanel::readFields);
        connect(field, &KeyValueEdit::finished, this, &QueryPanel::showProblems);
        connect(field, &KeyValueEdit::submitted, this, &QueryPanel::run);
        m_flow->addWidget(field);
        field->show();
        // Of a widget that holds others, Qt 6.4 would order the holder alone.
        tabOrder += field->focusWidgets();
        return field;
    };
    for (const KeyAttribute& attribute : m_draft.keys().partition) {
        const std::size_t place = m_partition.size();
        KeyValueEdit* field = add(attribute, KeyValueEdit::Part::Partition);
        connect(field, &KeyValueEdit::completionWanted, this, [this, place] { askForCompletions(place); });
        connect(field, &KeyValueEdit::completionChosen, this, [this](int row) {
            if (m_completion && row < m_completion->rowCount()) {
                m_draft.setPartition(m_completion->key(row));
                fillFields();
            }
        });
        if (m_completion) field->setCompletionModel(m_completion);
        m_partition.push_back(field);
    }
    for (const KeyAttribute& attribute : m_draft.keys().sort)
        m_sort.push_back(add(attribute, KeyValueEdit::Part::Sort));
    m_flow->addWidget(m_tail);
    tabOrder << m_direction << m_limit << m_more << m_run;
    for (qsizetype i = 1; i < tabOrder.size(); ++i)
        setTabOrder(tabOrder[i - 1], tabOrder[i]);
    m_direction->setVisible(!m_draft.keys().sort.empty());
    fillFields();
}

void QueryPanel::fillFields() {
    for (std::size_t i = 0; i < m_partition.size(); ++i)
        m_partition[i]->setValue({SortOperator::Equal, m_draft.partition[i], {}});
    for (std::size_t i = 0; i < m_sort.size(); ++i)
        m_sort[i]->setValue(m_draft.sort[i]);
    m_limit->setText(m_draft.limit);
    const QSignalBlocker blocker(m_direction);
    m_direction->setChecked(!m_draft.forward);
    m_error->hide();
    refresh();
}

void QueryPanel::readFields() {
    for (std::size_t i = 0; i < m_partition.size(); ++i)
        m_draft.partition[i] = m_partition[i]->value().value;
    for (std::size_t i = 0; i < m_sort.size(); ++i)
        m_draft.sort[i] = m_sort[i]->value();
    m_draft.limit = m_limit->text();
    m_error->hide();
    refresh();
}

void QueryPanel::refresh() {
    const bool isQuery = m_draft.kind() == RequestKind::Query;
    m_direction->setText(m_draft.forward ? tr("↑ ascending") : tr("↓ descending"));
    m_direction->setEnabled(isQuery);
    m_expression->setExpression(m_draft.expression());
    m_expression->setVisible(isQuery);
    m_hint->setVisible(!isQuery);
    if (m_draft.table()) {
        m_kind->setText(isQuery ? tr("Query") : tr("Scan"));
        const QString key = QString::fromStdString(m_draft.keys().partition.front().name);
        m_hint->setText(
            m_draft.index()
                ? tr("reads every item of the index. Give %1 to query one item collection.").arg(key)
                : tr("reads every item of the table. Give %1 to query one item collection.").arg(key));
    } else {
        m_kind->clear();
        m_hint->clear();
    }
    const QString runText = m_isRunning ? tr("Cancel") : isQuery ? tr("Run  ⏎") : tr("Scan  ⏎");
    m_run->setText(runText);
    m_run->setAccessibleName(m_isRunning ? tr("Cancel") : isQuery ? tr("Run the query") : tr("Run the scan"));
    m_run->setToolTip(m_isRunning ? tr("Cancel (Esc)") : tr("Run (Ctrl+Return)"));
    showMore();
    showProblems();
}

void QueryPanel::showMore() {
    const bool isGlobal = m_draft.isGlobalIndex();
    const QSignalBlocker blocker(m_consistentAction);
    m_consistentAction->setChecked(m_draft.consistent);
    m_consistentAction->setEnabled(!isGlobal && m_draft.table());
    m_consistentAction->setToolTip(isGlobal
                                       ? tr("A global secondary index has eventually consistent reads only.")
                                       : tr("Reads the newest state, at twice the read units."));
    m_more->setText(m_draft.consistent ? tr("strong ⋯") : QStringLiteral("⋯"));
    m_more->setFixedWidth(m_more->fontMetrics().horizontalAdvance(m_more->text()) + 24);
    m_more->setToolTip(m_draft.consistent ? tr("More. Strongly consistent read is on.") : tr("More"));
}

void QueryPanel::showProblems() {
    for (KeyValueEdit* field : m_partition)
        field->clearMistakes();
    for (KeyValueEdit* field : m_sort)
        field->clearMistakes();
    m_limit->setMistake(false);
    m_limitMistake->hide();
    for (const DraftProblem& problem : m_draft.problems()) {
        GrowingLineEdit* edit = editOf(problem.field);
        // Nobody likes to be corrected in the middle of a word.
        const bool isBeingTyped = edit && edit->hasFocus();
        if (!edit || (!m_wasTried && (problem.isMissing || isBeingTyped))) continue;
        const QString text = QString::fromStdString(problem.error.message);
        if (problem.field.kind == DraftField::Kind::Limit) {
            m_limit->setMistake(true);
            m_limitMistake->setText(text);
            m_limitMistake->show();
        } else if (KeyValueEdit* field = fieldOf(problem.field); field->mistake().isEmpty()) {
            field->setMistake(edit, text, problem.error.range);
        }
    }
}

KeyValueEdit* QueryPanel::fieldOf(const DraftField& field) const {
    const std::vector<KeyValueEdit*>& fields =
        field.kind == DraftField::Kind::Partition ? m_partition : m_sort;
    return field.kind != DraftField::Kind::Limit && field.attribute < fields.size() ? fields[field.attribute]
                                                                                    : nullptr;
}

GrowingLineEdit* QueryPanel::editOf(const DraftField& field) const {
    if (field.kind == DraftField::Kind::Limit) return m_limit;
    const KeyValueEdit* edit = fieldOf(field);
    if (!edit) return nullptr;
    return field.kind == DraftField::Kind::SortUpper ? edit->upperEdit() : edit->valueEdit();
}

void QueryPanel::run() {
    if (m_isRunning || !m_draft.table()) return;
    if (m_completion) m_completion->stop();
    readFields();
    const std::vector<DraftProblem> problems = m_draft.problems();
    m_wasTried = !problems.empty();
    showProblems();
    if (!problems.empty()) {
        if (GrowingLineEdit* edit = editOf(problems.front().field)) edit->setFocus();
        return;
    }
    const Result<ReadRequest> request = m_draft.request();
    if (request)
        emit runRequested(*request);
    else
        showError(request.error());
}

void QueryPanel::setRunning(bool isRunning) {
    m_isRunning = isRunning;
    m_runAction->setEnabled(!isRunning);
    m_cancelAction->setEnabled(isRunning);
    refresh();
}

void QueryPanel::showError(const Error& error) {
    const QString text = QString::fromStdString(error.message);
    for (const auto* fields : {&m_partition, &m_sort}) {
        for (KeyValueEdit* field : *fields) {
            if (error.where.empty() || field->attribute().name != error.where) continue;
            field->setMistake(field->valueEdit(), text, error.range);
            return;
        }
    }
    m_error->setRole(ThemedLabel::Role::Error);
    m_error->setText(QString::fromStdString(error.text()));
    m_error->show();
}

void QueryPanel::focusKey() {
    if (m_partition.empty()) return;
    m_partition.front()->valueEdit()->setFocus(Qt::ShortcutFocusReason);
    m_partition.front()->valueEdit()->selectAll();
}

QString QueryPanel::completionPrefix(std::size_t attribute) const {
    // The engine knows a key of several attributes by its whole text: what stands before leads on to this
    // one.
    QStringList parts;
    for (std::size_t i = 0; i <= attribute && i < m_partition.size(); ++i)
        parts << m_partition[i]->value().value;
    return parts.join(QStringLiteral(" · "));
}

void QueryPanel::askForCompletions(std::size_t attribute) {
    if (!m_completion || !m_draft.table()) return;
    m_completing = attribute;
    m_completion->ask(ViewId{m_draft.table()->name, m_draft.index()}, completionPrefix(attribute));
}

void QueryPanel::showCompletions(const QString& prefix) {
    if (!m_completing || *m_completing >= m_partition.size() || prefix != completionPrefix(*m_completing))
        return;
    m_partition[*m_completing]->showCompletions();
}

}  // namespace partita
