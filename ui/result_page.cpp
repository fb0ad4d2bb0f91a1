#include "ui/result_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "model/load_text.h"
#include "model/run_text.h"
#include "ui/theme.h"

namespace partita {

ResultPage::ResultPage(QueryRunner& runner, std::shared_ptr<const TableDefinition> table, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_table(std::move(table)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeTop();
    m_notice = new NoticeBar(this);
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] { m_runner.start(m_runner.request()); });
    column->addWidget(m_notice);
    m_model = new BlockModel(this);
    m_view = new BlockView(this);
    m_view->setModel(m_model);
    column->addWidget(m_view, 1);
    makeFoot();

    connect(&m_runner, &QueryRunner::started, this, &ResultPage::clear);
    connect(&m_runner, &QueryRunner::pageReady, this, &ResultPage::take);
    connect(&m_runner, &QueryRunner::stateChanged, this, &ResultPage::showState);
    connect(m_view, &BlockView::itemSelected, this, &ResultPage::showState);
    connect(&Theme::instance(), &Theme::changed, this, &ResultPage::applyTheme);
    applyTheme();
    clear();
    showState();
}

ResultPage::~ResultPage() {
    // The source goes before the children do. Nobody hears of it: who listens to the view may be half gone.
    m_model->disconnect();
    m_model->setSource(nullptr);
}

void ResultPage::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    m_top->setStyleSheet(QStringLiteral("#resultTop { background: %1; border-bottom: 1px solid %2; }")
                             .arg(colours.surface.name(), colours.line.name()));
    m_foot->setStyleSheet(
        QStringLiteral("#resultFoot { border-top: 1px solid %1; }").arg(colours.line.name()));
}

void ResultPage::makeTop() {
    m_top = new QWidget(this);
    m_top->setObjectName(QStringLiteral("resultTop"));
    m_top->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(m_top);
    row->setContentsMargins(14, 6, 10, 6);
    m_metrics = new MetricsLine(m_top);
    m_showInTable = new QPushButton(m_top);
    m_showInTable->setAutoDefault(false);
    connect(m_showInTable, &QPushButton::clicked, this, &ResultPage::showInTable);
    m_export = new QPushButton(tr("Export…"), m_top);
    m_export->setObjectName(QStringLiteral("exportResult"));
    m_export->setAutoDefault(false);
    m_export->setToolTip(tr("Write what this request finds, with all its pages, into a file"));
    connect(m_export, &QPushButton::clicked, this, &ResultPage::exportRequested);
    row->addWidget(m_metrics, 1);
    row->addWidget(m_export);
    row->addWidget(m_showInTable);
    layout()->addWidget(m_top);
}

