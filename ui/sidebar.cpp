#include "ui/sidebar.h"

#include <QAbstractItemModel>
#include <QColorDialog>
#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/sidebar_list.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kMargin = 14;

struct NamedColour {
    const char* name;
    quint32 rgb;
};
// Clear of red, which means "over a limit", and readable on light and dark ground alike.
constexpr NamedColour kColours[] = {
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Blue"), 0x4c83d6},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Amber"), 0xc58a1e},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Green"), 0x3f9a5f},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Violet"), 0x8a63d2},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Teal"), 0x2a9aa0},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Pink"), 0xc75a9b},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Olive"), 0x83913a},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Brown"), 0xa06a48},
    {QT_TRANSLATE_NOOP("partita::Sidebar", "Slate"), 0x6c7b94},
};

QIcon swatch(const QColor& colour) {
    QPixmap pixmap(16, 16);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(2, 2, 12, 12), 2, 2);
    return pixmap;
}

}  // namespace

Sidebar::Sidebar(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("sidebar"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("sidebarContent"));
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 12, 0, 12);
    m_column->setSpacing(0);

    m_tables = addSection(tr("Table"), &m_tablesTitle);
    m_keys = new QGridLayout;
    m_keys->setContentsMargins(kMargin, 3, kMargin, 2);
    m_keys->setHorizontalSpacing(8);
    m_keys->setVerticalSpacing(1);
    m_keys->setColumnStretch(1, 1);
    m_column->addLayout(m_keys);
    m_indexes = addSection(tr("Indexes"), &m_indexesTitle);
    m_entities = addSection(tr("Entities"), &m_entitiesTitle);
    m_entityNote = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_entityNote->setWordWrap(true);
    m_entityNote->setContentsMargins(kMargin, 4, kMargin, 0);
    m_entityNote->hide();
    m_column->addWidget(m_entityNote);
    m_column->addStretch(1);
    setWidget(content);

    connect(m_tables, &SidebarList::rowChosen, this, &Sidebar::tableChosen);
    connect(m_indexes, &SidebarList::rowChosen, this, &Sidebar::indexChosen);
    connect(m_entities, &SidebarList::rowChosen, this, &Sidebar::showColourMenu);
    connect(&Theme::instance(), &Theme::changed, this, &Sidebar::applyTheme);
    applyTheme();
}

SidebarList* Sidebar::addSection(const QString& title, ThemedLabel** label) {
    *label = new ThemedLabel(ThemedLabel::Role::Section, title);
    (*label)->setContentsMargins(kMargin, 10, kMargin, 4);
    auto* list = new SidebarList(title);
    m_column->addWidget(*label);
    m_column->addWidget(list);
    return list;
}

void Sidebar::setModels(QAbstractItemModel* tables, QAbstractItemModel* indexes,
                        QAbstractItemModel* entities) {
    m_tables->setModel(tables);
    m_indexes->setModel(indexes);
    m_entities->setModel(entities);
    for (QAbstractItemModel* model : {tables, indexes, entities}) {
        connect(model, &QAbstractItemModel::modelReset, this, &Sidebar::updateSections);
    }
    updateSections();
}

void Sidebar::updateSections() {
    m_tablesTitle->setText(m_tables->model()->rowCount() > 1 ? tr("Tables") : tr("Table"));
    m_indexesTitle->setVisible(m_indexes->model()->rowCount() > 0);
    m_entitiesTitle->setVisible(m_entities->model()->rowCount() > 0);
}

void Sidebar::showKeys(const TableDefinition& table) {
    while (QLayoutItem* item = m_keys->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    const auto add = [this, &row](const QString& mark, const QString& meaning,
                                  const KeyAttribute& attribute) {
        const QString type = QString::fromUtf8(typeName(attribute.type).data());
        const QString texts[] = {mark, QString::fromStdString(attribute.name), type};
        for (int column = 0; column < 3; ++column) {
            auto* label = new ThemedLabel(ThemedLabel::Role::Secondary, texts[column]);
            label->setToolTip(meaning);
            m_keys->addWidget(label, row, column);
        }
        ++row;
    };
    for (const KeyAttribute& attribute : table.keys.partition)
        add(tr("pk"), tr("Partition key"), attribute);
    for (const KeyAttribute& attribute : table.keys.sort)
        add(tr("sk"), tr("Sort key"), attribute);
}

void Sidebar::setCurrent(int tableRow, int indexRow) {
    m_tables->setCurrentRow(indexRow < 0 ? tableRow : -1);
    m_indexes->setCurrentRow(indexRow);
}

void Sidebar::setEntityNote(const QString& text) {
    m_entityNote->setText(text);
    m_entityNote->setVisible(!text.isEmpty());
}

void Sidebar::showColourMenu(int row) {
    const QModelIndex index = m_entities->model()->index(row, 0);
    const QString entity = index.data(Qt::DisplayRole).toString();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("colourMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const NamedColour& colour : kColours) {
        QAction* action = menu->addAction(swatch(QColor::fromRgb(colour.rgb)), tr(colour.name));
        connect(action, &QAction::triggered, this,
                [this, entity, rgb = colour.rgb] { emit colourChosen(entity, rgb); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Other colour…")), &QAction::triggered, this, [this, entity] {
        auto* dialog = new QColorDialog(Theme::instance().entityColour(entity), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Colour of %1").arg(entity));
        connect(dialog, &QColorDialog::colorSelected, this, [this, entity](const QColor& colour) {
            emit colourChosen(entity, colour.rgb() & 0xFFFFFFU);
        });
        dialog->open();
    });
    const QRect rect = m_entities->visualRect(index);
    menu->popup(m_entities->viewport()->mapToGlobal(rect.bottomLeft() + QPoint(kMargin, 2)));
}

void Sidebar::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(QStringLiteral("#sidebar, #sidebarContent { background: %1; border: 0; }")
                      .arg(colours.window.name()));
}

}  // namespace partita
