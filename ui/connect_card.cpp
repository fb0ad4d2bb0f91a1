#include "ui/connect_card.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/load_card.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kWidth = 620;
constexpr int kCopiedMillis = 1500;

QString commandOf(const QString& url) {
    return QStringLiteral("aws dynamodb list-tables --endpoint-url %1").arg(url);
}

}  // namespace

QString environmentOf(const QString& url) {
    // Any key and secret will do, but an SDK refuses to sign without them.
    return QStringLiteral(
               "export AWS_ENDPOINT_URL_DYNAMODB=%1\n"
               "export AWS_REGION=us-east-1\n"
               "export AWS_ACCESS_KEY_ID=local\n"
               "export AWS_SECRET_ACCESS_KEY=local")
        .arg(url);
}

ConnectCard::ConnectCard(QWidget* parent)
    : QWidget(parent),
      m_title(new ThemedLabel(ThemedLabel::Role::Title)),
      m_hint(new ThemedLabel(ThemedLabel::Role::Body)),
      m_serve(new QPushButton(tr("Serve this file…"))),
      m_snippets(new QWidget) {
    auto* outer = new QHBoxLayout(this);
    auto* middle = new QWidget;
    middle->setFixedWidth(kWidth);
    outer->addStretch(1);
    outer->addWidget(middle);
    outer->addStretch(1);
    auto* column = new QVBoxLayout(middle);
    column->setSpacing(12);
    column->addStretch(2);
    m_title->setAlignment(Qt::AlignHCenter);
    m_hint->setAlignment(Qt::AlignHCenter);
    m_hint->setWordWrap(true);
    column->addWidget(m_title);
    column->addWidget(m_hint);
    m_serve->setObjectName(QStringLiteral("serveButton"));
    m_serve->setProperty("accent", true);
    column->addWidget(m_serve, 0, Qt::AlignHCenter);
    auto* snippets = new QVBoxLayout(m_snippets);
    snippets->setContentsMargins(0, 6, 0, 0);
    snippets->setSpacing(12);
    m_address = addSnippet(snippets, tr("Address"));
    m_environment = addSnippet(snippets, tr("For a shell and the SDKs in it"));
    m_command = addSnippet(snippets, tr("For a first try"));
    column->addWidget(m_snippets);
    column->addStretch(3);
    connect(m_serve, &QPushButton::clicked, this, &ConnectCard::serveRequested);
    setUrl({});
}

ThemedLabel* ConnectCard::addSnippet(QVBoxLayout* column, const QString& title) {
    auto* card = new LoadCard(title);
    auto* text = new ThemedLabel(ThemedLabel::Role::Mono);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleName(title);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setAccessibleName(tr("Copy: %1").arg(title));
    connect(copy, &QPushButton::clicked, this, [text, copy] {
        QGuiApplication::clipboard()->setText(text->text());
        copy->setText(tr("Copied"));
        QTimer::singleShot(kCopiedMillis, copy, [copy] { copy->setText(tr("Copy")); });
    });
    card->addToHead(copy);
    card->body()->addWidget(text);
    column->addWidget(card);
    return text;
}

void ConnectCard::setUrl(const QString& url) {
    const bool isServing = !url.isEmpty();
    m_title->setText(isServing ? tr("No requests yet") : tr("This file is not served"));
    m_hint->setText(
        isServing ? tr("Point an SDK or the AWS CLI of this machine at it. Any access key and any region "
                       "will do; each request then shows here.")
                  : tr("Serve it, and programs on this machine can use it as they use DynamoDB. Each "
                       "request shows here, and the items and the load follow what they do."));
    m_serve->setVisible(!isServing);
    m_snippets->setVisible(isServing);
    m_address->setText(url);
    m_environment->setText(environmentOf(url));
    m_command->setText(commandOf(url));
}

}  // namespace partita
