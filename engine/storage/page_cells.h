// One page of a b-tree and the records in it, read without trusting a byte of it: whatever is damaged is left
// out. Free of state but the page; one thread at a time. Form: SQLite's "Database File Format", 1.6 and 2.1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/storage/page_file.h"

namespace partita {

enum class PageKind : std::uint8_t { None, IndexInterior, TableInterior, IndexLeaf, TableLeaf };

/// A cell: its child and row number where its kind of page has them, and where its record lies.
struct PageCell {
    std::uint32_t child = 0;
    std::int64_t rowid = 0;
    std::uint64_t size = 0;  // of the record; 0: it has none
    std::string_view local;  // of the record, what lies in the page itself
    std::uint32_t more = 0;  // the first page of the rest; 0: there is none
};

class PageCells final {
  public:
    /// `page` must outlive this. Its kind is None when it is no page of a b-tree.
    PageCells(std::string_view page, std::uint32_t number, std::uint32_t usable);

    PageKind kind() const { return m_kind; }
    bool isLeaf() const { return m_kind == PageKind::IndexLeaf || m_kind == PageKind::TableLeaf; }
    std::size_t count() const { return m_count; }
    /// Nothing when that cell is damaged.
    std::optional<PageCell> cell(std::size_t place) const;
    /// The last child of an interior page.
    std::uint32_t rightChild() const { return m_right; }

  private:
    std::string_view m_page;
    std::uint32_t m_number;
    std::uint32_t m_usable;
    PageKind m_kind = PageKind::None;
    std::size_t m_count = 0;
    std::size_t m_pointers = 0;  // where they begin
    std::uint32_t m_right = 0;
};

/// The most bytes of one record: past what any record of a table file has.
inline constexpr std::uint64_t kMostRecordBytes = 64 * 1024 * 1024;

/// The whole record of a cell, from as many pages as it takes. False when part of it can't be read, or when
/// it has more than `most` bytes; `brokenAt` is then the page where it ends, or 0.
bool readRecord(PageFile& file, const PageCell& cell, std::uint64_t most, std::string& record,
                std::uint32_t& brokenAt);

/// One column of a record. Lives as long as the record.
struct Field {
    enum class Type { Null, Integer, Real, Text, Bytes };
    Type type = Type::Null;
    std::int64_t integer = 0;
    std::string_view bytes;  // of Text and Bytes; of Real its eight bytes

    bool isNull() const { return type == Type::Null; }
    bool isInteger() const { return type == Type::Integer; }
    bool isText() const { return type == Type::Text; }
    bool isBytes() const { return type == Type::Bytes; }
};

/// False when the record is no record.
bool readFields(std::string_view record, std::vector<Field>& fields);

}  // namespace partita
