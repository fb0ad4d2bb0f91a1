// A thin bar over every page while the file is served: where, by one click into the clipboard; how many
// connections; stop. GUI thread only.
#pragma once

#include <QFrame>
#include <QTimer>

class QPushButton;

namespace partita {

class ThemedLabel;

class ServeBar final : public QFrame {
    Q_OBJECT
  public:
    explicit ServeBar(QWidget* parent = nullptr);

    /// Empty: hides the bar.
    void setUrl(const QString& url);
    void setConnections(std::size_t connections);
    void setRequests(std::uint64_t requests);

  signals:
    void requestsRequested();
    void stopRequested();

  private:
    void copy(const QString& text, const QString& said);
    void applyTheme();

    QString m_url;
    QWidget* m_dot;
    QPushButton* m_address;
    QPushButton* m_environment;
    ThemedLabel* m_said;
    ThemedLabel* m_connections;
    QPushButton* m_requests;
    QPushButton* m_stop;
    QTimer m_saidTimer;
};

}  // namespace partita
