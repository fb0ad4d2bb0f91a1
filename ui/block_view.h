// The heart of the window: item collections drawn as blocks. The key cell on the left spans its items and its
// text stays in sight while they scroll. The scroll bar counts lines, however many there are; the wheel moves
// by pixels. It paints what the model has and asks the model for what is seen; it reaches into no other
// widget. GUI thread only.
#pragma once

#include <QAbstractScrollArea>
#include <QPointer>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "model/block_model.h"
#include "ui/block_actions.h"
#include "ui/block_columns.h"
#include "ui/block_load.h"
#include "ui/block_scroll.h"

class QPushButton;

namespace partita {

class BlockPainter;
struct BlockFrame;

class BlockView final : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit BlockView(QWidget* parent = nullptr);
    ~BlockView() override;

    /// Not owned. Null: nothing is shown.
    void setModel(BlockModel* model);
    BlockModel* model() const { return m_model; }

    void setArrangement(BlockArrangement arrangement);
    BlockArrangement arrangement() const { return m_arrangement; }
    int keyWidth() const { return m_keyWidth; }
    void setKeyWidth(int pixels);
    /// Where a key cell gets its load from; asked for visible blocks only. Call update() when loads change.
    void setLoadProvider(BlockLoadProvider provider);
    /// Shows "partition 3" by the hash of the key. 0: does not.
    void setPartitionCount(std::uint32_t count);
    /// The attribute that says when items expire: those that have are marked. Empty: none does.
    void setTimeToLive(const std::string& attribute);
    /// Why items can't be edited; empty: they can.
    void setWhyNotEditable(const QString& reason);
    /// "expired 3 h ago"; empty when it has not, or nothing is known of it.
    QString expiredText(const BlockItem& item) const;
    /// What stands in place of blocks when there are none.
    void setEmptyTexts(const QString& title, const QString& hint);

    int currentRow() const;
    /// Null when nothing is selected, when a block is, or while the item loads.
    BlockItemPtr currentItem() const;
    /// Selects a row and brings it into sight. -1: selects nothing.
    void selectRow(int row);
    /// Selects the item, or the first at or after it, when the model has found it.
    void goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort = {});
    void goToPartition(std::uint32_t partition, std::uint32_t count);

    /// For menus: copy, collapse, query this key. They act on the current row.
    BlockActions& actions() { return m_actions; }

    // What is where, in viewport coordinates.
    struct VisibleRow {
        int row = 0;
        int top = 0;
        int height = 0;
        BlockLine line;
    };
    const std::vector<VisibleRow>& visibleRows() const;
    int rowAt(const QPoint& position) const;  // -1: none
    QRect rowRect(int row) const;             // empty when it is not in sight
    /// The part of the key cell of a row's block that is in sight.
    QRect keyCellRect(int row) const;
    /// The name of the attribute under a position; empty between cells and outside.
    QString attributeAt(const QPoint& position) const;

    QSize sizeHint() const override { return {900, 560}; }

  signals:
    /// Null: nothing, or a whole block.
    void itemSelected(const partita::BlockItemPtr& item);
    /// Enter or a double click.
    void itemActivated(const partita::BlockItemPtr& item);
    /// The selected item is to be shown in full.
    void inspectRequested();
    /// `sort` is empty when the whole block is meant.
    void queryKeyRequested(const std::vector<partita::Value>& partition,
                           const std::vector<partita::Value>& sort);
    /// The user typed the beginning of a partition key; the view goes there by itself.
    void goToKeyRequested(const QString& prefix);
    /// A jump found nothing; the sentence says what.
    void keyMissing(const QString& message);
    void currentRowChanged(int row);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

  private:
    enum class Bring { IntoSight, ToMiddle };

    int headerHeight() const;
    int contentHeight() const;
    int rowHeight(int row) const;
    int itemHeight() const;
    int attributesLeft() const;
    QString toolTipAt(const QPoint& position) const;
    void paintRows(QPainter& painter, const BlockFrame& frame);
    void paintKeyCells(QPainter& painter, const BlockFrame& frame);
    void paintTyped(QPainter& painter);
    BlockScroll::Heights heights() const;

    void layoutChanged();
    void updateScrollBars();
    void scrollTo(int row, Bring bring);
    void moveTo(BlockScroll::Position position);
    void afterScroll();
    void setCurrent(int row, Bring bring, bool scroll = true);
    void tellSelection();
    void takeReset();
    void takeData();
    void takeFound(int row, bool exact);
    void updateActions();
    void updateRetry();

    bool moveByKey(QKeyEvent* event);
    void collapseCurrent(bool collapsed);
    void moveByBlock(int direction);
    void typeAhead(const QString& text);
    void copyItem() const;
    void copyKey() const;
    void copyValue() const;
    void queryKey();
    void activateCurrent();
    bool isOnChevron(const QPoint& position) const;
    bool isOnEdge(const QPoint& position) const;

    QPointer<BlockModel> m_model;
    BlockActions m_actions;
    mutable BlockColumns m_columns;  // makes columns when they are asked for
    std::unique_ptr<BlockPainter> m_painter;
    BlockArrangement m_arrangement = BlockArrangement::Diagram;
    BlockScroll m_scroll;
    BlockLoadProvider m_load;
    std::uint32_t m_partitionCount = 0;
    std::string m_timeToLive;
    QString m_whyNotEditable;
    QTimer m_expiryTimer;  // time goes on, and items expire, while nothing else happens
    QString m_emptyTitle, m_emptyHint;
    QPushButton* m_retry;

    mutable std::vector<VisibleRow> m_visible;  // found when asked for
    mutable bool m_visibleKnown = false;
    int m_keyWidth = 196;
    int m_hoverRow = -1;
    int m_hoverX = 0;
    bool m_resizingKey = false;
    bool m_settingBars = false;
    QString m_actedAttribute;  // under the last press: what "Copy value" copies
    QString m_typed;
    QTimer m_typedTimer;
    BlockItemPtr m_told;
};

}  // namespace partita
