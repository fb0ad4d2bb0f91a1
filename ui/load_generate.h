// Asks what load to generate: the form and its text are two views of one specification. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/partition/trace.h"

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace partita {

class ThemedLabel;

class LoadGenerate final : public QDialog {
    Q_OBJECT
  public:
    explicit LoadGenerate(QWidget* parent = nullptr);
    /// Only meaningful when accepted, or while no error is shown.
    const GeneratorSpec& spec() const { return m_spec; }
    /// What is wrong with the text; empty: nothing.
    QString error() const;

  private:
    void readForm();  // form → text
    void readText();  // text → form
    bool parseText();
    void showForm();
    void showSummary();

    GeneratorSpec m_spec;
    QComboBox* m_kind;
    ThemedLabel* m_parameterName;
    QDoubleSpinBox* m_parameter;
    QSpinBox* m_rate;
    QSpinBox* m_seconds;
    QSpinBox* m_writes;
    QLineEdit* m_seed;
    QLineEdit* m_text;
    ThemedLabel* m_error;
    ThemedLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

}  // namespace partita
