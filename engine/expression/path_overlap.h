// Paths of one expression must not reach into each other. Private to this folder. Free functions; any thread.
#pragma once

#include <optional>
#include <vector>

#include "engine/expression/binder.h"

namespace partita {

struct PlacedPath {
    Path path;
    SourceRange range;
};

/// The service's error for two paths of which one contains the other ("overlap"), or else for two that take
/// one place for a map and for a list ("conflict"); nothing when all can stand together.
std::optional<Error> overlapOf(const std::vector<PlacedPath>& paths, const Binder& binder);

}  // namespace partita
