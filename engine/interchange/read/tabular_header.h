// The header of a table of cells: names, and the types that tools write beside them ("age:N", "age (N)").
// Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/read/tabular_cell.h"
#include "engine/result.h"

namespace partita {

/// How a header says a type. The form tells who wrote the file.
enum class HeaderForm {
    Untyped,
    Colon,        // age:N; here an empty cell in quotes is an empty text, one without is no attribute
    Parentheses,  // age (N); the AWS console quotes every cell, so that quotes say nothing
    Guessed,      // age:N?; ours, of a column whose type had been guessed: cells are judged as then
};

struct HeaderColumn {
    std::string name;
    CellType type = CellType::Auto;
    HeaderForm form = HeaderForm::Untyped;
    std::string text;      // as it stands
    bool isVague = false;  // "(B)", "(L)", "(M)" beside names without a type: may be a unit
};

/// Fails (BadInput) when names are missing or occur twice: names them with their columns, which count from
/// `firstColumn`.
Result<std::vector<HeaderColumn>> readHeader(const std::vector<TabularCell>& cells, std::size_t firstColumn);
/// column1, column2, …
std::vector<HeaderColumn> namelessHeader(std::size_t columns);
/// The header cell that says name and type; Untyped: the name.
std::string headerText(std::string_view name, CellType type, HeaderForm form);

// The most columns of a row; a spreadsheet has no more.
inline constexpr std::size_t kMostColumns = 16'384;

}  // namespace partita
