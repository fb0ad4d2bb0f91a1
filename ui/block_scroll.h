// Where a list of lines of differing heights is scrolled to: the top line and how many pixels of it are
// hidden. A scroll bar that counted pixels would overflow near 48 million lines; this one counts lines.
// Arithmetic only.
#pragma once

#include <functional>

namespace partita {

class BlockScroll final {
  public:
    struct Position {
        int row = 0;
        int offset = 0;  // hidden pixels of that row
        friend bool operator==(const Position&, const Position&) = default;
    };
    struct Heights {
        int rows = 0;
        int view = 0;  // pixels that can be seen at once
        std::function<int(int)> ofRow;
    };

    Position position() const { return m_position; }
    /// The place from which the last line is seen whole at the bottom.
    static Position last(const Heights& heights);
    /// Goes there, or as near as there is something to show.
    void moveTo(Position position, const Heights& heights);
    void moveBy(int pixels, const Heights& heights);
    /// As little as is needed for the row to be seen whole.
    void bringIntoSight(int row, const Heights& heights);
    void bringToMiddle(int row, const Heights& heights);

  private:
    Position m_position;
};

}  // namespace partita
