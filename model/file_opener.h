// Opens and makes table files off the GUI thread. One at a time: a newer call drops the answer of an older
// one. Each call ends in exactly one of opened() and failed(). GUI thread only.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <memory>

#include "engine/engine.h"
#include "model/job.h"
#include "model/sample_list.h"

namespace partita {

class FileOpener final : public QObject {
    Q_OBJECT
  public:
    explicit FileOpener(QObject* parent = nullptr);
    ~FileOpener() override;

    /// Read-only when another holds it or it cannot be written; a missing file is an error.
    void open(const QString& path);
    void create(const QString& path, const TableDefinition& table);
    /// A file without tables.
    void createEmpty(const QString& path);
    /// Makes a new file with a fresh name in `folder` (made when missing) and puts the sample's items in.
    void createFromSample(const Sample& sample, const QString& folder);
    bool isBusy() const { return m_job.isRunning(); }

    /// A path in `folder` that nothing has yet: name.partita, name-2.partita, …
    static QString freshPath(const QString& folder, const QString& name);

  signals:
    /// The receiver takes the engine out of the pointer.
    void opened(const std::shared_ptr<std::unique_ptr<partita::Engine>>& engine);
    void failed(const partita::Error& error, const QString& path);

  private:
    using EnginePointer = std::unique_ptr<Engine>;
    void start(const QString& path, std::function<Result<EnginePointer>(std::stop_token)> work);

    QThreadPool m_pool;
    Job m_job;
};

}  // namespace partita
