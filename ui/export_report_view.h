// What an export did: how much went out, where it is, what was hidden, and what the format could not hold.
// GUI thread only.
#pragma once

#include <QWidget>

#include "engine/export.h"

class QGridLayout;
class QPushButton;

namespace partita {

class ElidedLabel;
class LossNote;
class ThemedLabel;

class ExportReportView final : public QWidget {
    Q_OBJECT
  public:
    explicit ExportReportView(QWidget* parent = nullptr);

    /// `tables`: of how many tables it was.
    void setReport(const ExportReport& report, const ExportOptions& options, const QString& path, int tables);
    QString path() const { return m_path; }

  signals:
    /// The folder that holds the file, or the folder that was written.
    void showFolderRequested(const QString& folder);

  private:
    void showFigures(const ExportReport& report, bool hasItems);
    static QString hiddenText(const ExportOptions& options);
    void copyPath();

    QString m_path;
    bool m_isFolder = false;
    ThemedLabel* m_headline;
    QGridLayout* m_figures;
    ElidedLabel* m_place;
    QPushButton* m_copy;
    ThemedLabel* m_hidden;
    LossNote* m_note;
};

}  // namespace partita
