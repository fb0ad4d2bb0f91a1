// Which page of a damaged file belongs to which b-tree: followed from the roots that are known, and, where
// the pages above are lost, put together from the pages themselves. Holds some ten bytes a page. One thread
// at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/storage/page_cells.h"
#include "engine/storage/page_file.h"

namespace partita {

class PageForest final {
  public:
    static constexpr std::int32_t kNobody = -1;

    /// Looks at every page once. `looked(page)` is told of each now and then, and may throw.
    PageForest(PageFile& file, const std::function<void(std::uint32_t)>& looked);

    PageKind kind(std::uint32_t page) const;
    /// On the list of free pages: what stands there was removed.
    bool isFree(std::uint32_t page) const { return isIn(page) && m_isFree[page]; }
    /// Whether all of that list could be read. If not, a page of no tree may be an old one.
    bool knowsFree() const { return m_knowsFree; }
    std::int32_t owner(std::uint32_t page) const { return isIn(page) ? m_owners[page] : kNobody; }
    /// Of which interior page it is a child; 0: of none that can be read.
    std::uint32_t parent(std::uint32_t page) const { return isIn(page) ? m_parents[page] : 0; }
    /// Gives the tree below `root` to `owner` (0 or more), as far as nobody has it. Pages of the wrong kind
    /// are none of it. False: the root itself is none. `isTable`: of rows by number.
    bool claim(std::uint32_t root, std::int32_t owner, bool isTable);

    /// How many records the tree of keys below `root` has; nothing when some of it is missing or somebody's.
    std::optional<std::uint64_t> recordsBelow(std::uint32_t root) const;
    /// One page alone, that nobody has.
    void give(std::uint32_t page, std::int32_t owner) { m_owners[page] = owner; }
    std::uint32_t pages() const { return static_cast<std::uint32_t>(m_kinds.size() - 1); }

    /// Pages that a tree leads to and that are no page of it; a million at most.
    const std::set<std::uint32_t>& lost() const { return m_lost; }
    /// The same of a record that goes on in a page that can't be read.
    void addLost(std::uint32_t page);
    /// Owners whose tree leads to lost pages.
    bool isTorn(std::int32_t owner) const;

    /// Calls visit(page, cells) for each page of records of that owner, in ascending order of pages. Interior
    /// pages are among them where they hold records.
    void forEachPage(std::int32_t owner,
                     const std::function<void(std::uint32_t, const PageCells&)>& visit) const;

  private:
    bool isIn(std::uint32_t page) const { return page > 0 && page < m_kinds.size(); }
    void readFreeList();

    PageFile& m_file;
    std::vector<PageKind> m_kinds;  // by page, as the next ones
    std::vector<std::uint32_t> m_parents;
    std::vector<std::int32_t> m_owners;
    std::vector<bool> m_isFree;
    bool m_knowsFree = false;
    std::set<std::uint32_t> m_lost;
    std::vector<bool> m_isTorn;  // by owner
};

}  // namespace partita
