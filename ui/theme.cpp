#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <array>
#include <cmath>

#include "ui/theme_style.h"

namespace partita {
namespace {

ThemeColours lightColours() {
    ThemeColours c;
    c.window = QColor("#f3f4f6");
    c.surface = QColor("#fbfbfc");
    c.surfaceRaised = QColor("#ffffff");
    c.keyCell = QColor("#eef1f5");
    c.text = QColor("#1b2029");
    c.textSecondary = QColor("#566070");
    c.textFaint = QColor("#667080");
    c.line = QColor("#dcdfe4");
    c.lineStrong = QColor("#cbd0d8");
    c.hover = QColor("#f1f4f9");
    c.accent = QColor("#2563c9");
    c.onAccent = QColor("#ffffff");
    c.selection = QColor("#dbe8fd");
    c.hot = QColor("#c22f45");
    c.warning = QColor("#8a5a00");
    c.good = QColor("#1c7a43");
    c.bar = QColor("#4f86c6");
    c.barWrite = QColor("#c98a2b");
    c.syntaxName = QColor("#6d3fc4");
    c.syntaxValue = QColor("#8a3fb8");
    c.syntaxKeyword = QColor("#2563c9");
    return c;
}

ThemeColours darkColours() {
    ThemeColours c;
    c.window = QColor("#22262e");
    c.surface = QColor("#1b1e24");
    c.surfaceRaised = QColor("#1b1e24");
    c.keyCell = QColor("#272c35");
    c.text = QColor("#e6e9ee");
    c.textSecondary = QColor("#a6adba");
    c.textFaint = QColor("#949cab");
    c.line = QColor("#363b45");
    c.lineStrong = QColor("#4a515d");
    c.hover = QColor("#232831");
    c.accent = QColor("#6aa5ff");
    c.onAccent = QColor("#0d1b33");
    c.selection = QColor("#263b5e");
    c.hot = QColor("#f07d8d");
    c.warning = QColor("#e0ac53");
    c.good = QColor("#58c08a");
    c.bar = QColor("#6d9fdb");
    c.barWrite = QColor("#d79b45");
    c.syntaxName = QColor("#b594f5");
    c.syntaxValue = QColor("#cf98f0");
    c.syntaxKeyword = QColor("#6aa5ff");
    return c;
}

QPalette paletteOf(const ThemeColours& c) {
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.surfaceRaised);
    p.setColor(QPalette::AlternateBase, c.window);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.surfaceRaised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.onAccent);
    p.setColor(QPalette::PlaceholderText, c.textFaint);
    p.setColor(QPalette::Highlight, c.selection);
    p.setColor(QPalette::HighlightedText, c.text);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::ToolTipBase, c.surfaceRaised);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Light, c.surfaceRaised);
    p.setColor(QPalette::Midlight, c.line);
    p.setColor(QPalette::Mid, c.line);
    p.setColor(QPalette::Dark, c.lineStrong);
    p.setColor(QPalette::Shadow, c.lineStrong);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, c.textFaint);
    p.setColor(QPalette::Disabled, QPalette::Base, c.window);
    p.setColor(QPalette::Disabled, QPalette::Button, c.window);
    return p;
}

// Twelve hues that stay apart side by side; the first two are those of the drawings.
constexpr std::array<QRgb, 12> kLightHues = {0x5b8fd6, 0xc98a2b, 0x2f9d7c, 0xa561c9, 0xd0647c, 0x4ea3b8,
                                             0x8a9a2e, 0x7a6fd0, 0xc9663a, 0x46994b, 0xb5569c, 0x6d7f95};
constexpr std::array<QRgb, 12> kDarkHues = {0x6b9ee2, 0xd69a3f, 0x45b592, 0xb67ad8, 0xde7a90, 0x62b5c9,
                                            0x9fae45, 0x9288e0, 0xda7d53, 0x5fae63, 0xc870b0, 0x8798ad};

/// FNV-1a with a mixing end. Qt's own hash has a seed that differs from run to run; this basis was chosen so
/// that the entity types of common designs (META and PROJ, USER and ORG, ORDER and CUSTOMER) get hues far
/// apart.
std::uint32_t steadyHash(const QByteArray& bytes) {
    std::uint32_t x = 0x811cbb28U;
    for (const char byte : bytes)
        x = (x ^ static_cast<unsigned char>(byte)) * 16777619U;
    x ^= x >> 15;
    x *= 0x85ebca6bU;
    return x ^ (x >> 13);
}

