// Literals of JavaScript and TypeScript, and JSON, as a tree: enough of the languages to read declarations
// that people keep in source files; nothing is run. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"

namespace partita {

/// A value of a source file and what it is called there.
struct SourceBinding {
    std::string name;  // of `const name = …`, `module.exports.name = …`; empty: exported or made without one
    SourceNode value;
};

/// One JSON value, and nothing after it. Of a name that stands twice, the last counts.
/// Both fail (BadInput, with the line) on what is no such text, and on more than the limits of source_tree.h.
Result<SourceNode> readJsonTree(std::string_view text);

/// Values that are given names, exported or made by `new` anywhere in the text, in its order; the rest of the
/// text is passed over. A text that is one literal and nothing else is one binding without a name. A template
/// string is Text with its ${…} as they stand.
Result<std::vector<SourceBinding>> readDeclarations(std::string_view text);

/// The names at the top of an object, as far as the beginning of a text shows them; empty when it begins with
/// none.
std::vector<std::string> topLevelNames(std::string_view head);

}  // namespace partita
