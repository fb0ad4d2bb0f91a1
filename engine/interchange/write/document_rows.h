// The words of a table's description, the same in every form of document. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/interchange/write/document_outline.h"

namespace partita {

/// "pk (S)"; several with " · "; "—": none.
std::string keyWords(const std::vector<KeyAttribute>& keys);
std::string billingWords(const TableDefinition& table);
std::string projectionWords(const Projection& projection);
/// "name (S, N)", one for each attribute; the last may say that there are more.
std::vector<std::string> attributeWords(const DocumentEntity& entity);
/// Empty names are said as such, long ones cut.
std::string entityWords(const DocumentEntity& entity);
/// "1 item", "2 items".
std::string itemWords(std::uint64_t items);

}  // namespace partita
