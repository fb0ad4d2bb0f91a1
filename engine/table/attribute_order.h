// In which order people wrote the attributes of an entity type: order is not data, but items are easier to
// read in their designers' order than by name. Learned from what is imported and kept in the table file.
// Bounded. Not thread-safe to change; const use from any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

class AttributeOrder final {
  public:
    // A table whose keys or attribute names are data could have any number of either.
    static constexpr std::size_t kEntities = 1000;
    static constexpr std::size_t kNames = 200;

    /// Adds the names that are new to the entity, at the end. True when there were any (and there was room).
    bool add(const std::string& entity, const std::vector<std::string>& names);
    /// In order of first appearance; empty for an entity that is not known. Valid until the next change.
    const std::vector<std::string>& namesOf(const std::string& entity) const;
    const std::map<std::string, std::vector<std::string>>& entities() const { return m_entities; }

  private:
    std::map<std::string, std::vector<std::string>> m_entities;
};

}  // namespace partita
