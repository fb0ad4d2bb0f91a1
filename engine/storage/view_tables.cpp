#include "engine/storage/view_tables.h"

namespace partita {

ViewTables::ViewTables(std::int64_t tableId, std::int64_t indexId, KeySchema viewKeys)
    : table(tableId),
      index(indexId),
      keys(std::move(viewKeys)),
      sql(std::make_shared<const ViewSql>(*this)) {}

std::vector<std::string> ViewTables::createStatements() const {
    const std::string key = isIndex() ? "hash, pk, sk, tpk, tsk" : "hash, pk, sk";
    const std::string tableKey = isIndex() ? ", tpk BLOB NOT NULL, tsk BLOB NOT NULL" : "";
    return {
        "CREATE TABLE " + rows() + " (hash INTEGER NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL" + tableKey +
            ", size INTEGER NOT NULL, body INTEGER, bytes BLOB, PRIMARY KEY (" + key + ")) WITHOUT ROWID",
        "CREATE TABLE " + collections() +
            " (pk BLOB PRIMARY KEY NOT NULL, id INTEGER NOT NULL, hash INTEGER NOT NULL, items INTEGER NOT "
            "NULL, "
            "bytes INTEGER NOT NULL, marked INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE UNIQUE INDEX " + collections() + "_id ON " + collections() + " (id)",
        "CREATE TABLE " + marks() +
            " (collection INTEGER NOT NULL, sk BLOB NOT NULL, tpk BLOB NOT NULL, tsk BLOB NOT NULL, "
            "items INTEGER NOT NULL, PRIMARY KEY (collection, sk, tpk, tsk)) WITHOUT ROWID",
    };
}

}  // namespace partita
