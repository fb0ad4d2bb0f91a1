// Contrast is counted as WCAG 2 counts it; widgets are looked at as the user sees them.
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QtTest>

#include "ui/theme.h"

using namespace partita;

class TestTheme : public QObject {
    Q_OBJECT
  private slots:
    void ratioIsThatOfWcag();
    void textCanBeRead_data();
    void textCanBeRead();
    void entitiesKeepTheirColours();
    void entityColoursStandOut_data() { textCanBeRead_data(); }
    void entityColoursStandOut();
    void themeChangesEverything();
    void figuresHaveOneWidth();
    void inputsOfOneRowHaveOneHeight();
    void accentButtonIsAccented();
};

void TestTheme::ratioIsThatOfWcag() {
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    QVERIFY(std::abs(contrastRatio(QColor("#767676"), Qt::white) - 4.54) < 0.01);
}

void TestTheme::textCanBeRead_data() {
    QTest::addColumn<Theme::Mode>("mode");
    QTest::newRow("light") << Theme::Mode::Light;
    QTest::newRow("dark") << Theme::Mode::Dark;
}

void TestTheme::textCanBeRead() {
    QFETCH(Theme::Mode, mode);
    Theme::instance().setMode(mode);
    const ThemeColours& c = Theme::instance().colours();
    const struct {
        const char* name;
        QColor colour;
        QList<QColor> grounds;
    } texts[] = {
        {"text", c.text, {c.window, c.surface, c.surfaceRaised, c.keyCell, c.selection, c.hover}},
        {"secondary", c.textSecondary, {c.window, c.surface, c.keyCell, c.selection, c.hover}},
        {"faint", c.textFaint, {c.surface, c.surfaceRaised, c.window}},
        {"accent", c.accent, {c.window, c.surface}},
        {"on accent", c.onAccent, {c.accent}},
        {"hot", c.hot, {c.window, c.surface, c.keyCell}},
        {"warning", c.warning, {c.window, c.surface}},
        {"good", c.good, {c.window, c.surface}},
        {"name placeholders", c.syntaxName, {c.window, c.surface}},
        {"value placeholders", c.syntaxValue, {c.window, c.surface}},
        {"keywords", c.syntaxKeyword, {c.window, c.surface}},
    };
    for (const auto& text : texts)
        for (const QColor& ground : text.grounds)
            QVERIFY2(contrastRatio(text.colour, ground) >= 4.5,
                     qPrintable(QString("%1 on %2: %3")
                                    .arg(text.name, ground.name())
                                    .arg(contrastRatio(text.colour, ground))));
}

void TestTheme::entitiesKeepTheirColours() {
    Theme& theme = Theme::instance();
    theme.setMode(Theme::Mode::Light);
    QCOMPARE(theme.entityColour("META").name(), "#5b8fd6");  // as drawn, and the same in every run
    QCOMPARE(theme.entityColour("PROJ").name(), "#c98a2b");
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setChosenColours({{"META", qRgb(1, 2, 3)}});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(theme.entityColour("META"), QColor(1, 2, 3));
    theme.setChosenColours({});
    QCOMPARE(theme.entityColour("META").name(), "#5b8fd6");
}

void TestTheme::entityColoursStandOut() {
    QFETCH(Theme::Mode, mode);
    Theme::instance().setMode(mode);
    QSet<QString> seen;
    for (int i = 0; i < 500; ++i) {
        const QColor colour = Theme::instance().entityColour("ENTITY" + QString::number(i));
        seen.insert(colour.name());
        const double ratio = contrastRatio(colour, Theme::instance().colours().surface);
        QVERIFY2(ratio >= 2.5, qPrintable(QString("%1: %2").arg(colour.name()).arg(ratio)));
    }
    QCOMPARE(seen.size(), 12);
}

void TestTheme::themeChangesEverything() {
    Theme& theme = Theme::instance();
    theme.setMode(Theme::Mode::Light);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(changed.size(), 1);
    QVERIFY(theme.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), theme.colours().window);
    QCOMPARE(QApplication::palette().color(QPalette::Text), theme.colours().text);
    QVERIFY(qApp->styleSheet().contains(theme.colours().accent.name()));
    QVERIFY(!qApp->styleSheet().contains('@'));
    theme.setMode(Theme::Mode::Dark);
    QCOMPARE(changed.size(), 1);
    theme.setMode(Theme::Mode::System);  // off screen the desktop is light
    QVERIFY(!theme.isDark());
}

void TestTheme::figuresHaveOneWidth() {
    const QFontMetricsF metrics(Theme::tabular(Theme::instance().valueFont()));
    for (char digit = '1'; digit <= '9'; ++digit)
        QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)), metrics.horizontalAdvance(QLatin1Char('0')));
    QCOMPARE(Theme::instance().valueFont().pixelSize(), 13);
    QCOMPARE(Theme::instance().nameFont().pixelSize(), 11);
    QVERIFY(QFontInfo(Theme::instance().monoFont()).fixedPitch());
}

void TestTheme::inputsOfOneRowHaveOneHeight() {
    Theme::instance().setMode(Theme::Mode::Light);
    QLineEdit line;
    QComboBox combo;
    combo.addItem("Table");
    QPushButton button("Run");
    QCOMPARE(combo.sizeHint().height(), line.sizeHint().height());
    QCOMPARE(button.sizeHint().height(), line.sizeHint().height());
}

void TestTheme::accentButtonIsAccented() {
    Theme::instance().setMode(Theme::Mode::Light);
    QPushButton button("Run");
    button.setProperty("accent", true);
    button.resize(80, 26);
    const QImage picture = button.grab().toImage();
    QCOMPARE(picture.pixelColor(8, 13), Theme::instance().colours().accent);
    button.setEnabled(false);
    QVERIFY(button.grab().toImage().pixelColor(8, 13) != Theme::instance().colours().accent);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
