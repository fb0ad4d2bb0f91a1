// Text shaped once and drawn often: shaping costs more than drawing, and a screen of blocks has a thousand
// texts. Drawn by its baseline, so that texts of different fallback fonts (Japanese beside Latin) stand on
// one line. GUI thread only.
#pragma once

#include <QFont>
#include <QGlyphRun>
#include <QHash>
#include <QString>
#include <array>

class QPainter;

namespace partita {

enum class TextKind { Value, Figure, Name, Key };

struct GlyphText {
    QList<QGlyphRun> runs;
    qreal width = 0;
    bool elided = false;
    void draw(QPainter& painter, qreal x, qreal baseline) const;
};

class TextCache final {
  public:
    TextCache();
    /// After the theme or its fonts changed.
    void clear();
    const QFont& font(TextKind kind) const { return m_fonts[static_cast<std::size_t>(kind)]; }
    /// Elided at the right to `width` pixels.
    GlyphText get(const QString& text, TextKind kind, int width);

  private:
    struct Key {
        QString text;
        int width;
        TextKind kind;
        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed) {
            return qHashMulti(seed, key.text, key.width, static_cast<int>(key.kind));
        }
    };
    GlyphText shape(const Key& key) const;

    std::array<QFont, 4> m_fonts;
    QHash<Key, GlyphText> m_new;  // used since the last turn
    QHash<Key, GlyphText> m_old;  // used in the turn before; what is not used for a whole turn goes
};

}  // namespace partita
