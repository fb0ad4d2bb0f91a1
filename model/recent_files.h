// The table files opened last, newest first, kept in QSettings under "recentFiles". GUI thread only.
#pragma once

#include <QObject>
#include <QStringList>

class QSettings;

namespace partita {

class RecentFiles final : public QObject {
    Q_OBJECT
  public:
    static constexpr int kMost = 12;

    /// `settings` outlives this.
    explicit RecentFiles(QSettings* settings, QObject* parent = nullptr);
    /// Absolute paths; those that are gone from the disk are left out.
    QStringList paths() const;
    void add(const QString& path);
    void remove(const QString& path);
    void clear();

  signals:
    void changed();

  private:
    void store(const QStringList& paths);
    QSettings* m_settings;
};

}  // namespace partita
