// Runs the program as a shell would: its arguments, its standard streams, its exit status.
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace partita::test {

struct Outcome {
    int status = -1;  // -1: it crashed or did not end in time
    QByteArray out;
    QByteArray err;
    /// For a failing test's message.
    QByteArray text() const {
        return "exit status " + QByteArray::number(status) + "\n" + out + "\n--- standard error ---\n" + err;
    }
};

inline QString program() {
    return qEnvironmentVariable("PARTITA_PROGRAM");
}

inline Outcome run(const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(program(), arguments);
    if (!process.waitForStarted()) return {-1, {}, process.errorString().toUtf8()};
    process.write(input);
    process.closeWriteChannel();
    constexpr int kMilliseconds = 300'000;
    if (!process.waitForFinished(kMilliseconds)) process.kill();
    const bool ended =
        process.exitStatus() == QProcess::NormalExit && process.state() == QProcess::NotRunning;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString sample(const QString& name, const QString& file) {
    return QStringLiteral(PARTITA_SOURCE_DIR "/resources/samples/") + name + QLatin1Char('/') + file;
}

inline bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

inline QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A table file with the items of a bundled sample; empty when it could not be made.
inline QString makeSample(const QString& folder, const QString& name) {
    const QString path = QDir(folder).filePath(name + QStringLiteral(".partita"));
    const bool made =
        run({QStringLiteral("create"), path, QStringLiteral("--schema"),
             sample(name, QStringLiteral("create-table.json"))})
                .status == 0 &&
        run({QStringLiteral("import"), path, sample(name, QStringLiteral("items.json"))}).status == 0;
    return made ? path : QString();
}

/// A table of one string partition key "pk" and one sort key "sk" of the given type.
inline QByteArray schema(const QByteArray& sortType = "S") {
    return R"({"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                 {"AttributeName": "sk", "AttributeType": ")" +
           sortType + R"("}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]})";
}

}  // namespace partita::test
