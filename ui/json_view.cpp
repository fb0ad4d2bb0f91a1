#include "ui/json_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTextOption>
#include <QVBoxLayout>

#include "engine/interchange/json.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

JsonView::JsonView(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("JSON"), this));
    row->addStretch();
    m_form = new SegmentedControl({tr("DynamoDB"), tr("Plain")}, this);
    m_form->setToolTips({tr("With types, as the service takes and gives it: reads back as the same item"),
                         tr("Without types, to read: sets become arrays, binary becomes base64")});
    connect(m_form, &SegmentedControl::chosen, this, &JsonView::show);
    row->addWidget(m_form);
    m_copy = new QToolButton(this);
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy this JSON"));
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    row->addWidget(m_copy);
    column->addLayout(row);

    m_text = new QPlainTextEdit(this);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Item as JSON"));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    m_highlighter = new JsonHighlighter(m_text->document());
    column->addWidget(m_text, 1);
    connect(&Theme::instance(), &Theme::changed, this, &JsonView::applyTheme);
    applyTheme();
}

void JsonView::setItem(std::shared_ptr<const Item> item, std::vector<std::string> firstNames) {
    m_item = std::move(item);
    m_firstNames = std::move(firstNames);
    show();
}

void JsonView::show() {
    m_copy->setEnabled(m_item != nullptr);
    if (!m_item) {
        m_text->clear();
        return;
    }
    const JsonStyle style{2, m_firstNames};
    const std::string json =
        m_form->current() == 0 ? toDynamoDbJson(*m_item, style) : toPlainJson(*m_item, style);
    const QString text = QString::fromStdString(json);
    m_highlighter->setDocument(text.size() <= kMostColoured ? m_text->document() : nullptr);
    m_text->setPlainText(text);
}

void JsonView::applyTheme() {
    m_text->setFont(Theme::instance().monoFont());
}

}  // namespace partita
