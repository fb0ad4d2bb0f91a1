// What stands in place of the items while a file has no tables: what can be done about it. GUI thread only.
#pragma once

#include <QWidget>

class QPushButton;

namespace partita {

class ThemedLabel;

class EmptyFilePage final : public QWidget {
    Q_OBJECT
  public:
    explicit EmptyFilePage(QWidget* parent = nullptr);
    void setReadOnly(bool isReadOnly);
    /// Empty: not served.
    void setUrl(const QString& url);

  signals:
    void newTableRequested();
    void importRequested();
    void serveRequested();

  private:
    void showHint();

    QString m_url;
    bool m_isReadOnly = false;
    ThemedLabel* m_hint;
    QPushButton* m_newTable;
    QPushButton* m_import;
    QPushButton* m_serve;
};

}  // namespace partita
