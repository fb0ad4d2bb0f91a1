// What of an open file can be exported, from what is in front of the user: the choices of the export form.
// GUI thread only.
#pragma once

#include <QList>
#include <optional>
#include <vector>

#include "engine/browse.h"
#include "model/block_item.h"
#include "model/export_scope.h"

namespace partita {

class EntityModel;
class QueryRunner;
class Session;
class ViewListModel;

struct ExportFront {
    ViewId shown;                            // the table or index in Browse
    const ViewListModel* tables = nullptr;   // for counts, as the next two
    const ViewListModel* indexes = nullptr;  // of that table
    const EntityModel* entities = nullptr;
    const QueryRunner* result = nullptr;          // of the result tab in front; null: Browse is
    BlockItemPtr item;                            // null: none is selected
    std::optional<std::vector<Value>> partition;  // of the selected block
};

/// The table first; empty when it does not exist.
QList<ExportScope> exportScopes(const Session& session, const ExportFront& front);

}  // namespace partita
