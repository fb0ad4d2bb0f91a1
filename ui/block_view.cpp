// What a block view shows and where. What it does with mouse and keys: block_view_input.cpp; the
// picture: block_view_paint.cpp.
#include "ui/block_view.h"

#include <QDateTime>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "model/expiry.h"
#include "ui/block_accessible.h"
#include "ui/block_painter.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kKeyWidthMin = 110;
constexpr int kKeyWidthMax = 480;
constexpr int kExpiryMillis = 15'000;

}  // namespace

BlockView::BlockView(QWidget* parent)
    : QAbstractScrollArea(parent),
      m_actions(this),
      m_painter(std::make_unique<BlockPainter>()),
      m_emptyTitle(tr("No items yet")),
      m_emptyHint(tr("Import JSON items with File ▸ Import, or drop a file here.")),
      m_retry(new QPushButton(tr("Retry"), viewport())) {
    installBlockAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Item collections"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    horizontalScrollBar()->setSingleStep(24);
    m_retry->hide();
    m_typedTimer.setSingleShot(true);
    m_typedTimer.setInterval(1000);
    connect(&m_typedTimer, &QTimer::timeout, this, [this] {
        m_typed.clear();
        viewport()->update();
    });
    connect(&m_expiryTimer, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (m_model) m_model->retry();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_painter->clearTexts();
        viewport()->update();
    });
    connect(m_actions.activate, &QAction::triggered, this, &BlockView::inspectRequested);
    connect(m_actions.queryKey, &QAction::triggered, this, &BlockView::queryKey);
    connect(m_actions.copyItem, &QAction::triggered, this, &BlockView::copyItem);
    connect(m_actions.copyKey, &QAction::triggered, this, &BlockView::copyKey);
    connect(m_actions.copyValue, &QAction::triggered, this, &BlockView::copyValue);
    connect(m_actions.collapse, &QAction::triggered, this, [this] { collapseCurrent(true); });
    connect(m_actions.expand, &QAction::triggered, this, [this] { collapseCurrent(false); });
    connect(m_actions.collapseAll, &QAction::triggered, this, [this] {
        if (m_model) m_model->setAllCollapsed(true);
    });
    connect(m_actions.expandAll, &QAction::triggered, this, [this] {
        if (m_model) m_model->setAllCollapsed(false);
    });
    updateActions();
}

BlockView::~BlockView() = default;

void BlockView::setModel(BlockModel* model) {
    if (m_model == model) return;
    if (m_model) disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    m_columns.clear();
    m_told = nullptr;
    if (model) {
        connect(model, &BlockModel::modelReset, this, &BlockView::takeReset);
        connect(model, &BlockModel::dataChanged, this, &BlockView::takeData);
        connect(model, &BlockModel::stateChanged, this, [this] {
            // Another source: the widths and the order of its attributes are its own.
            if (m_model->state() == BlockModel::State::Opening) m_columns.clear();
            takeReset();
        });
        connect(model, &BlockModel::keyFound, this, &BlockView::takeFound);
        connect(model, &BlockModel::keyMissing, this, &BlockView::keyMissing);
        connect(model, &BlockModel::itemsLoaded, this, [this](const std::vector<BlockItemPtr>& items) {
            m_columns.measure(items, m_painter->texts());
        });
    }
    takeReset();
}

void BlockView::setArrangement(BlockArrangement arrangement) {
    if (m_arrangement == arrangement) return;
    m_arrangement = arrangement;
    m_scroll.moveTo({m_scroll.position().row, 0}, heights());
    layoutChanged();
}

void BlockView::setKeyWidth(int pixels) {
    m_keyWidth = std::clamp(pixels, kKeyWidthMin, kKeyWidthMax);
    layoutChanged();
}

void BlockView::setLoadProvider(BlockLoadProvider provider) {
    m_load = std::move(provider);
    viewport()->update();
}

void BlockView::setPartitionCount(std::uint32_t count) {
    m_partitionCount = count;
    viewport()->update();
}

