// The physical limit that the engine is measured against: plain SQLite with the same page size, journal,
// synchronous and cache, over the same encoded rows, with nothing around it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace partita::bench {

struct PlainRow {
    std::int64_t hash = 0;
    std::string pk, sk, bytes;
};

class PlainTable final {
  public:
    static constexpr const char* kSettings =
        "page_size=16384, journal_mode=WAL, synchronous=NORMAL, secure_delete=off, cache_size=64 MiB, "
        "WITHOUT ROWID";

    explicit PlainTable(const std::string& path);
    ~PlainTable();
    PlainTable(const PlainTable&) = delete;
    PlainTable& operator=(const PlainTable&) = delete;

    /// In transactions of `batch` rows.
    void insert(const std::vector<PlainRow>& rows, std::size_t batch);
    /// Steps over one collection and touches its bytes; returns rows.
    std::uint64_t query(std::int64_t hash, const std::string& pk, int limit);
    std::uint64_t scan();

  private:
    sqlite3* m_database = nullptr;
    sqlite3_stmt* m_query = nullptr;
};

}  // namespace partita::bench
