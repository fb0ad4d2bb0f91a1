#include "ui/loss_note.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

LossNote::LossNote(QWidget* parent)
    : QFrame(parent), m_heading(new ThemedLabel(ThemedLabel::Role::Heading)), m_lines(new QVBoxLayout) {
    setObjectName(QStringLiteral("lossNote"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 9, 12, 10);
    column->setSpacing(5);
    m_heading->setObjectName(QStringLiteral("lossHeading"));
    m_heading->setWordWrap(true);
    column->addWidget(m_heading);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(4);
    column->addLayout(m_lines);
    connect(&Theme::instance(), &Theme::changed, this, &LossNote::applyTheme);
    applyTheme();
}

void LossNote::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(QStringLiteral("#lossNote { background: %1; border: 1px solid %2; border-radius: 4px; }")
                      .arg(colours.keyCell.name(), colours.line.name()));
}

void LossNote::setTexts(const QString& heading, const QStringList& sentences) {
    m_heading->setText(heading);
    if (sentences == m_sentences) return;
    m_sentences = sentences;
    while (QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString& sentence : sentences) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(7);
        row->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, QStringLiteral("–")), 0, Qt::AlignTop);
        auto* text = new ThemedLabel(ThemedLabel::Role::Secondary, sentence);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row->addWidget(text, 1);
        m_lines->addWidget(line);
    }
}

QString LossNote::heading() const {
    return m_heading->text();
}

}  // namespace partita
