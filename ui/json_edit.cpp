#include "ui/json_edit.h"

#include <QKeyEvent>
#include <QTextBlock>
#include <algorithm>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr qsizetype kMostColoured = 120'000;
constexpr qsizetype kMostWrappedByWord = 5000;  // see JsonView
constexpr int kIndent = 2;
constexpr int kMarkOpacity = 34;  // of 255: the text on it keeps its contrast

bool hasLongLine(const QString& text) {
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = text.indexOf(QLatin1Char('\n'), begin);
        if (end < 0) end = text.size();
        if (end - begin > kMostWrappedByWord) return true;
        begin = end + 1;
    }
    return false;
}

}  // namespace

JsonEdit::JsonEdit(QWidget* parent) : QPlainTextEdit(parent), m_highlighter(new JsonHighlighter(document())) {
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    connect(&Theme::instance(), &Theme::changed, this, &JsonEdit::applyTheme);
    applyTheme();
}

void JsonEdit::setText(const QString& text) {
    m_fault = {-1, -1};
    m_changed.clear();
    m_highlighter->setDocument(nullptr);
    setWordWrapMode(hasLongLine(text) ? QTextOption::WrapAnywhere
                                      : QTextOption::WrapAtWordBoundaryOrAnywhere);
    setPlainText(text);
    if (text.size() <= kMostColoured) m_highlighter->setDocument(document());
    mark();
}

QString JsonEdit::text() const {
    QString text = document()->toRawText();
    text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
    text.replace(QChar::LineSeparator, QLatin1Char('\n'));
    return text;
}

void JsonEdit::setFault(qsizetype begin, qsizetype end) {
    m_fault = {begin, end};
    mark();
}

void JsonEdit::setChanged(std::vector<std::pair<qsizetype, qsizetype>> ranges) {
    m_changed = std::move(ranges);
    mark();
}

void JsonEdit::goToFault() {
    setFocus(Qt::OtherFocusReason);
    if (m_fault.first < 0) return;
    QTextCursor cursor = textCursor();
    cursor.setPosition(
        static_cast<int>(std::min<qsizetype>(m_fault.first, document()->characterCount() - 1)));
    setTextCursor(cursor);
    ensureCursorVisible();
}

void JsonEdit::mark() {
    const ThemeColours& colours = Theme::instance().colours();
    const qsizetype end = std::max(0, document()->characterCount() - 1);
    QList<QTextEdit::ExtraSelection> marks;
    QColor tint = colours.accent;
    tint.setAlpha(kMarkOpacity);
    for (const auto& [first, last] : m_changed) {
        QTextBlock block = document()->findBlock(static_cast<int>(std::min(first, end)));
        const QTextBlock lastBlock = document()->findBlock(static_cast<int>(std::min(last, end)));
        for (; block.isValid() && block.blockNumber() <= lastBlock.blockNumber(); block = block.next()) {
            QTextEdit::ExtraSelection selection;
            selection.format.setBackground(tint);
            selection.format.setProperty(QTextFormat::FullWidthSelection, true);
            selection.cursor = QTextCursor(block);
            marks << selection;
        }
    }
    if (m_fault.first >= 0) {
        QTextEdit::ExtraSelection selection;
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(colours.hot);
        QColor ground = colours.hot;
        ground.setAlpha(kMarkOpacity);
        selection.format.setBackground(ground);
        // At the end of the text there is nothing to underline: the character before it is.
        const qsizetype begin = std::min(m_fault.first, end);
        const qsizetype until = std::min(std::max(m_fault.second, begin + 1), end);
        selection.cursor = textCursor();
        selection.cursor.setPosition(
            static_cast<int>(until > begin ? begin : std::max<qsizetype>(0, end - 1)));
        selection.cursor.setPosition(static_cast<int>(until), QTextCursor::KeepAnchor);
        marks << selection;
    }
    setExtraSelections(marks);
}

void JsonEdit::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() == Qt::ControlModifier) {
        event->ignore();  // the dialog's
        return;
    }
    if (isReturn) {
        // The next line begins below this one, or further in after a bracket.
        QTextCursor cursor = textCursor();
        const QString line = cursor.block().text().left(cursor.positionInBlock());
        qsizetype blanks = 0;
        while (blanks < line.size() && line[blanks] == QLatin1Char(' '))
            ++blanks;
        const QString content = line.trimmed();
        if (content.endsWith(QLatin1Char('{')) || content.endsWith(QLatin1Char('['))) blanks += kIndent;
        cursor.insertBlock();
        cursor.insertText(QString(blanks, QLatin1Char(' ')));
        setTextCursor(cursor);
        ensureCursorVisible();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void JsonEdit::applyTheme() {
    setFont(Theme::instance().monoFont());
    mark();
}

}  // namespace partita
