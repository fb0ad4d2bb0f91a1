#include "ui/notice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kIconPixels = 16;

QColor mixed(const QColor& colour, const QColor& ground, double share) {
    const auto mix = [share](int a, int b) { return static_cast<int>(a * share + b * (1 - share)); };
    return {mix(colour.red(), ground.red()), mix(colour.green(), ground.green()),
            mix(colour.blue(), ground.blue())};
}

}  // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_text(new ThemedLabel(ThemedLabel::Role::Body)),
      m_action(new QPushButton),
      m_close(new QToolButton) {
    setObjectName(QStringLiteral("noticeBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 8, 7);
    row->setSpacing(10);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_action, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setIcon(icon(IconName::Close));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    m_action->hide();
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::dismiss);
    connect(m_action, &QPushButton::clicked, this, &NoticeBar::actionTriggered);
    connect(&Theme::instance(), &Theme::changed, this, &NoticeBar::applyTheme);
    hide();
}

void NoticeBar::say(Kind kind, const QString& text, bool closable) {
    m_kind = kind;
    m_text->setText(text);
    m_close->setVisible(closable);
    setAction({});
    applyTheme();
    show();
}

void NoticeBar::setAction(const QString& text) {
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

QString NoticeBar::text() const {
    return isHidden() ? QString() : m_text->text();
}

void NoticeBar::dismiss() {
    if (isHidden()) return;
    hide();
    emit dismissed();
}

void NoticeBar::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor tone = m_kind == Kind::Info      ? colours.accent
                        : m_kind == Kind::Warning ? colours.warning
                                                  : colours.hot;
    const IconName name = m_kind == Kind::Info ? IconName::Info : IconName::Warning;
    m_icon->setPixmap(icon(name).pixmap(QSize(kIconPixels, kIconPixels), devicePixelRatioF()));
    setStyleSheet(QStringLiteral("#noticeBar { background: %1; border: 0; border-bottom: 1px solid %2; }")
                      .arg(mixed(tone, colours.window, 0.14).name(), colours.line.name()));
}

}  // namespace partita
