#include "ui/themed_label.h"

#include "ui/theme.h"

namespace partita {

ThemedLabel::ThemedLabel(Role role, const QString& text, QWidget* parent)
    : QLabel(text, parent), m_role(role) {
    // Texts may hold names from files: never markup.
    setTextFormat(Qt::PlainText);
    connect(&Theme::instance(), &Theme::changed, this, &ThemedLabel::applyTheme);
    applyTheme();
}

void ThemedLabel::setRole(Role role) {
    m_role = role;
    applyTheme();
}

void ThemedLabel::applyTheme() {
    const Theme& theme = Theme::instance();
    const ThemeColours& colours = theme.colours();
    QFont font = theme.valueFont();
    QColor colour = colours.text;
    switch (m_role) {
        case Role::Title:
            font = theme.keyFont();
            font.setPixelSize(22);
            break;
        case Role::Heading:
            font = theme.keyFont();
            break;
        case Role::Section:
            font = theme.nameFont();
            font.setWeight(QFont::DemiBold);
            font.setCapitalization(QFont::AllUppercase);
            font.setLetterSpacing(QFont::PercentageSpacing, 104);
            colour = colours.textSecondary;
            break;
        case Role::Body:
            break;
        case Role::Secondary:
            font.setPixelSize(12);
            colour = colours.textSecondary;
            break;
        case Role::Error:
            colour = colours.hot;
            break;
        case Role::Warning:
            colour = colours.warning;
            break;
        case Role::Mono:
            font = theme.monoFont();
            break;
    }
    setFont(font);
    // A style sheet of the application would win over a palette.
    setStyleSheet(QStringLiteral("color: %1; background: transparent;").arg(colour.name()));
}

}  // namespace partita
