// A new table file that is served over HTTP, and a connection to it. For tests.
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QTemporaryDir>
#include <memory>

#include "app/endpoint/endpoint.h"
#include "tests/endpoint/http_client.h"

namespace partita::test {

struct HttpReply {
    int status = 0;
    QJsonObject body;
    HttpAnswer answer;
};

class ServedFile final {
  public:
    ServedFile() {
        auto engine = Engine::create(m_folder.filePath("served.partita").toStdString(), {});
        if (!engine) qFatal("%s", engine.error().text().c_str());
        m_engine = std::move(engine).value();
        EndpointOptions options;
        options.port = 0;
        auto endpoint = Endpoint::start(*m_engine, std::move(options));
        if (!endpoint) qFatal("%s", endpoint.error().text().c_str());
        m_endpoint = std::move(endpoint).value();
        m_client = std::make_unique<HttpClient>(m_endpoint->port());
    }

    HttpReply call(const QString& operation, const QByteArray& body) {
        HttpReply reply;
        reply.answer = m_client->ask(signedRequest(operation.toStdString(), body.toStdString()));
        reply.status = reply.answer.status;
        reply.body = QJsonDocument::fromJson(QByteArray::fromStdString(reply.answer.body)).object();
        return reply;
    }

  private:
    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Endpoint> m_endpoint;
    std::unique_ptr<HttpClient> m_client;
};

}  // namespace partita::test
