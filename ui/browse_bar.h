// One line over the blocks: what is shown, by which keys, how much there is; the layout and the order.
// GUI thread only.
#pragma once

#include <QFrame>

#include "engine/browse.h"

class QComboBox;
class QToolButton;

namespace partita {

class ElidedLabel;
class SegmentedControl;
class ThemedLabel;

class BrowseBar final : public QFrame {
    Q_OBJECT
  public:
    explicit BrowseBar(QWidget* parent = nullptr);

    /// `about`: the keys, and what an index holds.
    void setView(const QString& name, const QString& about);
    void setStatistics(const ViewStatistics& statistics);
    /// In place of the figures: what is being done, or what went wrong. Empty: the figures again.
    void setStatus(const QString& text);
    void setGrid(bool isGrid);
    void setOrder(CollectionOrderBy by);

  signals:
    void layoutChosen(bool isGrid);
    void orderChosen(partita::CollectionOrderBy by);
    void refreshRequested();

  private:
    void showFigures();
    void applyTheme();

    ThemedLabel* m_name;
    ElidedLabel* m_about;
    ThemedLabel* m_figures;
    SegmentedControl* m_layout;
    QComboBox* m_order;
    QToolButton* m_refresh;
    ViewStatistics m_statistics;
    QString m_status;
};

}  // namespace partita
