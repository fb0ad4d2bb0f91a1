#include "engine/api/call_summary.h"

#include "engine/table/key_text.h"

namespace partita {

void summarise(CallContext& context, const std::string& table, const Item& attributes) {
    context.summary.table = table;
    const auto definition = context.engine.table(table);
    if (!definition) return;
    std::vector<Value> key;
    for (const auto* const part : {&(*definition)->keys.partition, &(*definition)->keys.sort}) {
        for (const KeyAttribute& attribute : *part) {
            if (const Value* const value = attributes.find(attribute.name)) key.push_back(*value);
        }
    }
    context.summary.key = displayText(key);
}

void summarise(CallContext& context, const ConsumedCapacity& capacity) {
    context.summary.capacity += capacity.total;
}

void summarise(CallContext& context, std::span<const ConsumedCapacity> capacities) {
    std::string names;
    for (const ConsumedCapacity& capacity : capacities) {
        names.append(names.empty() ? "" : ", ").append(capacity.table);
        context.summary.capacity += capacity.total;
    }
    context.summary.table = std::move(names);
}

}  // namespace partita
