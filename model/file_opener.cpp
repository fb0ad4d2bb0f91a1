#include "model/file_opener.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

#include "engine/interchange/json.h"

namespace partita {
namespace {

Result<QByteArray> readAll(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error::file(ErrorCode::InputOutput,
                           "The file cannot be read: " + file.errorString().toStdString(),
                           path.toStdString());
    }
    return file.readAll();
}

Result<std::unique_ptr<Engine>> makeSample(const Sample& sample, const QString& path, std::stop_token stop) {
    const auto schema = readAll(sample.schemaPath());
    if (!schema) return schema.error();
    const auto items = readAll(sample.itemsPath());
    if (!items) return items.error();
    const auto table = parseCreateTable(schema->toStdString());
    if (!table) return table.error();

    // The engine reads files, not resources.
    QTemporaryFile source;
    if (!source.open() || source.write(*items) != items->size() || !source.flush()) {
        return Error::file(
            ErrorCode::InputOutput,
            "The sample's items cannot be written to a temporary file: " + source.errorString().toStdString(),
            source.fileName().toStdString());
    }
    auto engine = Engine::create(path.toStdString(), {*table});
    if (!engine) return engine.error();
    ImportOptions options;
    options.table = table->name;
    options.keepReport = false;  // the file is the sample as it comes, with no history
    const auto report = (*engine)->importItems(source.fileName().toStdString(), options, {}, stop);
    if (!report) return report.error();
    if (report->failure) return *report->failure;
    return engine;
}

}  // namespace

FileOpener::FileOpener(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

FileOpener::~FileOpener() {
    m_job.cancel();
    m_pool.waitForDone();
}

void FileOpener::open(const QString& path) {
    start(path, [path = path.toStdString()](std::stop_token) {
        return Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded);
    });
}

void FileOpener::create(const QString& path, const TableDefinition& table) {
    start(path,
          [path = path.toStdString(), table](std::stop_token) { return Engine::create(path, {table}); });
}

void FileOpener::createEmpty(const QString& path) {
    start(path, [path = path.toStdString()](std::stop_token) { return Engine::create(path, {}); });
}

void FileOpener::createFromSample(const Sample& sample, const QString& folder) {
    const QString path = freshPath(folder, sample.id);
    start(path, [sample, folder, path](std::stop_token stop) -> Result<EnginePointer> {
        if (!QDir().mkpath(folder)) {
            return Error::file(ErrorCode::InputOutput,
                               "The folder for samples cannot be made. Check that you may write there.",
                               folder.toStdString());
        }
        return makeSample(sample, path, stop);
    });
}

QString FileOpener::freshPath(const QString& folder, const QString& name) {
    const QDir dir(folder);
    QString path = dir.absoluteFilePath(QStringLiteral("%1.partita").arg(name));
    for (int number = 2; QFileInfo::exists(path); ++number) {
        path = dir.absoluteFilePath(QStringLiteral("%1-%2.partita").arg(name).arg(number));
    }
    return path;
}

void FileOpener::start(const QString& path, std::function<Result<EnginePointer>(std::stop_token)> work) {
    m_job =
        Job::start<EnginePointer>(m_pool, this, std::move(work), [this, path](Result<EnginePointer> result) {
            if (!result) {
                emit failed(result.error(), path);
                return;
            }
            emit opened(std::make_shared<EnginePointer>(std::move(result).value()));
        });
}

}  // namespace partita
