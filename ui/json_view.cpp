#include "ui/json_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTextOption>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/interchange/json.h"
#include "model/load_text.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

namespace {

constexpr qsizetype kMostWrappedByWord = 5000;

qsizetype longestLine(const QString& text) {
    qsizetype longest = 0;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = text.indexOf(QLatin1Char('\n'), begin);
        if (end < 0) end = text.size();
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    return longest;
}

}  // namespace

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
    connect(m_form, &SegmentedControl::chosen, this, &JsonView::write);
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
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    m_highlighter = new JsonHighlighter(m_text->document());
    column->addWidget(m_text, 1);
    m_showAll = new QPushButton(this);
    m_showAll->setAutoDefault(false);
    m_showAll->hide();
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_showAll->hide();
        show(m_json);
    });
    column->addWidget(m_showAll, 0, Qt::AlignLeft);
    connect(&Theme::instance(), &Theme::changed, this, &JsonView::applyTheme);
    applyTheme();
}

void JsonView::setItem(std::shared_ptr<const Item> item, std::vector<std::string> firstNames) {
    m_item = std::move(item);
    m_firstNames = std::move(firstNames);
    write();
}

void JsonView::write() {
    m_json.clear();
    if (m_item) {
        const JsonStyle style{2, m_firstNames};
        m_json = QString::fromStdString(m_form->current() == 0 ? toDynamoDbJson(*m_item, style)
                                                               : toPlainJson(*m_item, style));
    }
    m_copy->setEnabled(m_item != nullptr);
    const bool isCut = m_json.size() > kMostAtFirst;
    m_showAll->setVisible(isCut);
    if (isCut) {
        const qsizetype shown =
            std::max(m_json.lastIndexOf(QLatin1Char('\n'), kMostAtFirst), kMostAtFirst / 2);
        m_showAll->setText(
            tr("Show all %1 characters").arg(countText(static_cast<std::uint64_t>(m_json.size()))));
        m_showAll->setToolTip(tr("This is the beginning; Copy takes all of it."));
        show(m_json.left(shown) + QStringLiteral("\n…"));
    } else {
        show(m_json);
    }
}

void JsonView::show(const QString& text) {
    // Off while the text changes, so that the new text is coloured once.
    m_highlighter->setDocument(nullptr);
    // Looking for the end of a word takes the square of its length: a string of 200,000 characters, 20
    // seconds.
    const bool hasLongLine = longestLine(text) > kMostWrappedByWord;
    m_text->setWordWrapMode(hasLongLine ? QTextOption::WrapAnywhere
                                        : QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setPlainText(text);
    if (text.size() <= 2 * kMostAtFirst) m_highlighter->setDocument(m_text->document());
}

void JsonView::applyTheme() {
    m_text->setFont(Theme::instance().monoFont());
}

}  // namespace partita
