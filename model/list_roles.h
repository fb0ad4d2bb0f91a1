// Roles of the short lists beside the blocks: tables, indexes, entity types.
#pragma once

#include <Qt>

namespace partita {

enum ListRole {
    ListCountRole = Qt::UserRole + 100,  // qulonglong, items; invalid when not known exactly
    ListCollectionsRole,                 // qulonglong; invalid when not known
    ListKindRole,                        // "GSI", "LSI", or empty
    ListErrorRole,                       // why the count could not be read
    ListIsEntityRole,                    // bool: has a colour
    ListChosenColourRole,                // quint32 0xRRGGBB; invalid unless the user chose one
};

}  // namespace partita
