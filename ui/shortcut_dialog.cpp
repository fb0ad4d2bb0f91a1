#include "ui/shortcut_dialog.h"

#include <QAction>
#include <QGridLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/themed_label.h"

namespace partita {
namespace {

QString plainText(QString text) {
    text.replace(QStringLiteral("&&"), QStringLiteral("\n"));
    text.remove(QLatin1Char('&'));
    text.replace(QLatin1Char('\n'), QLatin1Char('&'));
    text.remove(QStringLiteral("…"));
    return text;
}

void addRows(QGridLayout* grid, const QMenu* menu) {
    for (const QAction* action : menu->actions()) {
        if (action->menu()) {
            addRows(grid, action->menu());
        } else if (!action->shortcut().isEmpty()) {
            const int row = grid->rowCount();
            grid->addWidget(new ThemedLabel(ThemedLabel::Role::Body, plainText(action->text())), row, 0);
            grid->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary,
                                            action->shortcut().toString(QKeySequence::NativeText)),
                            row, 1);
        }
    }
}

}  // namespace

ShortcutDialog::ShortcutDialog(const QMenuBar* bar, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    resize(460, 620);
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(20, 16, 20, 16);
    grid->setVerticalSpacing(4);
    grid->setHorizontalSpacing(24);
    grid->setColumnStretch(0, 1);
    const auto addTitle = [grid](const QString& text) {
        auto* title = new ThemedLabel(ThemedLabel::Role::Section, text);
        title->setContentsMargins(0, 10, 0, 2);
        grid->addWidget(title, grid->rowCount(), 0);
    };
    for (const QAction* action : bar->actions()) {
        if (!action->menu()) continue;
        addTitle(plainText(action->text()));
        addRows(grid, action->menu());
    }
    addTitle(tr("In the blocks"));
    const std::pair<QString, QString> keys[] = {
        {tr("Next or previous item"), tr("Up, Down")},
        {tr("Next or previous block"), tr("Ctrl+Up, Ctrl+Down")},
        {tr("Collapse or expand a block"), tr("Left, Right")},
        {tr("First or last item"), tr("Ctrl+Home, Ctrl+End")},
        {tr("Copy the item"), tr("Ctrl+C")},
        {tr("Edit the item"), tr("Enter, F2")},
        {tr("Jump to a key"), tr("type its beginning")},
    };
    for (const auto& [what, key] : keys) {
        const int row = grid->rowCount();
        grid->addWidget(new ThemedLabel(ThemedLabel::Role::Body, what), row, 0);
        grid->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, key), row, 1);
    }
    grid->setRowStretch(grid->rowCount(), 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 14);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    column->addWidget(scroll, 1);
    auto* close = new QPushButton(tr("Close"));
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(20, 0, 20, 0);
    foot->addStretch(1);
    foot->addWidget(close);
    column->addLayout(foot);
}

}  // namespace partita
