#include "ui/load_header.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include "model/load_model.h"
#include "model/load_recordings_model.h"
#include "model/load_text.h"
#include "ui/elided_label.h"
#include "ui/segmented_control.h"
#include "ui/themed_label.h"

namespace partita {
namespace {
enum RangeIndex { kLastMinute, kAll, kChosen };
}

LoadHeader::LoadHeader(QWidget* parent)
    : QWidget(parent),
      m_units(new SegmentedControl({unitName(LoadUnit::Read), unitName(LoadUnit::Write)}, this)),
      m_resource(new QComboBox(this)),
      m_range(new QComboBox(this)),
      m_recording(new ElidedLabel(ThemedLabel::Role::Secondary, Qt::ElideMiddle, this)),
      m_replay(new QPushButton(tr("Replay trace…"), this)),
      m_generate(new QPushButton(tr("Generate…"), this)),
      m_save(new QPushButton(tr("Save…"), this)),
      m_recordings(new QPushButton(tr("Recordings"), this)),
      m_menu(new QMenu(this)) {
    m_units->setToolTips(
        {tr("Read units: one partition serves %1 a second").arg(limitText(LoadUnit::Read)),
         tr("Write units: one partition serves %1 a second").arg(limitText(LoadUnit::Write))});
    m_resource->setAccessibleName(tr("Table or index"));
    m_resource->setToolTip(tr("The table or a global secondary index: each has partitions of its own"));
    m_range->setAccessibleName(tr("Range of time"));
    m_range->addItems({tr("Last 60 s"), tr("Whole recording")});
    m_range->setToolTip(tr("Drag over the pictures below to choose a range"));
    m_range->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_resource->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_recording->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_replay->setToolTip(tr("Counts the requests of a trace file. Items are never changed."));
    m_generate->setToolTip(tr("Counts made-up requests on the keys of this table. Items are never changed."));
    m_recordings->setMenu(m_menu);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* title = new ThemedLabel(ThemedLabel::Role::Heading, tr("Load"), this);
    row->addWidget(title);
    row->addSpacing(8);
    row->addWidget(m_units);
    row->addWidget(m_resource);
    row->addWidget(m_range);
    row->addSpacing(4);
    row->addWidget(m_recording, 1);
    for (QPushButton* button : {m_replay, m_generate, m_save, m_recordings})
        row->addWidget(button);

    connect(m_units, &SegmentedControl::chosen, this, [this](int index) {
        if (m_model) m_model->setUnit(index == 0 ? LoadUnit::Read : LoadUnit::Write);
    });
    connect(m_resource, &QComboBox::activated, this, [this](int index) {
        if (m_model) m_model->setResource(m_resource->itemData(index).toString());
    });
    connect(m_range, &QComboBox::activated, this, &LoadHeader::chooseRange);
    connect(m_replay, &QPushButton::clicked, this, &LoadHeader::replayRequested);
    connect(m_generate, &QPushButton::clicked, this, &LoadHeader::generateRequested);
    connect(m_save, &QPushButton::clicked, this, &LoadHeader::saveRequested);
    connect(m_menu, &QMenu::aboutToShow, this, &LoadHeader::fillRecordings);
    setModel(nullptr);
}

void LoadHeader::setModel(LoadModel* model) {
    if (m_model) disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    setEnabled(model != nullptr);
    if (!model) return;
    connect(model, &LoadModel::questionChanged, this, &LoadHeader::showQuestion);
    connect(model, &LoadModel::snapshotChanged, this, &LoadHeader::showAnswer);
    showQuestion();
    showAnswer();
}

void LoadHeader::showQuestion() {
    m_units->setCurrent(m_model->unit() == LoadUnit::Read ? 0 : 1);
    m_resource->clear();
    for (const QString& name : m_model->resources()) {
        m_resource->addItem(name.isEmpty() ? tr("Table") : name, name);
    }
    m_resource->setCurrentIndex(m_resource->findData(m_model->resource()));
    m_resource->setEnabled(m_resource->count() > 1);

    const LoadRange& range = m_model->range();
    if (m_range->count() > kChosen) m_range->removeItem(kChosen);
    if (range.kind == LoadRange::Kind::Chosen) {
        m_range->addItem(tr("%1 – %2").arg(secondText(range.chosen.begin), secondText(range.chosen.end)));
    }
    m_range->setCurrentIndex(range.kind == LoadRange::Kind::LastMinute ? kLastMinute
                             : range.kind == LoadRange::Kind::All      ? kAll
                                                                       : kChosen);
    m_replay->setEnabled(!m_model->table().isEmpty());
    m_generate->setEnabled(!m_model->table().isEmpty());
}

void LoadHeader::showAnswer() {
    const auto& snapshot = m_model->snapshot();
    m_recording->setText(snapshot ? recordingText(snapshot->summary.recording) : QString());
    const QString obstacle = m_model->saveObstacle();
    m_save->setEnabled(obstacle.isEmpty());
    m_save->setToolTip(obstacle.isEmpty() ? tr("Keeps this recording in the table file") : obstacle);
}

void LoadHeader::fillRecordings() {
    m_menu->clear();
    if (!m_model) return;
    LoadRecordingsModel* recordings = m_model->recordings();
    for (int row = 0; row < recordings->rowCount(); ++row) {
        const LoadRecordingsModel::Recording recording = recordings->recording(row);
        // An ampersand in a name is no shortcut.
        QString text = recordings->index(row).data().toString();
        QAction* action = m_menu->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(m_model->isShown(recording));
        connect(action, &QAction::triggered, this, [this, recording] {
            if (m_model) m_model->show(recording);
        });
    }
}

void LoadHeader::chooseRange(int index) {
    if (!m_model || index == kChosen) return;
    LoadRange range;
    range.kind = index == kAll ? LoadRange::Kind::All : LoadRange::Kind::LastMinute;
    m_model->setRange(range);
}

}  // namespace partita
