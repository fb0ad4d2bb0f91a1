#include "ui/request_log_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "model/load_text.h"
#include "model/request_filter.h"
#include "ui/connect_card.h"
#include "ui/request_detail.h"
#include "ui/request_table.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kFilterWidth = 240;

}  // namespace

RequestLogPage::RequestLogPage(RequestLog* log, std::function<LoggedRequestView(const LoggedCall&)> viewer,
                               QWidget* parent)
    : QWidget(parent),
      m_log(log),
      m_requests(new RequestFilter(log, this)),
      m_viewer(std::move(viewer)),
      m_stack(new QStackedWidget),
      m_connect(new ConnectCard),
      m_table(new RequestTable(m_requests)),
      m_detail(new RequestDetail) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    auto* splitter = new QSplitter;
    splitter->addWidget(m_table);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({1080, 360});
    m_detail->setMinimumWidth(300);
    m_stack->addWidget(m_connect);
    m_stack->addWidget(splitter);
    column->addWidget(m_stack, 1);

    connect(m_connect, &ConnectCard::serveRequested, this, &RequestLogPage::serveRequested);
    connect(m_table, &RequestTable::requestSelected, this, &RequestLogPage::select);
    connect(m_table, &RequestTable::requestActivated, this, [this](int row) {
        select(row);
        activate();
    });
    connect(m_detail, &RequestDetail::queryRequested, this, [this] { emit queryRequested(m_view); });
    connect(m_detail, &RequestDetail::itemRequested, this, [this] { emit itemRequested(m_view); });
    connect(m_log, &RequestLog::countsChanged, this, &RequestLogPage::showCounts);
    connect(m_log, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) { addOperations(first, last); });
    connect(m_log, &QAbstractItemModel::modelReset, m_detail, &RequestDetail::clear);
    setFocusProxy(m_table);
    showCounts();
}

QWidget* RequestLogPage::makeHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(22, 14, 22, 10);
    row->setSpacing(8);
    row->addWidget(new ThemedLabel(ThemedLabel::Role::Heading, tr("Requests")));
    row->addSpacing(8);
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("requestFilter"));
    m_text->setPlaceholderText(tr("filter by key, table, error…"));
    m_text->setAccessibleName(tr("Filter the requests"));
    m_text->setToolTip(tr("Shows the requests that hold all these words (Ctrl+F)"));
    m_text->setClearButtonEnabled(true);
    m_text->setFixedWidth(kFilterWidth);
    m_operation = new QComboBox;
    m_operation->setObjectName(QStringLiteral("requestOperation"));
    m_operation->setAccessibleName(tr("Operation"));
    m_operation->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_operation->addItem(tr("All operations"), QString());
    m_errorsOnly = new QCheckBox(tr("Errors only"));
    m_errorsOnly->setObjectName(QStringLiteral("errorsOnly"));
    m_counts = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_counts->setObjectName(QStringLiteral("requestCounts"));
    m_follow = new QPushButton(tr("Follow"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Keeps the newest request in sight"));
    m_pause = new QPushButton(tr("Pause"));
    m_pause->setObjectName(QStringLiteral("pauseLog"));
    m_pause->setCheckable(true);
    m_pause->setToolTip(tr("Holds the list still. Requests are still answered, and shown when it goes on."));
    m_clear = new QPushButton(tr("Clear"));
    m_clear->setObjectName(QStringLiteral("clearLog"));
    m_clear->setToolTip(tr("Empties this list. The table file is not touched."));
    row->addWidget(m_text);
    row->addWidget(m_operation);
    row->addWidget(m_errorsOnly);
    row->addSpacing(8);
    row->addWidget(m_counts, 1);
    for (QPushButton* button : {m_follow, m_pause, m_clear}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    auto* find = new QShortcut(QKeySequence::Find, this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_text, [this] {
        m_text->setFocus(Qt::ShortcutFocusReason);
        m_text->selectAll();
    });
    connect(m_text, &QLineEdit::textChanged, this, &RequestLogPage::filter);
    connect(m_operation, &QComboBox::currentIndexChanged, this, &RequestLogPage::filter);
    connect(m_errorsOnly, &QCheckBox::toggled, this, &RequestLogPage::filter);
    connect(m_follow, &QPushButton::clicked, m_table, &RequestTable::setFollowing);
    connect(m_table, &RequestTable::followingChanged, m_follow, &QPushButton::setChecked);
    connect(m_pause, &QPushButton::toggled, m_log, &RequestLog::setPaused);
    connect(m_clear, &QPushButton::clicked, m_log, &RequestLog::clear);
    return head;
}

void RequestLogPage::setUrl(const QString& url) {
    m_connect->setUrl(url);
    showState();
}

void RequestLogPage::select(int row) {
    const LoggedCall& call = m_requests->call(row);
    m_view = m_viewer(call);
    m_detail->setRequest(call, m_view);
}

void RequestLogPage::activate() {
    if (m_view.draft)
        emit queryRequested(m_view);
    else if (!m_view.partition.empty())
        emit itemRequested(m_view);
}

void RequestLogPage::filter() {
    m_requests->setText(m_text->text());
    m_requests->setOperation(m_operation->currentData().toString());
    m_requests->setErrorsOnly(m_errorsOnly->isChecked());
    if (m_table->isFollowing()) m_table->setFollowing(true);
    showState();
}

void RequestLogPage::addOperations(int first, int last) {
    std::set<std::string> names;
    for (int row = first; row <= last; ++row)
        names.insert(m_log->call(row).operation);
    for (const std::string& name : names) {
        const QString text = QString::fromStdString(name);
        if (text.isEmpty() || m_operation->findData(text) >= 0) continue;
        // By name, so that it is found again where it stood.
        int at = 1;
        while (at < m_operation->count() && m_operation->itemText(at) < text)
            ++at;
        m_operation->insertItem(at, text, text);
    }
}

void RequestLogPage::showCounts() {
    QStringList parts;
    const auto number = [](std::uint64_t count) {
        return static_cast<int>(std::min<std::uint64_t>(count, 1'000'000'000));
    };
    if (m_log->requests() > 0) parts << tr("%Ln request(s)", nullptr, number(m_log->requests()));
    if (m_log->errors() > 0) parts << tr("%Ln error(s)", nullptr, number(m_log->errors()));
    if (m_log->requests() > RequestLog::kMostRequests)
        parts << tr("the newest %1 are kept").arg(countText(RequestLog::kMostRequests));
    if (m_log->isPaused()) parts << tr("paused, %Ln waiting", nullptr, number(m_log->waiting()));
    m_counts->setText(parts.join(QStringLiteral(" · ")));
    m_pause->setText(m_log->isPaused() ? tr("Go on") : tr("Pause"));
    showState();
}

void RequestLogPage::showState() {
    const bool hasRequests = m_log->rowCount() > 0 || m_log->isPaused();
    m_stack->setCurrentIndex(hasRequests ? 1 : 0);
    m_clear->setEnabled(hasRequests);
    m_table->setEmptyText(m_requests->isFiltering() ? tr("No request matches the filter.")
                                                    : tr("Nothing was asked yet."));
}

}  // namespace partita
