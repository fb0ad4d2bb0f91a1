// What a column without a type seems to hold, by its first cells. One thread at a time.
#pragma once

#include <string>
#include <vector>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/read/tabular_cell.h"

namespace partita {

class ColumnGuess final {
  public:
    void add(const TabularCell& cell);

    /// Number, Boolean or Json when every cell that is not empty is one beyond doubt; else String.
    CellType type() const;
    /// The first distinct cells, as they stand, shortened.
    const std::vector<std::string>& samples() const { return m_samples; }
    /// Whether every cell that is not empty can be read as that type.
    bool fits(CellType type) const { return type == CellType::Binary ? m_allBinary : m_allJson; }

  private:
    bool m_any = false;
    bool m_allNumbers = true;
    bool m_allBooleans = true;
    bool m_allJson = true;
    bool m_allBinary = true;
    std::vector<std::string> m_samples;
};

/// Whether the cell is of the type beyond doubt, as in a column whose type was guessed: 007 is a number only
/// where somebody says so.
bool isBeyondDoubt(const TabularCell& cell, CellType type);

}  // namespace partita
