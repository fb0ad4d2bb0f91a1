#include "ui/running_page.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/elided_label.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kBarSteps = 1000;

}  // namespace

RunningPage::RunningPage(const QString& bar, const QString& cancel, QWidget* parent)
    : QWidget(parent),
      m_what(new ElidedLabel(ThemedLabel::Role::Heading, Qt::ElideMiddle)),
      m_bar(new QProgressBar),
      m_progress(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_cancel(new QPushButton(cancel)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addStretch(1);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 0);
    m_bar->setAccessibleName(bar);
    m_progress->setObjectName(QStringLiteral("progress"));
    column->addWidget(m_what);
    column->addWidget(m_bar);
    column->addWidget(m_progress);
    column->addStretch(2);
    auto* foot = new QHBoxLayout;
    foot->addStretch(1);
    foot->addWidget(m_cancel);
    column->addLayout(foot);
}

void RunningPage::begin(const QString& what) {
    m_what->setText(what);
    m_bar->setRange(0, 0);
    m_progress->clear();
    m_cancel->setEnabled(true);
}

void RunningPage::showProgress(const QString& text, std::optional<double> share) {
    m_progress->setText(text);
    m_bar->setRange(0, share ? kBarSteps : 0);
    if (share) m_bar->setValue(static_cast<int>(*share * kBarSteps));
}

void RunningPage::showStopping() {
    m_cancel->setEnabled(false);
    m_progress->setText(tr("Stopping…"));
}

bool RunningPage::isStopping() const {
    return !m_cancel->isEnabled();
}

}  // namespace partita
