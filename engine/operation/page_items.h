// What a page of Query or Scan keeps of each row that it reads: whether the filter accepts it, and which
// parts of it go into the page, as bytes, without building items. Of an LSI that does not hold what is asked,
// the item is fetched from the table. One use, one thread; lives no longer than what it was made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operation/read_target.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/row_reader.h"

namespace partita {

class PageItems final {
  public:
    /// Fails (ValidationException) on a filter, projection or Select that the service would refuse there.
    static Result<PageItems> make(Database& database, const ReadTarget& target, const ReadOptions& options,
                                  ReadKind kind);

    /// Puts into the page what is asked of the row, if the filter accepts it. Fails (DamagedFile) on bytes
    /// that are no item.
    Result<void> take(const Row& row, PageResponse& page);

    /// Of items fetched from the table so far.
    std::uint64_t fetchedBytes() const { return m_fetchedBytes; }
    HalfUnits fetchedUnits() const { return m_fetchedUnits; }

  private:
    enum class Parts { None, Whole, Attributes, Paths };

    PageItems(Database& database, const ReadTarget& target, const ReadOptions& options)
        : m_database(database), m_target(target), m_options(options) {}
    /// The bytes of the row's item in the table; empty when the table has none.
    std::string_view fetch(const Row& row);
    Error damaged() const;

    Database& m_database;
    const ReadTarget& m_target;
    const ReadOptions& m_options;
    Parts m_parts = Parts::Whole;
    std::vector<std::string_view> m_names;  // of Attributes, in order
    bool m_fetches = false;
    std::string m_fetched;
    std::uint64_t m_fetchedBytes = 0;
    HalfUnits m_fetchedUnits = 0;
};

}  // namespace partita
