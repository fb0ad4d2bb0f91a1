// Importing: what to read and into which table; then how far it is; then what happened, line by line.
// Says what is wanted and shows what it is told; reads nothing itself. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/import.h"
#include "engine/progress.h"
#include "model/import_job.h"

class QComboBox;
class QListWidget;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace partita {

class ImportReportView;
class SegmentedControl;
class ThemedLabel;

class ImportDialog final : public QDialog {
    Q_OBJECT
  public:
    /// `current`: the table that is chosen at first.
    ImportDialog(const QStringList& tables, const QString& current, QWidget* parent = nullptr);

    void addFiles(const QStringList& paths);
    QStringList files() const;
    void setFolder(const QString& folder) { m_folder = folder; }

  public slots:
    void showProgress(const partita::Progress& progress, const QString& file);
    void showReports(const QList<partita::ImportJob::FileReport>& reports);
    void showFailure(const partita::Error& error, const QList<partita::ImportJob::FileReport>& reports);

  signals:
    void importRequested(const QStringList& files, const partita::ImportOptions& options);
    void cancelRequested();

  protected:
    void reject() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    enum Page { Choose, Running, Report };
    QWidget* makeChoosePage(const QStringList& tables, const QString& current);
    QWidget* makeRunningPage();
    QWidget* makeReportPage();
    void chooseFiles();
    void updateState();
    void start();

    QString m_folder;
    QStackedWidget* m_pages;
    QListWidget* m_files;
    QComboBox* m_table;
    SegmentedControl* m_form;
    QPushButton* m_import;
    QPushButton* m_remove;
    ThemedLabel* m_file;
    QProgressBar* m_bar;
    ThemedLabel* m_progress;
    QPushButton* m_cancel;
    ImportReportView* m_report;
};

}  // namespace partita
