#include "ui/request_detail.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/block_item.h"
#include "model/load_text.h"
#include "ui/json_highlighter.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

RequestDetail::RequestDetail(QWidget* parent)
    : QWidget(parent),
      m_title(new ThemedLabel(ThemedLabel::Role::Heading)),
      m_facts(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_error(new ThemedLabel(ThemedLabel::Role::Warning)),
      m_reason(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_query(new QPushButton(tr("Show in the query form"))),
      m_item(new QPushButton(tr("Show in the blocks"))),
      m_copy(new QPushButton(tr("Copy"))),
      m_body(new QPlainTextEdit) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    for (ThemedLabel* label : {m_title, m_facts, m_error, m_reason}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_error->setObjectName(QStringLiteral("requestError"));
    m_reason->setObjectName(QStringLiteral("requestReason"));
    m_query->setObjectName(QStringLiteral("showQuery"));
    m_item->setObjectName(QStringLiteral("showItem"));
    m_body->setObjectName(QStringLiteral("requestBody"));
    column->addWidget(m_title);
    column->addWidget(m_facts);
    column->addWidget(m_error);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_query);
    buttons->addWidget(m_item);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addWidget(m_reason);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 6, 0, 0);
    head->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Request")), 1);
    m_copy->setAccessibleName(tr("Copy the request"));
    head->addWidget(m_copy);
    column->addLayout(head);
    m_body->setReadOnly(true);
    m_body->setAccessibleName(tr("The request as JSON"));
    m_body->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_body->setWordWrapMode(QTextOption::WrapAnywhere);
    new JsonHighlighter(m_body->document());
    column->addWidget(m_body, 1);
    connect(m_query, &QPushButton::clicked, this, &RequestDetail::queryRequested);
    connect(m_item, &QPushButton::clicked, this, &RequestDetail::itemRequested);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_body->toPlainText()); });
    connect(&Theme::instance(), &Theme::changed, this, &RequestDetail::applyTheme);
    applyTheme();
    clear();
}

void RequestDetail::clear() {
    m_title->setText(tr("Select a request to see it here."));
    for (QWidget* part : std::initializer_list<QWidget*>{m_facts, m_error, m_reason, m_query, m_item, m_copy})
        part->hide();
    m_body->clear();
}

void RequestDetail::setRequest(const LoggedCall& call, const LoggedRequestView& view) {
    QString title = call.operation.empty() ? tr("A request without an operation") : oneLine(call.operation);
    if (!call.table.empty())
        title = call.index.empty() ? tr("%1 on %2", "operation, table").arg(title, oneLine(call.table))
                                   : tr("%1 on %2 by %3", "operation, table, index")
                                         .arg(title, oneLine(call.table), oneLine(call.index));
    m_title->setText(title);
    QStringList facts{QDateTime::fromMSecsSinceEpoch(call.time, Qt::UTC)
                          .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz'Z'")),
                      tr("%1 ms").arg(QLocale().toString(call.milliseconds, 'f', 2))};
    if (!call.key.empty()) facts << oneLine(call.key);
    if (call.scanned > 0)
        facts << tr("%1 of %2 items read").arg(countText(call.items), countText(call.scanned));
    if (call.capacity.read > 0) facts << tr("%1 RCU").arg(unitsText(call.capacity.read));
    if (call.capacity.write > 0) facts << tr("%1 WCU").arg(unitsText(call.capacity.write));
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_facts->show();
    m_error->setRole(call.fault() == LoggedCall::Fault::Failed ? ThemedLabel::Role::Error
                                                               : ThemedLabel::Role::Warning);
    m_error->setText(tr("%1 %2\n%3", "status, type, message")
                         .arg(QString::number(call.status), QString::fromStdString(call.errorType),
                              QString::fromStdString(call.errorMessage))
                         .trimmed());
    m_error->setVisible(call.isError());
    m_query->setVisible(view.draft.has_value());
    m_item->setVisible(!view.partition.empty());
    m_reason->setText(view.reason);
    m_reason->setVisible(!view.reason.isEmpty());
    m_copy->setVisible(!call.body.empty());
    m_body->setPlainText(indentedJson(QString::fromStdString(call.body)));
}

void RequestDetail::applyTheme() {
    m_body->setFont(Theme::instance().monoFont());
}

}  // namespace partita
