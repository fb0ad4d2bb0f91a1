#include "ui/add_index_dialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dialog_foot.h"
#include "ui/index_edit.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kWidth = 620;

}  // namespace

AddIndexDialog::AddIndexDialog(const TableDefinition& table, QWidget* parent)
    : QDialog(parent),
      m_table(table),
      m_edit(new IndexEdit(IndexKind::Global)),
      m_problem(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_create(new QPushButton(tr("Add index"))) {
    setWindowTitle(tr("Add an index to %1").arg(QString::fromStdString(table.name)));
    setMinimumWidth(kWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    m_edit->setRemovable(false);
    column->addWidget(m_edit);
    auto* note =
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("It is filled in the background from the items that are there, and can be "
                           "queried when it is complete. A local index can only be made together "
                           "with its table."));
    note->setWordWrap(true);
    column->addWidget(note);
    column->addStretch(1);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_create->setObjectName(QStringLiteral("createButton"));
    column->addLayout(dialogFoot(this, m_create, m_problem));
    connect(m_edit, &IndexEdit::edited, this, &AddIndexDialog::updateState);
    connect(m_create, &QPushButton::clicked, this, [this] {
        m_create->setEnabled(false);  // until the answer: showError(), or the dialog is closed
        emit createRequested(index());
    });
    updateState();
    m_edit->nameEdit()->setFocus();
}

IndexDefinition AddIndexDialog::index() const {
    IndexDefinition index = m_edit->index(m_table.keys);
    // A provisioned table's index starts with the table's own figures.
    if (m_table.billing == BillingMode::Provisioned) index.throughput = m_table.throughput;
    return index;
}

void AddIndexDialog::updateState() {
    const IndexDefinition made = index();
    QString problem;
    bool isMissing = false;  // nothing wrong yet, only not typed
    if (made.name.empty()) {
        problem = tr("Give the index a name.");
        isMissing = true;
    } else if (m_table.index(made.name)) {
        problem = tr("The table has an index of this name already.");
    } else {
        TableDefinition table = m_table;
        table.indexes.push_back(made);
        if (const Result<void> valid = validateDefinition(table); !valid)
            problem = QString::fromStdString(valid.error().text());
    }
    m_problem->setRole(isMissing || problem.isEmpty() ? ThemedLabel::Role::Secondary
                                                      : ThemedLabel::Role::Error);
    m_problem->setText(problem);
    m_create->setEnabled(problem.isEmpty());
}

void AddIndexDialog::showError(const Error& error) {
    m_create->setEnabled(true);
    m_problem->setRole(ThemedLabel::Role::Error);
    m_problem->setText(QString::fromStdString(error.text()));
}

}  // namespace partita
