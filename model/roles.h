// Every custom role of the models, in one place, so that none is numbered twice.
#pragma once

#include <Qt>

namespace partita {

enum Role : int {
    LoadStateRole = Qt::UserRole + 1,  // int(LoadState)
    LineKindRole,                      // int(BlockLine::Kind)
    SummaryRole,                       // BlockSummaryPtr; null while it loads
    ItemRole,                          // BlockItemPtr; null while it loads, and on a collapsed block
    ErrorTextRole,                     // QString: why a row could not be loaded
    RawValueRole,      // of the item tree: loses nothing, numbers as text, binary as bytes; none for L, M and
                       // sets
    KeyMarkRole,       // of the item tree: int(ItemTreeModel::KeyMark)
    KeyOverLimitRole,  // bool: the peak of this key alone is over a partition's limit
    OtherKeysRole,     // bool: the row that sums up all keys that are not listed
    RawFigureRole,     // double: what a column of figures sorts by
    ItemCountRole,     // qulonglong; invalid when it is not known exactly
    KindNameRole,      // QString: "GSI", "LSI", or empty
    EntityRole,        // bool: an entity type, which has a colour
    ChosenColourRole,  // quint32 0xRRGGBB; invalid unless the user chose one
    RequestFaultRole,  // int(LoggedCall::Fault) of a logged request
    StatusTextRole,    // QString: "CREATING 42 %", "DELETING"; empty when a table or index is at rest
    // Of an item that is edited:
    ChangedRole,         // bool: not as in the item that was opened, or not in it
    FaultTextRole,       // QString: what is wrong with this value; empty: nothing
    ValueTypeRole,       // int(ValueType)
    IsEditableTextRole,  // bool: a text field can show the value and give it back
};

}  // namespace partita
