// Which parts of an item a read returns (ProjectionExpression). Immutable; cheap to copy; any thread.
// Not to be mixed up with an index's Projection (engine/table/table_definition.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/expression/path.h"
#include "engine/result.h"
#include "engine/value/item.h"
#include "engine/value/item_bytes.h"

namespace partita {

struct ProjectionNode;

class ItemProjection final {
  public:
    /// Paths that do not overlap; where they do, the shorter one wins.
    explicit ItemProjection(std::vector<Path> paths);
    const std::vector<Path>& paths() const { return m_tree->paths; }

  private:
    struct Tree {
        std::vector<Path> paths;
        std::shared_ptr<const ProjectionNode> root;
    };
    friend Item project(const ItemProjection& projection, const Item& item);
    friend Result<Item> project(const ItemProjection& projection, const ItemView& item);
    std::shared_ptr<const Tree> m_tree;
};

/// The parts of the item that are there, with the maps and lists around them. Elements of a list keep their
/// order and close up.
Item project(const ItemProjection& projection, const Item& item);
/// The same from stored bytes; builds only what is asked for. Fails (DamagedFile) on damaged bytes.
Result<Item> project(const ItemProjection& projection, const ItemView& item);

/// One line, for tests: "a, b[2].c".
std::string toText(const ItemProjection& projection);

}  // namespace partita
