// The imports that a file remembers: the list, and the report of the one that is chosen. Shows what it is
// given and says what is wanted. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/import.h"

class QPushButton;

namespace partita {

class ImportHistory;
class ImportReportView;
class NoticeBar;
class TwoLineList;

class ImportHistoryDialog final : public QDialog {
    Q_OBJECT
  public:
    /// `history` must outlive the dialog. `isReadOnly`: nothing can be put back, tried again or forgotten.
    ImportHistoryDialog(ImportHistory* history, bool isReadOnly, QWidget* parent = nullptr);

  public slots:
    void say(const QString& text, bool isError);

  signals:
    void retryRequested(const QList<qint64>& imports);
    void restoreRequested(const QList<qint64>& imports);

  private:
    void takeList();
    void updateState();

    ImportHistory* m_history;
    bool m_isReadOnly;
    TwoLineList* m_list;
    ImportReportView* m_report;
    NoticeBar* m_notice;
    QPushButton* m_forget;
};

}  // namespace partita
