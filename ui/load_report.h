// What a replayed trace held, and the lines of it that could not be read. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/partition/trace.h"

namespace partita {

class LoadReport final : public QDialog {
    Q_OBJECT
  public:
    LoadReport(const QString& name, const TraceReport& report, QWidget* parent = nullptr);
    /// One line: "12 of 1,842,300 lines of launch.trace could not be read."
    static QString headline(const QString& name, const TraceReport& report);
};

}  // namespace partita
