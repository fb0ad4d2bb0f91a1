// Roots of rows that the schema does not tell any more.
#include <algorithm>

#include "engine/storage/file_format.h"
#include "engine/storage/salvage.h"
#include "engine/storage/view_tables.h"

namespace partita {

std::string Salvage::nameOf(const View& view) const {
    const SalvagedTable& table = m_tables[view.table];
    return "rows_" + std::to_string(table.id) + "_" +
           std::to_string(view.index ? table.indexIds[*view.index] : 0);
}

void Salvage::claimTree(View& view, std::uint32_t root) {
    const std::string name = nameOf(view);
    addObject(name, root, false);
    view.rows = ownerOf(name);
}

std::optional<std::uint64_t> Salvage::statedOf(const View& view) {
    const SalvagedTable& table = m_tables[view.table];
    Execution row =
        m_small.prepare("SELECT items FROM views WHERE table_id = ? AND index_id = ? AND items >= 0");
    row.bind(1, table.id).bind(2, view.index ? table.indexIds[*view.index] : 0);
    if (!row.step()) return std::nullopt;
    return static_cast<std::uint64_t>(row.integer(0));
}

void Salvage::claimTrees() {
    const auto isRootless = [](const View& view) { return view.rows == PageForest::kNobody; };
    if (std::none_of(m_views.begin(), m_views.end(), isRootless)) return;
    // Trees that are whole and nobody's, with the views that their rows fit.
    struct Tree {
        std::uint32_t root = 0;
        std::uint64_t rows = 0;
        std::vector<View*> fitting;
    };
    std::vector<Tree> trees;
    std::string bytes;
    for (std::uint32_t page = 2; page <= m_forest->pages(); ++page) {
        const PageKind kind = m_forest->kind(page);
        if ((kind != PageKind::IndexLeaf && kind != PageKind::IndexInterior) || m_forest->isFree(page) ||
            m_forest->owner(page) != PageForest::kNobody || m_forest->parent(page) != 0 ||
            !m_file.read(page, bytes))
            continue;
        Tree tree{page, 0, fittingViews(page, PageCells(bytes, page, m_file.usableSize()))};
        std::erase_if(tree.fitting, [&](const View* view) { return !isRootless(*view); });
        const auto rows = m_forest->recordsBelow(page);
        if (tree.fitting.empty() || !rows) continue;
        tree.rows = *rows;
        trees.push_back(std::move(tree));
    }
    // A tree of as many rows as only one of them has, and that is the only such tree, is that one's.
    const auto hasRows = [&](const Tree& tree, const View* view) { return statedOf(*view) == tree.rows; };
    const auto fits = [](const Tree& tree, const View* view) {
        return std::find(tree.fitting.begin(), tree.fitting.end(), view) != tree.fitting.end();
    };
    std::vector<std::pair<View*, std::uint32_t>> sure;
    for (const Tree& tree : trees) {
        std::vector<View*> same;
        for (View* view : tree.fitting)
            if (hasRows(tree, view)) same.push_back(view);
        if (same.size() != 1) continue;
        const auto rivals = std::count_if(trees.begin(), trees.end(), [&](const Tree& other) {
            return fits(other, same.front()) && hasRows(other, same.front());
        });
        if (rivals == 1) sure.emplace_back(same.front(), tree.root);
    }
    for (const auto& [view, root] : sure)
        claimTree(*view, root);
    claimByPlace();
    // Tables are made one after another, and so are their roots: of trees and views of one shape, of equal
    // number, the first is the first's. That is a guess, and is told.
    for (const Tree& tree : trees) {
        std::vector<View*> views;
        std::copy_if(tree.fitting.begin(), tree.fitting.end(), std::back_inserter(views),
                     [&](const View* view) { return isRootless(*view) && statedOf(*view) != 0u; });
        if (views.empty() || m_forest->owner(tree.root) != PageForest::kNobody) continue;
        const auto alike = std::count_if(trees.begin(), trees.end(), [&](const Tree& other) {
            return m_forest->owner(other.root) == PageForest::kNobody && other.fitting == tree.fitting;
        });
        if (static_cast<std::size_t>(alike) != views.size()) continue;
        claimTree(*views.front(), tree.root);
        if (alike == 1 && views.front()->rows != PageForest::kNobody && tree.fitting.size() == 1) continue;
        m_forest->forEachPage(views.front()->rows,
                              [&](std::uint32_t page, const PageCells&) { m_isDoubtful[page] = true; });
    }
}

void Salvage::claimByPlace() {
    const bool isAnyMissing = std::any_of(m_views.begin(), m_views.end(),
                                          [](const View& view) { return view.rows == PageForest::kNobody; });
    if (!isAnyMissing) return;
    // A file whose tables were all made at its beginning has their roots where this one has them.
    Database layout(":memory:", Database::Access::Create);
    layout.execute("PRAGMA page_size = 16384");
    for (const std::string& statement : formatStatements(kFormatVersion))
        layout.execute(statement);
    for (const SalvagedTable& table : m_tables) {
        std::vector<std::int64_t> numbers = table.indexIds;
        numbers.insert(numbers.begin(), 0);
        for (const std::int64_t number : numbers)
            for (const std::string& statement : ViewTables(table.id, number, {}).createStatements())
                layout.execute(statement);
    }
    std::string bytes;
    for (View& view : m_views) {
        if (view.rows != PageForest::kNobody) continue;
        const std::string name = nameOf(view);
        std::uint32_t root = 0;
        {
            Execution row = layout.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?");
            row.bindText(1, name);
            if (row.step()) root = static_cast<std::uint32_t>(row.integer(0));
        }
        if (m_forest->owner(root) != PageForest::kNobody || m_forest->isFree(root) ||
            m_forest->parent(root) != 0 || !m_file.read(root, bytes))
            continue;
        const PageCells cells(bytes, root, m_file.usableSize());
        SalvagedItem item;
        bool fits = cells.kind() == PageKind::IndexLeaf || cells.kind() == PageKind::IndexInterior;
        for (std::size_t i = 0; fits && i < std::min(cells.count(), kSample); ++i) {
            const auto cell = cells.cell(i);
            fits = cell && readCell(*cell, kMostRowBytes, root) && fitsView(view, item);
        }
        // An empty page may be anybody's, and costs nothing when it is not found.
        if (!fits || cells.count() == 0) continue;
        claimTree(view, root);
    }
}

}  // namespace partita
