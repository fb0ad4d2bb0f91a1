// Where an export goes: a file or a folder, whose name follows what is exported and the format until it is
// edited. Knows whether the place can be, and whether something is there. GUI thread only.
#pragma once

#include <QWidget>

#include "engine/export.h"

class QLineEdit;
class QPushButton;

namespace partita {

class ExportPlace final : public QWidget {
    Q_OBJECT
  public:
    explicit ExportPlace(QWidget* parent = nullptr);

    /// Where names without a folder go.
    void setFolder(const QString& folder);
    /// `baseName` without an ending.
    void setSuggestion(const QString& baseName);
    void setFormat(const SinkOptions& sink);
    void setPath(const QString& path);
    /// The table file that is open: it must not be replaced.
    void setOwnFile(const QString& path) { m_ownFile = path; }

    /// Whole, with its folder; empty: nothing was typed.
    QString path() const;
    bool isEmpty() const;
    /// Why nothing can be written there; empty: nothing is known to be in the way.
    QString problem() const;
    /// A file is there, which the export replaces.
    bool replaces() const;

  signals:
    void edited();

  private:
    QString suggestedName() const;
    void suggest();
    void choose();

    QString m_folder;
    QString m_baseName;
    QString m_ownFile;
    SinkOptions m_sink;
    bool m_isEdited = false;
    QLineEdit* m_path;
    QPushButton* m_browse;
};

/// ".csv", ".jsonl.gz"; of a folder empty.
QString exportEnding(const SinkOptions& sink);

}  // namespace partita