void BlockView::setTimeToLive(const std::string& attribute) {
    m_timeToLive = attribute;
    if (attribute.empty())
        m_expiryTimer.stop();
    else
        m_expiryTimer.start(kExpiryMillis);
    viewport()->update();
}

void BlockView::setWhyNotEditable(const QString& reason) {
    m_whyNotEditable = reason;
    for (QAction* action : {m_actions.editItem, m_actions.duplicateItem, m_actions.deleteItem})
        action->setToolTip(reason);
    updateActions();
}

QString BlockView::expiredText(const BlockItem& item) const {
    if (m_timeToLive.empty()) return {};
    const std::int64_t now = QDateTime::currentSecsSinceEpoch();
    const auto expiry = expiryOf(item.item, m_timeToLive, now);
    return expiry && *expiry < now ? expiryText(*expiry, now) : QString();
}

void BlockView::setEmptyTexts(const QString& title, const QString& hint) {
    m_emptyTitle = title;
    m_emptyHint = hint;
    viewport()->update();
}

int BlockView::headerHeight() const {
    return m_arrangement == BlockArrangement::Grid ? kGridHeader : 0;
}

int BlockView::contentHeight() const {
    return std::max(0, viewport()->height() - headerHeight());
}

int BlockView::itemHeight() const {
    return m_arrangement == BlockArrangement::Grid ? kGridRow : kDiagramRow;
}

int BlockView::rowHeight(int row) const {
    const BlockLine line = m_model->line(row);
    const bool collapsed = line.known ? line.kind == BlockLine::Kind::Collapsed : m_model->areAllCollapsed();
    if (!collapsed) return itemHeight();
    return m_arrangement == BlockArrangement::Grid ? kGridRow : kCollapsedRow;
}

int BlockView::attributesLeft() const {
    return m_keyWidth + kEntityBar + m_columns.sortWidth();
}

BlockScroll::Heights BlockView::heights() const {
    return {m_model ? m_model->rowCount() : 0, contentHeight(), [this](int row) { return rowHeight(row); }};
}

const std::vector<BlockView::VisibleRow>& BlockView::visibleRows() const {
    if (m_visibleKnown) return m_visible;
    m_visible.clear();
    m_visibleKnown = true;
    if (!m_model) return m_visible;
    const int rows = m_model->rowCount();
    int top = headerHeight() - m_scroll.position().offset;
    for (int row = m_scroll.position().row; row < rows && top < viewport()->height(); ++row) {
        const int height = rowHeight(row);
        m_visible.push_back({row, top, height, m_model->line(row)});
        top += height;
    }
    return m_visible;
}

int BlockView::rowAt(const QPoint& position) const {
    if (position.y() < headerHeight()) return -1;
    for (const VisibleRow& row : visibleRows())
        if (position.y() >= row.top && position.y() < row.top + row.height) return row.row;
    return -1;
}

QRect BlockView::rowRect(int row) const {
    for (const VisibleRow& visible : visibleRows())
        if (visible.row == row) return {0, visible.top, viewport()->width(), visible.height};
    return {};
}

QRect BlockView::keyCellRect(int row) const {
    QRect rect;
    for (const VisibleRow& visible : visibleRows())
        if (visible.line.firstRow <= row && row <= visible.line.lastRow)
            rect |= QRect(0, visible.top, m_keyWidth, visible.height);
    return rect & QRect(0, headerHeight(), m_keyWidth, contentHeight());
}

QString BlockView::attributeAt(const QPoint& position) const {
    const int row = rowAt(position);
    const BlockItemPtr item = row < 0 ? nullptr : m_model->item(row);
    const int x = position.x() - attributesLeft() + horizontalScrollBar()->value();
    if (!item || position.x() < attributesLeft()) return {};
    const auto& shown = m_arrangement == BlockArrangement::Grid
                            ? m_columns.grid()
                            : m_columns.ofEntity(item->entity, m_model->attributesOf(item->entity));
    for (const BlockColumns::Column& column : shown)
        if (x >= column.left && x < column.left + column.width && item->cell(column.name)) return column.name;
    return {};
}

