// A record of an import between its two halves: as a key that sorts by the place it goes to, and the rest.
// Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/import_reader.h"

namespace partita {

/// Target, hash, length and bytes of the partition key, sort key: in the order in which rows are stored.
std::string runKey(std::size_t target, const PreparedItem& item);
/// What to do, order, file, line, size, item bytes. Only of a record with an item.
std::string runPayload(const ImportRecord& record);

/// The same back again.
struct SortedRecord {
    std::size_t target = 0;
    bool isDelete = false;
    std::uint64_t order = 0;  // see SourceRecord::order
    std::uint32_t file = 0;
    std::uint64_t line = 0;
    PreparedItem item;

    void read(std::string_view key, std::string_view payload);
    bool hasKeyOf(const SortedRecord& other) const {
        return target == other.target && item.hash == other.item.hash && item.key == other.item.key;
    }
};

}  // namespace partita
