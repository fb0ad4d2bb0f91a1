// The strip at the bottom of the window: which partition is hot and by which key, at a glance. GUI thread
// only.
#pragma once

#include <QFrame>
#include <QPointer>
#include <memory>

#include "model/load_snapshot.h"

class QLabel;
class QPushButton;

namespace partita {

class ElidedLabel;
class LoadBars;
class LoadModel;
class SegmentedControl;

class LoadPanel final : public QFrame {
    Q_OBJECT
  public:
    explicit LoadPanel(QWidget* parent = nullptr);
    /// Shows what the model shows, and sets its unit. Null: nothing.
    void setModel(LoadModel* model);
    /// Without a model. Null: nothing is known yet.
    void setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot);
    void setUnit(LoadUnit unit);
    LoadUnit unit() const { return m_unit; }
    LoadBars* bars() const { return m_bars; }

    QString title() const;
    QString detail() const;
    QString caption() const;

    QSize sizeHint() const override { return {900, 118}; }

  signals:
    void partitionClicked(int partition);
    void unitChosen(partita::LoadUnit unit);
    /// The whole Load page is wanted.
    void pageRequested();
    void replayRequested();
    void generateRequested();

  private:
    void showVerdict();
    void applyTheme();

    QPointer<LoadModel> m_model;
    std::shared_ptr<const LoadSnapshot> m_snapshot;
    LoadUnit m_unit = LoadUnit::Write;
    bool m_isHot = false;
    SegmentedControl* m_units;
    ElidedLabel* m_caption;
    QLabel* m_title;
    QLabel* m_detail;
    QWidget* m_hints;
    QPushButton* m_more;
    LoadBars* m_bars;
};

}  // namespace partita
