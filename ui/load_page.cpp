#include "ui/load_page.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "model/load_keys_model.h"
#include "model/load_model.h"
#include "model/load_replay.h"
#include "model/load_text.h"
#include "model/load_verdict.h"
#include "ui/elided_label.h"
#include "ui/load_bars.h"
#include "ui/load_card.h"
#include "ui/load_curve.h"
#include "ui/load_diagnosis.h"
#include "ui/load_facts.h"
#include "ui/load_generate.h"
#include "ui/load_header.h"
#include "ui/load_heat_map.h"
#include "ui/load_key_table.h"
#include "ui/load_legend.h"
#include "ui/load_partitions.h"
#include "ui/load_progress.h"
#include "ui/load_report.h"
#include "ui/themed_label.h"

namespace partita {
namespace {
constexpr int kWordsWidth = 320;  // pixels
constexpr int kGap = 14;
}  // namespace

LoadPage::LoadPage(QWidget* parent)
    : QWidget(parent),
      m_keys(new LoadKeysModel(this)),
      m_header(new LoadHeader(this)),
      m_progress(new LoadProgress(this)),
      m_notice(new NoticeBar(this)) {
    auto* contents = new QWidget(this);
    auto* columns = new QHBoxLayout(contents);
    columns->setContentsMargins(22, 0, 22, 18);
    columns->setSpacing(kGap);
    columns->addWidget(makePictures(), 1);
    columns->addWidget(makeWords(), 0, Qt::AlignTop);

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(contents);

    auto* head = new QVBoxLayout;
    head->setContentsMargins(22, 12, 22, 0);
    head->setSpacing(8);
    head->addWidget(m_header);
    head->addWidget(m_progress);
    head->addWidget(m_notice);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(head);
    column->addWidget(scroll, 1);

    connect(m_header, &LoadHeader::replayRequested, this, &LoadPage::chooseTrace);
    connect(m_header, &LoadHeader::generateRequested, this, &LoadPage::chooseGenerator);
    connect(m_header, &LoadHeader::saveRequested, this, &LoadPage::chooseName);
    connect(m_notice, &NoticeBar::actionTriggered, this, &LoadPage::reportBadLines);
    setUnit(m_unit);
    setSnapshot(nullptr);
}

QWidget* LoadPage::makePictures() {
    auto* pictures = new QWidget(this);
    auto* column = new QVBoxLayout(pictures);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);

    auto* bars = new LoadCard(tr("Busiest second of each partition"), pictures);
    m_bars = new LoadBars(bars);
    m_bars->setUnits(LoadBars::Units::Both);
    m_bars->setFixedHeight(126);
    bars->body()->addWidget(m_bars);
    bars->addToHead(new LoadLegend(bars));
    column->addWidget(bars);

    m_empty = makeInvitation(pictures);
    column->addWidget(m_empty);

    auto* time = new LoadCard(tr("Over time (UTC)"), pictures);
    m_heatMap = new LoadHeatMap(time);
    m_curve = new LoadCurve(time);
    m_curve->setMinimumHeight(88);
    m_curveTitle = new ElidedLabel(ThemedLabel::Role::Secondary, Qt::ElideRight, time);
    m_showItems = new QPushButton(time);
    auto* curveHead = new QHBoxLayout;
    curveHead->addWidget(m_curveTitle, 1);
    curveHead->addWidget(m_showItems);
    time->body()->addWidget(m_heatMap, 2);
    time->body()->addLayout(curveHead);
    time->body()->addWidget(m_curve, 1);
    column->addWidget(time, 100);

    auto* keys = new LoadCard(tr("Keys, of the whole recording"), pictures);
    auto* table = new LoadKeyTable(m_keys, keys);
    keys->body()->addWidget(table);
    column->addWidget(keys);
    column->addStretch();
    m_timeCard = time;
    m_keyCard = keys;

