// Names in the languages that make tables, from names of tables, and parts that those languages share.
// Private to this folder. One thread at a time.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/table/table_definition.h"

namespace partita {

/// Each key attribute of the table and its indexes once, in the order of first use.
std::vector<KeyAttribute> declaredAttributesOf(const TableDefinition& table);
std::string_view projectionName(ProjectionType type);
/// Whether a key part of an index has several attributes.
bool hasMultiAttributeKeys(const IndexDefinition& index);

/// Makes identifiers and gives each only once.
class Identifiers final {
  public:
    /// "my-table.v2" → "MyTableV2".
    std::string camel(std::string_view name);
    /// "my-table.v2" → "my_table_v2".
    std::string snake(std::string_view name);

  private:
    std::string unique(std::string wanted);
    std::set<std::string> m_used;
};

/// Appends a character that no text may hold as it stands: "\u000a".
void appendUnicodeEscape(unsigned char byte, std::string& out);

}  // namespace partita
