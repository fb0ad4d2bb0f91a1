#include "engine/storage/page_forest.h"

#include <algorithm>

namespace partita {
namespace {

constexpr std::size_t kMostLost = 1'000'000;

bool isInterior(PageKind kind) {
    return kind == PageKind::IndexInterior || kind == PageKind::TableInterior;
}
bool isOfTable(PageKind kind) {
    return kind == PageKind::TableInterior || kind == PageKind::TableLeaf;
}

}  // namespace

PageForest::PageForest(PageFile& file, const std::function<void(std::uint32_t)>& looked)
    : m_file(file),
      m_kinds(std::size_t{file.pages()} + 1, PageKind::None),
      m_parents(m_kinds.size(), 0),
      m_owners(m_kinds.size(), kNobody),
      m_isFree(m_kinds.size(), false) {
    std::string page;
    for (std::uint32_t number = 1; number <= file.pages(); ++number) {
        if (looked) looked(number);
        if (!file.read(number, page)) continue;
        const PageCells cells(page, number, file.usableSize());
        m_kinds[number] = cells.kind();
        if (!isInterior(cells.kind())) continue;
        const auto adopt = [&](std::uint32_t child) {
            if (isIn(child) && child != number && m_parents[child] == 0) m_parents[child] = number;
        };
        for (std::size_t i = 0; i < cells.count(); ++i)
            if (const auto cell = cells.cell(i)) adopt(cell->child);
        adopt(cells.rightChild());
    }
    readFreeList();
}

void PageForest::readFreeList() {
    std::string page;
    std::uint64_t found = 0;
    std::uint32_t trunk = m_file.firstFree();
    while (trunk != 0 && isIn(trunk) && !m_isFree[trunk] && m_file.read(trunk, page)) {
        const std::uint32_t leaves = bigEndian32(page, 4);
        if (leaves > m_file.usableSize() / 4 - 2) break;
        m_isFree[trunk] = true;
        ++found;
        for (std::uint32_t i = 0; i < leaves; ++i) {
            const std::uint32_t leaf = bigEndian32(page, 8 + 4 * std::size_t{i});
            if (isIn(leaf)) m_isFree[leaf] = true;
            ++found;
        }
        trunk = bigEndian32(page, 0);
    }
    m_knowsFree = m_file.isHeaderOurs() && trunk == 0 && found == m_file.freePages();
}

PageKind PageForest::kind(std::uint32_t page) const {
    return isIn(page) ? m_kinds[page] : PageKind::None;
}

bool PageForest::claim(std::uint32_t root, std::int32_t owner, bool isTable) {
    const auto fits = [&](std::uint32_t page) {
        return kind(page) != PageKind::None && isOfTable(kind(page)) == isTable &&
               this->owner(page) == kNobody;
    };
    if (m_isTorn.size() <= static_cast<std::size_t>(owner))
        m_isTorn.resize(static_cast<std::size_t>(owner) + 1, false);
    const auto lose = [&](std::uint32_t page) {
        m_isTorn[static_cast<std::size_t>(owner)] = true;
        addLost(page);
    };
    if (!fits(root)) {
        lose(root);
        return false;
    }
    std::vector<std::uint32_t> below = {root};
    m_owners[root] = owner;
    std::string bytes;
    while (!below.empty()) {
        const std::uint32_t number = below.back();
        below.pop_back();
        if (!isInterior(m_kinds[number])) continue;
        if (!m_file.read(number, bytes)) {
            lose(number);
            continue;
        }
        const PageCells cells(bytes, number, m_file.usableSize());
        const auto take = [&](std::uint32_t child) {
            if (!fits(child)) {
                lose(child);
                return;
            }
            m_owners[child] = owner;
            below.push_back(child);
        };
        for (std::size_t i = 0; i < cells.count(); ++i) {
            if (const auto cell = cells.cell(i)) {
                take(cell->child);
            } else {
                lose(number);
            }
        }
        take(cells.rightChild());
    }
    return true;
}

std::optional<std::uint64_t> PageForest::recordsBelow(std::uint32_t root) const {
    std::uint64_t records = 0;
    std::uint64_t looked = 0;
    std::vector<std::uint32_t> below = {root};
    std::string bytes;
    while (!below.empty()) {
        const std::uint32_t number = below.back();
        below.pop_back();
        // Damaged pages may lead in a circle.
        if (kind(number) == PageKind::None || isOfTable(kind(number)) || owner(number) != kNobody ||
            ++looked > m_kinds.size() || !m_file.read(number, bytes))
            return std::nullopt;
        const PageCells cells(bytes, number, m_file.usableSize());
        records += cells.count();
        if (cells.isLeaf()) continue;
        for (std::size_t i = 0; i < cells.count(); ++i) {
            const auto cell = cells.cell(i);
            if (!cell) return std::nullopt;
            below.push_back(cell->child);
        }
        below.push_back(cells.rightChild());
    }
    return records;
}

void PageForest::addLost(std::uint32_t page) {
    // What damaged pages call their children may be any number.
    if (page == 0 || page > std::max(m_file.pages(), m_file.statedPages()) || m_lost.size() >= kMostLost)
        return;
    m_lost.insert(page);
}

bool PageForest::isTorn(std::int32_t owner) const {
    return owner >= 0 && static_cast<std::size_t>(owner) < m_isTorn.size() &&
           m_isTorn[static_cast<std::size_t>(owner)];
}

void PageForest::forEachPage(std::int32_t owner,
                             const std::function<void(std::uint32_t, const PageCells&)>& visit) const {
    std::string bytes;
    for (std::uint32_t number = 1; number < m_owners.size(); ++number) {
        if (m_owners[number] != owner || m_kinds[number] == PageKind::TableInterior) continue;
        if (m_file.read(number, bytes)) visit(number, PageCells(bytes, number, m_file.usableSize()));
    }
}

}  // namespace partita
