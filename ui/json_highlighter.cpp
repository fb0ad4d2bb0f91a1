#include "ui/json_highlighter.h"

#include "ui/theme.h"

namespace partita {

namespace {

/// One past the closing quote of the string that begins at `begin`, or the end of the line.
qsizetype endOfString(const QString& line, qsizetype begin) {
    for (qsizetype i = begin + 1; i < line.size(); ++i) {
        if (line[i] == QLatin1Char('\\'))
            ++i;
        else if (line[i] == QLatin1Char('"'))
            return i + 1;
    }
    return line.size();
}

bool isPunctuation(QChar c) {
    return QStringLiteral("{}[],: ").contains(c);
}

}  // namespace

JsonHighlighter::JsonHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
    connect(&Theme::instance(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void JsonHighlighter::highlightBlock(const QString& line) {
    const ThemeColours& colours = Theme::instance().colours();
    const auto colour = [&](qsizetype begin, qsizetype end, const QColor& with) {
        setFormat(static_cast<int>(begin), static_cast<int>(end - begin), with);
    };
    for (qsizetype i = 0; i < line.size();) {
        if (line[i] == QLatin1Char('"')) {
            const qsizetype end = endOfString(line, i);
            qsizetype after = end;
            while (after < line.size() && line[after] == QLatin1Char(' '))
                ++after;
            const bool isName = after < line.size() && line[after] == QLatin1Char(':');
            colour(i, end, isName ? colours.syntaxName : colours.text);
            i = end;
        } else if (isPunctuation(line[i])) {
            colour(i, i + 1, colours.textSecondary);
            ++i;
        } else {
            const qsizetype begin = i;
            while (i < line.size() && !isPunctuation(line[i]))
                ++i;
            colour(begin, i, colours.syntaxKeyword);
        }
    }
}

}  // namespace partita
