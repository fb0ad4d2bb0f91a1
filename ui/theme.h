// Colours and measures of the window, light and dark, in one place. Everything that paints asks here, and
// paints anew when changed() is emitted. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QObject>
#include <QPalette>
#include <QString>

namespace partita {

struct ThemeColours {
    QColor window, surface, surfaceRaised,
        keyCell;                            // behind panels; behind blocks; inputs; a block's key cell
    QColor text, textSecondary, textFaint;  // values; names and counts; placeholders and ghosts
    QColor line, lineStrong;                // between rows; between blocks
    QColor hover;                           // the row or button under the pointer
    QColor accent, onAccent, selection;     // the one accent; text on it; a selected row
    QColor hot, warning, good;              // over a limit; skewed, notices; verified
    QColor bar, barWrite;                   // read and write units under their limits
    QColor syntaxName, syntaxValue, syntaxKeyword;  // #k0, :v0, AND
};

/// How often one colour is lighter than another, 1 … 21, as WCAG 2 counts it. Text needs 4.5.
double contrastRatio(const QColor& a, const QColor& b);

class Theme final : public QObject {
    Q_OBJECT
  public:
    enum class Mode { System, Light, Dark };

    /// The application's one theme; made on first use, after QApplication.
    static Theme& instance();

    Mode mode() const { return m_mode; }
    /// Sets the application's palette and style sheet too. System follows the desktop's palette.
    void setMode(Mode mode);
    bool isDark() const { return m_dark; }
    const ThemeColours& colours() const { return m_colours; }

    /// The colour of an entity type: the same name always gets the same one of twelve hues, tuned to light or
    /// dark, unless the user chose another.
    QColor entityColour(const QString& entity) const;
    /// The colours that the user chose, by entity type: those of the table that is shown.
    void setChosenColours(const QHash<QString, QRgb>& colours);

    QFont valueFont() const { return m_valueFont; }  // 13 px
    QFont nameFont() const { return m_nameFont; }    // 11 px: attribute names, counts
    QFont keyFont() const { return m_keyFont; }      // 13 px, semi-bold
    QFont monoFont() const { return m_monoFont; }    // 12 px: expressions, JSON
    /// Digits of one width, for columns of figures.
    static QFont tabular(QFont font);

  signals:
    void changed();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    Theme();
    void apply();
    Mode m_mode = Mode::System;
    bool m_dark = false;
    bool m_applying = false;  // the palette change is our own
    QPalette m_systemPalette;
    ThemeColours m_colours;
    QHash<QString, QRgb> m_chosen;
    QFont m_valueFont, m_nameFont, m_keyFont, m_monoFont;
};

}  // namespace partita
