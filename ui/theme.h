// Colours and measures of the window, light and dark, in one place. Everything that paints asks here, and paints
// anew when changed() is emitted. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

namespace partita {

struct ThemeColours {
    QColor window, surface, surfaceRaised, keyCell;  // behind panels; behind blocks; inputs; a block's key cell
    QColor text, textSecondary, textFaint;           // values; names and counts; placeholders and ghosts
    QColor line, lineStrong;                         // between rows; between blocks
    QColor accent, onAccent, selection;              // the one accent; text on it; a selected row
    QColor hot, warning, good;                       // over a limit; skewed, notices; verified
    QColor bar, barWrite;                            // read and write units under their limits
    QColor syntaxName, syntaxValue, syntaxKeyword;   // #k0, :v0, AND
};

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
    /// dark, unless the user chose another (rgb).
    QColor entityColour(const QString& entity) const;

    QFont valueFont() const;   // 13 px
    QFont nameFont() const;    // 11 px: attribute names, counts
    QFont keyFont() const;     // 13 px, semi-bold
    QFont monoFont() const;    // 12 px: expressions, JSON
    /// Digits of one width, for columns of figures.
    static QFont tabular(QFont font);

  signals:
    void changed();

  private:
    Theme();
    void apply();
    Mode m_mode = Mode::System;
    bool m_dark = false;
    ThemeColours m_colours;
};

}  // namespace partita
