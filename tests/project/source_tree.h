// The project's own files, as the tests of this folder read them.
#pragma once

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace partita::project {

inline QString root() {
    return QStringLiteral(PARTITA_SOURCE_DIR);
}

/// Every source and header below the given folders, as paths from the root, sorted.
inline QStringList sources(const QStringList& folders) {
    QStringList paths;
    const QDir top(root());
    for (const QString& folder : folders) {
        QDirIterator files(top.filePath(folder), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            paths.append(top.relativeFilePath(files.next()));
    }
    paths.sort();
    return paths;
}

/// Empty when the file cannot be read.
inline QStringList linesOf(const QString& path) {
    QFile file(QDir(root()).filePath(path));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
}

}  // namespace partita::project
