#include "ui/table_page.h"

#include <QApplication>
#include <QDataStream>
#include <QIODevice>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/icons.h"
#include "ui/notice_bar.h"

namespace partita {
namespace {

constexpr int kSidebarWidth = 220;
constexpr int kInspectorWidth = 300;
constexpr int kCentreWidth = 900;
constexpr int kStripHeight = 118;
constexpr int kUpperHeight = 760;
constexpr int kCloseIcon = 12;
constexpr quint32 kLayoutVersion = 1;

void focusInto(QWidget* page) {
    if (page->focusProxy() && page->focusProxy()->isVisibleTo(page)) {
        page->setFocus(Qt::OtherFocusReason);
        return;
    }
    for (QWidget* next = page->nextInFocusChain(); next && next != page; next = next->nextInFocusChain()) {
        if (!page->isAncestorOf(next) || !next->isVisibleTo(page) || !(next->focusPolicy() & Qt::TabFocus))
            continue;
        next->setFocus(Qt::OtherFocusReason);
        return;
    }
}

}  // namespace

TablePage::TablePage(const Parts& parts, QWidget* parent)
    : QWidget(parent),
      m_parts(parts),
      m_readOnly(new NoticeBar),
      m_notice(new NoticeBar),
      m_stack(new QStackedWidget),
      m_rows(new QSplitter(Qt::Vertical)),
      m_columns(new QSplitter(Qt::Horizontal)),
      m_tabs(new QTabWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (parts.serveBar) column->addWidget(parts.serveBar);
    column->addWidget(m_readOnly);
    column->addWidget(m_notice);
    column->addWidget(m_stack, 1);

    m_tabs->setDocumentMode(true);
    m_tabs->setMovable(false);  // Browse stays where it is
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->addTab(parts.browse, tr("Browse"));
    m_tabs->tabBar()->setExpanding(false);

    auto* centre = new QWidget;
    auto* centreColumn = new QVBoxLayout(centre);
    centreColumn->setContentsMargins(0, 0, 0, 0);
    centreColumn->setSpacing(0);
    centreColumn->addWidget(parts.queryPanel);
    centreColumn->addWidget(m_tabs, 1);

    m_columns->addWidget(parts.sidebar);
    m_columns->addWidget(centre);
    m_columns->addWidget(parts.inspector);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setStretchFactor(2, 0);
    m_columns->setChildrenCollapsible(false);
    m_columns->setSizes({kSidebarWidth, kCentreWidth, kInspectorWidth});
    m_rows->addWidget(m_columns);
    m_rows->addWidget(parts.loadStrip);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({kUpperHeight, kStripHeight});
    m_stack->addWidget(m_rows);
    m_stack->addWidget(parts.loadPage);
    for (QWidget* part : {parts.requestPage, parts.emptyPage}) {
        if (part) m_stack->addWidget(part);
    }

    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { emit currentTabChanged(currentResult()); });
}

void TablePage::setReadOnly(const QString& reason) {
    if (reason.isEmpty()) {
        m_readOnly->dismiss();
    } else {
        m_readOnly->say(NoticeBar::Kind::Info, tr("Open for reading only. %1").arg(reason), false);
    }
}

void TablePage::addResult(QWidget* page, const QString& title) {
    m_tabs->addTab(page, title);
    addCloseButton(page);
    showResult(page);
}

void TablePage::addCloseButton(QWidget* page) {
    // Not Qt's own button: its picture belongs to no theme.
    auto* close = new QToolButton;
    close->setIcon(icon(IconName::Close));
    close->setIconSize(QSize(kCloseIcon, kCloseIcon));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus);
    close->setToolTip(tr("Close this result (Ctrl+W)"));
    close->setAccessibleName(tr("Close this result"));
    m_tabs->tabBar()->setTabButton(m_tabs->indexOf(page), QTabBar::RightSide, close);
    connect(close, &QToolButton::clicked, this, [this, page] { closeTab(m_tabs->indexOf(page)); });
}

void TablePage::setResultTitle(QWidget* page, const QString& title, const QString& toolTip) {
    const int index = m_tabs->indexOf(page);
    if (index < 0) return;
    QString escaped = title;
    escaped.replace(QLatin1Char('&'), QStringLiteral("&&"));
    m_tabs->setTabText(index, escaped);
    m_tabs->setTabToolTip(index, toolTip);
}

QWidget* TablePage::currentResult() const {
    return m_tabs->currentIndex() > 0 ? m_tabs->currentWidget() : nullptr;
}

void TablePage::showResult(QWidget* page) {
    showLoadPage(false);
    m_tabs->setCurrentWidget(page);
}

void TablePage::showBrowse() {
    showLoadPage(false);
    showFirstTab();
}

void TablePage::showFirstTab() {
    m_tabs->setCurrentIndex(0);
}

void TablePage::closeCurrentResult() {
    closeTab(m_tabs->currentIndex());
}

void TablePage::stepTab(int by) {
    const int count = m_tabs->count();
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + count) % count);
}

int TablePage::resultCount() const {
    return m_tabs->count() - 1;
}

void TablePage::closeTab(int index) {
    if (index <= 0) return;
    QWidget* page = m_tabs->widget(index);
    m_tabs->removeTab(index);
    emit resultClosed(page);
    page->deleteLater();
}

void TablePage::setSidebarVisible(bool isVisible) {
    m_parts.sidebar->setVisible(isVisible);
}
void TablePage::setInspectorVisible(bool isVisible) {
    m_parts.inspector->setVisible(isVisible);
}
void TablePage::setLoadStripVisible(bool isVisible) {
    m_parts.loadStrip->setVisible(isVisible);
}

void TablePage::showPage(Page page) {
    if (page == m_shown) return;
    m_shown = page;
    const QWidget* focused = QApplication::focusWidget();
    const bool hadFocus = focused && m_stack->isAncestorOf(focused);
    updateStack();
    // Otherwise it would go to whatever comes next in the window.
    if (hadFocus) takeFocus();
    emit pageShown(page);
}

void TablePage::takeFocus() {
    QWidget* shown = m_stack->currentWidget();
    focusInto(shown == m_rows ? m_tabs->currentWidget() : shown);
}

void TablePage::setHasTables(bool hasTables) {
    m_hasTables = hasTables;
    updateStack();
}

void TablePage::updateStack() {
    QWidget* shown = m_rows;
    if (m_shown == Page::Load) shown = m_parts.loadPage;
    if (m_shown == Page::Requests && m_parts.requestPage) shown = m_parts.requestPage;
    if (m_shown == Page::Items && !m_hasTables && m_parts.emptyPage) shown = m_parts.emptyPage;
    m_stack->setCurrentWidget(shown);
}

QByteArray TablePage::saveLayout() const {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << kLayoutVersion << m_rows->saveState() << m_columns->saveState();
    return bytes;
}

void TablePage::restoreLayout(const QByteArray& bytes) {
    QDataStream stream(bytes);
    quint32 version = 0;
    QByteArray rows;
    QByteArray columns;
    stream >> version >> rows >> columns;
    if (stream.status() != QDataStream::Ok || version != kLayoutVersion) return;
    m_rows->restoreState(rows);
    m_columns->restoreState(columns);
}

}  // namespace partita
