// The window and what happens to it: opening, making and closing files, dropped files, settings. The
// composition root: nothing below constructs or connects parts of different layers. GUI thread only.
#pragma once

#include <QObject>
#include <QSettings>
#include <memory>
#include <optional>

#include "engine/error.h"
#include "model/file_opener.h"
#include "model/recent_files.h"
#include "ui/dropped_sources.h"
#include "ui/main_window.h"

class QTranslator;

namespace partita {

class OpenFile;
class RecoverFlow;

class Application final : public QObject {
    Q_OBJECT
  public:
    struct Places {
        QString settingsFile;  // empty: the user's own
        QString sampleFolder;  // empty: in the user's data folder
    };
    explicit Application(const Places& places);
    ~Application() override;

    MainWindow* window() { return m_window.get(); }
    /// Null while no file is open.
    OpenFile* file() const { return m_file.get(); }
    /// Ends in fileOpened(), or with the reason in the window.
    void open(const QString& path);
    void openSample(const Sample& sample);
    void closeFile();
    bool isBusy() const { return m_opener.isBusy(); }
    RecoverFlow* recovery() const { return m_recovery; }

  public slots:
    void newTable();
    /// Shows the import form with these sources; none is fine. Without an open file, asks first where the
    /// new one goes.
    void import(const partita::DroppedSources& sources);
    void takeDropped(const QStringList& paths);

  signals:
    void fileOpened();
    void openFailed();

  private:
    void connectWindow();
    void connectRecovery();
    void chooseFile();
    void chooseFileForImport();
    void showImports();
    void importClipboard();
    bool isOpen(const QString& path) const;
    void takeEngine(std::unique_ptr<Engine> engine);
    void showFailure(const Error& error, const QString& path);
    void say(const QString& text);
    void showShortcuts();
    void showAbout();
    void loadSettings();
    void saveSettings();
    QString folder() const;
    QString sampleFolder() const;

    Places m_places;
    std::unique_ptr<QSettings> m_settings;
    RecentFiles m_recent;
    FileOpener m_opener;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<OpenFile> m_file;
    QPointer<QDialog> m_newTable;  // waits for the answer of the opener
    RecoverFlow* m_recovery;
    QString m_damaged;  // what the open file's notice offers to recover, and its text
    QString m_offer;
    QString m_toReopen;                        // was open, and was closed to be recovered
    std::optional<DroppedSources> m_toImport;  // once the file is open that is being made for it
};

/// Names the program and loads its texts in English, whose plural forms tr() needs. Once, after QApplication.
void prepareApplication();

}  // namespace partita
