#include "engine/expression/path_overlap.h"

#include <algorithm>
#include <string>

namespace partita {
namespace {

enum class Relation { Apart, Overlap, Conflict };

Relation relationOf(const Path& a, const Path& b) {
    if (a.attribute != b.attribute) return Relation::Apart;
    const std::size_t common = std::min(a.steps.size(), b.steps.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (a.steps[i].index() != b.steps[i].index()) return Relation::Conflict;
        if (a.steps[i] != b.steps[i]) return Relation::Apart;
    }
    return Relation::Overlap;
}

Error errorOf(std::string_view verb, const PlacedPath& a, const PlacedPath& b, const Binder& binder) {
    return binder.error("Two document paths " + std::string(verb) +
                            " with each other; must remove or rewrite one of these paths; path one: " +
                            a.path.bracketText() + ", path two: " + b.path.bracketText(),
                        b.range);
}

}  // namespace

std::optional<Error> overlapOf(const std::vector<PlacedPath>& paths, const Binder& binder) {
    std::optional<Error> conflict;
    for (std::size_t second = 1; second < paths.size(); ++second) {
        for (std::size_t first = 0; first < second; ++first) {
            const Relation relation = relationOf(paths[first].path, paths[second].path);
            if (relation == Relation::Overlap) {
                return errorOf("overlap", paths[first], paths[second], binder);
            }
            if (relation == Relation::Conflict && !conflict) {
                conflict = errorOf("conflict", paths[first], paths[second], binder);
            }
        }
    }
    return conflict;
}

}  // namespace partita
