// What of the service's refusals and delays is to be imitated while the file is open. Says what is wanted;
// changes nothing itself. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/faults.h"

class QCheckBox;
class QSpinBox;

namespace partita {

class FaultsDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit FaultsDialog(const ServiceFaults& current, QWidget* parent = nullptr);

  signals:
    void chosen(const partita::ServiceFaults& faults);

  private:
    QSpinBox* millisField(std::chrono::milliseconds current, std::chrono::milliseconds most);
    ServiceFaults choice() const;

    QCheckBox* m_throttleTables;
    QCheckBox* m_throttleIndexes;
    QSpinBox* m_indexLag;
    QSpinBox* m_transactionTime;
};

}  // namespace partita
