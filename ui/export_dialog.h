// Exporting: the form; then how far it is; then what went out and where it is. Says what is wanted and shows
// what it is told; writes nothing itself. GUI thread only.
#pragma once

#include <QDialog>
#include <QPointer>
#include <QTimer>

#include "model/export_job.h"
#include "model/export_scope.h"

class QPushButton;
class QStackedWidget;

namespace partita {

class ExportForm;
class ExportReportView;
class RunningPage;
class ThemedLabel;

class ExportDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit ExportDialog(QWidget* parent = nullptr);

    /// To be filled in: scopes, format, place.
    ExportForm* form() const { return m_form; }

  public slots:
    void showProgress(const partita::ExportJob::Status& status);
    /// A cancelled one leads back to the form.
    void showReport(const partita::ExportReport& report);
    /// Back to the form, with everything as it was.
    void showFailure(const partita::Error& error);
    /// The folder of the report could not be shown.
    void showNoFolder();

  signals:
    void exportRequested(const QString& path, const partita::ExportOptions& options);
    void cancelRequested();
    void showFolderRequested(const QString& folder);

  protected:
    void reject() override;
    void changeEvent(QEvent* event) override;

  private:
    enum Page { Form, Running, Report };
    QWidget* makeReportPage();
    void start();
    void showPage(Page page);

    QStackedWidget* m_pages;
    ExportForm* m_form;
    RunningPage* m_running;
    ExportReportView* m_report;
    ThemedLabel* m_reportNote;
    QPushButton* m_close;
    QTimer m_patience;  // shorter work needs no progress, which would only flicker
    bool m_isRunning = false;
    QString m_path;  // of the export that runs or ran
    ExportOptions m_options;
    int m_tables = 0;
    QPointer<QWidget> m_focus;  // in the form, while the export runs
};

}  // namespace partita
