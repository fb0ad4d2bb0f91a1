// What a recording shows, in words, and what the figures rest on. GUI thread only.
#pragma once

#include <QWidget>

#include "model/load_verdict.h"

class QLabel;

namespace partita {

class LoadDiagnosis final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadDiagnosis(QWidget* parent = nullptr);
    void setVerdict(const LoadVerdict& verdict);
    /// All that is shown, a paragraph a line.
    QString text() const;

  private:
    void applyTheme();
    LoadVerdict m_verdict;
    QLabel* m_title;
    QLabel* m_paragraphs;
    QLabel* m_assumptions;
};

}  // namespace partita
