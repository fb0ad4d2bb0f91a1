#include "app/commands/load_names.h"

#include "engine/table/key.h"

namespace partita {

std::string partitionName(std::uint32_t partition) {
    std::string name("p");
    return name += std::to_string(partition);
}

const KeySchema& keysOfResource(const TableDefinition& table, const LoadResource& resource) {
    const IndexDefinition* index = resource.empty() ? nullptr : table.index(resource);
    return index == nullptr ? table.keys : index->keys;
}

std::string keyName(const KeySchema& keys, const std::string& keyBytes) {
    const Result<std::vector<Value>> values = keyValues(keys.partition, keyBytes);
    return values ? displayText(*values) : toBase64(keyBytes);
}

}  // namespace partita
