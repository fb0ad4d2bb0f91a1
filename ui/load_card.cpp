#include "ui/load_card.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

LoadCard::LoadCard(const QString& title, QWidget* parent)
    : QFrame(parent),
      m_title(new ThemedLabel(ThemedLabel::Role::Section, title, this)),
      m_head(new QHBoxLayout),
      m_body(new QVBoxLayout(this)) {
    m_body->setContentsMargins(14, 10, 14, 12);
    m_body->setSpacing(6);
    m_head->addWidget(m_title);
    m_head->addStretch();
    m_body->addLayout(m_head);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&LoadCard::update));
}

void LoadCard::setTitle(const QString& title) {
    m_title->setText(title);
}

QString LoadCard::title() const {
    return m_title->text();
}

void LoadCard::addToHead(QWidget* widget) {
    m_head->addWidget(widget);
}

void LoadCard::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.line);
    painter.setBrush(colours.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

}  // namespace partita
