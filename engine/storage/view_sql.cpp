#include "engine/storage/view_sql.h"

#include "engine/storage/view_tables.h"

namespace partita {

ViewSql::ViewSql(const ViewTables& view) {
    const bool isIndex = view.isIndex();
    const std::string columns = isIndex ? "sk, size, body, bytes, tpk, tsk" : "sk, size, body, bytes";
    const std::string from = " FROM " + view.rows() + " WHERE ";
    const std::string tail = isIndex ? "(sk, tpk, tsk)" : "sk";
    const std::string ascending = isIndex ? " ORDER BY sk, tpk, tsk" : " ORDER BY sk";
    const std::string descending = isIndex ? " ORDER BY sk DESC, tpk DESC, tsk DESC" : " ORDER BY sk DESC";
    const std::string after = isIndex ? "(?5, ?6, ?7)" : "?5";
    for (const bool forward : {false, true}) {
        for (const bool resumes : {false, true}) {
            for (const bool bounded : {false, true}) {
                std::string& sql = range[forward][resumes][bounded];
                sql = "SELECT " + columns + from + "hash = ?1 AND pk = ?2";
                sql += forward && resumes ? " AND " + tail + " > " + after : " AND sk >= ?3";
                if (!forward && resumes) {
                    sql += " AND " + tail + " < " + after;
                } else if (bounded) {
                    sql += " AND sk < ?4";
                }
                sql += forward ? ascending : descending;
            }
        }
    }
    const std::string key = isIndex ? "(hash, pk, sk, tpk, tsk)" : "(hash, pk, sk)";
    const std::string order = isIndex ? " ORDER BY hash, pk, sk, tpk, tsk" : " ORDER BY hash, pk, sk";
    scan[0] = "SELECT " + columns + ", hash, pk" + from + "hash >= ?1 AND hash <= ?2" + order;
    scan[1] = "SELECT " + columns + ", hash, pk" + from + key + " > " +
              (isIndex ? "(?1, ?3, ?4, ?5, ?6)" : "(?1, ?3, ?4)") + " AND hash <= ?2" + order;
    const std::string here = isIndex ? "(?3, ?4, ?5)" : "?3";
    window = "SELECT " + columns + from + "hash = ?1 AND pk = ?2 AND " + tail + " >= " + here + ascending +
             " LIMIT ?6 OFFSET ?7";
    const std::string exactly = isIndex ? "hash = ?1 AND pk = ?2 AND sk = ?3 AND tpk = ?4 AND tsk = ?5"
                                        : "hash = ?1 AND pk = ?2 AND sk = ?3";
    one = "SELECT " + columns + from + exactly;

    insertRow =
        "INSERT INTO " + view.rows() + " VALUES (?1, ?2, ?3, " + (isIndex ? "?4, ?5, " : "") + "?6, ?7, ?8)";
    updateRow = "UPDATE " + view.rows() + " SET size = ?6, body = ?7, bytes = ?8 WHERE " + exactly;
    deleteRow = "DELETE" + from + exactly;
    rowSize = "SELECT size, body" + from + exactly;

    const std::string collections = view.collections();
    collectionByKey = "SELECT id, hash, items, bytes, marked FROM " + collections + " WHERE pk = ?1";
    collectionById = "SELECT pk, hash, items, bytes, marked FROM " + collections + " WHERE id = ?1";
    addToCollection = "UPDATE " + collections + " SET items = items + ?1, bytes = bytes + ?2 WHERE pk = ?3";
    insertCollection = "INSERT INTO " + collections + " VALUES (?1, ?2, ?3, ?4, ?5, 0)";
    deleteCollection = "DELETE FROM " + collections + " WHERE pk = ?1";
    setMarked = "UPDATE " + collections + " SET marked = ?1 WHERE pk = ?2";

    const std::string marks = view.marks();
    markBefore = "SELECT sk, tpk, tsk, items FROM " + marks +
                 " WHERE collection = ?1 AND (sk, tpk, tsk) <= (?2, ?3, ?4) ORDER BY sk DESC, tpk DESC, tsk "
                 "DESC LIMIT 1";
    marksOf = "SELECT sk, tpk, tsk, items FROM " + marks + " WHERE collection = ?1 ORDER BY sk, tpk, tsk";
    insertMark = "INSERT INTO " + marks + " VALUES (?1, ?2, ?3, ?4, ?5)";
    addToMark = "UPDATE " + marks +
                " SET items = items + ?5 WHERE collection = ?1 AND sk = ?2 AND tpk = ?3 AND tsk = ?4";
    deleteMark = "DELETE FROM " + marks + " WHERE collection = ?1 AND sk = ?2 AND tpk = ?3 AND tsk = ?4";
    deleteMarksFrom = "DELETE FROM " + marks + " WHERE collection = ?1 AND (sk, tpk, tsk) >= (?2, ?3, ?4)";
    rowsFrom = std::string("SELECT sk") + (isIndex ? ", tpk, tsk" : "") + from +
               "hash = ?1 AND pk = ?2 AND " + tail + " >= " + here + ascending;
}

}  // namespace partita
