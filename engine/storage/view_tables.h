// The SQLite tables of one view: a Partita table or one of its indexes. Both have the same shape, so one
// reader and one writer serve them all. On disk: names and columns are part of the file format.
//
//   rows_T_I          (hash, pk, sk [, tpk, tsk], size, body, bytes) WITHOUT ROWID   clustered by key
//   collections_T_I   (pk, id, hash, items, bytes, marked) WITHOUT ROWID             one row an item
//   collection marks_T_I         (collection, sk, tpk, tsk, items) WITHOUT ROWID                in
//   collections over 2,000 items
//
// T is the table's number, I the index's, 0 for the table itself. An index row ends its key with the table's
// key (tpk, tsk), so that items of equal index key are ordered by it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/storage/view_sql.h"
#include "engine/table/table_definition.h"

namespace partita {

struct ViewTables {
    std::int64_t table = 0;
    std::int64_t index = 0;
    KeySchema keys;  // of the view
    std::shared_ptr<const ViewSql> sql;

    ViewTables() = default;
    ViewTables(std::int64_t tableId, std::int64_t indexId, KeySchema viewKeys);

    bool isIndex() const { return index != 0; }
    std::string suffix() const { return std::to_string(table) + "_" + std::to_string(index); }
    std::string rows() const { return "rows_" + suffix(); }
    std::string collections() const { return "collections_" + suffix(); }
    std::string marks() const { return "marks_" + suffix(); }

    /// CREATE statements, exactly as they stand in the file's schema.
    std::vector<std::string> createStatements() const;
};

}  // namespace partita
