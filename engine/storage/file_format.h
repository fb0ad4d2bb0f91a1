// The inner tables that every table file has, by the version of its format, and how an older file becomes one
// of the present format. On disk: what an old format looks like does not change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/clock.h"
#include "engine/storage/database.h"

namespace partita {

/// On disk, at byte 60 of an SQLite header (`user_version`).
inline constexpr std::int32_t kFormatVersion = 3;
inline constexpr std::int32_t kOldestFormat = 1;

/// Of an open file: what its header says, and its log where there is one.
std::int32_t formatOf(Database& database);

/// The statements that make the inner tables, exactly as they stand in the file's schema.
std::vector<std::string> formatStatements(std::int32_t format);

/// Fills the counters of a new file. Within the caller's transaction.
void startCounters(Database& database);

/// Makes a file of format 1 one of format 2, within the caller's transaction: items and definitions stay as
/// they are. When its tables were created is not known: `created` is said of all.
void migrateFromFormat1(Database& database, UtcMillis created);
/// The same from format 2 to 3: it has no imports yet.
void migrateFromFormat2(Database& database);

/// Throws (DamagedFile): "The file is damaged: what."
[[noreturn]] void damaged(const Database& database, const std::string& what);

/// A number that no other of that name ever was or will be. Within the caller's write transaction.
enum class Counter { Table, StreamRecord };
std::int64_t takeNumber(Database& database, Counter counter);
/// That takeNumber() would give.
std::int64_t nextNumber(Database& database, Counter counter);

/// A random UUID, as text.
std::string newUuid();

}  // namespace partita