void BlockView::layoutChanged() {
    m_visibleKnown = false;
    updateScrollBars();
    afterScroll();
}

/// After the rows, the place in them, or the size of the viewport changed.
void BlockView::updateScrollBars() {
    m_settingBars = true;
    const BlockScroll::Heights all = heights();
    const BlockScroll::Position last = BlockScroll::last(all);
    auto* vertical = verticalScrollBar();
    // The last step shows the end itself, which may lie some pixels inside the last top line.
    vertical->setRange(0, last.row + (last.offset > 0 ? 1 : 0));
    vertical->setPageStep(std::max(1, contentHeight() / itemHeight()));
    vertical->setSingleStep(1);
    vertical->setValue(m_scroll.position() == last && last.offset > 0 ? vertical->maximum()
                                                                      : m_scroll.position().row);
    m_settingBars = false;
}

void BlockView::moveTo(BlockScroll::Position position) {
    m_scroll.moveTo(position, heights());
    layoutChanged();
}

/// What is seen has changed: loads it, and finds the columns for it.
void BlockView::afterScroll() {
    viewport()->update();
    updateRetry();
    if (!m_model) return;
    const auto& rows = visibleRows();
    if (rows.empty()) return;
    m_model->setPlace(BlockModel::Place::Top, rows.front().row);
    m_model->want(rows.front().row, rows.back().row);

    std::vector<BlockColumns::Entity> entities;
    QSet<QString> known;
    int width = 0;
    for (const VisibleRow& row : rows) {
        const BlockItemPtr item = m_model->item(row.row);
        if (!item || known.contains(item->entity)) continue;
        known.insert(item->entity);
        const QStringList& names = m_model->attributesOf(item->entity);
        entities.push_back({item->entity, &names});
        width = std::max(width, BlockColumns::widthOf(m_columns.ofEntity(item->entity, names)));
    }
    if (entities.empty()) return;  // nothing loaded yet: the columns stay as they are
    if (m_arrangement == BlockArrangement::Grid) {
        m_columns.setGrid(entities);
        width = BlockColumns::widthOf(m_columns.grid());
    }
    const int room = std::max(0, viewport()->width() - attributesLeft());
    m_settingBars = true;
    horizontalScrollBar()->setRange(0, std::max(0, width - room));
    horizontalScrollBar()->setPageStep(std::max(1, room));
    m_settingBars = false;
}

void BlockView::takeReset() {
    m_hoverRow = -1;
    m_visibleKnown = false;
    if (m_model) {
        const int top = std::max(0, m_model->place(BlockModel::Place::Top));
        m_scroll.moveTo({top, top == m_scroll.position().row ? m_scroll.position().offset : 0}, heights());
    }
    layoutChanged();
    tellSelection();
    updateActions();
    updateBlockAccessibility(this);
}

void BlockView::takeData() {
    m_visibleKnown = false;
    afterScroll();
    tellSelection();
}

void BlockView::takeFound(int row, bool) {
    setCurrent(row, Bring::ToMiddle);
    setFocus(Qt::OtherFocusReason);
}

void BlockView::updateRetry() {
    const bool failed = m_model && m_model->state() == BlockModel::State::Failed;
    m_retry->setVisible(failed);
    if (!failed) return;
    m_retry->adjustSize();
    m_retry->move((viewport()->width() - m_retry->width()) / 2,
                  headerHeight() + contentHeight() * 2 / 5 + 64);
}

int BlockView::currentRow() const {
    return m_model ? m_model->place(BlockModel::Place::Current) : -1;
}

BlockItemPtr BlockView::currentItem() const {
    const int row = currentRow();
    return row >= 0 && row < m_model->rowCount() ? m_model->item(row) : nullptr;
}

}  // namespace partita