QString firstInstalled(const QStringList& families) {
    for (const QString& family : families)
        if (QFontDatabase::hasFamily(family)) return family;
    return {};
}

double channel(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

bool hasTabularDigits(const QFont& font) {
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit)
        if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01) return false;
    return true;
}

}  // namespace

double contrastRatio(const QColor& a, const QColor& b) {
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

Theme& Theme::instance() {
    static Theme* const theme = new Theme;  // lives as long as the application, which is its parent
    return *theme;
}

Theme::Theme() : QObject(QCoreApplication::instance()), m_systemPalette(QApplication::palette()) {
    QStringList families;
    if (const QString inter = firstInstalled({"Inter", "Inter Variable"}); !inter.isEmpty())
        families << inter;
    families << QApplication::font().families();
    if (const QString japanese = firstInstalled({"Noto Sans CJK JP", "Noto Sans JP"}); !japanese.isEmpty())
        families << japanese;
    families.removeDuplicates();
    m_valueFont.setFamilies(families);
    m_valueFont.setPixelSize(13);
    m_valueFont.setHintingPreference(QFont::PreferNoHinting);
    m_nameFont = m_valueFont;
    m_nameFont.setPixelSize(11);
    m_keyFont = m_valueFont;
    m_keyFont.setWeight(QFont::DemiBold);
    m_monoFont = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (const QString mono = firstInstalled({"DejaVu Sans Mono", "Noto Sans Mono"}); !mono.isEmpty())
        m_monoFont.setFamilies({mono, "Noto Sans Mono CJK JP"});
    m_monoFont.setPixelSize(12);
    m_monoFont.setStyleHint(QFont::Monospace);

    QApplication::setStyle(new ThemeStyle);  // the application owns it
    QApplication::setFont(m_valueFont);
    // A desktop may have fonts of its own for these; one window, one font.
    for (const char* widget : {"QMenuBar", "QMenu", "QToolTip", "QMessageBox"})
        QApplication::setFont(m_valueFont, widget);
    qApp->installEventFilter(this);
    apply();
}

void Theme::setMode(Mode mode) {
    if (mode == m_mode) return;
    m_mode = mode;
    apply();
}

void Theme::apply() {
    m_dark = m_mode == Mode::Dark ||
             (m_mode == Mode::System && m_systemPalette.color(QPalette::Window).lightness() < 128);
    m_colours = m_dark ? darkColours() : lightColours();
    m_applying = true;
    QApplication::setPalette(paletteOf(m_colours));
    qApp->setStyleSheet(styleSheetOf(m_colours));
    m_applying = false;
    emit changed();
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    // The desktop went from light to dark, or back: Qt 6.4 tells it only as a new palette.
    if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp && !m_applying &&
        QApplication::palette().color(QPalette::Window) != m_colours.window) {
        m_systemPalette = QApplication::palette();
        apply();
    }
    return QObject::eventFilter(watched, event);
}

QColor Theme::entityColour(const QString& entity) const {
    if (const auto chosen = m_chosen.constFind(entity); chosen != m_chosen.constEnd())
        return QColor::fromRgb(*chosen);
    if (entity.isEmpty()) return m_colours.lineStrong;
    const auto& hues = m_dark ? kDarkHues : kLightHues;
    return QColor::fromRgb(hues[steadyHash(entity.toUtf8()) % hues.size()]);
}

void Theme::setChosenColours(const QHash<QString, QRgb>& colours) {
    if (colours == m_chosen) return;
    m_chosen = colours;
    emit changed();
}

QFont Theme::tabular(QFont font) {
    // Inter's figures are proportional unless a font feature is set, which Qt 6.4 cannot. These families have
    // figures of one width and of Inter's height.
    if (hasTabularDigits(font)) return font;
    static const QString family = firstInstalled({"Noto Sans CJK JP", "Noto Sans", "DejaVu Sans"});
    if (family.isEmpty()) return font;
    font.setFamilies(QStringList{family} + font.families());
    return font;
}

}  // namespace partita
