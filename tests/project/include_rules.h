// The walls between the layers as rules on single #include lines: which file may include what.
// The plan is told in engine/README.md and README.md, "Where things are". Pure functions.
#pragma once

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QHash>
#include <QtCore/QLibraryInfo>
#include <QtCore/QRegularExpression>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace partita::project {

/// What an #include line names: <sqlite3.h> or "engine/value/item.h"; empty for any other line.
struct Include {
    QString name;
    bool isSystem = false;
};

inline constexpr char kIncludeForm[] = R"re(^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)"))re";

inline Include includeOf(const QString& line) {
    static const QRegularExpression form(QString::fromLatin1(kIncludeForm));
    const QRegularExpressionMatch match = form.match(line);
    if (!match.hasMatch()) return {};
    const bool isSystem = match.hasCaptured(1) && !match.captured(1).isEmpty();
    return {match.captured(isSystem ? 1 : 2), isSystem};
}

/// "QtGui" for <QtGui/QColor>, <QColor> and <qcolor.h>; empty for what is not Qt's.
inline QString qtModuleOf(const QString& header) {
    static const QRegularExpression withModule(QStringLiteral("^(Qt[A-Z][A-Za-z]*)(/|$)"));
    const QRegularExpressionMatch match = withModule.match(header);
    if (match.hasMatch()) return match.captured(1);
    static const QRegularExpression bare(QStringLiteral("^(Q[A-Z][A-Za-z0-9]*|q[a-z0-9_]+\\.h)$"));
    if (!bare.match(header).hasMatch()) return {};
    const QDir headers(QLibraryInfo::path(QLibraryInfo::HeadersPath));
    for (const QString& module : headers.entryList({QStringLiteral("Qt*")}, QDir::Dirs))
        if (QFileInfo::exists(headers.filePath(module + QLatin1Char('/') + header))) return module;
    return header.startsWith(QLatin1Char('Q')) ? QStringLiteral("Qt?") : QString();
}

/// Rooms of the engine in reading order: a room includes itself and what stands before it, never what
/// follows. -1 for a path that is not in the engine.
inline int engineRank(const QString& path) {
    static const QHash<QString, int> ranks = {
        {QStringLiteral("engine/error"), 0},         {QStringLiteral("engine/result"), 0},
        {QStringLiteral("engine/limits"), 0},        {QStringLiteral("engine/clock"), 0},
        {QStringLiteral("engine/progress"), 0},      {QStringLiteral("engine/value/"), 1},
        {QStringLiteral("engine/table/"), 2},        {QStringLiteral("engine/expression/"), 3},
        {QStringLiteral("engine/request"), 4},       {QStringLiteral("engine/browse"), 4},
        {QStringLiteral("engine/table_request"), 4}, {QStringLiteral("engine/storage/"), 5},
        {QStringLiteral("engine/operation/"), 6},    {QStringLiteral("engine/partition/"), 7},
        {QStringLiteral("engine/interchange/"), 8},  {QStringLiteral("engine/api/"), 10}};
    constexpr int kFacade = 9;
    if (!path.startsWith(QLatin1String("engine/"))) return -1;
    const qsizetype room = path.indexOf(QLatin1Char('/'), 7);
    const QString key = room >= 0 ? path.left(room + 1) : path.left(path.lastIndexOf(QLatin1Char('.')));
    return ranks.value(key, kFacade);
}

inline bool isUnder(const QString& path, const QStringList& folders) {
    for (const QString& folder : folders)
        if (path.startsWith(folder + QLatin1Char('/'))) return true;
    return false;
}

/// A sentence that says which wall the line breaks; empty when it breaks none. `path` is from the root.
inline QString brokenWall(const QString& path, const QString& line) {
    const Include include = includeOf(line);
    const QString& name = include.name;
    if (name.isEmpty()) return {};
    const bool isTest = isUnder(path, {QStringLiteral("tests")});

    if (include.isSystem) {
        const QString module = qtModuleOf(name);
        if (path.startsWith(QLatin1String("engine/")) && !module.isEmpty())
            return QStringLiteral("the engine knows no Qt");
        if (path.startsWith(QLatin1String("model/")) && !module.isEmpty() &&
            module != QLatin1String("QtCore") && module != QLatin1String("QtConcurrent"))
            return QStringLiteral("the model knows Qt Core and Qt Concurrent only, not %1").arg(module);
        if (name == QLatin1String("sqlite3.h") && !isTest &&
            !(path.startsWith(QLatin1String("engine/storage/")) && path.endsWith(QLatin1String(".cpp"))))
            return QStringLiteral("SQLite is seen by engine/storage/*.cpp only");
        if (name == QLatin1String("qcustomplot.h") && path != QLatin1String("ui/chart.h") && !isTest)
            return QStringLiteral("QCustomPlot is seen by ui/chart.h only");
        if (name == QLatin1String("simdjson.h") && !isTest &&
            !isUnder(path, {QStringLiteral("engine/interchange"), QStringLiteral("engine/partition"),
                            QStringLiteral("engine/api")}))
            return QStringLiteral("simdjson is seen by the rooms that read JSON only");
        if (name == QLatin1String("xxhash.h") && !isTest &&
            !(path.startsWith(QLatin1String("engine/")) && path.endsWith(QLatin1String(".cpp"))))
            return QStringLiteral("xxHash is seen by sources of the engine only");
        return {};
    }

    if (name.endsWith(QLatin1String(".moc"))) return {};
    const QString layer = name.section(QLatin1Char('/'), 0, 0);
    const QStringList layers = {QStringLiteral("engine"), QStringLiteral("model"), QStringLiteral("ui"),
                                QStringLiteral("app")};
    if (!name.contains(QLatin1Char('/')) || (!layers.contains(layer) && layer != QLatin1String("tests")))
        return QStringLiteral("an include is written from the root");
    if (isTest) {
        const bool isPrivate =
            isUnder(name, {QStringLiteral("engine/storage"), QStringLiteral("engine/operation")});
        const QStringList own = {QStringLiteral("tests/storage"), QStringLiteral("tests/operation"),
                                 QStringLiteral("tests/engine"), QStringLiteral("tests/bench")};
        if (isPrivate && !isUnder(path, own))
            return QStringLiteral("the engine's private rooms are seen by the engine and its own tests only");
        return {};
    }
    if (layer == QLatin1String("tests")) return QStringLiteral("no production file knows of a test");
    if (layers.indexOf(layer) > layers.indexOf(path.section(QLatin1Char('/'), 0, 0)))
        return QStringLiteral("layers are engine, model, ui, app: an include never points back");
    if (name == QLatin1String("ui/chart.h") && path.endsWith(QLatin1String(".h")))
        return QStringLiteral("a header that includes ui/chart.h hands QCustomPlot on");
    const int from = engineRank(path);
    if (from < 0 && isUnder(name, {QStringLiteral("engine/storage"), QStringLiteral("engine/operation")}))
        return QStringLiteral("the engine's private rooms are seen by the engine and its own tests only");
    if (path.startsWith(QLatin1String("ui/")) && name == QLatin1String("engine/engine.h"))
        return QStringLiteral("the widgets never call the engine; they go through the model");
    if (from >= 0 && engineRank(name) > from)
        return QStringLiteral("rooms of the engine are read in order: an include never points back");
    return {};
}

}  // namespace partita::project
