// The Requests page: the live log of what programs ask of the served file, a filter over it, and the selected
// request in full beside it. Without requests it says how to connect. GUI thread only.
#pragma once

#include <QWidget>
#include <functional>

#include "model/logged_request.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace partita {

class ConnectCard;
class RequestDetail;
class RequestFilter;
class RequestTable;
class ThemedLabel;

class RequestLogPage final : public QWidget {
    Q_OBJECT
  public:
    /// The log is not owned and must outlive the page. `viewer`: what the window can show of a request.
    RequestLogPage(RequestLog* log, std::function<LoggedRequestView(const LoggedCall&)> viewer,
                   QWidget* parent = nullptr);

    /// Empty: the file is not served.
    void setUrl(const QString& url);

  signals:
    void serveRequested();
    /// Show the form; and, when the request is about an item, go to it.
    void queryRequested(const partita::LoggedRequestView& view);
    void itemRequested(const partita::LoggedRequestView& view);

  private:
    QWidget* makeHead();
    void select(int row);
    void activate();
    void filter();
    void showCounts();
    void showState();
    void addOperations(int first, int last);

    RequestLog* m_log;
    RequestFilter* m_requests;
    std::function<LoggedRequestView(const LoggedCall&)> m_viewer;
    LoggedRequestView m_view;  // of the selected request
    QLineEdit* m_text = nullptr;
    QComboBox* m_operation = nullptr;
    QCheckBox* m_errorsOnly = nullptr;
    ThemedLabel* m_counts = nullptr;
    QPushButton* m_follow = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_clear = nullptr;
    QStackedWidget* m_stack;
    ConnectCard* m_connect;
    RequestTable* m_table;
    RequestDetail* m_detail;
};

}  // namespace partita
