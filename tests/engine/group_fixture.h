// What tests of writes that are committed together share.
#pragma once

#include <functional>

#include "tests/engine/request_fixture.h"

namespace partita::test {

/// Of "Things" with all its indexes, and of tables that are written to in another way: without a local index,
/// and without any.
inline TableDefinition tableOfKind(const QString& kind) {
    TableDefinition table = thingsTable();
    if (kind != "both indexes") table.indexes.erase(table.indexes.begin());
    if (kind == "no index") table.indexes.clear();
    return table;
}
inline void kindColumn() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"both indexes", "global index", "no index"})
        QTest::newRow(kind) << kind;
}

inline Item thing(const char* pk, const char* sk, std::int64_t rank = 1) {
    return item({{"pk", s(pk)}, {"sk", s(sk)}, {"kind", s("k")}, {"rank", n(rank)}, {"title", s("t")}});
}

/// Runs `work` in a group and gives its error; "ok", or "waits" when it was refused.
inline QString together(Engine& engine, const std::function<void()>& work, bool waits = true) {
    const auto done = engine.writeTogether(waits, work);
    return done && !*done ? "waits" : outcome(done);
}

inline quint64 countOf(const Engine& engine, const char* table = "Things") {
    const auto statistics = engine.statistics({table, {}});
    return statistics ? statistics->items : quint64(-1);
}

}  // namespace partita::test
