#include "ui/serve_dialog.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/dialog_foot.h"
#include "ui/form_row.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kHighestPort = 65535;
constexpr int kWidth = 480;

}  // namespace

ServeDialog::ServeDialog(std::uint16_t port, bool allowDelete, QWidget* parent)
    : QDialog(parent),
      m_port(new QSpinBox),
      m_allowDelete(new QCheckBox(tr("Programs may delete the tables of this file"))),
      m_note(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_problem(new ThemedLabel(ThemedLabel::Role::Error)),
      m_start(new QPushButton(tr("Start serving"))) {
    setWindowTitle(tr("Serve this file"));
    setMinimumWidth(kWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    auto* about = new ThemedLabel(
        ThemedLabel::Role::Body,
        tr("Programs on this machine use the file as they use DynamoDB, with any SDK and any access key. "
           "What they write is written into the file."));
    about->setWordWrap(true);
    column->addWidget(about);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnStretch(1, 1);
    m_port->setRange(0, kHighestPort);
    m_port->setValue(port);
    m_port->setSpecialValueText(tr("any that is free"));
    m_port->setAccessibleName(tr("Port"));
    m_port->setObjectName(QStringLiteral("port"));
    addFormRow(grid, tr("Port"), m_port);
    column->addLayout(grid);
    m_allowDelete->setChecked(allowDelete);
    m_allowDelete->setObjectName(QStringLiteral("allowDelete"));
    column->addWidget(m_allowDelete);
    m_note->setText(tr("Without it, DeleteTable works only on tables that programs have made meanwhile."));
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    column->addSpacing(4);
    m_start->setObjectName(QStringLiteral("startButton"));
    column->addLayout(dialogFoot(this, m_start));
    connect(m_start, &QPushButton::clicked, this, [this] {
        m_problem->hide();
        emit startRequested(static_cast<quint16>(m_port->value()), m_allowDelete->isChecked());
    });
    m_port->setFocus();
    m_port->selectAll();
}

void ServeDialog::setReadOnly(bool isReadOnly) {
    m_allowDelete->setVisible(!isReadOnly);
    if (isReadOnly) m_note->setText(tr("This file can only be read: writes will be refused."));
}

void ServeDialog::showError(const QString& text) {
    m_problem->setText(text);
    m_problem->show();
    m_port->setFocus();
    m_port->selectAll();
}

}  // namespace partita
