#include "ui/serve_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "ui/connect_card.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kDot = 8;
constexpr int kSaidMillis = 2000;

}  // namespace

ServeBar::ServeBar(QWidget* parent)
    : QFrame(parent),
      m_dot(new QWidget),
      m_address(new QPushButton),
      m_environment(new QPushButton(tr("Copy environment"))),
      m_said(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_connections(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_requests(new QPushButton(tr("Requests"))),
      m_stop(new QPushButton(tr("Stop serving"))) {
    setObjectName(QStringLiteral("serveBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 12, 5);
    row->setSpacing(8);
    m_dot->setObjectName(QStringLiteral("serveDot"));
    m_dot->setAttribute(Qt::WA_StyledBackground);
    m_dot->setFixedSize(kDot, kDot);
    m_address->setObjectName(QStringLiteral("serveAddress"));
    m_address->setToolTip(tr("Copies the address"));
    m_stop->setObjectName(QStringLiteral("stopServing"));
    row->addWidget(m_dot);
    row->addWidget(new ThemedLabel(ThemedLabel::Role::Body, tr("Serving at")));
    row->addWidget(m_address);
    row->addWidget(m_environment);
    row->addWidget(m_said);
    row->addStretch(1);
    row->addWidget(m_connections);
    row->addSpacing(6);
    row->addWidget(m_requests);
    row->addWidget(m_stop);
    for (QPushButton* button : {m_address, m_environment, m_requests, m_stop})
        button->setAutoDefault(false);
    m_saidTimer.setSingleShot(true);
    m_saidTimer.setInterval(kSaidMillis);
    connect(&m_saidTimer, &QTimer::timeout, m_said, &QLabel::clear);
    connect(m_address, &QPushButton::clicked, this, [this] { copy(m_url, tr("Address copied")); });
    connect(m_environment, &QPushButton::clicked, this,
            [this] { copy(environmentOf(m_url), tr("Environment copied: paste it into a shell")); });
    connect(m_requests, &QPushButton::clicked, this, &ServeBar::requestsRequested);
    connect(m_stop, &QPushButton::clicked, this, &ServeBar::stopRequested);
    connect(&Theme::instance(), &Theme::changed, this, &ServeBar::applyTheme);
    applyTheme();
    hide();
}

void ServeBar::setUrl(const QString& url) {
    m_url = url;
    m_address->setText(url);
    m_address->setAccessibleName(tr("Copy the address %1").arg(url));
    m_environment->setToolTip(environmentOf(url));
    m_said->clear();
    setVisible(!url.isEmpty());
}

void ServeBar::setConnections(std::size_t connections) {
    m_connections->setText(
        tr("%Ln connection(s)", nullptr, static_cast<int>(std::min<std::size_t>(connections, 1'000'000))));
}

void ServeBar::setRequests(std::uint64_t requests) {
    m_requests->setText(requests == 0
                            ? tr("Requests")
                            : tr("%Ln request(s)", nullptr,
                                 static_cast<int>(std::min<std::uint64_t>(requests, 1'000'000'000))));
    m_requests->setToolTip(tr("Opens the log of requests (F9)"));
}

void ServeBar::copy(const QString& text, const QString& said) {
    QGuiApplication::clipboard()->setText(text);
    m_said->setText(said);
    m_saidTimer.start();
}

void ServeBar::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    m_address->setFont(Theme::instance().monoFont());
    setStyleSheet(QStringLiteral("#serveBar { background: %1; border: 0; border-bottom: 1px solid %2; }"
                                 "#serveDot { background: %3; border-radius: %4px; }")
                      .arg(colours.surface.name(), colours.line.name(), colours.good.name())
                      .arg(kDot / 2));
}

}  // namespace partita
