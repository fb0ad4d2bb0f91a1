#include "model/run_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <limits>

namespace partita {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("RunText", text);
}

}  // namespace

QString durationText(std::chrono::nanoseconds time) {
    const double ms = static_cast<double>(time.count()) / 1e6;
    const QLocale locale;
    if (ms < 10) return translated(QT_TRANSLATE_NOOP("RunText", "%1 ms")).arg(locale.toString(ms, 'f', 1));
    if (ms < 1000) return translated(QT_TRANSLATE_NOOP("RunText", "%1 ms")).arg(locale.toString(ms, 'f', 0));
    return translated(QT_TRANSLATE_NOOP("RunText", "%1 s")).arg(locale.toString(ms / 1000, 'f', 1));
}

QString bytesText(std::uint64_t bytes) {
    const QLocale locale;
    if (bytes < 1024) {
        const int n = static_cast<int>(bytes);
        return QCoreApplication::translate("RunText", "%n byte(s)", nullptr, n);
    }
    const double kilobytes = static_cast<double>(bytes) / 1024;
    if (kilobytes < 1024)
        return translated(QT_TRANSLATE_NOOP("RunText", "%1 KB")).arg(locale.toString(kilobytes, 'f', 1));
    if (kilobytes < 1024 * 1024)
        return translated(QT_TRANSLATE_NOOP("RunText", "%1 MB"))
            .arg(locale.toString(kilobytes / 1024, 'f', 1));
    return translated(QT_TRANSLATE_NOOP("RunText", "%1 GB"))
        .arg(locale.toString(kilobytes / 1024 / 1024, 'f', 1));
}

int pluralCount(std::uint64_t number) {
    return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

}  // namespace partita
