#include "ui/request_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

#include "model/request_filter.h"
#include "model/request_log.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kRowHeight = 25;
constexpr int kLeastKeyWidth = 170;

class RequestDelegate final : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const Theme& theme = Theme::instance();
        const ThemeColours& colours = theme.colours();
        const int column = index.column();
        const bool isFigure = column == RequestLog::Time || column >= RequestLog::Items;
        option->font = isFigure ? Theme::tabular(theme.valueFont()) : theme.valueFont();
        QColor colour = colours.text;
        if (column == RequestLog::Time || column == RequestLog::Duration || column == RequestLog::Status)
            colour = colours.textSecondary;
        const auto fault = static_cast<LoggedCall::Fault>(index.data(RequestFaultRole).toInt());
        if (column == RequestLog::Status && fault != LoggedCall::Fault::None)
            colour = fault == LoggedCall::Fault::Failed ? colours.hot : colours.warning;
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
        option->textElideMode = column == RequestLog::Status ? Qt::ElideRight : Qt::ElideMiddle;
    }
};

}  // namespace

RequestTable::RequestTable(RequestFilter* requests, QWidget* parent) : QTableView(parent) {
    setObjectName(QStringLiteral("requestTable"));
    setAccessibleName(tr("Requests"));
    setModel(requests);
    setItemDelegate(new RequestDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    QHeaderView* header = horizontalHeader();
    header->setHighlightSections(false);
    const std::pair<int, int> widths[] = {
        {RequestLog::Time, 104}, {RequestLog::Operation, 124}, {RequestLog::Table, 112},
        {RequestLog::Index, 92}, {RequestLog::Items, 78},      {RequestLog::Read, 54},
        {RequestLog::Write, 54}, {RequestLog::Duration, 58},   {RequestLog::Status, 186}};
    for (const auto& [column, width] : widths)
        setColumnWidth(column, width);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setMinimumSectionSize(48);

    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_isFollowing) toEnd();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_isMoving) return;
        const bool atEnd = value == verticalScrollBar()->maximum();
        if (atEnd == m_isFollowing) return;
        m_isFollowing = atEnd;
        emit followingChanged(atEnd);
    });
    connect(requests, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_isFollowing) toEnd();
    });
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit requestActivated(index.row()); });
    connect(&Theme::instance(), &Theme::changed, this, &RequestTable::applyTheme);
    applyTheme();
}

void RequestTable::setFollowing(bool isOn) {
    m_isFollowing = isOn;
    if (isOn) toEnd();
}

void RequestTable::toEnd() {
    const QScopedValueRollback moving(m_isMoving, true);
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void RequestTable::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void RequestTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    const QScopedValueRollback moving(m_isMoving, m_isMoving || !current.isValid());
    QTableView::currentChanged(current, previous);
    if (current.isValid() && current.row() != previous.row()) emit requestSelected(current.row());
}

void RequestTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) {
    const QScopedValueRollback moving(m_isMoving, true);
    // The view would select a neighbour of a row that is dropped, and show another request than was chosen.
    if (currentIndex().isValid() && currentIndex().row() >= start && currentIndex().row() <= end) {
        clearSelection();
        setCurrentIndex({});
    }
    const int value = verticalScrollBar()->value();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
    if (!m_isFollowing && start < value) verticalScrollBar()->setValue(value - (end - start + 1));
}

void RequestTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    // Keys are what differs from row to row: they get the room, and enough of it where there is none.
    const int others = horizontalHeader()->length() - columnWidth(RequestLog::Key);
    setColumnWidth(RequestLog::Key, std::max(kLeastKeyWidth, viewport()->width() - others));
}

void RequestTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model()->rowCount() > 0 || m_emptyText.isEmpty()) return;
    QPainter painter(viewport());
    painter.setFont(Theme::instance().valueFont());
    painter.setPen(Theme::instance().colours().textSecondary);
    painter.drawText(viewport()->rect().adjusted(20, 28, -20, 0),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
}

void RequestTable::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    horizontalHeader()->setFont(Theme::instance().nameFont());
    setStyleSheet(
        QStringLiteral("QTableView { background: transparent; border: none; }"
                       "QTableView::item { border-bottom: 1px solid %1; padding: 0 8px; }"
                       "QTableView::item:selected { background: %2; }"
                       "QHeaderView, QHeaderView::section { background: transparent; }"
                       "QHeaderView::section { padding: 4px 11px; border: none; border-bottom: 1px solid %1; "
                       "color: %3; font-size: 11px; }")
            .arg(colours.line.name(), colours.selection.name(), colours.textSecondary.name()));
}

}  // namespace partita
