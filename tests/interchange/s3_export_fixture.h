// Makes exports to S3 on the disk as the service does, with sums computed by Qt, and tells what a reader
// makes of them as text.
#pragma once

#include <zlib.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

namespace partita {

inline QByteArray gzipped(const QByteArray& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(text.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

inline QByteArray md5Base64(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Md5).toBase64();
}

inline void writeFile(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    file.write(bytes);
}

inline QByteArray contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// One export to be written below a folder.
struct TestExport {
    QString id = "01693685827463-2d8752fd";
    QString table = "Music";
    QString tableId = "t-1";
    QString time = "2026-05-01T10:00:00.000Z";  // of incremental ones: from
    QString until;                              // not empty: incremental
    bool ion = false;
    bool shared = false;                      // data files beside the exports
    QList<QPair<QString, QByteArray>> files;  // name without ending, lines
    int summaryItems = -1;

    QString folderIn(const QString& root) const { return root + "/AWSDynamoDB/" + id; }
    QString dataIn(const QString& root) const {
        return shared ? root + "/AWSDynamoDB/data" : folderIn(root) + "/data";
    }
    QString ending() const { return ion ? ".ion.gz" : ".json.gz"; }

    void writeTo(const QString& root) const {
        const QString folder = folderIn(root);
        QByteArray manifest;
        qsizetype items = 0;
        for (const auto& [name, lines] : files) {
            const QByteArray bytes = gzipped(lines);
            writeFile(dataIn(root) + "/" + name + ending(), bytes);
            items += lines.count('\n');
            manifest += R"({"itemCount":)" + QByteArray::number(lines.count('\n')) + R"(,"md5Checksum":")" +
                        md5Base64(bytes) + R"(","etag":"x-1","dataFileS3Key":"some-prefix/AWSDynamoDB/)" +
                        (shared ? QByteArray("data/") : id.toUtf8() + "/data/") + (name + ending()).toUtf8() +
                        "\"}\n";
        }
        if (summaryItems >= 0) items = summaryItems;
        const QByteArray arn = "arn:aws:dynamodb:us-east-1:123456789012:table/" + table.toUtf8();
        QByteArray summary = R"({"version":"2020-06-30","exportArn":")" + arn + "/export/" + id.toUtf8() +
                             R"(","tableArn":")" + arn + R"(","tableId":")" + tableId.toUtf8() +
                             R"(","s3Prefix":null,"itemCount":)" + QByteArray::number(items) +
                             R"(,"outputFormat":")" + (ion ? "ION" : "DYNAMODB_JSON") + "\"";
        if (until.isEmpty()) {
            summary += R"(,"exportTime":")" + time.toUtf8() + "\"}";
        } else {
            summary += R"(,"exportFromTime":")" + time.toUtf8() + R"(","exportToTime":")" + until.toUtf8() +
                       R"(","outputView":"NEW_AND_OLD_IMAGES","exportType":"INCREMENTAL_EXPORT"})";
        }
        writeFile(folder + "/manifest-files.json", manifest);
        writeFile(folder + "/manifest-files.md5", md5Base64(manifest));
        writeFile(folder + "/manifest-summary.json", summary);
        writeFile(folder + "/manifest-summary.md5", md5Base64(summary));
        writeFile(root + "/AWSDynamoDB/_started", {});
    }
};

/// What reading gives: items (deletions with a -), each with what the merge needs.
struct ReadExport {
    QStringList items;  // "file:line order json"
    QStringList notes;
    QStringList errors;
    std::vector<SourceTable> tables;
    bool endedEarly = false;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesTotal = 0;
    QString failure;

    /// The items alone as the import would merge them: the highest order of each key "pk", the last of equal.
    QStringList merged() const {
        QMap<QString, QPair<qulonglong, QString>> last;
        for (const QString& line : items) {
            const qulonglong order = line.section(' ', 1, 1).toULongLong();
            const QString json = line.section(' ', 2);
            const QString key = json.section("\"pk\":", 1).section('}', 0, 0);
            if (!last.contains(key) || last[key].first <= order) last[key] = {order, json};
        }
        QStringList left;
        for (const auto& [order, json] : std::as_const(last)) {
            if (!json.startsWith('-')) left += json;
        }
        return left;
    }
};

inline ReadExport readExport(const QStringList& paths, bool repair = false) {
    ReadExport read;
    std::vector<std::string> folders;
    for (const QString& path : paths)
        folders.push_back(path.toStdString());
    SourceOptions options;
    options.repair = repair;
    auto reader = readS3Export(folders, SourceDetection{}, options);
    if (!reader) {
        read.failure = QString::fromStdString(reader.error().text());
        return read;
    }
    const KeySchema keys{{{"pk", ValueType::String}}, {}};
    for (;;) {
        auto record = (*reader)->next();
        if (!record) {
            read.failure = QString::fromStdString(record.error().text());
            return read;
        }
        if (!*record) break;
        const QString place = QFileInfo(QString::fromStdString((*reader)->files()[(*record)->file]))
                                  .fileName()
                                  .section('.', 0, 0) +
                              ":" + QString::number((*record)->line) + " ";
        const auto item = (*reader)->decode(**record, keys, false);
        if (!(*record)->complete || !item) {
            read.errors +=
                place + ((*record)->complete ? QString::fromStdString(item.error().message) : "cut off");
            continue;
        }
        read.items += place + QString::number((*record)->order) + " " +
                      (item->action == DecodedRecord::Action::Delete ? "-" : "") +
                      QString::fromStdString(toDynamoDbJson(item->item));
    }
    for (const SourceNote& note : (*reader)->notes())
        read.notes += QString::fromStdString(note.text);
    read.tables = (*reader)->tables();
    read.endedEarly = (*reader)->endedEarly();
    read.bytesRead = (*reader)->bytesRead();
    read.bytesTotal = (*reader)->bytesTotal();
    return read;
}

}  // namespace partita
