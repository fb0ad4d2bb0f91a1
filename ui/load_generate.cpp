#include "ui/load_generate.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <cmath>

#include "model/load_text.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

using Kind = GeneratorSpec::Kind;

QSpinBox* spinBox(int from, int to, const QString& suffix, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(from, to);
    box->setSuffix(suffix);
    box->setGroupSeparatorShown(true);
    return box;
}

}  // namespace

LoadGenerate::LoadGenerate(QWidget* parent)
    : QDialog(parent),
      m_kind(new QComboBox(this)),
      m_parameterName(new ThemedLabel(ThemedLabel::Role::Body, {}, this)),
      m_parameter(new QDoubleSpinBox(this)),
      m_rate(spinBox(1, 1'000'000, tr(" requests a second"), this)),
      m_seconds(spinBox(1, 86'400, tr(" s"), this)),
      m_writes(spinBox(0, 100, tr(" % writes"), this)),
      m_seed(new QLineEdit(this)),
      m_text(new QLineEdit(this)),
      m_error(new ThemedLabel(ThemedLabel::Role::Error, {}, this)),
      m_summary(new ThemedLabel(ThemedLabel::Role::Secondary, {}, this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
    setWindowTitle(tr("Generate load"));
    m_kind->addItem(tr("Single hot key"), static_cast<int>(Kind::Hot));
    m_kind->addItem(tr("Zipf: few keys take most"), static_cast<int>(Kind::Zipf));
    m_kind->addItem(tr("Uniform: all keys alike"), static_cast<int>(Kind::Uniform));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_seed));
    m_seed->setToolTip(tr("The same seed gives the same requests on every machine"));
    m_text->setFont(Theme::instance().monoFont());
    m_text->setAccessibleName(tr("Specification"));
    m_text->setToolTip(tr("The form above as text, as the command line takes it"));
    m_error->setWordWrap(true);
    m_summary->setWordWrap(true);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("Generate"));
    m_buttons->button(QDialogButtonBox::Ok)->setProperty("accent", true);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Keys"), m_kind);
    form->addRow(m_parameterName, m_parameter);
    form->addRow(tr("Rate"), m_rate);
    form->addRow(tr("Duration"), m_seconds);
    form->addRow(tr("Mix"), m_writes);
    form->addRow(tr("Seed"), m_seed);
    form->addRow(tr("As text"), m_text);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addLayout(form);
    column->addWidget(m_error);
    column->addWidget(m_summary);
    column->addStretch();
    column->addWidget(m_buttons);
    setMinimumWidth(540);

    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        // Each kind begins with a parameter that shows what it is for.
        const Kind kind = static_cast<Kind>(m_kind->currentData().toInt());
        m_spec.kind = kind;
        m_spec.parameter = kind == Kind::Hot ? 0.7 : kind == Kind::Zipf ? 1.1 : 0;
        showForm();
        readForm();
    });
    connect(m_parameter, &QDoubleSpinBox::valueChanged, this, &LoadGenerate::readForm);
    for (QSpinBox* box : {m_rate, m_seconds, m_writes}) {
        connect(box, &QSpinBox::valueChanged, this, &LoadGenerate::readForm);
    }
    connect(m_seed, &QLineEdit::textEdited, this, &LoadGenerate::readForm);
    connect(m_text, &QLineEdit::textEdited, this, &LoadGenerate::readText);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    m_spec.kind = Kind::Hot;
    m_spec.parameter = 0.7;
    showForm();
    readForm();
}

QString LoadGenerate::error() const {
    return m_error->text();
}

void LoadGenerate::readForm() {
    m_spec.kind = static_cast<Kind>(m_kind->currentData().toInt());
    m_spec.parameter = m_spec.kind == Kind::Uniform ? 0
                       // Percent with one decimal; divided once, so that 70 becomes 0.7 and nothing near it.
                       : m_spec.kind == Kind::Hot ? std::round(m_parameter->value() * 10) / 1000
                                                  : m_parameter->value();
    m_spec.rate = static_cast<std::uint32_t>(m_rate->value());
    m_spec.seconds = static_cast<std::uint32_t>(m_seconds->value());
    m_spec.writes = m_writes->value() / 100.0;
    // The seed goes in as it was typed: the parser says when it is no 64-bit number.
    QString text = QString::fromStdString(m_spec.text());
    m_text->setText(text.replace(QStringLiteral(",seed=%1").arg(m_spec.seed),
                                 QStringLiteral(",seed=%1").arg(m_seed->text())));
    m_text->setCursorPosition(0);
    parseText();
}

void LoadGenerate::readText() {
    if (parseText()) showForm();
}

bool LoadGenerate::parseText() {
    const auto parsed = parseGeneratorSpec(m_text->text().toStdString());
    m_error->setText(parsed ? QString() : QString::fromStdString(parsed.error().message));
    if (parsed) m_spec = *parsed;
    showSummary();
    return parsed.ok();
}

void LoadGenerate::showForm() {
    const QSignalBlocker blockers[] = {QSignalBlocker(m_kind), QSignalBlocker(m_parameter),
                                       QSignalBlocker(m_rate), QSignalBlocker(m_seconds),
                                       QSignalBlocker(m_writes)};
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(m_spec.kind)));
    const bool isHot = m_spec.kind == Kind::Hot;
    m_parameterName->setText(isHot ? tr("Hot key's share") : tr("Exponent"));
    m_parameter->setDecimals(isHot ? 1 : 3);
    m_parameter->setRange(isHot ? 0 : 0.001, isHot ? 100 : 10);
    m_parameter->setSingleStep(isHot ? 5 : 0.1);
    m_parameter->setSuffix(isHot ? tr(" %") : QString());
    m_parameter->setValue(isHot ? m_spec.parameter * 100 : m_spec.parameter);
    m_parameter->setVisible(m_spec.kind != Kind::Uniform);
    m_parameterName->setVisible(m_spec.kind != Kind::Uniform);
    m_rate->setValue(static_cast<int>(m_spec.rate));
    m_seconds->setValue(static_cast<int>(m_spec.seconds));
    m_writes->setValue(static_cast<int>(std::lround(m_spec.writes * 100)));
    m_seed->setText(QString::number(m_spec.seed));
}

void LoadGenerate::showSummary() {
    const bool isGood = m_error->text().isEmpty();
    m_error->setVisible(!isGood);
    m_summary->setVisible(isGood);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(isGood);
    const double reads = m_spec.rate * (1 - m_spec.writes) * 0.5;
    const double writes = m_spec.rate * m_spec.writes;
    m_summary->setText(
        tr("%1 requests: about %2 RCU and %3 WCU a second on the whole table. They are drawn from its "
           "partition keys; no "
           "item is changed.")
            .arg(countText(std::uint64_t{m_spec.rate} * m_spec.seconds), rateText(reads), rateText(writes)));
}

}  // namespace partita