void ResultPage::makeFoot() {
    m_foot = new QWidget(this);
    m_foot->setObjectName(QStringLiteral("resultFoot"));
    m_foot->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(m_foot);
    row->setContentsMargins(14, 6, 10, 6);
    m_state = new ThemedLabel(ThemedLabel::Role::Secondary, {}, m_foot);
    m_state->setObjectName(QStringLiteral("runState"));
    m_next = new QPushButton(tr("Next page"), m_foot);
    m_next->setObjectName(QStringLiteral("nextPage"));
    m_next->setToolTip(tr("One more request, from LastEvaluatedKey on"));
    m_all = new QPushButton(tr("All pages"), m_foot);
    m_all->setObjectName(QStringLiteral("allPages"));
    m_all->setToolTip(tr("As many requests as it takes"));
    m_cancel = new QPushButton(tr("Cancel"), m_foot);
    m_cancel->setObjectName(QStringLiteral("cancel"));
    connect(m_next, &QPushButton::clicked, &m_runner, &QueryRunner::nextPage);
    connect(m_all, &QPushButton::clicked, &m_runner, &QueryRunner::allPages);
    connect(m_cancel, &QPushButton::clicked, &m_runner, &QueryRunner::cancel);
    m_stale = new ThemedLabel(ThemedLabel::Role::Warning, {}, m_foot);
    m_stale->setObjectName(QStringLiteral("stale"));
    m_stale->hide();
    m_again = new QPushButton(tr("Run again"), m_foot);
    m_again->setObjectName(QStringLiteral("runAgain"));
    m_again->setAutoDefault(false);
    m_again->hide();
    connect(m_again, &QPushButton::clicked, this, [this] { m_runner.start(m_runner.request()); });
    row->addWidget(m_stale);
    row->addWidget(m_state, 1);
    row->addWidget(m_again);
    for (QPushButton* button : {m_next, m_all, m_cancel}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    layout()->addWidget(m_foot);
}

void ResultPage::setStale(bool isGone) {
    if (m_runner.state() == QueryRunner::State::Idle) return;
    m_stale->setText(isGone ? tr("What this was read from is gone.") : tr("Written to since this was read."));
    m_stale->setToolTip(isGone ? tr("The items stay as they were read.")
                               : tr("Items may have come, gone or changed since."));
    m_stale->show();
    m_again->setVisible(!isGone);
    m_foot->show();
}

QString ResultPage::title() const {
    const ViewId view = m_runner.view();
    const auto* query = std::get_if<QueryRequest>(&m_runner.request());
    if (query) return tr("Query %1").arg(QString::fromStdString(displayText(query->partition)));
    return tr("Scan %1").arg(QString::fromStdString(view.index ? *view.index : view.table));
}

void ResultPage::clear() {
    const ViewId view = m_runner.view();
    m_model->setSource(nullptr);
    const bool isKnown = m_table && m_table->name == view.table && m_table->keysOf(view.index);
    m_source = isKnown ? std::make_unique<ResultBlockSource>(*m_table, view.index) : nullptr;
    m_model->setSource(m_source.get());
    m_showInTable->setText(view.index ? tr("Show in %1").arg(QString::fromStdString(*view.index))
                                      : tr("Show in table"));
    m_metrics->setMetrics(m_runner.metrics());
    m_notice->dismiss();
    m_stale->hide();
    m_again->hide();
    emit titleChanged(title());
}

void ResultPage::take(const RunPage& page) {
    if (!m_source) return;
    if (const auto* query = std::get_if<QueryRequest>(&m_runner.request()); query && page.collection)
        m_source->setItemsInTable(query->partition, page.collection->items);
    m_source->append(page.items, page.attributeOrder.get());
}

void ResultPage::showState() {
    m_metrics->setMetrics(m_runner.metrics());
    const bool isRunning = m_runner.isRunning();
    const RunMetrics& metrics = m_runner.metrics();
    m_next->setVisible(m_runner.hasMore());
    m_all->setVisible(m_runner.hasMore());
    m_cancel->setVisible(isRunning);
    QString text;
    if (isRunning)
        text = metrics.requests == 0 ? tr("Reading …")
                                     : tr("Reading … %1 items so far").arg(countText(metrics.itemsRead));
    else if (m_runner.state() == QueryRunner::State::Cancelled)
        text = m_runner.hasMore() ? tr("Cancelled. The items read before stay.") : tr("Cancelled.");
    else if (m_runner.isPaused())
        text = tr("Paused: %1 are held in memory. “All pages” goes on.").arg(bytesText(metrics.bytesRead));
    else if (m_runner.hasMore())
        text = tr("There may be more: the answer has a LastEvaluatedKey.");
    m_state->setText(text);
    m_foot->setVisible(!text.isEmpty() || !m_stale->isHidden());
    m_showInTable->setVisible(m_source && metrics.itemsReturned > 0);
    m_export->setVisible(m_source && metrics.itemsReturned > 0);
    const bool isQuery = metrics.kind == RequestKind::Query;
    m_showInTable->setEnabled(isQuery || m_view->currentItem());
    m_showInTable->setToolTip(m_showInTable->isEnabled() ? tr("Go to the selected item among all others")
                                                         : tr("Select an item first"));
    showEmptyTexts();
    showFailure();
}

void ResultPage::showEmptyTexts() {
    switch (m_runner.state()) {
        case QueryRunner::State::Idle:
            m_view->setEmptyTexts(tr("Nothing has been run yet."), {});
            return;
        case QueryRunner::State::Running:
            m_view->setEmptyTexts(tr("Reading …"), {});
            return;
        case QueryRunner::State::Failed:
            m_view->setEmptyTexts(tr("There is no answer."), tr("What went wrong is said above."));
            return;
        case QueryRunner::State::Cancelled:
            m_view->setEmptyTexts(tr("Cancelled."), {});
            return;
        case QueryRunner::State::Finished:
            break;
    }
    if (m_runner.hasMore())
        m_view->setEmptyTexts(tr("No items on this page."), tr("There may be more: read the next page."));
    else if (m_runner.metrics().kind == RequestKind::Query)
        m_view->setEmptyTexts(tr("No items match."),
                              tr("Check the key values: they count upper and lower case, and "
                                 "blanks. “begins_with” or no sort condition matches more."));
    else
        m_view->setEmptyTexts(tr("There are no items."), tr("The table or the index is empty."));
}

void ResultPage::showFailure() {
    if (m_runner.state() != QueryRunner::State::Failed) {
        m_notice->dismiss();
        return;
    }
    const QString text = QString::fromStdString(m_runner.error().text());
    m_notice->say(NoticeBar::Kind::Error, text, false);
    m_notice->setAction(tr("Try again"));
}

void ResultPage::showInTable() {
    if (const BlockItemPtr item = m_view->currentItem()) {
        emit showInTableRequested(item->partition, item->sort);
    } else if (const auto* query = std::get_if<QueryRequest>(&m_runner.request())) {
        emit showInTableRequested(query->partition, {});
    }
}

}  // namespace partita
