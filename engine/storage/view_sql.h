// The SQL of one view, written once when the catalogue is read. Immutable; any thread.
// Parameter numbers are fixed, so that a reader binds what a statement has and leaves out what it has not.
#pragma once

#include <string>

namespace partita {

struct ViewTables;

struct ViewSql {
    explicit ViewSql(const ViewTables& view);

    // Reading rows: sk, size, body, bytes, [tpk, tsk,] [hash, pk].
    std::string range[2][2][2];  // [forward][after a row][has an upper bound]
    std::string scan[2];         // [after a row]
    std::string window;          // with LIMIT ?6 OFFSET ?7
    std::string one;

    // Writing rows.
    std::string insertRow;  // hash, pk, sk, [tpk, tsk,] size, body, bytes
    std::string updateRow;  // size, body, bytes, then the key
    std::string deleteRow;  // the key
    std::string rowSize;    // size, body of a key

    // Collections.
    std::string collectionByKey;  // id, hash, items, bytes, marked of a pk
    std::string collectionById;   // pk, hash, items, bytes, marked of an id
    std::string addToCollection;  // items, bytes, pk
    std::string insertCollection;
    std::string deleteCollection;
    std::string setMarked;

    // Marks.
    std::string markBefore;  // the last mark at or before a key
    std::string marksOf;     // all marks of a collection, in order
    std::string insertMark;
    std::string addToMark;
    std::string deleteMark;
    std::string deleteMarksFrom;
    std::string rowsFrom;  // sk, [tpk, tsk] of a collection's rows from a key on
};

}  // namespace partita
