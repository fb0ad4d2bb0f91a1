#include "ui/load_progress.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "model/load_replay.h"
#include "ui/elided_label.h"

namespace partita {
namespace {
constexpr int kPatienceMillis = 300;  // shorter work needs no progress, which would only flicker
constexpr int kSteps = 1000;
}  // namespace

LoadProgress::LoadProgress(QWidget* parent)
    : QWidget(parent),
      m_text(new ElidedLabel(ThemedLabel::Role::Body, Qt::ElideMiddle, this)),
      m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kPatienceMillis);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_replay) m_replay->cancel();
        m_cancel->setEnabled(false);
    });
    hide();
}

void LoadProgress::setReplay(LoadReplay* replay) {
    if (m_replay) disconnect(m_replay, nullptr, this, nullptr);
    end();
    m_replay = replay;
    if (!replay) return;
    connect(replay, &LoadReplay::started, this, [this] {
        m_text->setText(tr("Replaying %1").arg(m_replay->name()));
        m_bar->setRange(0, 0);
        m_cancel->setEnabled(true);
        m_delay.start();
    });
    connect(replay, &LoadReplay::progressed, this, [this](qulonglong done, qulonglong total) {
        if (total == 0) return;
        m_bar->setRange(0, kSteps);
        m_bar->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kSteps));
    });
    connect(replay, &LoadReplay::finished, this, &LoadProgress::end);
    connect(replay, &LoadReplay::failed, this, &LoadProgress::end);
    connect(replay, &LoadReplay::cancelled, this, &LoadProgress::end);
}

void LoadProgress::end() {
    m_delay.stop();
    hide();
}

}  // namespace partita
