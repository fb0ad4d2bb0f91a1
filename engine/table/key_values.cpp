#include "engine/table/key_values.h"

namespace partita {

std::vector<Value> keyValuesOf(const std::vector<KeyAttribute>& attributes, const Item& item) {
    std::vector<Value> values;
    for (const KeyAttribute& attribute : attributes)
        if (const Value* value = item.find(attribute.name)) values.push_back(*value);
    return values;
}

}  // namespace partita
