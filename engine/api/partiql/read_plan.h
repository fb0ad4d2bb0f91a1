// How a SELECT reads its table or index: by queries of single partitions, or by a scan. Plain values; any
// thread.
//
// The service reads by key when every way to meet the WHERE clause fixes the partition key; it then makes one
// query of each way (each OR that names a key attribute, each value of an IN on one), at most fifty, and
// refuses ways that could give an item twice. Everything else is a scan with a filter.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/partiql/statement.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita::partiql {

struct QueryStep {
    Value partition;
    std::vector<SortCondition> sort;  // none or one
    std::optional<Condition> filter;  // names no key attribute: the Query's own
    /// What else must hold, on key attributes: no Query's filter may name them, so the reader tests the items
    /// that the Query gives.
    std::optional<Condition> afterwards;
};

struct ReadPlan {
    std::string table;
    std::optional<std::string> index;
    std::vector<QueryStep> queries;   // in the order in which they are read
    std::optional<Condition> filter;  // of the scan, when there are no queries and isScan
    bool isScan = false;              // neither: nothing can meet the condition
    bool forward = true;
    /// What the engine is asked for: all that the columns and the tests afterwards look at. Nothing: all.
    std::optional<ItemProjection> projection;
    std::vector<Column> columns;  // none: the items as they are
};

/// Fails (ValidationException, the service's words) on an index that the table has not, or that PartiQL does
/// not read, on what the index does not project, on keys of the wrong type, on ways that overlap, and on an
/// ORDER BY that no query can give.
Result<ReadPlan> planRead(const SelectStatement& select, const TableDefinition& table);

/// Fails when the table has no such index, or one of several partition or sort attributes.
Result<void> checkIndex(const Source& from, const TableDefinition& table);

/// The paths to read so that each column can be found: up to the first index of a list, because a projection
/// closes lists up.
std::vector<Path> pathsOf(const std::vector<Column>& columns);
/// The columns of an item under their names.
Item columnsOf(const std::vector<Column>& columns, const Item& item);

/// One line each, for tests: "Query x sort [= {S:a}] filter …".
std::string toText(const ReadPlan& plan);

}  // namespace partita::partiql
