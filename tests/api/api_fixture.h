// What tests of the API share: a table file of its own, calls in few words, answers as Qt's JSON.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "engine/api/api.h"

namespace partita::test {

/// One answer. `body` is an empty object when the text is none.
struct Reply {
    int status = 0;
    QByteArray text;
    QJsonObject body;
    CallSummary summary;

    /// "ValidationException"; empty when it was done.
    QString error() const {
        const QString type = body.value("__type").toString();
        return type.mid(type.indexOf('#') + 1);
    }
    QString message() const {
        return body.contains("message") ? body.value("message").toString() : body.value("Message").toString();
    }
    /// "ValidationException: …", or the text of the answer when it was done: what tests compare and print.
    QString outcome() const {
        return error().isEmpty() ? QString::fromUtf8(text) : error() + ": " + message();
    }
};

/// A new table file with an API, gone with the object.
class ApiFixture final {
  public:
    explicit ApiFixture(ApiOptions options = {}) {
        auto created = Engine::create(m_folder.filePath("t.partita").toStdString(), {});
        if (!created) qFatal("%s", created.error().text().c_str());
        m_engine = std::move(*created);
        m_api = std::make_unique<Api>(*m_engine, std::move(options));
    }

    Engine& engine() { return *m_engine; }
    Api& api() { return *m_api; }

    Reply call(const QString& operation, const QByteArray& body) {
        const Answer answer =
            m_api->call(operation.toStdString(), {body.constData(), static_cast<std::size_t>(body.size())});
        Reply reply{answer.status, QByteArray::fromStdString(answer.body), {}, answer.summary};
        QJsonParseError fault;
        reply.body = QJsonDocument::fromJson(reply.text, &fault).object();
        if (!reply.text.isEmpty() && fault.error != QJsonParseError::NoError)
            qFatal("The answer is no JSON: %s", reply.text.data());
        return reply;
    }
    Reply call(const QString& operation, const QJsonObject& body) {
        return call(operation, QJsonDocument(body).toJson(QJsonDocument::Compact));
    }

    /// A table with the key pk (S), and sk (S) when `sort`.
    void createTable(const char* name, bool sort = false) {
        TableDefinition table;
        table.name = name;
        table.keys.partition = {{"pk", ValueType::String}};
        if (sort) table.keys.sort = {{"sk", ValueType::String}};
        const auto created = m_engine->createTable(table);
        if (!created) qFatal("%s", created.error().text().c_str());
    }

  private:
    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Api> m_api;
};

}  // namespace partita::test
