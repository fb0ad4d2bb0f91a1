// The editor of items in its views, for the tour. GUI thread only.
#pragma once

#include <QString>
#include <functional>
#include <memory>

#include "engine/table/table_definition.h"

class QWidget;

namespace partita {

/// `picture` draws a widget under a name. The table has the string keys of the sample "workspaces".
void drawEdits(const std::shared_ptr<const TableDefinition>& table,
               const std::function<void(const QString& name, QWidget* widget)>& picture);

}  // namespace partita
