// Figures of the load as people read them: separated thousands, units, shares, times in UTC.
// Pure functions; any thread. No figure that is not finite is ever shown: it becomes "–".
#pragma once

#include <QString>

#include "model/load_snapshot.h"

namespace partita {

QString countText(std::uint64_t count);              // 1,842,300
QString unitsText(HalfUnits halfUnits);              // 1,412 or 0.5: exact
QString rateText(double wholeUnits);                 // 968, 5.6, 0.04: a mean, rounded
QString percentText(double share, int decimals);     // 0.712 → "71.2 %"
QString unitName(LoadUnit unit);                     // RCU, WCU
QString limitText(LoadUnit unit);                    // 1,000 WCU
QString ratioText(HalfUnits read, HalfUnits write);  // "1 : 4"; "–" when both are 0
QString durationText(std::int64_t seconds);          // "60 s", "10 min", "1 h 5 min"
QString secondText(std::int64_t second);             // 09:03:20
QString momentText(std::int64_t second);             // 2026-05-01 09:03:20Z
QString partitionText(std::uint32_t partition);      // p3

/// A partition key's bytes as the table or index shows them, on one line; bytes that are no such key as 0x….
/// Long keys are cut in the middle at `mostCharacters`; 0: never.
QString keyText(const TableDefinition* table, const LoadResource& resource, const std::string& keyBytes,
                int mostCharacters = 60);
QString keyText(const LoadSnapshot& snapshot, const KeyLoad& key, int mostCharacters = 60);

/// All that is known of one partition, a line each: peak, mean and sum of both units, its hottest keys.
QString partitionDetails(const LoadSnapshot& snapshot, std::uint32_t partition);
/// "last 60 s", "all 10 min", "09:03:20 – 09:04:00".
QString rangeText(const LoadSnapshot& snapshot);

}  // namespace partita
