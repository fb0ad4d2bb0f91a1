// Puts together what serves the open file: the endpoint, the log of its requests, the page and the bar that
// show it, the form that begins it. The endpoint lives as long as it serves, at most as long as this.
// GUI thread only; the endpoint calls the log on threads of its own.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <memory>

#include "engine/result.h"
#include "model/logged_request.h"

namespace partita {

class Endpoint;
class RequestLog;
class RequestLogPage;
class ServeBar;
class ServeDialog;
class Session;

class ServeRoom final : public QObject {
    Q_OBJECT
  public:
    static constexpr quint16 kDefaultPort = 8000;

    /// The session must outlive it.
    explicit ServeRoom(Session* session, QObject* parent = nullptr);
    ~ServeRoom() override;

    // Given away to the page that holds them; made by the constructor.
    RequestLogPage* page() const;
    ServeBar* bar() const;
    RequestLog* log() const { return m_log; }

    /// What the form begins with; as it was chosen last.
    void setOptions(quint16 port, bool allowDelete);
    quint16 port() const { return m_port; }
    bool allowsDelete() const { return m_allowDelete; }

    /// The form, over `parent`'s window.
    ServeDialog* openForm(QWidget* parent);
    /// Fails with a sentence that says what to do, when the port can't be had. `port` 0: any that is free.
    Result<void> start(quint16 port, bool allowDelete);
    void stop();
    bool isServing() const { return m_endpoint != nullptr; }
    /// Empty while it does not serve.
    QString url() const;

  signals:
    void servingChanged();
    /// Another port or another leave to delete was chosen.
    void optionsChanged();
    /// To be seen: the Requests page.
    void pageRequested();
    void formRequested();
    void queryRequested(const partita::LoggedRequestView& view);
    void itemRequested(const partita::LoggedRequestView& view);

  private:
    void show();

    Session* m_session;
    RequestLog* m_log;
    QPointer<RequestLogPage> m_page;
    QPointer<ServeBar> m_bar;
    std::unique_ptr<Endpoint> m_endpoint;
    QTimer m_connections;  // how many there are is asked for, not told
    quint16 m_port = kDefaultPort;
    bool m_allowDelete = false;
};

}  // namespace partita
