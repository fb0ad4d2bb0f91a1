#include "ui/block_scroll.h"

#include <algorithm>

namespace partita {
namespace {

bool isAfter(const BlockScroll::Position& a, const BlockScroll::Position& b) {
    return a.row != b.row ? a.row > b.row : a.offset > b.offset;
}

}  // namespace

BlockScroll::Position BlockScroll::last(const Heights& heights) {
    int filled = 0;
    for (int row = heights.rows - 1; row >= 0; --row) {
        filled += heights.ofRow(row);
        if (filled >= heights.view) return {row, filled - heights.view};
    }
    return {};
}

void BlockScroll::moveTo(Position position, const Heights& heights) {
    position.row = std::clamp(position.row, 0, std::max(0, heights.rows - 1));
    position.offset = std::max(0, position.offset);
    const Position end = last(heights);
    m_position = isAfter(position, end) ? end : position;
}

void BlockScroll::moveBy(int pixels, const Heights& heights) {
    if (heights.rows == 0) return moveTo({}, heights);
    Position to = m_position;
    to.row = std::min(to.row, heights.rows - 1);
    to.offset += pixels;
    while (to.offset < 0 && to.row > 0)
        to.offset += heights.ofRow(--to.row);
    while (to.row + 1 < heights.rows && to.offset >= heights.ofRow(to.row))
        to.offset -= heights.ofRow(to.row++);
    moveTo(to, heights);
}

void BlockScroll::bringIntoSight(int row, const Heights& heights) {
    if (row <= m_position.row) return moveTo({row, 0}, heights);
    // From the row upwards: how far up fits with the row whole at the bottom.
    int filled = 0;
    for (int above = row; above >= 0; --above) {
        filled += heights.ofRow(above);
        const Position top{above, std::max(0, filled - heights.view)};
        if (filled >= heights.view) {
            if (isAfter(top, m_position)) moveTo(top, heights);
            return;
        }
        if (above == m_position.row && m_position.offset == 0) return;  // seen already
    }
}

void BlockScroll::bringToMiddle(int row, const Heights& heights) {
    moveTo({row, 0}, heights);
    if (m_position.row < row) return;  // at the end already: it is in sight
    moveBy(-(heights.view - heights.ofRow(row)) / 2, heights);
}

}  // namespace partita
