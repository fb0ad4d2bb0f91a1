#include "ui/item_conflict.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/interchange/json.h"
#include "ui/json_highlighter.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kTextHeight = 132;
constexpr qsizetype kMostShown = 20'000;

}  // namespace

ItemConflict::ItemConflict(QWidget* parent)
    : QFrame(parent),
      m_text(new ThemedLabel(ThemedLabel::Role::Warning)),
      m_there(new QPlainTextEdit),
      m_reload(new QPushButton),
      m_overwrite(new QPushButton) {
    setObjectName(QStringLiteral("itemConflict"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(8);
    m_text->setObjectName(QStringLiteral("conflictText"));
    m_text->setWordWrap(true);
    column->addWidget(m_text);
    m_there->setReadOnly(true);
    m_there->setTabChangesFocus(true);
    m_there->setFixedHeight(kTextHeight);
    m_there->setAccessibleName(tr("The item that is there now"));
    new JsonHighlighter(m_there->document());
    column->addWidget(m_there);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QPushButton* button : {m_reload, m_overwrite}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    m_reload->setObjectName(QStringLiteral("reloadButton"));
    m_overwrite->setObjectName(QStringLiteral("overwriteButton"));
    row->addStretch(1);
    column->addLayout(row);
    connect(m_reload, &QPushButton::clicked, this, &ItemConflict::reloadRequested);
    connect(m_overwrite, &QPushButton::clicked, this, &ItemConflict::overwriteRequested);
    connect(&Theme::instance(), &Theme::changed, this, &ItemConflict::applyTheme);
    applyTheme();
    hide();
}

void ItemConflict::show(const QString& text, const std::optional<Item>& there,
                        const std::vector<std::string>& firstNames, const QString& reload,
                        const QString& overwrite) {
    m_text->setText(text);
    m_there->setVisible(there.has_value());
    if (there) {
        QString json = QString::fromStdString(toDynamoDbJson(*there, {2, firstNames}));
        if (json.size() > kMostShown) json = json.left(kMostShown) + QStringLiteral("\n…");
        m_there->setPlainText(json);
    }
    m_reload->setText(reload);
    m_reload->setVisible(!reload.isEmpty());
    m_overwrite->setText(overwrite);
    m_overwrite->setVisible(!overwrite.isEmpty());
    setVisible(true);
}

void ItemConflict::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    m_there->setFont(Theme::instance().monoFont());
    setStyleSheet(
        QStringLiteral("#itemConflict { background: %1; border: 1px solid %2; border-radius: 4px; }")
            .arg(colours.surface.name(), colours.warning.name()));
}

}  // namespace partita
