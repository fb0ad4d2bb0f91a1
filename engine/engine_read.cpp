// GetItem, Query and Scan.
#include "engine/engine_state.h"
#include "engine/operation/capacity.h"
#include "engine/operation/key_paths.h"
#include "engine/operation/read_item.h"
#include "engine/operation/read_page.h"
#include "engine/partition/partitions.h"

namespace partita {
namespace {

/// The page's units in proportion to the bytes read of each partition; the running sum is rounded, so that
/// the shares add up to the page's units.
LoadEvent scanEvent(UtcMillis now, LoadResource resource, const PageResponse& page, const BytesByHash& bytes,
                    std::uint32_t partitions) {
    LoadEvent event;
    event.time = now;
    event.resource = std::move(resource);
    event.read = page.capacity.total.read;
    std::uint64_t soFar = 0;
    HalfUnits given = 0;
    for (const auto& [hash, size] : bytes) {
        soFar += size;
        const HalfUnits upTo = page.bytesRead ? event.read * soFar / page.bytesRead : 0;
        const std::uint32_t partition = partitionOf(hash, partitions);
        if (event.readByPartition.empty() || event.readByPartition.back().first != partition)
            event.readByPartition.emplace_back(partition, 0);
        event.readByPartition.back().second += upTo - given;
        given = upTo;
    }
    return event;
}

}  // namespace

void Engine::State::meterRead(const std::shared_ptr<const StoredTable>& table, std::string partition,
                              HalfUnits units) const {
    meter(table, {clock.now(), {}, std::move(partition), units, 0, {}});
}

Result<GetResponse> Engine::get(const GetRequest& request, Metering metering) const {
    return m_state->onCurrentTables([&](const auto&) -> Result<GetResponse> {
        auto table = m_state->dataTable(request.table);
        if (!table) return table.error();
        auto key = bareKey((*table)->definition.keys, request.key);
        if (!key) return key.error();
        if (request.projection)
            if (auto valid = checkKeyPaths((*table)->definition, *request.projection); !valid)
                return valid.error();
        auto response = guarded([&]() -> Result<GetResponse> {
            const TableFile::Reader reader = m_state->file->reader();
            auto found = readItem(*reader, **table, *key, request.projection);
            if (!found) return found.error();
            const Capacity capacity{readCost(found->size, request.consistent), 0};
            return GetResponse{std::move(found->item), {request.table, capacity, capacity, {}, {}}};
        });
        if (!response || metering == Metering::Off) return response;
        const HalfUnits units = response->capacity.total.read;
        if (auto refused = m_state->refusalOfRead(*table, {}, key->partition, units)) return *refused;
        m_state->meterRead(*table, std::move(key->partition), units);
        return response;
    });
}

Result<PageResponse> Engine::query(const QueryRequest& request, Metering metering,
                                   std::stop_token stop) const {
    return m_state->onCurrentTables([&](const auto&) -> Result<PageResponse> {
        auto table = m_state->dataTable(request.table);
        if (!table) return table.error();
        auto page = guarded([&]() -> Result<PageResponse> {
            const TableFile::Reader reader = m_state->file->reader();
            const Database::StopScope scope(*reader, stop);
            return queryPage(*reader, **table, request, m_state->lagIfOn());
        });
        if (!page || metering == Metering::Off) return page;
        LoadResource resource = resourceOf((*table)->definition, request.index);
        const HalfUnits units = page->capacity.total.read;
        if (auto refused = m_state->refusalOfRead(*table, resource, page->partitionBytes, units))
            return *refused;
        m_state->meter(*table,
                       {m_state->clock.now(), std::move(resource), page->partitionBytes, units, 0, {}});
        return page;
    });
}

Result<PageResponse> Engine::scan(const ScanRequest& request, Metering metering, std::stop_token stop) const {
    return m_state->onCurrentTables([&](const auto&) -> Result<PageResponse> {
        auto table = m_state->dataTable(request.table);
        if (!table) return table.error();
        BytesByHash bytes;
        auto page = guarded([&]() -> Result<PageResponse> {
            const TableFile::Reader reader = m_state->file->reader();
            const Database::StopScope scope(*reader, stop);
            return scanPage(*reader, **table, request, metering == Metering::On ? &bytes : nullptr,
                            m_state->lagIfOn());
        });
        // Null when the recording can't be read: that must not make a request fail that has been answered.
        const auto live = page && metering == Metering::On ? liveLoad(request.table) : nullptr;
        if (live) {
            const LoadResource resource = resourceOf((*table)->definition, request.index);
            const LoadEvent event =
                scanEvent(m_state->clock.now(), resource, *page, bytes, live->partitions(resource));
            if (auto refused = m_state->refusalOfScan(*table, event)) return *refused;
            m_state->meter(*table, event);
        }
        return page;
    });
}

}  // namespace partita
