// How to serve the open file: on which port, and whether its tables may be deleted. Says what is wanted;
// serves nothing itself. GUI thread only.
#pragma once

#include <QDialog>
#include <cstdint>

class QCheckBox;
class QPushButton;
class QSpinBox;

namespace partita {

class ThemedLabel;

class ServeDialog final : public QDialog {
    Q_OBJECT
  public:
    ServeDialog(std::uint16_t port, bool allowDelete, QWidget* parent = nullptr);
    /// The file can only be read: writes will be refused.
    void setReadOnly(bool isReadOnly);
    /// What the start answered; the form stays as it is.
    void showError(const QString& text);

  signals:
    /// `port` 0: any that is free.
    void startRequested(quint16 port, bool allowDelete);

  private:
    QSpinBox* m_port;
    QCheckBox* m_allowDelete;
    ThemedLabel* m_note;
    ThemedLabel* m_problem;
    QPushButton* m_start;
};

}  // namespace partita
