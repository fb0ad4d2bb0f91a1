#include "engine/storage/view_removal.h"

#include <string>

namespace partita {
namespace {

/// The key of the first row that stays.
struct FirstKept {
    std::int64_t hash = 0;
    std::string partition, sort, tablePartition, tableSort;
};

}  // namespace

bool removeSomeRows(Database& database, const ViewTables& view, std::int64_t most) {
    const bool isIndex = view.isIndex();
    const std::string columns = isIndex ? "hash, pk, sk, tpk, tsk" : "hash, pk, sk";
    bool hasMore = false;
    FirstKept kept;
    {
        Execution row = database.prepare("SELECT " + columns + " FROM " + view.rows() + " ORDER BY " +
                                         columns + " LIMIT 1 OFFSET ?");
        row.bind(1, most);
        if (row.step()) {
            hasMore = true;
            kept = {row.integer(0), std::string(row.bytes(1)), std::string(row.bytes(2)), {}, {}};
            if (isIndex) {
                kept.tablePartition = row.bytes(3);
                kept.tableSort = row.bytes(4);
            }
        }
    }
    const std::string before =
        hasMore ? "(" + columns + ") < " + (isIndex ? "(?1, ?2, ?3, ?4, ?5)" : "(?1, ?2, ?3)") : "true";
    for (const std::string& sql : {"DELETE FROM bodies WHERE id IN (SELECT body FROM " + view.rows() +
                                       " WHERE " + before + " AND body IS NOT NULL)",
                                   "DELETE FROM " + view.rows() + " WHERE " + before}) {
        Execution remove = database.prepare(sql);
        if (hasMore) {
            remove.bind(1, kept.hash).bindBytes(2, kept.partition).bindBytes(3, kept.sort);
            if (isIndex) remove.bindBytes(4, kept.tablePartition).bindBytes(5, kept.tableSort);
        }
        remove.run();
    }
    if (hasMore) return false;

    std::string partition;
    {
        Execution row =
            database.prepare("SELECT pk FROM " + view.collections() + " ORDER BY pk LIMIT 1 OFFSET ?");
        row.bind(1, most);
        if (!row.step()) return true;
        partition = row.bytes(0);
    }
    database.prepare("DELETE FROM " + view.collections() + " WHERE pk < ?").bindBytes(1, partition).run();
    return false;
}

}  // namespace partita
