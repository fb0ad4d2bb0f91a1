#include "engine/api/partiql/single_read.h"

#include <utility>

#include "engine/api/partiql/key_tests.h"
#include "engine/api/partiql/read_plan.h"

namespace partita::partiql {

Result<GetRequest> singleRead(const SelectStatement& select, const TableDefinition& table,
                              const std::string& operation) {
    if (auto checked = checkIndex(select.from, table); !checked) return checked.error();
    if (select.columnFault) return *select.columnFault;
    auto item = select.from.index ? std::nullopt : readItem(select.where, table.keys);
    if (!item || !item->rest.empty() || !select.order.empty()) {
        if (const auto plan = planRead(select, table); !plan && !select.from.index) return plan.error();
        return Error::validation("Select statements within " + operation +
                                 " must specify the primary key in the where clause.");
    }
    GetRequest get{table.name, std::move(item->key)};
    if (!select.columns.empty()) get.projection = ItemProjection(pathsOf(select.columns));
    return get;
}

}  // namespace partita::partiql
