// The definition of a table from the properties of its resource. Private to this folder. Pure; any thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita {

struct TemplateTable {
    TableDefinition definition;
    std::set<std::string> notTaken;        // properties that a table here does not have
    std::vector<std::string> assumptions;  // phrases: what was put where the template has a gap
};

/// `properties`: with functions worked out (TemplateValues). `type`: of the resource. `name`: the table's.
/// Fails (BadInput, ValidationException) with the line of what is wrong.
Result<TemplateTable> tableOfProperties(const SourceNode& properties, const std::string& type,
                                        const std::string& name);

}  // namespace partita
