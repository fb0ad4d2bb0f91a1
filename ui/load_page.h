// The Load page: each partition's units against the limits, their course over time, the hottest keys, and
// what it means in words. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>
#include <memory>
#include <optional>

#include "model/load_snapshot.h"
#include "ui/notice_bar.h"

class QPushButton;

namespace partita {

class ElidedLabel;
class LoadBars;
class LoadCard;
class LoadCurve;
class LoadDiagnosis;
class LoadFacts;
class LoadHeader;
class LoadHeatMap;
class LoadKeysModel;
class LoadModel;
class LoadPartitions;
class LoadProgress;

class LoadPage final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadPage(QWidget* parent = nullptr);
    void setModel(LoadModel* model);
    /// What setModel() does whenever the model has a new snapshot. Null: nothing is known yet.
    void setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot);
    void setUnit(LoadUnit unit);

    LoadBars* bars() const { return m_bars; }
    LoadDiagnosis* diagnosis() const { return m_diagnosis; }
    LoadFacts* facts() const { return m_facts; }
    LoadKeysModel* keys() const { return m_keys; }

  public slots:
    /// Asks for a trace file, then replays it.
    void chooseTrace();
    /// Asks what to generate, then does.
    void chooseGenerator();
    /// Asks for a name, then saves the recording that is shown.
    void chooseName();

  signals:
    /// A bar was clicked: this partition's blocks are wanted.
    void partitionClicked(int partition);

  private:
    QWidget* makePictures();
    QWidget* makeInvitation(QWidget* parent);
    QWidget* makeWords();
    void showVerdict();
    void choosePartition(int partition);
    void showPartition();
    void connectReplay();
    void tell(NoticeBar::Kind kind, const QString& text, const QString& action = {});
    void reportBadLines();

    QPointer<LoadModel> m_model;
    std::shared_ptr<const LoadSnapshot> m_snapshot;
    LoadUnit m_unit = LoadUnit::Write;
    std::optional<std::uint32_t> m_chosen;  // partition; none: the busiest
    LoadKeysModel* m_keys;
    LoadHeader* m_header = nullptr;
    LoadProgress* m_progress = nullptr;
    NoticeBar* m_notice = nullptr;
    LoadBars* m_bars = nullptr;
    QWidget* m_empty = nullptr;  // instead of the next two when nothing was recorded
    QWidget* m_timeCard = nullptr;
    QWidget* m_keyCard = nullptr;
    LoadHeatMap* m_heatMap = nullptr;
    LoadCurve* m_curve = nullptr;
    ElidedLabel* m_curveTitle = nullptr;
    QPushButton* m_showItems = nullptr;
    LoadDiagnosis* m_diagnosis = nullptr;
    LoadFacts* m_facts = nullptr;
    LoadPartitions* m_partitions = nullptr;
};

}  // namespace partita
