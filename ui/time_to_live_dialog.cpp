#include "ui/time_to_live_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dialog_foot.h"
#include "ui/form_row.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr QSize kSize(500, 216);

}  // namespace

TimeToLiveDialog::TimeToLiveDialog(const QString& table, const std::optional<std::string>& current,
                                   const QStringList& candidates, QWidget* parent)
    : QDialog(parent),
      m_current(current ? QString::fromStdString(*current) : QString()),
      m_on(new QCheckBox(tr("Items of this table expire"))),
      m_attribute(new QComboBox),
      m_problem(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_apply(new QPushButton(tr("Apply"))) {
    setWindowTitle(tr("Time to live of %1").arg(table));
    setMinimumSize(kSize);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    m_on->setObjectName(QStringLiteral("timeToLiveOn"));
    m_on->setChecked(current.has_value());
    column->addWidget(m_on);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    m_attribute->setObjectName(QStringLiteral("timeToLiveAttribute"));
    m_attribute->setEditable(true);
    m_attribute->setInsertPolicy(QComboBox::NoInsert);
    m_attribute->addItems(candidates);
    m_attribute->setCurrentText(m_current);
    m_attribute->lineEdit()->setPlaceholderText(tr("name of an attribute"));
    m_attribute->setAccessibleName(tr("Attribute that says when an item expires"));
    addFormRow(grid, tr("Attribute"), m_attribute);
    column->addLayout(grid);
    auto* note = new ThemedLabel(
        ThemedLabel::Role::Secondary,
        tr("The attribute holds a number of seconds since 1970. Items whose time is past are marked here; "
           "they are removed only while the file is served."));
    note->setWordWrap(true);
    column->addWidget(note);
    column->addStretch(1);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_apply->setObjectName(QStringLiteral("applyButton"));
    column->addLayout(dialogFoot(this, m_apply, m_problem));
    connect(m_on, &QCheckBox::toggled, this, [this](bool isOn) {
        updateState();
        if (isOn) m_attribute->setFocus();
    });
    connect(m_attribute, &QComboBox::editTextChanged, this, &TimeToLiveDialog::updateState);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        m_apply->setEnabled(false);
        emit changeRequested(chosen());
    });
    updateState();
}

QString TimeToLiveDialog::chosen() const {
    return m_on->isChecked() ? m_attribute->currentText() : QString();
}

void TimeToLiveDialog::updateState() {
    m_attribute->setEnabled(m_on->isChecked());
    const bool isMissing = m_on->isChecked() && m_attribute->currentText().isEmpty();
    m_problem->setRole(ThemedLabel::Role::Secondary);
    m_problem->setText(isMissing ? tr("Name the attribute.") : QString());
    m_apply->setEnabled(!isMissing && chosen() != m_current);
}

void TimeToLiveDialog::showError(const Error& error) {
    updateState();
    m_problem->setRole(ThemedLabel::Role::Error);
    m_problem->setText(QString::fromStdString(error.text()));
}

}  // namespace partita
