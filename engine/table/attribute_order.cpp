#include "engine/table/attribute_order.h"

#include <algorithm>

namespace partita {

bool AttributeOrder::add(const std::string& entity, const std::vector<std::string>& names) {
    auto found = m_entities.find(entity);
    if (found == m_entities.end()) {
        if (m_entities.size() >= kEntities) return false;
        found = m_entities.emplace(entity, std::vector<std::string>()).first;
    }
    bool changed = false;
    for (const std::string& name : names) {
        if (found->second.size() >= kNames) break;
        if (std::find(found->second.begin(), found->second.end(), name) != found->second.end()) continue;
        found->second.push_back(name);
        changed = true;
    }
    return changed;
}

const std::vector<std::string>& AttributeOrder::namesOf(const std::string& entity) const {
    static const std::vector<std::string> none;
    const auto found = m_entities.find(entity);
    return found == m_entities.end() ? none : found->second;
}

}  // namespace partita
