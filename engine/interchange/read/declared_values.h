// Looks up what the values of a source file are called, and follows names to what they stand for. One thread
// at a time: it counts how much it has handed out.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/literal_reader.h"

namespace partita {

class DeclaredValues final {
  public:
    explicit DeclaredValues(std::vector<SourceBinding> bindings);

    const std::vector<SourceBinding>& bindings() const { return m_bindings; }
    /// What a Name stands for, as far as the file says; any other node is itself. Null: the file does not
    /// say.
    const SourceNode* follow(const SourceNode& node) const;
    /// The member of a map, followed; null when there is none or it is not known.
    const SourceNode* member(const SourceNode& map, std::string_view name) const;
    /// Members of a map in order, those that are spread into it too, with their values followed (never null:
    /// what is not known is its Name). False when some that are spread are not known, or more was asked for
    /// than a file of its size can mean.
    bool eachMember(const SourceNode& map,
                    const std::function<void(const SourceMember& member, const SourceNode& value)>& visit);

  private:
    const SourceNode* find(const SourceNode& map, std::string_view name) const;
    bool visitMembers(const SourceNode& map,
                      const std::function<void(const SourceMember&, const SourceNode&)>& visit, int depth);

    std::vector<SourceBinding> m_bindings;
    std::map<std::string, const SourceNode*, std::less<>> m_named;  // of one name, the last
    std::size_t m_visited = 0;
    mutable std::size_t m_looked = 0;  // members compared with a name
};

/// Every node of a tree, the node itself first. `visit` says whether to go on into it.
void eachNode(const SourceNode& node, const std::function<bool(const SourceNode&)>& visit);

}  // namespace partita
