// Importing: what to read, what each source turned out to be and where it goes; then how far it is; then what
// happened, record by record. Shows the plan and says when it is to be done; reads nothing itself. GUI thread
// only.
#pragma once

#include <QDialog>

#include "engine/import.h"
#include "model/import_job.h"

class QCheckBox;
class QMimeData;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace partita {

class ImportPlan;
class ImportReportView;
class ImportSourcePane;
class NoticeBar;
class SegmentedControl;
class ThemedLabel;
class TwoLineList;

class ImportDialog final : public QDialog {
    Q_OBJECT
  public:
    /// `plan` must outlive the dialog.
    explicit ImportDialog(ImportPlan* plan, QWidget* parent = nullptr);

    /// Where files are looked for.
    void setFolder(const QString& folder) { m_folder = folder; }
    /// Back to the choice, with these sources beside what is there.
    void addPaths(const QStringList& paths);
    /// The text is shown, to be mended before it is imported.
    void addText(const QString& text, const SourceOptions& options = {});

  public slots:
    void showProgress(const partita::ImportJob::Status& status);
    void showReports(const QList<partita::ImportJob::FileReport>& reports);
    void showFailure(const partita::Error& error, const QList<partita::ImportJob::FileReport>& reports);
    /// Over the report: what came of something that was asked for there.
    void say(const QString& text, bool isError);

  signals:
    void importRequested();
    void cancelRequested();
    /// Of imports, by their numbers in the file.
    void retryRequested(const QList<qint64>& imports);
    void restoreRequested(const QList<qint64>& imports);

  protected:
    void reject() override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    enum Page { Choose, Running, Report };
    QWidget* makeChoosePage();
    QWidget* makeSourceColumn();
    QWidget* makeEmptyPage();
    QWidget* makeRunningPage();
    QWidget* makeReportPage();
    void chooseFiles();
    void chooseFolder();
    void paste();
    bool take(const QMimeData* mime);
    void select(int row);
    void updateState();
    void start();

    ImportPlan* m_plan;
    QString m_folder;
    QStackedWidget* m_pages;
    TwoLineList* m_sources;
    QPushButton* m_remove;
    QStackedWidget* m_right;
    ImportSourcePane* m_pane;
    SegmentedControl* m_existing;
    QCheckBox* m_repair;
    ThemedLabel* m_obstacle;
    QPushButton* m_import;
    ThemedLabel* m_file;
    QProgressBar* m_bar;
    ThemedLabel* m_progress;
    QPushButton* m_cancel;
    NoticeBar* m_notice;
    ImportReportView* m_report;
};

}  // namespace partita
