// What the window shows while no file is open: samples, recent files, open and new; and why a file would not
// open. Says what is wanted; opens nothing itself. GUI thread only.
#pragma once

#include <QScrollArea>

#include "engine/error.h"
#include "model/sample_list.h"

class QVBoxLayout;

namespace partita {

class NoticeBar;
class ThemedLabel;

class WelcomePage final : public QScrollArea {
    Q_OBJECT
  public:
    explicit WelcomePage(QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    /// Where samples are made, for people.
    void setSampleFolder(const QString& folder);
    /// Replaces an earlier message. Says what is wrong with which file, and what to do; of a damaged one it
    /// offers to recover what can be read.
    void showError(const Error& error, const QString& path);
    void showMessage(const QString& text);
    void clearMessage();
    /// While a file is being opened or made.
    void setBusy(const QString& what);
    QString message() const;

  signals:
    void openRequested();
    void newTableRequested();
    void importRequested();
    void sampleRequested(const partita::Sample& sample);
    void fileRequested(const QString& path);
    void recentCleared();
    void recoverRequested(const QString& path);

  private:
    QWidget* makeSamples();
    void applyTheme();

    NoticeBar* m_notice;
    QString m_damaged;  // what the message offers to recover
    QVBoxLayout* m_recent;
    QWidget* m_recentSide;
    ThemedLabel* m_sampleFolder;
    ThemedLabel* m_busy;
    QWidget* m_body;
};

}  // namespace partita