    connect(m_bars, &LoadBars::partitionClicked, this, &LoadPage::partitionClicked);
    connect(m_bars, &LoadBars::currentChanged, this, &LoadPage::choosePartition);
    connect(m_heatMap, &LoadHeatMap::partitionChosen, this, &LoadPage::choosePartition);
    connect(table, &LoadKeyTable::partitionActivated, this, &LoadPage::choosePartition);
    connect(m_showItems, &QPushButton::clicked, this, [this] {
        const auto shown = m_chosen ? m_chosen : m_snapshot ? m_snapshot->busiest(m_unit) : std::nullopt;
        if (shown) emit partitionClicked(static_cast<int>(*shown));
    });
    for (LoadTimeChart* chart :
         {static_cast<LoadTimeChart*>(m_heatMap), static_cast<LoadTimeChart*>(m_curve)}) {
        connect(chart, &LoadTimeChart::rangeDragged, this, [this](qlonglong begin, qlonglong end) {
            if (m_model) m_model->setRange({LoadRange::Kind::Chosen, {begin, end}});
        });
    }
    return pictures;
}

QWidget* LoadPage::makeInvitation(QWidget* parent) {
    auto* card = new LoadCard(tr("Nothing recorded"), parent);
    auto* text =
        new ThemedLabel(ThemedLabel::Role::Body,
                        tr("Run a query and its load appears here. Or try the picture at once:"), card);
    auto* generate = new QPushButton(tr("Generate load…"), card);
    generate->setProperty("accent", true);
    auto* replay = new QPushButton(tr("Replay a trace…"), card);
    auto* row = new QHBoxLayout;
    row->addWidget(generate);
    row->addWidget(replay);
    row->addStretch();
    card->body()->addWidget(text);
    card->body()->addLayout(row);
    connect(generate, &QPushButton::clicked, this, &LoadPage::chooseGenerator);
    connect(replay, &QPushButton::clicked, this, &LoadPage::chooseTrace);
    return card;
}

QWidget* LoadPage::makeWords() {
    auto* words = new QWidget(this);
    words->setFixedWidth(kWordsWidth);
    auto* column = new QVBoxLayout(words);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    auto* diagnosis = new LoadCard(tr("What this shows"), words);
    m_diagnosis = new LoadDiagnosis(diagnosis);
    diagnosis->body()->addWidget(m_diagnosis);
    auto* facts = new LoadCard(tr("Recording"), words);
    m_facts = new LoadFacts(facts);
    facts->body()->addWidget(m_facts);
    auto* partitions = new LoadCard(tr("Try another number"), words);
    m_partitions = new LoadPartitions(partitions);
    partitions->body()->addWidget(m_partitions);
    for (LoadCard* card : {diagnosis, facts, partitions})
        column->addWidget(card);
    connect(m_partitions, &LoadPartitions::chosen, this, [this](std::optional<std::uint32_t> count) {
        if (m_model) m_model->choosePartitions(count);
    });
    return words;
}

void LoadPage::setModel(LoadModel* model) {
    if (m_model) {
        disconnect(m_model, nullptr, this, nullptr);
        disconnect(m_model->replay(), nullptr, this, nullptr);
    }
    m_model = model;
    m_chosen.reset();
    m_notice->dismiss();
    m_header->setModel(model);
    m_progress->setReplay(model ? model->replay() : nullptr);
    setSnapshot(model ? model->snapshot() : nullptr);
    if (!model) return;
    setUnit(model->unit());
    connect(model, &LoadModel::snapshotChanged, this, [this] { setSnapshot(m_model->snapshot()); });
    connect(model, &LoadModel::questionChanged, this, [this] { setUnit(m_model->unit()); });
    connect(model, &LoadModel::failed, this,
            [this](const QString& reason) { tell(NoticeBar::Kind::Error, reason); });
    connect(model, &LoadModel::saved, this, [this](const QString& name) {
        tell(NoticeBar::Kind::Info, tr("“%1” is kept in the table file.").arg(name));
    });
    connectReplay();
}

