#include "app/serve_room.h"

#include "app/endpoint/endpoint.h"
#include "model/request_log.h"
#include "model/session.h"
#include "ui/request_log_page.h"
#include "ui/serve_bar.h"
#include "ui/serve_dialog.h"

namespace partita {
namespace {

constexpr int kConnectionsMillis = 500;

LoggedCall callOf(LoggedRequest request) {
    LoggedCall call;
    call.time = request.time;
    call.operation = std::move(request.operation);
    call.table = std::move(request.summary.table);
    call.index = std::move(request.summary.index);
    call.key = std::move(request.summary.key);
    call.items = request.summary.items;
    call.scanned = request.summary.scanned;
    call.capacity = request.summary.capacity;
    call.milliseconds = request.milliseconds;
    call.status = request.status;
    call.errorType = std::move(request.summary.errorType);
    call.errorMessage = std::move(request.summary.errorMessage);
    call.body = std::move(request.body);
    return call;
}

}  // namespace

ServeRoom::ServeRoom(Session* session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_log(new RequestLog(this)),
      m_page(new RequestLogPage(m_log,
                                [session](const LoggedCall& call) {
                                    return viewOf(call, [session](const QString& table) {
                                        return session->definition(table);
                                    });
                                })),
      m_bar(new ServeBar) {
    connect(m_page, &RequestLogPage::serveRequested, this, &ServeRoom::formRequested);
    connect(m_page, &RequestLogPage::queryRequested, this, &ServeRoom::queryRequested);
    connect(m_page, &RequestLogPage::itemRequested, this, &ServeRoom::itemRequested);
    connect(m_bar, &ServeBar::requestsRequested, this, &ServeRoom::pageRequested);
    connect(m_bar, &ServeBar::stopRequested, this, &ServeRoom::stop);
    connect(m_log, &RequestLog::countsChanged, this, [this] {
        if (m_bar) m_bar->setRequests(m_log->requests());
    });
    m_connections.setInterval(kConnectionsMillis);
    connect(&m_connections, &QTimer::timeout, this, [this] {
        if (m_bar && m_endpoint) m_bar->setConnections(m_endpoint->connections());
    });
}

ServeRoom::~ServeRoom() = default;

RequestLogPage* ServeRoom::page() const {
    return m_page;
}
ServeBar* ServeRoom::bar() const {
    return m_bar;
}

void ServeRoom::setOptions(quint16 port, bool allowDelete) {
    m_port = port;
    m_allowDelete = allowDelete;
}

ServeDialog* ServeRoom::openForm(QWidget* parent) {
    auto* dialog = new ServeDialog(m_port, m_allowDelete, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setReadOnly(m_session->isReadOnly());
    connect(dialog, &ServeDialog::startRequested, this, [this, dialog](quint16 port, bool allowDelete) {
        const Result<void> started = start(port, allowDelete);
        if (!started) {
            dialog->showError(QString::fromStdString(started.error().message));
            return;
        }
        dialog->accept();
        emit pageRequested();
    });
    dialog->open();
    return dialog;
}

Result<void> ServeRoom::start(quint16 port, bool allowDelete) {
    if (m_endpoint) return {};
    EndpointOptions options;
    options.port = port;
    options.allowDelete = allowDelete;
    options.log = [sink = m_log->sink()](LoggedRequest request) { sink(callOf(std::move(request))); };
    auto endpoint = Endpoint::start(*m_session->engine(), std::move(options));
    if (!endpoint)
        return Error::file(ErrorCode::InputOutput,
                           tr("Port %1 is not to be had. %2")
                               .arg(QString::number(port), QString::fromStdString(endpoint.error().message))
                               .toStdString(),
                           {});
    m_endpoint = std::move(*endpoint);
    const bool isOther = port != m_port || allowDelete != m_allowDelete;
    setOptions(port, allowDelete);
    if (isOther) emit optionsChanged();
    show();
    return {};
}

void ServeRoom::stop() {
    if (!m_endpoint) return;
    m_endpoint.reset();
    show();
}

QString ServeRoom::url() const {
    return m_endpoint ? QString::fromStdString(m_endpoint->url()) : QString();
}

void ServeRoom::show() {
    if (m_endpoint)
        m_connections.start();
    else
        m_connections.stop();
    if (m_bar) {
        m_bar->setConnections(m_endpoint ? m_endpoint->connections() : 0);
        m_bar->setRequests(m_log->requests());
        m_bar->setUrl(url());
    }
    if (m_page) m_page->setUrl(url());
    emit servingChanged();
}

}  // namespace partita
