// One logged request in full: what it did, the error in its words, its JSON, and what the window can show of
// it. Read-only; GUI thread only.
#pragma once

#include <QWidget>

#include "model/logged_request.h"

class QPlainTextEdit;
class QPushButton;

namespace partita {

class ThemedLabel;

class RequestDetail final : public QWidget {
    Q_OBJECT
  public:
    explicit RequestDetail(QWidget* parent = nullptr);

    void setRequest(const LoggedCall& call, const LoggedRequestView& view);
    void clear();

  signals:
    void queryRequested();
    void itemRequested();

  private:
    void applyTheme();

    ThemedLabel* m_title;
    ThemedLabel* m_facts;
    ThemedLabel* m_error;
    ThemedLabel* m_reason;
    QPushButton* m_query;
    QPushButton* m_item;
    QPushButton* m_copy;
    QPlainTextEdit* m_body;
};

}  // namespace partita
