// What import tests share: sources written to a file, random items, and the sum that every report must keep.
#pragma once

#include <QRandomGenerator>

#include "tests/engine/table_fixture.h"

namespace partita::test {

/// One item a line, in DynamoDB JSON.
inline QByteArray jsonLines(const std::vector<Item>& items) {
    QByteArray text;
    for (const Item& one : items)
        text += QByteArray::fromStdString(toDynamoDbJson(one)) + '\n';
    return text;
}

/// Imports that text into the table "Things", from a file beside the table file.
inline Result<ImportReport> importText(Engine& engine, const QByteArray& text,
                                       ImportOptions options = ImportOptions{"Things"},
                                       const ProgressSink& progress = {}, std::stop_token stop = {}) {
    const std::string source = engine.path() + ".source";
    writeFile(source, text);
    auto report = engine.importItems(source, options, progress, stop);
    QFile::remove(QString::fromStdString(source));
    return report;
}

inline bool addsUp(const ImportReport& report) {
    return report.read ==
           report.inserted + report.replaced + report.unchanged + report.duplicate + report.refused;
}

/// Items of thingsTable() with distinct keys, in random order: some in no index, some in one or both, some
/// too large for a row of their own, many of an equal index key.
inline std::vector<Item> randomThings(int count, quint32 seed) {
    QRandomGenerator random(seed);
    std::vector<Item> items;
    for (int i = 0; i < count; ++i) {
        Item one = item({{"pk", s("thing#" + std::to_string(random.bounded(count / 20 + 1)))},
                         {"sk", s("part#" + std::to_string(i))}});
        if (random.bounded(4)) one.set("rank", n(random.bounded(5)));
        if (random.bounded(4)) one.set("kind", s("kind " + std::to_string(random.bounded(6))));
        if (random.bounded(2)) one.set("title", s("件名 " + std::to_string(random.bounded(1000))));
        if (random.bounded(40) == 0) one.set("text", s(std::string(std::size_t(random.bounded(9000)), 'x')));
        if (random.bounded(60) == 0) one.set("title", s(std::string(std::size_t(random.bounded(9000)), 'y')));
        items.push_back(std::move(one));
    }
    std::shuffle(items.begin(), items.end(), random);
    return items;
}

}  // namespace partita::test
