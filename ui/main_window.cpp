#include "ui/main_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QStackedWidget>

#include "ui/dropped_sources.h"
#include "ui/main_menu.h"
#include "ui/segmented_control.h"
#include "ui/table_page.h"
#include "ui/themed_label.h"
#include "ui/welcome_page.h"

namespace partita {
MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      m_menu(new MainMenu(menuBar())),
      m_stack(new QStackedWidget),
      m_welcome(new WelcomePage),
      m_corner(new QWidget),
      m_switch(new SegmentedControl({tr("Items"), tr("Load"), tr("Requests")})),
      m_file(new ThemedLabel(ThemedLabel::Role::Secondary)) {
    setAcceptDrops(true);
    setCentralWidget(m_stack);
    m_stack->addWidget(m_welcome);

    auto* row = new QHBoxLayout(m_corner);
    row->setContentsMargins(0, 1, 12, 1);
    row->setSpacing(14);
    row->addWidget(m_file);
    row->addWidget(m_switch);
    m_switch->setObjectName(QStringLiteral("pageSwitch"));
    m_switch->setToolTips({tr("The items as blocks"), tr("The load of each partition (F8)"),
                           tr("What programs ask while this file is served (F9)")});
    menuBar()->setCornerWidget(m_corner);
    // The switch is higher than the names of the menus; this centres them beside it.
    menuBar()->setStyleSheet(QStringLiteral("QMenuBar::item { padding: 6px 9px; }"));
    connect(m_switch, &SegmentedControl::chosen, this, [this](int index) {
        if (m_page) m_page->showPage(static_cast<TablePage::Page>(index));
    });
    connect(m_menu->loadPage, &QAction::triggered, this, [this](bool isOn) {
        if (m_page) m_page->showPage(isOn ? TablePage::Page::Load : TablePage::Page::Items);
    });
    connect(m_menu->requestPage, &QAction::triggered, this, [this](bool isOn) {
        if (m_page) m_page->showPage(isOn ? TablePage::Page::Requests : TablePage::Page::Items);
    });
    showWelcome();
}

void MainWindow::showTable(TablePage* page, const QString& fileName, bool isReadOnly) {
    TablePage* old = m_page;
    m_page = page;
    m_stack->addWidget(page);
    m_stack->setCurrentWidget(page);
    if (old) {
        m_stack->removeWidget(old);
        delete old;
    }
    m_menu->setFileOpen(true, isReadOnly);
    const QString name = isReadOnly ? tr("%1 [read-only]").arg(fileName) : fileName;
    setWindowTitle(tr("%1 – Partita").arg(name));
    m_file->setText(name);
    m_switch->setCurrent(0);
    m_menu->loadPage->setChecked(false);
    m_menu->requestPage->setChecked(false);
    m_corner->show();
    // The menu bar lays its corner out only when it is told of another size.
    menuBar()->setCornerWidget(m_corner);
    connect(page, &TablePage::pageShown, this, [this](TablePage::Page shown) {
        m_switch->setCurrent(static_cast<int>(shown));
        m_menu->loadPage->setChecked(shown == TablePage::Page::Load);
        m_menu->requestPage->setChecked(shown == TablePage::Page::Requests);
    });
}

void MainWindow::showWelcome() {
    m_stack->setCurrentWidget(m_welcome);
    if (m_page) {
        m_stack->removeWidget(m_page);
        delete m_page;
        m_page = nullptr;
    }
    m_menu->setFileOpen(false, false);
    m_corner->hide();
    setWindowTitle(tr("Partita"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedSources(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const DroppedSources dropped = droppedSources(event->mimeData());
    if (dropped.isEmpty()) return;
    event->acceptProposedAction();
    if (dropped.paths.isEmpty())
        emit textDropped(dropped.text);
    else
        emit filesDropped(dropped.paths);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    emit closing();
    event->accept();
}

}  // namespace partita
