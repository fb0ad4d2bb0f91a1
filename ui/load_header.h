// The head of the Load page: which unit, resource, range and recording, and where new ones come from.
// Shows what the model is at; emits what is wanted where a dialog is needed. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>

class QComboBox;
class QMenu;
class QPushButton;

namespace partita {

class ElidedLabel;
class LoadModel;
class SegmentedControl;

class LoadHeader final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadHeader(QWidget* parent = nullptr);
    void setModel(LoadModel* model);

  signals:
    void replayRequested();
    void generateRequested();
    void saveRequested();

  private:
    void showQuestion();
    void showAnswer();
    void fillRecordings();
    void chooseRange(int index);

    QPointer<LoadModel> m_model;
    SegmentedControl* m_units;
    QComboBox* m_resource;
    QComboBox* m_range;
    ElidedLabel* m_recording;
    QPushButton* m_replay;
    QPushButton* m_generate;
    QPushButton* m_save;
    QPushButton* m_recordings;
    QMenu* m_menu;
};

}  // namespace partita
