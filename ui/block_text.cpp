#include "ui/block_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr qsizetype kTextsOfATurn = 4000;  // a few screens

}  // namespace

void GlyphText::draw(QPainter& painter, qreal x, qreal baseline) const {
    for (const QGlyphRun& run : runs)
        painter.drawGlyphRun(QPointF(x, baseline), run);
}

TextCache::TextCache() {
    clear();
}

void TextCache::clear() {
    m_new.clear();
    m_old.clear();
    const Theme& theme = Theme::instance();
    m_fonts = {theme.valueFont(), Theme::tabular(theme.valueFont()), theme.nameFont(), theme.keyFont()};
}

GlyphText TextCache::get(const QString& text, TextKind kind, int width) {
    const Key key{text, width, kind};
    if (const auto found = m_new.constFind(key); found != m_new.constEnd()) return *found;
    if (m_new.size() >= kTextsOfATurn) {
        m_old = std::move(m_new);
        m_new.clear();
    }
    const auto old = m_old.constFind(key);
    const GlyphText shaped = old != m_old.constEnd() ? *old : shape(key);
    m_new.insert(key, shaped);
    return shaped;
}

GlyphText TextCache::shape(const Key& key) const {
    GlyphText shaped;
    if (key.text.isEmpty() || key.width <= 0) return shaped;
    const QString text = QFontMetricsF(font(key.kind)).elidedText(key.text, Qt::ElideRight, key.width);
    shaped.elided = text.size() != key.text.size();
    QTextLayout layout(text, font(key.kind));
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid()) {
        line.setLineWidth(1e6);
        line.setPosition(QPointF(0, -line.ascent()));
    }
    layout.endLayout();
    if (!line.isValid()) return shaped;
    shaped.runs = layout.glyphRuns();
    shaped.width = line.naturalTextWidth();
    return shaped;
}

}  // namespace partita
