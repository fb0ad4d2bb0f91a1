// ReturnConsumedCapacity and ReturnItemCollectionMetrics: what a request asked for, and how it is answered.
// Free functions; any thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/json_writer.h"
#include "engine/api/violations.h"
#include "engine/engine.h"

namespace partita {

enum class ReturnCapacity { None, Total, Indexes };

/// Takes what was given for ReturnConsumedCapacity, checking it. Not given: None.
ReturnCapacity returnCapacity(std::optional<std::string_view> given, Violations& violations);
/// Takes what was given for ReturnItemCollectionMetrics, checking it: whether it is SIZE.
bool returnCollectionMetrics(std::optional<std::string_view> given, Violations& violations);

/// Whether reads and writes are told apart beside the sum, as transactions do.
enum class CapacityForm { Sum, Reads, Writes };

/// Appends "ConsumedCapacity": {…} when it was asked for.
void appendCapacity(const ConsumedCapacity& capacity, ReturnCapacity asked, JsonWriter& json,
                    CapacityForm form = CapacityForm::Sum);
/// The same for several tables: "ConsumedCapacity": [{…}].
void appendCapacities(std::span<const ConsumedCapacity> capacities, ReturnCapacity asked, JsonWriter& json,
                      CapacityForm form = CapacityForm::Sum);

/// Appends "ItemCollectionMetrics": {…} when there are some. `partitionName`: of the table's partition key.
void appendCollectionMetrics(const std::optional<ItemCollectionMetrics>& metrics,
                             std::string_view partitionName, JsonWriter& json);
/// Of several tables: "ItemCollectionMetrics": {"Table": [{…}]}. Those of a table that is gone are left out.
void appendCollectionMetrics(const std::map<std::string, std::vector<ItemCollectionMetrics>>& metrics,
                             const Engine& engine, JsonWriter& json);

}  // namespace partita
