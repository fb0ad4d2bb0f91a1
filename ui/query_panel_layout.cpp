// What the query form consists of, and where it stands; query_panel.cpp has what it does.
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include "ui/query_panel.h"

namespace partita {

void QueryPanel::makeActions() {
    m_runAction = new QAction(tr("&Run"), this);
    m_runAction->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    connect(m_runAction, &QAction::triggered, this, &QueryPanel::run);
    m_cancelAction = new QAction(tr("&Cancel"), this);
    m_cancelAction->setShortcut(QKeySequence(Qt::Key_Escape));
    m_cancelAction->setEnabled(false);
    connect(m_cancelAction, &QAction::triggered, this, &QueryPanel::cancelRequested);
    m_focusAction = new QAction(tr("Go to the &key value"), this);
    m_focusAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    connect(m_focusAction, &QAction::triggered, this, &QueryPanel::focusKey);
    m_clearAction = new QAction(tr("C&lear the form"), this);
    connect(m_clearAction, &QAction::triggered, this, &QueryPanel::clear);
    m_consistentAction = new QAction(tr("&Strongly consistent read"), this);
    m_consistentAction->setCheckable(true);
    connect(m_consistentAction, &QAction::toggled, this, [this](bool isOn) {
        m_draft.consistent = isOn;
        showMore();
    });
    addActions({m_runAction, m_cancelAction, m_focusAction, m_clearAction, m_consistentAction});
}

void QueryPanel::makeForm() {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    auto* fields = new QWidget(this);
    m_flow = new FlowLayout(8, 8, fields);
    row->addWidget(fields, 1);

    m_index = new QComboBox(fields);
    m_index->setAccessibleName(tr("Table or index to query"));
    m_index->setToolTip(tr("What to query: the table or one of its indexes"));
    m_index->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_index, &QComboBox::activated, this, [this] {
        const QString index = m_index->currentData().toString();
        setIndex(index);
        emit indexChosen(index);
    });
    m_flow->addWidget(m_index);

    m_tail = new QWidget(fields);
    makeTail();
    m_flow->addWidget(m_tail);

    m_run = new QPushButton(this);
    m_run->setObjectName(QStringLiteral("run"));
    m_run->setProperty("accent", true);
    m_run->setAutoDefault(false);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_isRunning)
            emit cancelRequested();
        else
            run();
    });
    row->addWidget(m_run, 0, Qt::AlignTop);
}

void QueryPanel::makeTail() {
    auto* column = new QVBoxLayout(m_tail);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    column->addLayout(row);

    m_direction = new QPushButton(m_tail);
    m_direction->setCheckable(true);
    m_direction->setAutoDefault(false);
    m_direction->setAccessibleName(tr("Descending order"));
    m_direction->setToolTip(tr("Order of the sort key (ScanIndexForward)"));
    connect(m_direction, &QPushButton::toggled, this, [this](bool isReverse) {
        m_draft.forward = !isReverse;
        refresh();
    });
    row->addWidget(m_direction);

    m_limit = new GrowingLineEdit(52, 110, m_tail);
    m_limit->setPlaceholderText(tr("limit"));
    m_limit->setAccessibleName(tr("Limit"));
    m_limit->setToolTip(tr("Most items to read in one page (Limit); empty: up to 1 MB"));
    connect(m_limit, &QLineEdit::textEdited, this, &QueryPanel::readFields);
    connect(m_limit, &QLineEdit::editingFinished, this, &QueryPanel::showProblems);
    connect(m_limit, &QLineEdit::returnPressed, this, &QueryPanel::run);
    row->addWidget(m_limit);

    m_more = new QPushButton(m_tail);
    m_more->setAccessibleName(tr("More"));
    m_more->setAutoDefault(false);
    auto* menu = new QMenu(m_more);
    menu->setToolTipsVisible(true);
    menu->addAction(m_consistentAction);
    menu->addSeparator();
    menu->addAction(m_clearAction);
    // Not QPushButton::setMenu(): its arrow would stand beside the dots.
    connect(m_more, &QPushButton::clicked, this,
            [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    row->addWidget(m_more);
    row->addStretch();

    m_limitMistake = new ThemedLabel(ThemedLabel::Role::Error, {}, m_tail);
    m_limitMistake->hide();
    column->addWidget(m_limitMistake);
}

void QueryPanel::makeExpressionRow() {
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_kind = new ThemedLabel(ThemedLabel::Role::Heading, {}, this);
    m_kind->setObjectName(QStringLiteral("kind"));
    m_expression = new ExpressionLabel(this);
    m_hint = new ThemedLabel(ThemedLabel::Role::Secondary, {}, this);
    m_hint->setObjectName(QStringLiteral("hint"));
    row->addWidget(m_kind);
    row->addWidget(m_expression);
    row->addWidget(m_hint);
    row->addStretch();
    m_error = new ThemedLabel(ThemedLabel::Role::Error, {}, this);
    m_error->setObjectName(QStringLiteral("error"));
    m_error->setWordWrap(true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_error->hide();
    layout()->addWidget(m_error);
}

}  // namespace partita
