// Names for tables whose source gives none. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace partita {

class SourceNames final {
  public:
    /// `source`: a path or a phrase, `otherwise`: where that gives no name.
    SourceNames(const std::string& source, std::string otherwise);

    /// False, and nothing changes: the name was given before.
    bool take(const std::string& name) { return m_used.insert(name).second; }
    /// The name, with a number when it was given before.
    std::string unique(const std::string& name);
    /// A name made of the source's: "db/schema.ts" → "schema". Fit for a table.
    std::string fallback();

  private:
    std::string m_fallback;
    std::set<std::string> m_used;
    std::map<std::string, std::uint64_t> m_numbers;  // the last that was put to a name
};

/// The name with only the characters that names of tables may have.
std::string asTableName(const std::string& name);

}  // namespace partita
