#include "ui/load_diagnosis.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme.h"

namespace partita {
namespace {

QLabel* paragraph(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);  // keys come from files: never markup
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

LoadDiagnosis::LoadDiagnosis(QWidget* parent)
    : QWidget(parent),
      m_title(paragraph(this)),
      m_paragraphs(paragraph(this)),
      m_assumptions(paragraph(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_paragraphs);
    column->addWidget(m_assumptions);
    connect(&Theme::instance(), &Theme::changed, this, &LoadDiagnosis::applyTheme);
    setVerdict({});
    applyTheme();
}

void LoadDiagnosis::setVerdict(const LoadVerdict& verdict) {
    const bool recolour = verdict.kind != m_verdict.kind;
    m_verdict = verdict;
    QString title = verdict.title;
    if (verdict.kind == LoadVerdict::Kind::HotKey) title = tr("%1: one hot key").arg(verdict.title);
    if (verdict.kind == LoadVerdict::Kind::HotPartition) title = tr("%1, by several keys").arg(verdict.title);
    m_title->setText(title);
    m_paragraphs->setText(verdict.explanation.join(QStringLiteral("\n\n")));
    m_assumptions->setText(verdict.assumptions.join(QLatin1Char('\n')));
    m_paragraphs->setVisible(!verdict.explanation.isEmpty());
    m_assumptions->setVisible(!verdict.assumptions.isEmpty());
    if (recolour) applyTheme();
}

QString LoadDiagnosis::text() const {
    return QStringList{m_title->text(), m_paragraphs->text(), m_assumptions->text()}.join(QLatin1Char('\n'));
}

void LoadDiagnosis::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor title = m_verdict.isHot()                             ? colours.hot
                         : m_verdict.kind == LoadVerdict::Kind::Skewed ? colours.warning
                                                                       : colours.text;
    const auto style = [](QLabel* label, const QFont& font, const QColor& colour) {
        label->setFont(font);
        label->setStyleSheet(QStringLiteral("color: %1; background: transparent;").arg(colour.name()));
    };
    QFont small = Theme::instance().valueFont();
    small.setPixelSize(12);
    style(m_title, Theme::instance().keyFont(), title);
    style(m_paragraphs, Theme::instance().valueFont(), colours.text);
    style(m_assumptions, small, colours.textSecondary);
}

}  // namespace partita
