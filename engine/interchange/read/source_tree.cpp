// Looking into a tree, and the faults that its readers share.
#include "engine/interchange/read/source_tree.h"

#include <algorithm>
#include <utility>

namespace partita {

const SourceNode* SourceNode::find(std::string_view name) const {
    const auto found = std::find_if(members.rbegin(), members.rend(),
                                    [&](const SourceMember& member) { return member.name == name; });
    return found == members.rend() ? nullptr : &found->value;
}

Error faultAt(std::uint64_t line, std::string message) {
    return Error::badInput(std::move(message), line == 0 ? std::string() : "line " + std::to_string(line));
}

Error tooLargeToRead(std::size_t bytes) {
    return Error::badInput("A schema of " + std::to_string(bytes) + " bytes is not read: at most " +
                           std::to_string(kMaxTreeBytes) +
                           " bytes are. Cut out the part that declares the tables.");
}

}  // namespace partita
