// A new table file that is served over HTTP, and a connection to it. For tests.
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QTemporaryDir>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

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
    explicit ServedFile(EndpointOptions options = {}) {
        auto engine = Engine::create(path(), {});
        if (!engine) qFatal("%s", engine.error().text().c_str());
        m_engine = std::move(engine).value();
        serve(std::move(options));
    }

    std::string path() const { return m_folder.filePath("served.partita").toStdString(); }
    Engine& engine() { return *m_engine; }
    std::uint16_t port() const { return m_endpoint->port(); }

    /// Closes the file, lets `work` do something to it, and serves it again.
    void reopen(const std::function<void()>& work, Engine::OpenMode mode = Engine::OpenMode::ReadWrite,
                EndpointOptions options = {}) {
        m_client.reset();
        m_endpoint.reset();
        m_engine.reset();
        work();
        auto engine = Engine::open(path(), mode);
        if (!engine) qFatal("%s", engine.error().text().c_str());
        m_engine = std::move(engine).value();
        serve(std::move(options));
    }

    HttpReply call(const QString& operation, const QByteArray& body) {
        HttpReply reply;
        reply.answer = m_client->ask(signedRequest(operation.toStdString(), body.toStdString()));
        reply.status = reply.answer.status;
        reply.body = QJsonDocument::fromJson(QByteArray::fromStdString(reply.answer.body)).object();
        return reply;
    }

  private:
    void serve(EndpointOptions options) {
        options.port = 0;
        auto endpoint = Endpoint::start(*m_engine, std::move(options));
        if (!endpoint) qFatal("%s", endpoint.error().text().c_str());
        m_endpoint = std::move(endpoint).value();
        m_client = std::make_unique<HttpClient>(m_endpoint->port());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Endpoint> m_endpoint;
    std::unique_ptr<HttpClient> m_client;
};

}  // namespace partita::test
