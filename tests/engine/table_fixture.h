// What engine tests share: a folder that vanishes, small table definitions, items in few words.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace partita::test {

inline Item item(std::initializer_list<Attribute> attributes) {
    return Item(attributes);
}
inline Value s(std::string text) {
    return Value::string(std::move(text));
}
inline Value n(std::int64_t number) {
    return Value::number(number);
}

/// A table "Things" with pk (S), sk (S), a GSI "ByKind" on kind (S), rank (N) that projects `title`, and an
/// LSI "ByRank" on pk, rank that projects all.
inline TableDefinition thingsTable() {
    TableDefinition table;
    table.name = "Things";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    table.indexes.push_back({"ByRank",
                             IndexKind::Local,
                             {{{"pk", ValueType::String}}, {{"rank", ValueType::Number}}},
                             {ProjectionType::All, {}},
                             {}});
    table.indexes.push_back({"ByKind",
                             IndexKind::Global,
                             {{{"kind", ValueType::String}}, {{"rank", ValueType::Number}}},
                             {ProjectionType::Include, {"title"}},
                             {}});
    return table;
}

/// A folder of its own for each test, and paths in it.
class Folder final {
  public:
    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromUtf8(name)).toStdString();
    }
    std::string path() const { return m_folder.path().toStdString(); }

  private:
    QTemporaryDir m_folder;
};

/// The names of all files in a folder.
inline QStringList filesIn(const Folder& folder) {
    return QDir(QString::fromStdString(folder.path()))
        .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden);
}

inline QByteArray fileBytes(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeFile(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// The table and its indexes.
inline std::vector<ViewId> viewsOf(const TableDefinition& table) {
    std::vector<ViewId> views = {{table.name, std::nullopt}};
    for (const IndexDefinition& index : table.indexes)
        views.push_back({table.name, index.name});
    return views;
}

/// All that a view shows, as text: its totals, then collection by collection in key order its counts and
/// items. Two files hold the same when these texts are equal. An error stands in its place.
inline std::string shown(const Engine& engine, const ViewId& view) {
    std::string text = (view.index ? "index " + *view.index : "table " + view.table) + ": ";
    const auto totals = engine.statistics(view);
    if (!totals) return text + totals.error().text();
    text += std::to_string(totals->items) + " items, " + std::to_string(totals->bytes) + " bytes, " +
            std::to_string(totals->collections) + " collections\n";
    const auto order = engine.collectionOrder(view, CollectionOrderBy::Key);
    if (!order) return text + order.error().text();
    for (std::size_t position = 0; position < (*order)->size(); ++position) {
        const CollectionId id = (*order)->id(position);
        const auto summary = engine.collections(view, {id});
        if (!summary || summary->size() != 1) return text + "a collection without a summary";
        text += displayText(summary->front().partition) + ": " + std::to_string(summary->front().items) +
                " items, " + std::to_string(summary->front().bytes) + " bytes\n";
        for (std::uint64_t first = 0; first < (*order)->items(position); first += 500) {
            const auto window = engine.items(view, id, first, 500);
            if (!window) return text + window.error().text();
            for (const BrowsedItem& browsed : window->items)
                text += "  " + std::to_string(browsed.bytes) + " " + toDynamoDbJson(browsed.item) + "\n";
        }
    }
    return text;
}

/// The same for a table and all its indexes.
inline std::string shownOfAll(const Engine& engine, const TableDefinition& table) {
    std::string text;
    for (const ViewId& view : viewsOf(table))
        text += shown(engine, view);
    return text;
}

/// What check() finds first; empty when everything agrees.
inline std::string firstFinding(const Engine& engine) {
    const auto findings = engine.check();
    if (!findings) return findings.error().text();
    return findings->empty() ? std::string() : findings->front();
}

}  // namespace partita::test

/// Fails the test with the error's own words.
#define VERIFY_OK(result)                                                                                   \
    do {                                                                                                    \
        const auto& outcomeToVerify = (result);                                                             \
        QVERIFY2(outcomeToVerify.ok(), outcomeToVerify.ok() ? "" : outcomeToVerify.error().text().c_str()); \
    } while (false)
/// Fails the test with the first disagreement inside the file.
#define VERIFY_CLEAN(engine)                              \
    do {                                                  \
        const std::string finding = firstFinding(engine); \
        QVERIFY2(finding.empty(), finding.c_str());       \
    } while (false)
