// How a program connects to the file that is served: address, environment, a line for the AWS CLI; each is
// copied by one click. Or, while it is not served, how to begin. GUI thread only.
#pragma once

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace partita {

class ThemedLabel;

/// What a shell, and each SDK in it, needs to find the endpoint. A line each, without one at the end.
QString environmentOf(const QString& url);

class ConnectCard final : public QWidget {
    Q_OBJECT
  public:
    explicit ConnectCard(QWidget* parent = nullptr);
    /// Empty: not served.
    void setUrl(const QString& url);

  signals:
    void serveRequested();

  private:
    ThemedLabel* addSnippet(QVBoxLayout* column, const QString& title);

    ThemedLabel* m_title;
    ThemedLabel* m_hint;
    QPushButton* m_serve;
    QWidget* m_snippets;
    ThemedLabel* m_address = nullptr;
    ThemedLabel* m_environment = nullptr;
    ThemedLabel* m_command = nullptr;
};

}  // namespace partita
