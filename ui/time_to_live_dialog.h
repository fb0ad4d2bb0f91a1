// Which attribute of a table's items says when they expire, or none. Says what is wanted; changes nothing
// itself. GUI thread only.
#pragma once

#include <QDialog>
#include <optional>
#include <string>

#include "engine/error.h"

class QCheckBox;
class QComboBox;
class QPushButton;

namespace partita {

class ThemedLabel;

class TimeToLiveDialog final : public QDialog {
    Q_OBJECT
  public:
    /// `current`: nothing when it is off. `candidates`: names of attributes to offer.
    TimeToLiveDialog(const QString& table, const std::optional<std::string>& current,
                     const QStringList& candidates, QWidget* parent = nullptr);
    void showError(const Error& error);

  signals:
    /// Empty: switch it off.
    void changeRequested(const QString& attribute);

  private:
    void updateState();
    QString chosen() const;

    QString m_current;
    QCheckBox* m_on;
    QComboBox* m_attribute;
    ThemedLabel* m_problem;
    QPushButton* m_apply;
};

}  // namespace partita
