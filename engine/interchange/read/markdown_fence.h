// A source pasted out of Markdown: the block between ``` lines, and text around it. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita {

/// Whether a line of the head begins a block, and nothing before it begins an object or an array.
bool beginsWithFence(std::string_view head);

struct FencedBlock {
    /// The whole text, with spaces in place of what is outside the block: lines and offsets stay what they
    /// were.
    std::string text;
    bool hasTextAround = false;
    bool hasOtherBlocks = false;
};

/// The first block of JSON (one that begins an object or an array), else the first one. A block that is not
/// closed goes to the end. Nothing when there is none.
std::optional<FencedBlock> fencedBlock(std::string_view text);

}  // namespace partita
