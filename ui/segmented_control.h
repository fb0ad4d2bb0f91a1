// A row of joined buttons of which exactly one is on: a choice of two to five short names. GUI thread only.
#pragma once

#include <QWidget>

class QButtonGroup;

namespace partita {

class SegmentedControl final : public QWidget {
    Q_OBJECT
  public:
    explicit SegmentedControl(const QStringList& names, QWidget* parent = nullptr);

    int current() const;
    /// Does not emit.
    void setCurrent(int index);
    void setToolTips(const QStringList& texts);

  signals:
    /// By the user.
    void chosen(int index);

  private:
    void applyTheme();
    QButtonGroup* m_group;
};

}  // namespace partita
