// Every text of the window goes through tr(): no raw literal in the calls that show one. A heuristic on
// single lines; what it cannot see (a literal in a variable) is left to the reader.
#include <QtTest/QtTest>

#include "tests/project/source_tree.h"

using namespace partita::project;

namespace {

// Calls that show a text, up to and with their first literal. Kept out of macros: moc does not read raw
// literals there.
constexpr char kCall[] =
    R"re(\b(?:set(?:Text|ToolTip|WindowTitle|StatusTip|WhatsThis|PlaceholderText|Title|LabelText|TabText|)re"
    R"re(AccessibleName|AccessibleDescription|InformativeText|Prefix|Suffix|ItemText|HeaderData|EmptyText)|)re"
    R"re(add(?:Action|Menu|Tab|Item|Row|Section|Button)|insertTab|showMessage|)re"
    R"re(new\s+Q(?:Label|PushButton|CheckBox|RadioButton|GroupBox|Action|Menu|DockWidget))\()re"
    R"re([^;"]*?"((?:[^"\\]|\\.)*)")re";
// What stands before a literal that is translated, or that is no text for people.
constexpr char kInnocent[] =
    R"re(\b(?:tr|translate|icon|fromTheme|QIcon|QKeySequence|objectName|replace|remove|split|join)\(\s*$)re";
constexpr char kWrapper[] = R"re((?:QStringLiteral|QString::fromUtf8|QLatin1String|QString)\(\s*$)re";
constexpr char kMarkup[] = R"re(<[^>]*>|^\.\w+$)re";
constexpr char kWord[] = R"re(\p{L}{2,})re";

QRegularExpression expression(const char* text) {
    return QRegularExpression(QString::fromLatin1(text));
}

/// Whether the line shows a literal with words in it that is not translated.
bool showsRawText(const QString& line) {
    static const QRegularExpression call = expression(kCall);
    static const QRegularExpression innocent = expression(kInnocent);
    static const QRegularExpression wrapper = expression(kWrapper);
    static const QRegularExpression word = expression(kWord);
    const QRegularExpressionMatch match = call.match(line);
    if (!match.hasMatch()) return false;
    const QString before = line.left(match.capturedStart(1) - 1).remove(wrapper);
    // Mark-up and the ending of a file's name are not words.
    static const QRegularExpression markup = expression(kMarkup);
    return !innocent.match(before).hasMatch() && word.match(match.captured(1).remove(markup)).hasMatch();
}

}  // namespace

class TestTexts final : public QObject {
    Q_OBJECT

  private slots:
    void ruleSeesRawText_data();
    void ruleSeesRawText();
    void everyTextIsTranslated();
};

void TestTexts::ruleSeesRawText_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("raw");
    const auto row = [](const char* name, const char* line, bool raw) {
        QTest::newRow(name) << QString::fromUtf8(line) << raw;
    };
    row("label", R"(label->setText("Partition");)", true);
    row("string literal", R"(label->setText(QStringLiteral("Partition"));)", true);
    row("translated", R"(label->setText(tr("Partition"));)", false);
    row("translated, with arguments", R"(label->setText(tr("%1 of %2").arg(a, b));)", false);
    row("a sign alone", R"(button->setText("⇅");)", false);
    row("placeholders alone", R"(label->setText(QStringLiteral("%1 · %2").arg(a, b));)", false);
    row("menu", R"(menuBar()->addMenu("&File");)", true);
    row("menu, translated", R"(menuBar()->addMenu(tr("&File"));)", false);
    row("action with an icon", R"(menu->addAction(icon("open"), tr("Open"));)", false);
    row("new label", R"(auto* label = new QLabel("Items", this);)", true);
    row("new label, translated", R"(auto* label = new QLabel(tr("Items"), this);)", false);
    row("name for programs", R"(label->setObjectName("items");)", false);
    row("title", R"(setWindowTitle(QString("Partita"));)", true);
    row("mark-up alone", R"(label->setText(text.replace('\n', QStringLiteral("<br>")));)", false);
    row("mark-up and words", R"(label->setText("<b>Items</b>");)", true);
    row("ending of a file's name", R"(path->setText(name + QStringLiteral(".partita"));)", false);
    row("a pattern", R"(label->setText(text.replace(QStringLiteral(",seed=%1").arg(seed), QString()));)",
        false);
    row("a variable", R"(label->setText(text);)", false);
}

void TestTexts::ruleSeesRawText() {
    QFETCH(QString, line);
    QFETCH(bool, raw);
    QCOMPARE(showsRawText(line), raw);
}

void TestTexts::everyTextIsTranslated() {
    QStringList faults;
    for (const QString& path :
         sources({QStringLiteral("ui"), QStringLiteral("model"), QStringLiteral("app")})) {
        // The command line speaks English only, for scripts.
        if (path.startsWith(QLatin1String("app/command"))) continue;
        const QStringList lines = linesOf(path);
        for (qsizetype i = 0; i < lines.size(); ++i)
            if (showsRawText(lines[i]))
                faults.append(QStringLiteral("%1:%2: %3").arg(path).arg(i + 1).arg(lines[i].trimmed()));
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

QTEST_APPLESS_MAIN(TestTexts)
#include "tst_texts.moc"
