// Draws the parts of a block view: lines of items, key cells, the header of the grid, placeholders. Knows
// where things are inside a part, not which parts are seen: the view says so. GUI thread only.
#pragma once

#include <QCoreApplication>
#include <QPainter>
#include <QRect>
#include <QString>

#include "model/block_model.h"
#include "ui/block_columns.h"
#include "ui/block_load.h"
#include "ui/block_text.h"

namespace partita {

// Pixels. One line of a diagram has a name over a value; the line below it is part of the height.
inline constexpr int kDiagramRow = 44;
inline constexpr int kGridRow = 27;
inline constexpr int kCollapsedRow = 30;
inline constexpr int kGridHeader = 27;
inline constexpr int kEntityBar = 4;  // with the thin line left of it

/// Where the columns are: all x in viewport coordinates.
struct BlockFrame {
    BlockArrangement arrangement = BlockArrangement::Diagram;
    int keyWidth = 0;
    int sortWidth = 0;
    int attributesLeft = 0;  // where the attributes' own area begins
    int scrolled = 0;        // pixels of it that are hidden at the left
    int right = 0;           // end of the viewport
};

class BlockPainter final {
    Q_DECLARE_TR_FUNCTIONS(BlockPainter)
  public:
    /// How a row stands out.
    struct RowState {
        bool selected = false;
        bool focused = false;
        bool hovered = false;
        bool lastOfBlock = false;
        QString expired = {};  // how long ago; empty: it has not
    };

    void clearTexts() { m_texts.clear(); }
    const TextCache& texts() const { return m_texts; }

    void item(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
              const BlockItem& item, const std::vector<BlockColumns::Column>& columns);
    /// Soft bars where texts will be.
    void placeholder(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                     int seed);
    void failure(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                 const QString& error);
    void collapsed(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                   const BlockSummary& block);

    struct KeyCell {
        QRect whole;  // of the block; may begin above and end below what is seen
        int seenFrom = 0;
        bool selected = false;
        bool collapsed = false;
        bool hovered = false;
        BlockSummaryPtr block;  // null while it loads
        std::optional<std::uint32_t> partition;
        std::optional<BlockLoad> load;
    };
    void keyCell(QPainter& painter, const BlockFrame& frame, const KeyCell& cell);
    void header(QPainter& painter, const BlockFrame& frame, const QString& partitionName,
                const QString& sortName, const std::vector<BlockColumns::Column>& columns);
    void notice(QPainter& painter, const QRect& area, const QString& title, const QString& hint);

    /// Where a failed row says "Retry".
    static QRect retryRect(const BlockFrame& frame, const QRect& row);
    /// "5 items · 612 bytes", or "4 of 5 items · 612 bytes".
    static QString countsText(const BlockSummary& block);
    static QString shareText(const BlockLoad& load);

  private:
    void ground(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                const QColor& entity);
    void expiry(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state);
    void text(QPainter& painter, const QString& text, TextKind kind, int left, int baseline, int width,
              const QColor& colour);
    void spark(QPainter& painter, const QPoint& bottomLeft, const std::vector<double>& values, int width);
    void chevron(QPainter& painter, const QPoint& centre, bool collapsed);
    TextCache m_texts;
};

}  // namespace partita
