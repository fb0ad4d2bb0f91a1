// What engine tests share: a folder that vanishes, small table definitions, items in few words.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <string>

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

}  // namespace partita::test

/// Fails the test with the error's own words.
#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().text().c_str())
