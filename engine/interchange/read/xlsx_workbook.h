// What a workbook says of itself: its sheets, its texts, which cells are dates. Read whole, within bounds.
// Immutable once read; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/xlsx_dates.h"
#include "engine/interchange/read/xlsx_package.h"
#include "engine/result.h"

namespace partita {

struct XlsxSheet {
    std::string name;
    std::string part;
    bool isHidden = false;
};

/// The texts that cells refer to by number, in one buffer.
class XlsxTexts final {
  public:
    /// Fails (BadInput) past 256 MiB: says so.
    static Result<XlsxTexts> read(const XlsxPackage& package, const std::string& part);
    std::size_t size() const { return m_ends.size(); }
    /// Of a number below size(). Valid as long as this.
    std::string_view at(std::size_t number) const;

  private:
    friend class TextEvents;
    std::string m_text;
    std::vector<std::uint64_t> m_ends;
};

struct XlsxWorkbook {
    std::vector<XlsxSheet> sheets;  // those of cells; charts are none
    bool is1904 = false;
    std::vector<DateFormat> styles;  // by the number that a cell gives
    XlsxTexts texts;

    /// Fails (BadInput) on damage, and when there is no sheet.
    static Result<XlsxWorkbook> read(const XlsxPackage& package);
};

/// Text with the escapes that workbooks use for what XML cannot hold: _x000D_.
std::string withoutXlsxEscapes(std::string text);

}  // namespace partita
