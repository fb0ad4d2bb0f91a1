#include "ui/index_edit.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

#include "engine/limits.h"
#include "ui/form_row.h"
#include "ui/icons.h"
#include "ui/key_list_edit.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

IndexEdit::IndexEdit(IndexKind kind, QWidget* parent) : QFrame(parent), m_kind(kind) {
    setObjectName(QStringLiteral("indexEdit"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 10, 12, 12);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, 96);
    const auto addRow = [grid](const QString& name, QWidget* field) { addFormRow(grid, name, field); };

    grid->addWidget(
        new ThemedLabel(ThemedLabel::Role::Heading, kind == IndexKind::Local ? tr("Local secondary index")
                                                                             : tr("Global secondary index")),
        0, 0, 1, 2);
    auto* remove = m_remove = new QToolButton;
    remove->setObjectName(QStringLiteral("removeIndex"));
    remove->setIcon(icon(IconName::Close));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Remove this index"));
    remove->setAccessibleName(remove->toolTip());
    grid->addWidget(remove, 0, 1, Qt::AlignRight);

    m_name = new QLineEdit;
    m_name->setPlaceholderText(tr("index name"));
    m_name->setAccessibleName(tr("Index name"));
    addRow(tr("Name"), m_name);

    const int most = kind == IndexKind::Global ? static_cast<int>(limits::kGlobalIndexKeyAttributes) : 1;
    if (kind == IndexKind::Global) {
        m_partition = new KeyListEdit({1, most, tr("Partition key"), tr("Another attribute")});
        addRow(tr("Partition key"), m_partition);
    }
    const int least = kind == IndexKind::Local ? 1 : 0;  // a local index sorts by something else, or is none
    m_sort = new KeyListEdit({least, most, tr("Sort key"), tr("Sort attribute")});
    addRow(tr("Sort key"), m_sort);

    m_projection = new QComboBox;
    m_projection->setAccessibleName(tr("What the index holds"));
    m_projection->addItem(tr("All attributes"), static_cast<int>(ProjectionType::All));
    m_projection->addItem(tr("Keys only"), static_cast<int>(ProjectionType::KeysOnly));
    m_projection->addItem(tr("Keys and these attributes"), static_cast<int>(ProjectionType::Include));
    addRow(tr("Holds"), m_projection);
    m_included = new QLineEdit;
    m_included->setPlaceholderText(tr("attribute names, separated by commas"));
    m_included->setAccessibleName(tr("Attributes that the index holds besides keys"));
    m_included->hide();
    grid->addWidget(m_included, grid->rowCount(), 1);

    connect(remove, &QToolButton::clicked, this, &IndexEdit::removeRequested);
    connect(m_name, &QLineEdit::textChanged, this, &IndexEdit::edited);
    if (m_partition) connect(m_partition, &KeyListEdit::edited, this, &IndexEdit::edited);
    connect(m_sort, &KeyListEdit::edited, this, &IndexEdit::edited);
    connect(m_included, &QLineEdit::textChanged, this, &IndexEdit::edited);
    connect(m_projection, &QComboBox::currentIndexChanged, this, [this] {
        m_included->setVisible(m_projection->currentData().toInt() ==
                               static_cast<int>(ProjectionType::Include));
        emit edited();
    });
    connect(&Theme::instance(), &Theme::changed, this, &IndexEdit::applyTheme);
    applyTheme();
}

void IndexEdit::setRemovable(bool isRemovable) {
    m_remove->setVisible(isRemovable);
}

void IndexEdit::setIndex(const IndexDefinition& index) {
    m_name->setText(QString::fromStdString(index.name));
    if (m_partition) m_partition->setAttributes(index.keys.partition);
    m_sort->setAttributes(index.keys.sort);
    m_projection->setCurrentIndex(m_projection->findData(static_cast<int>(index.projection.type)));
    QStringList names;
    for (const std::string& name : index.projection.attributes)
        names << QString::fromStdString(name);
    m_included->setText(names.join(QStringLiteral(", ")));
    m_throughput = index.throughput;
}

IndexDefinition IndexEdit::index(const KeySchema& table) const {
    IndexDefinition index;
    index.name = m_name->text().toStdString();
    index.kind = m_kind;
    index.keys.partition = m_partition ? m_partition->attributes() : table.partition;
    index.keys.sort = m_sort->attributes();
    index.projection.type = static_cast<ProjectionType>(m_projection->currentData().toInt());
    if (index.projection.type == ProjectionType::Include) {
        const QStringList names = m_included->text().split(QLatin1Char(','), Qt::SkipEmptyParts);
        for (const QString& name : names) {
            if (const QString trimmed = name.trimmed(); !trimmed.isEmpty()) {
                index.projection.attributes.push_back(trimmed.toStdString());
            }
        }
    }
    index.throughput = m_throughput;
    return index;
}

void IndexEdit::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(QStringLiteral("#indexEdit { background: %1; border: 1px solid %2; border-radius: 6px; }")
                      .arg(colours.surface.name(), colours.line.name()));
}

}  // namespace partita
