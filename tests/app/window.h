// The real window with settings and samples of its own, for the tests that click and type in it.
#pragma once

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/application.h"
#include "app/browse_room.h"
#include "app/open_file.h"
#include "app/query_room.h"
#include "model/block_model.h"
#include "ui/block_view.h"
#include "ui/table_page.h"
#include "ui/welcome_page.h"

namespace partita {

class Window final {
  public:
    Window()
        : m_application(std::make_unique<Application>(
              Application::Places{m_folder.filePath("settings.ini"), m_folder.filePath("samples")})) {
        m_application->window()->resize(1440, 900);
        m_application->window()->show();
    }

    Application& application() { return *m_application; }
    MainWindow* main() { return m_application->window(); }
    OpenFile* file() { return m_application->file(); }
    BlockView* blocks() { return file()->browse()->view(); }
    BlockModel* model() { return file()->browse()->model(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Ends the window and starts it anew with the same settings.
    void restart() {
        m_application.reset();
        m_application = std::make_unique<Application>(
            Application::Places{m_folder.filePath("settings.ini"), m_folder.filePath("samples")});
        m_application->window()->show();
    }

    /// False: the file was not opened, or its blocks were not read.
    bool openSample(const QString& id) {
        for (const Sample& sample : sampleList()) {
            if (sample.id == id) return opened([&] { m_application->openSample(sample); });
        }
        return false;
    }
    bool open(const QString& path) {
        return opened([&] { m_application->open(path); });
    }
    bool blocksAreRead() {
        return QTest::qWaitFor([this] {
            return file() && model()->state() == BlockModel::State::Ready && model()->isOrderComplete();
        });
    }
    /// Waits until the rows in sight are loaded.
    bool rowsAreLoaded(BlockView* view) {
        return QTest::qWaitFor([view] {
            view->grab();
            for (const BlockView::VisibleRow& row : view->visibleRows()) {
                if (view->model()->loadState(row.row) != LoadState::Loaded) return false;
            }
            return view->model()->rowCount() > 0;
        });
    }
    QString write(const QString& name, const QByteArray& contents) {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(contents);
        return file.fileName();
    }

  private:
    bool opened(const std::function<void()>& begin) {
        QSignalSpy good(m_application.get(), &Application::fileOpened);
        QSignalSpy bad(m_application.get(), &Application::openFailed);
        begin();
        return QTest::qWaitFor([&] { return good.count() + bad.count() > 0; }) && bad.isEmpty() &&
               blocksAreRead();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Application> m_application;
};

/// What a drag and drop of files from the desktop sends.
inline void dropFiles(QWidget* target, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    // The application sends a drop to what has accepted the drag before.
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &drop);
}

}  // namespace partita
