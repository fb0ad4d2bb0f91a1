// Recovering damaged table files: asks which and where to, runs the job with its dialog over the window. GUI
// thread only.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace partita {

class RecoverDialog;

class RecoverFlow final : public QObject {
    Q_OBJECT
  public:
    /// `window`: what the dialogs stand over; it outlives this.
    explicit RecoverFlow(QWidget* window, QObject* parent = nullptr);

    /// Asks for the damaged file, then as below.
    void chooseSource(const QString& folder);
    /// Asks where the new file goes, then recovers.
    void chooseTarget(const QString& source);
    /// Recovers at once. A file at the target was agreed to be replaced.
    RecoverDialog* recover(const QString& source, const QString& target);

  signals:
    /// Before the work begins: whoever has the file open closes it.
    void beginning(const QString& source);
    void openRequested(const QString& path);
    /// Nothing new was made, or it is not to be opened.
    void leftAlone(const QString& source);

  private:
    QWidget* m_window;
};

}  // namespace partita
