// What a run did, on one line: Query · 1 request · 4 of 4 items read · 0.5 RCU · 0.2 ms · partition 3 of 8.
// GUI thread only.
#pragma once

#include <QLabel>

#include "model/query_runner.h"

namespace partita {

class MetricsLine final : public QLabel {
    Q_OBJECT
  public:
    explicit MetricsLine(QWidget* parent = nullptr);
    void setMetrics(const RunMetrics& metrics);

  private:
    void show();
    RunMetrics m_metrics;
};

}  // namespace partita
