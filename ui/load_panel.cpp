#include "ui/load_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/load_model.h"
#include "model/load_text.h"
#include "model/load_verdict.h"
#include "ui/elided_label.h"
#include "ui/load_bars.h"
#include "ui/segmented_control.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kWordsWidth = 236;  // pixels

QLabel* plainLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);  // keys come from files: never markup
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    return label;
}

QPushButton* linkButton(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setFlat(true);
    button->setCursor(Qt::PointingHandCursor);
    button->setObjectName(QStringLiteral("loadLink"));
    return button;
}

}  // namespace

LoadPanel::LoadPanel(QWidget* parent)
    : QFrame(parent),
      m_units(new SegmentedControl({unitName(LoadUnit::Read), unitName(LoadUnit::Write)}, this)),
      m_caption(new ElidedLabel(ThemedLabel::Role::Secondary, Qt::ElideRight, this)),
      m_title(plainLabel(this)),
      m_detail(plainLabel(this)),
      m_hints(new QWidget(this)),
      m_more(linkButton(tr("Load"), this)),
      m_bars(new LoadBars(this)) {
    setAccessibleName(tr("Load"));
    m_units->setToolTips(
        {tr("Read units: one partition serves %1 a second").arg(limitText(LoadUnit::Read)),
         tr("Write units: one partition serves %1 a second").arg(limitText(LoadUnit::Write))});
    m_more->setObjectName(QStringLiteral("loadTitle"));
    m_more->setToolTip(tr("Open the Load page: load over time, hottest keys, recordings"));

    auto* hints = new QHBoxLayout(m_hints);
    hints->setContentsMargins(0, 0, 0, 0);
    hints->setSpacing(14);
    auto* replay = linkButton(tr("Replay trace…"), m_hints);
    auto* generate = linkButton(tr("Generate…"), m_hints);
    hints->addWidget(replay);
    hints->addWidget(generate);
    hints->addStretch();

    auto* words = new QWidget(this);
    words->setFixedWidth(kWordsWidth);
    auto* column = new QVBoxLayout(words);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(m_more);
    head->addStretch();
    head->addWidget(m_units);
    column->addLayout(head);
    column->addWidget(m_caption);
    column->addSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_detail);
    column->addWidget(m_hints);
    column->addStretch();

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 14, 4);
    row->setSpacing(14);
    row->addWidget(words);
    row->addWidget(m_bars, 1);

    connect(m_units, &SegmentedControl::chosen, this, [this](int index) {
        setUnit(index == 0 ? LoadUnit::Read : LoadUnit::Write);
        if (m_model) m_model->setUnit(m_unit);
        emit unitChosen(m_unit);
    });
    connect(m_bars, &LoadBars::partitionClicked, this, &LoadPanel::partitionClicked);
    connect(m_more, &QPushButton::clicked, this, &LoadPanel::pageRequested);
    connect(replay, &QPushButton::clicked, this, &LoadPanel::replayRequested);
    connect(generate, &QPushButton::clicked, this, &LoadPanel::generateRequested);
    connect(&Theme::instance(), &Theme::changed, this, &LoadPanel::applyTheme);
    applyTheme();
    setUnit(m_unit);
}

void LoadPanel::setModel(LoadModel* model) {
    if (m_model) disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    setSnapshot(model ? model->snapshot() : nullptr);
    if (!model) return;
    setUnit(model->unit());
    connect(model, &LoadModel::snapshotChanged, this, [this] { setSnapshot(m_model->snapshot()); });
    connect(model, &LoadModel::questionChanged, this, [this] { setUnit(m_model->unit()); });
}

void LoadPanel::setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    m_bars->setSnapshot(m_snapshot);
    showVerdict();
}

void LoadPanel::setUnit(LoadUnit unit) {
    m_unit = unit;
    m_units->setCurrent(unit == LoadUnit::Read ? 0 : 1);
    m_bars->setUnits(unit == LoadUnit::Read ? LoadBars::Units::Read : LoadBars::Units::Write);
    showVerdict();
}

QString LoadPanel::title() const {
    return m_title->text();
}
QString LoadPanel::detail() const {
    return m_detail->text();
}
QString LoadPanel::caption() const {
    return m_caption->text();
}

void LoadPanel::showVerdict() {
    const bool isKnown = m_snapshot != nullptr;
    const LoadVerdict verdict = isKnown ? verdictOf(*m_snapshot, m_unit) : LoadVerdict{};
    const QString unit = m_unit == LoadUnit::Read ? tr("read units a second") : tr("write units a second");
    QString caption =
        isKnown && !m_snapshot->isEmpty() ? tr("%1 · %2").arg(rangeText(*m_snapshot), unit) : unit;
    if (isKnown && !m_snapshot->summary.resource.empty()) {
        caption = tr("%1 · %2").arg(QString::fromStdString(m_snapshot->summary.resource), caption);
    }
    m_caption->setText(caption);
    m_title->setText(verdict.title);
    m_detail->setText(verdict.detail);
    const bool isEmpty = isKnown && verdict.kind == LoadVerdict::Kind::NoLoad;
    m_hints->setVisible(isEmpty);
    m_title->setToolTip(verdict.assumptions.join(QLatin1Char('\n')));
    // Style sheets are slow, and live load comes here four times a second.
    if (m_isHot == verdict.isHot()) return;
    m_isHot = verdict.isHot();
    applyTheme();
}

void LoadPanel::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    QFont strong = Theme::instance().valueFont();
    strong.setPixelSize(12);
    QFont plain = strong;
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_detail->setFont(plain);
    m_more->setFont(Theme::instance().keyFont());
    const QString title = (m_isHot ? colours.hot : colours.text).name();
    const QString detail = (m_isHot ? colours.hot : colours.textSecondary).name();
    m_title->setStyleSheet(QStringLiteral("color: %1; background: transparent;").arg(title));
    m_detail->setStyleSheet(QStringLiteral("color: %1; background: transparent;").arg(detail));
    setStyleSheet(
        QStringLiteral(
            "partita--LoadPanel { background: %1; border: none; border-top: 1px solid %2; }"
            "QPushButton#loadLink { color: %3; background: transparent; border: none; padding: 0; }"
            "QPushButton#loadTitle { color: %4; background: transparent; border: none; padding: 0; "
            "text-align: left; }"
            "QPushButton#loadLink:focus, QPushButton#loadTitle:focus { text-decoration: underline; }"
            "QPushButton#loadLink:hover, QPushButton#loadTitle:hover { text-decoration: underline; }")
            .arg(colours.window.name(), colours.line.name(), colours.accent.name(), colours.text.name()));
}

}  // namespace partita
