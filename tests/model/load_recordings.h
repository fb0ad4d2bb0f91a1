// Recordings for the tests of the load views: small, known to the last unit. Seconds count from kStart.
#pragma once

#include <memory>
#include <string>

#include "engine/partition/load_meter.h"
#include "engine/partition/partitions.h"
#include "engine/table/key.h"
#include "model/load_snapshot.h"

namespace partita::testing {

inline constexpr std::int64_t kStart = 1'780'000'000;  // 2026-05-28 20:26:40Z

inline std::unique_ptr<LoadMeter> emptyRecording(std::uint32_t partitions) {
    RecordingInfo info;
    info.name = "test";
    info.source = RecordingInfo::Source::Trace;
    info.partitions = partitions;
    return std::make_unique<LoadMeter>(info);
}

/// `units` whole units in one request.
inline void record(LoadMeter& meter, std::int64_t second, const std::string& key, LoadUnit unit,
                   std::uint64_t units) {
    LoadEvent event;
    event.time = (kStart + second) * 1000;
    event.keyBytes = key;
    (unit == LoadUnit::Read ? event.read : event.write) = units * 2;
    meter.record(event);
}

/// Ten seconds over 8 partitions: every second WS#acme takes 1,400 WCU, twenty others 20 WCU and 40 RCU each.
inline std::unique_ptr<LoadMeter> hotKeyRecording(std::uint32_t partitions = 8) {
    auto meter = emptyRecording(partitions);
    for (std::int64_t second = 0; second < 10; ++second) {
        record(*meter, second, "WS#acme", LoadUnit::Write, 1400);
        for (int i = 0; i < 20; ++i) {
            const std::string key = "WS#" + std::to_string(i);
            record(*meter, second, key, LoadUnit::Write, 20);
            record(*meter, second, key, LoadUnit::Read, 40);
        }
    }
    return meter;
}

inline std::shared_ptr<const TableDefinition> workspaces() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys.partition = {{"EntityRef", ValueType::String}};
    table.keys.sort = {{"Detail", ValueType::String}};
    return std::make_shared<const TableDefinition>(table);
}

inline std::shared_ptr<const LoadSnapshot> snapshotOf(const LoadMeter& meter,
                                                      LoadRange::Kind range = LoadRange::Kind::All) {
    LoadRange all;
    all.kind = range;
    return std::make_shared<const LoadSnapshot>(makeLoadSnapshot(meter, workspaces(), {}, all));
}

inline std::uint32_t partitionOfKey(const std::string& key, std::uint32_t partitions) {
    return partitionOf(partitionHash(key), partitions);
}

}  // namespace partita::testing
