#include "model/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace partita {
namespace {
const QString kKey = QStringLiteral("recentFiles");
}

RecentFiles::RecentFiles(QSettings* settings, QObject* parent) : QObject(parent), m_settings(settings) {}

QStringList RecentFiles::paths() const {
    QStringList paths = m_settings->value(kKey).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}

void RecentFiles::add(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList paths = m_settings->value(kKey).toStringList();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    store(paths.mid(0, kMost));
}

void RecentFiles::remove(const QString& path) {
    QStringList paths = m_settings->value(kKey).toStringList();
    if (paths.removeAll(QFileInfo(path).absoluteFilePath()) > 0) store(paths);
}

void RecentFiles::clear() {
    store({});
}

void RecentFiles::store(const QStringList& paths) {
    m_settings->setValue(kKey, paths);
    emit changed();
}

}  // namespace partita