void LoadPage::connectReplay() {
    LoadReplay* replay = m_model->replay();
    connect(replay, &LoadReplay::started, this, [this] { m_notice->dismiss(); });
    connect(replay, &LoadReplay::failed, this,
            [this](const QString& reason) { tell(NoticeBar::Kind::Error, reason); });
    connect(replay, &LoadReplay::cancelled, this,
            [this] { tell(NoticeBar::Kind::Info, tr("Cancelled. The load shown is the one from before.")); });
    connect(replay, &LoadReplay::finished, this, [this, replay] {
        if (!replay->report() || replay->report()->badLines == 0) return;
        tell(NoticeBar::Kind::Warning, LoadReport::headline(replay->name(), *replay->report()),
             tr("Show lines"));
    });
}

void LoadPage::setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    if (m_chosen && (!m_snapshot || *m_chosen >= m_snapshot->summary.partitions.size())) m_chosen.reset();
    m_bars->setSnapshot(m_snapshot);
    m_heatMap->setSnapshot(m_snapshot);
    m_curve->setSnapshot(m_snapshot);
    m_keys->setSnapshot(m_snapshot);
    m_facts->setSnapshot(m_snapshot.get());
    m_partitions->setSnapshot(m_snapshot.get(), m_model ? m_model->partitionsObstacle() : QString());
    const bool isEmpty = !m_snapshot || m_snapshot->isEmpty();
    m_empty->setVisible(m_snapshot && isEmpty);
    m_timeCard->setVisible(!isEmpty);
    m_keyCard->setVisible(!isEmpty);
    showVerdict();
    showPartition();
}

void LoadPage::setUnit(LoadUnit unit) {
    m_unit = unit;
    m_heatMap->setUnit(unit);
    m_curve->setUnit(unit);
    m_keys->setUnit(unit);
    showVerdict();
    showPartition();
}

void LoadPage::showVerdict() {
    m_diagnosis->setVerdict(m_snapshot ? verdictOf(*m_snapshot, m_unit) : LoadVerdict{});
}

void LoadPage::choosePartition(int partition) {
    m_chosen = static_cast<std::uint32_t>(partition);
    showPartition();
}

void LoadPage::showPartition() {
    const auto shown = m_chosen ? m_chosen : m_snapshot ? m_snapshot->busiest(m_unit) : std::nullopt;
    m_heatMap->setCurrent(shown);
    m_curve->setPartition(shown);
    m_showItems->setVisible(shown.has_value());
    if (!shown) {
        m_curveTitle->setText({});
        return;
    }
    const PartitionLoad& load = m_snapshot->summary.partitions[*shown];
    m_curveTitle->setText(tr("Partition %1 · %2 a second · peak %3 · mean %4 · sum %5")
                              .arg(QString::number(*shown), unitName(m_unit), unitsText(peakOf(load, m_unit)),
                                   rateText(meanOf(load, m_unit)), unitsText(sumOf(load, m_unit))));
    m_showItems->setText(tr("Show its items"));
}

void LoadPage::tell(NoticeBar::Kind kind, const QString& text, const QString& action) {
    m_notice->say(kind, text);
    m_notice->setAction(action);
}

void LoadPage::chooseTrace() {
    if (!m_model) return;
    auto* dialog = new QFileDialog(this, tr("Replay a trace"), {},
                                   tr("Traces (*.trace *.jsonl *.ndjson);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (m_model) m_model->replay()->replayTrace(m_model->table(), path);
    });
    dialog->open();
}

void LoadPage::chooseGenerator() {
    if (!m_model) return;
    auto* dialog = new LoadGenerate(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (m_model) m_model->replay()->generate(m_model->table(), dialog->spec());
    });
    dialog->open();
}

void LoadPage::chooseName() {
    if (!m_model || !m_snapshot) return;
    if (const QString obstacle = m_model->saveObstacle(); !obstacle.isEmpty()) {
        tell(NoticeBar::Kind::Info, obstacle);
        return;
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save the recording"));
    dialog->setLabelText(tr("Name in the table file"));
    dialog->setTextValue(QString::fromStdString(m_snapshot->summary.recording.name));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        if (m_model && !name.trimmed().isEmpty()) m_model->save(name.trimmed());
    });
    dialog->open();
}

void LoadPage::reportBadLines() {
    if (!m_model || !m_model->replay()->report()) return;
    auto* dialog = new LoadReport(m_model->replay()->name(), *m_model->replay()->report(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace partita
