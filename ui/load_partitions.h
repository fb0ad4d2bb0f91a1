// Chooses how many partitions the load is spread over: the rule's number, or 1 to 256. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "model/load_snapshot.h"

class QPushButton;
class QSpinBox;

namespace partita {

class LoadPartitions final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadPartitions(QWidget* parent = nullptr);
    /// Keeps what the user is typing. `reason`: why nothing can be chosen; empty: it can.
    void setSnapshot(const LoadSnapshot* snapshot, const QString& reason);

  signals:
    /// 1 … 256, or nothing for the rule's.
    void chosen(std::optional<std::uint32_t> count);

  private:
    void showApply();
    QSpinBox* m_count;
    QPushButton* m_apply;
    int m_current = 0;  // 0: the rule's
};

}  // namespace partita
