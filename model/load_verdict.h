// The diagnosis of a recording in words: what is hot or skewed, by how much, and what that means.
// Red ("hot") is said only of what was over a partition's limit in at least one second. Immutable; any
// thread.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "model/load_snapshot.h"

namespace partita {

struct LoadVerdict {
    enum class Kind {
        NoLoad,        // nothing recorded for this table or index
        NoLoadInUnit,  // only the other unit was used in the range
        Calm,
        Skewed,        // one key has over 30 % of the unit, within the limits
        HotPartition,  // over a limit, by several keys together
        HotKey,        // over a limit by one key alone
    };
    Kind kind = Kind::NoLoad;
    LoadUnit unit = LoadUnit::Write;         // the one it speaks of: may be the other one when that is hot
    std::optional<std::uint32_t> partition;  // the hottest or busiest
    QString title;                           // "Partition 3 is hot"
    QString detail;                          // "WS#acme takes 71 % of all writes"
    QStringList explanation;                 // whole paragraphs for the page
    QStringList assumptions;                 // what the figures rest on

    bool isHot() const { return kind == Kind::HotPartition || kind == Kind::HotKey; }
};

/// `unit` is what is looked at; when only the other unit is hot, the verdict is about that one.
LoadVerdict verdictOf(const LoadSnapshot& snapshot, LoadUnit unit);

}  // namespace partita
