// The formats that items, schemas and documents go out in, each with a line on what it is for. GUI thread
// only.
#pragma once

#include <QListWidget>

#include "engine/interchange/write/export_format.h"

namespace partita {

/// "JSON Lines".
QString formatTitle(ExportFormat format);

class ExportFormatList final : public QListWidget {
    Q_OBJECT
  public:
    explicit ExportFormatList(QWidget* parent = nullptr);

    ExportFormat format() const;
    void setFormat(ExportFormat format);
    QSize sizeHint() const override;

  signals:
    void formatChosen(partita::ExportFormat format);

  private:
    void addGroup(const QString& title);
    void addFormat(ExportFormat format, const QString& about);
};

}  // namespace partita
