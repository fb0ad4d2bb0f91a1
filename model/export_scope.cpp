#include "model/export_scope.h"

namespace partita {
namespace {

// 255 bytes is the most of common file systems; endings and what stands beside it while it is written need
// some.
constexpr qsizetype kMostBytes = 160;

bool isAwkward(QChar c) {
    static const QString awkward = QStringLiteral("/\\:*?\"<>|#%&{}$!'`@=~");
    return c.isSpace() || awkward.contains(c) || c.category() == QChar::Other_Control ||
           c.category() == QChar::Other_Format;
}

}  // namespace

void ExportScope::addTo(ExportOptions& options) const {
    options.views = views;
    options.entity = entity;
    options.query = query;
    options.scan = scan;
    options.items = selection;
}

QString fileNameFor(const QString& name) {
    QString out;
    for (const QChar c : name) {
        if (!isAwkward(c))
            out += c;
        else if (!out.endsWith(QLatin1Char('-')))
            out += QLatin1Char('-');
    }
    while (out.toUtf8().size() > kMostBytes)
        out.chop(out.back().isLowSurrogate() ? 2 : 1);
    while (out.endsWith(QLatin1Char('-')))
        out.chop(1);
    while (out.startsWith(QLatin1Char('.')) || out.startsWith(QLatin1Char('-')))
        out.remove(0, 1);
    return out.isEmpty() ? QStringLiteral("items") : out;
}

}  // namespace partita
