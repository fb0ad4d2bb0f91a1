// Names are followed a few steps only: two could stand for each other.
#include "engine/interchange/read/declared_values.h"

#include <utility>

namespace partita {
namespace {

constexpr int kMaxSteps = 8;
// Many names could each be looked for in one large map.
constexpr std::size_t kMaxLooked = 100'000'000;

}  // namespace

DeclaredValues::DeclaredValues(std::vector<SourceBinding> bindings) : m_bindings(std::move(bindings)) {
    for (const SourceBinding& binding : m_bindings) {
        if (!binding.name.empty()) m_named[binding.name] = &binding.value;
    }
}

const SourceNode* DeclaredValues::find(const SourceNode& map, std::string_view name) const {
    m_looked += map.members.size() + 1;
    return m_looked > kMaxLooked ? nullptr : map.find(name);
}

const SourceNode* DeclaredValues::follow(const SourceNode& node) const {
    const SourceNode* at = &node;
    for (int step = 0; step < kMaxSteps; ++step) {
        // Object.freeze(value), and what only checks types.
        const bool wraps = at->kind == SourceNode::Kind::Call && at->elements.size() == 1 &&
                           (at->text == "Object.freeze" || at->text == "deepFreeze");
        if (wraps) {
            at = &at->elements.front();
            continue;
        }
        if (at->kind != SourceNode::Kind::Name) return at;
        std::string_view path = at->text;
        const std::size_t dot = path.find('.');
        const auto found = m_named.find(path.substr(0, dot));
        if (found == m_named.end()) return nullptr;
        at = found->second;
        if (dot == std::string_view::npos) continue;
        at = find(*at, path.substr(dot + 1));
        if (!at) return nullptr;
    }
    return nullptr;
}

const SourceNode* DeclaredValues::member(const SourceNode& map, std::string_view name) const {
    if (const SourceNode* const found = find(map, name)) return follow(*found);
    for (const SourceMember& spread : map.members) {
        if (spread.name != "...") continue;
        const SourceNode* const source = follow(spread.value);
        const SourceNode* const found = source ? find(*source, name) : nullptr;
        if (found) return follow(*found);
    }
    return nullptr;
}

bool DeclaredValues::eachMember(const SourceNode& map,
                                const std::function<void(const SourceMember&, const SourceNode&)>& visit) {
    return visitMembers(map, visit, 0);
}

bool DeclaredValues::visitMembers(const SourceNode& map,
                                  const std::function<void(const SourceMember&, const SourceNode&)>& visit,
                                  int depth) {
    bool whole = true;
    for (const SourceMember& member : map.members) {
        if (++m_visited > 4 * kMaxTreeNodes) return false;
        const SourceNode* const value = follow(member.value);
        if (member.name != "...") {
            visit(member, value ? *value : member.value);
        } else if (!value || !value->isMap() || depth >= kMaxSteps) {
            whole = false;
        } else if (!visitMembers(*value, visit, depth + 1)) {
            whole = false;
        }
    }
    return whole;
}

void eachNode(const SourceNode& node, const std::function<bool(const SourceNode&)>& visit) {
    if (!visit(node)) return;
    for (const SourceNode& element : node.elements)
        eachNode(element, visit);
    for (const SourceMember& member : node.members)
        eachNode(member.value, visit);
    for (const SourceNode& call : node.chain)
        eachNode(call, visit);
}

}  // namespace partita
