// A template in YAML as a tree. Pure; any thread.
#pragma once

#include <string>

#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"

namespace partita {

/// The first document of the text. A short tag is written out as the template's JSON form has it: `!Ref X` is
/// {Ref: X}, `!Sub X` is {Fn::Sub: X}. Aliases are copies of what they stand for, `<<` is merged. Fails
/// (BadInput, with the line) on what is no YAML, on a name that stands twice in a map, and on more than the
/// limits of source_tree.h.
Result<SourceNode> readYamlTemplate(const std::string& text);

}  // namespace partita
