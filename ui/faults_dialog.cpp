#include "ui/faults_dialog.h"

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

constexpr int kWidth = 520;
constexpr int kStepMillis = 100;

ThemedLabel* paragraph(ThemedLabel::Role role, const QString& text) {
    auto* label = new ThemedLabel(role, text);
    label->setWordWrap(true);
    return label;
}

}  // namespace

FaultsDialog::FaultsDialog(const ServiceFaults& current, QWidget* parent)
    : QDialog(parent),
      m_throttleTables(new QCheckBox(tr("Throttle tables"))),
      m_throttleIndexes(new QCheckBox(tr("Throttle global secondary indexes"))),
      m_indexLag(millisField(current.indexLag, kLongestIndexLag)),
      m_transactionTime(millisField(current.transactionTime, kLongestTransactionTime)) {
    setWindowTitle(tr("Imitate the service"));
    setMinimumWidth(kWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addWidget(paragraph(
        ThemedLabel::Role::Body,
        tr("DynamoDB refuses requests that come too fast, its indexes lag behind, and transactions get in "
           "each other's way. Here you see how a program takes it. It ends when the file is closed, and "
           "nothing of it is written into the file.")));
    m_throttleTables->setObjectName(QStringLiteral("throttleTables"));
    m_throttleTables->setChecked(current.throttleTables);
    m_throttleIndexes->setObjectName(QStringLiteral("throttleIndexes"));
    m_throttleIndexes->setChecked(current.throttleIndexes);
    column->addWidget(m_throttleTables);
    column->addWidget(m_throttleIndexes);
    column->addWidget(paragraph(ThemedLabel::Role::Secondary,
                                tr("A partition serves 3,000 RCU and 1,000 WCU a second; provisioned "
                                   "throughput is kept to, with five minutes of burst.")));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnStretch(1, 1);
    m_indexLag->setObjectName(QStringLiteral("indexLag"));
    m_indexLag->setSpecialValueText(tr("not at all"));
    m_indexLag->setAccessibleName(tr("How far global secondary indexes lag"));
    addFormRow(grid, tr("Indexes lag"), m_indexLag);
    m_transactionTime->setObjectName(QStringLiteral("transactionTime"));
    m_transactionTime->setSpecialValueText(tr("no time"));
    m_transactionTime->setAccessibleName(tr("How long transactions take"));
    addFormRow(grid, tr("Transactions take"), m_transactionTime);
    column->addLayout(grid);
    column->addWidget(paragraph(ThemedLabel::Role::Secondary,
                                tr("What this window queries is answered in the same way; the blocks always "
                                   "show what is in the file.")));
    column->addSpacing(4);
    auto* apply = new QPushButton(tr("Apply"));
    apply->setObjectName(QStringLiteral("applyButton"));
    column->addLayout(dialogFoot(this, apply));
    connect(apply, &QPushButton::clicked, this, [this] {
        emit chosen(choice());
        accept();
    });
    m_throttleTables->setFocus();
}

QSpinBox* FaultsDialog::millisField(std::chrono::milliseconds current, std::chrono::milliseconds most) {
    auto* field = new QSpinBox;
    field->setRange(0, static_cast<int>(most.count()));
    field->setSingleStep(kStepMillis);
    field->setSuffix(tr(" ms"));
    field->setValue(static_cast<int>(current.count()));
    return field;
}

ServiceFaults FaultsDialog::choice() const {
    ServiceFaults faults;
    faults.throttleTables = m_throttleTables->isChecked();
    faults.throttleIndexes = m_throttleIndexes->isChecked();
    faults.indexLag = std::chrono::milliseconds(m_indexLag->value());
    faults.transactionTime = std::chrono::milliseconds(m_transactionTime->value());
    return faults;
}

}  // namespace partita
