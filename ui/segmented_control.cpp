#include "ui/segmented_control.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>

#include "ui/theme.h"

namespace partita {

SegmentedControl::SegmentedControl(const QStringList& names, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (int i = 0; i < names.size(); ++i) {
        auto* button = new QPushButton(names[i]);
        button->setCheckable(true);
        button->setAutoDefault(false);
        button->setProperty("segment", i == 0                  ? QStringLiteral("first")
                                       : i == names.size() - 1 ? QStringLiteral("last")
                                                               : QStringLiteral("middle"));
        m_group->addButton(button, i);
        row->addWidget(button);
    }
    m_group->setExclusive(true);
    m_group->button(0)->setChecked(true);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedControl::chosen);
    connect(&Theme::instance(), &Theme::changed, this, &SegmentedControl::applyTheme);
    applyTheme();
}

int SegmentedControl::current() const {
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index) {
    if (QAbstractButton* button = m_group->button(index)) button->setChecked(true);
}

void SegmentedControl::setToolTips(const QStringList& texts) {
    for (int i = 0; i < texts.size(); ++i) {
        if (QAbstractButton* button = m_group->button(i)) button->setToolTip(texts[i]);
    }
}

void SegmentedControl::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(
        QStringLiteral("QPushButton { background: %1; color: %2; border: 1px solid %3; border-radius: 0;"
                       " padding: 3px 10px; min-width: 0; min-height: 18px; }"
                       "QPushButton[segment=\"middle\"], QPushButton[segment=\"last\"] { border-left: 0; }"
                       "QPushButton[segment=\"first\"] { border-top-left-radius: 4px;"
                       " border-bottom-left-radius: 4px; }"
                       "QPushButton[segment=\"last\"] { border-top-right-radius: 4px;"
                       " border-bottom-right-radius: 4px; }"
                       "QPushButton:checked { background: %4; color: %5; font-weight: 600; }"
                       "QPushButton:focus { border-color: %6; }"
                       "QPushButton:disabled { color: %7; }")
            .arg(colours.surfaceRaised.name(), colours.textSecondary.name(), colours.lineStrong.name(),
                 colours.selection.name(), colours.text.name(), colours.accent.name(),
                 colours.textFaint.name()));
}

}  // namespace partita
