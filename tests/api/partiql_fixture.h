// Tables for tests of PartiQL, and statements in few words.
#pragma once

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include "tests/api/api_fixture.h"

namespace partita::test {

/// The body of ExecuteStatement. `members`: JSON of further members, a comma first.
inline QString statementJson(const QString& statement, const QString& parameters = {},
                             const QString& members = {}) {
    QString text = statement;
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return "{\"Statement\":\"" + text + '"' + (parameters.isEmpty() ? "" : ",\"Parameters\":" + parameters) +
           members + '}';
}

inline QJsonObject jsonOf(const QString& text) {
    return QJsonDocument::fromJson(text.toUtf8()).object();
}
inline QStringList sortKeysIn(const QString& page) {
    QStringList keys;
    for (const auto& item : jsonOf(page)["Items"].toArray()) {
        keys += item.toObject()["sk"].toObject()["S"].toString();
    }
    return keys;
}
inline QString tokenIn(const QString& page) {
    return jsonOf(page)["NextToken"].toString();
}
/// The member of a request that goes on; empty without a token.
inline QString tokenMember(const QString& token) {
    return token.isEmpty() ? QString() : ",\"NextToken\":\"" + token + '"';
}

/// A table tab with pk and sk (S), a GSI gsi on g (S) that projects p, and an LSI lsi on p (N).
class PartiqlTables final {
  public:
    PartiqlTables() {
        TableDefinition table;
        table.name = "tab";
        table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
        table.indexes.push_back({"gsi",
                                 IndexKind::Global,
                                 {{{"g", ValueType::String}}, {}},
                                 {ProjectionType::Include, {"p"}},
                                 {}});
        table.indexes.push_back({"lsi",
                                 IndexKind::Local,
                                 {{{"pk", ValueType::String}}, {{"p", ValueType::Number}}},
                                 {ProjectionType::KeysOnly, {}},
                                 {}});
        const auto made = m_fixture.engine().createTable(table);
        if (!made) qFatal("%s", made.error().text().c_str());
    }

    Reply call(const char* operation, const QString& body) {
        return m_fixture.call(operation, body.toUtf8());
    }
    void put(const QString& item) {
        const Reply reply = call("PutItem", R"({"TableName":"tab","Item":)" + item + '}');
        if (reply.status != 200) qFatal("%s", reply.text.data());
    }
    /// ExecuteStatement's answer, or "Type: message".
    QString run(const QString& statement, const QString& parameters = {}, const QString& members = {}) {
        return call("ExecuteStatement", statementJson(statement, parameters, members)).outcome();
    }
    QStringList sortKeys(const QString& statement) { return sortKeysIn(run(statement)); }

  private:
    ApiFixture m_fixture;
};

}  // namespace partita::test
