#include "ui/redaction_edit.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/icons.h"
#include "ui/themed_label.h"

namespace partita {
namespace {
constexpr Redaction::Action kActions[] = {Redaction::Action::Mask, Redaction::Action::Hash,
                                          Redaction::Action::Drop};
}

RedactionEdit::RedactionEdit(QWidget* parent) : QWidget(parent), m_names(new QStringListModel(this)) {
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    m_add = new QPushButton(icon(IconName::Add), tr("Hide an attribute"));
    m_add->setObjectName(QStringLiteral("addRedaction"));
    m_add->setAutoDefault(false);
    m_add->setToolTip(tr("Mask, hash or leave out what is not to leave the house"));
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    m_hashing = new QWidget;
    auto* hashing = new QVBoxLayout(m_hashing);
    hashing->setContentsMargins(0, 2, 0, 0);
    hashing->setSpacing(6);
    auto* note = new ThemedLabel(
        ThemedLabel::Role::Secondary,
        tr("Equal values get equal hashes, also inside of keys: USER#ann goes on belonging to ann. With a "
           "hash key the next export gives the same hashes."));
    note->setWordWrap(true);
    m_hashKey = new QLineEdit;
    m_hashKey->setObjectName(QStringLiteral("hashKey"));
    m_hashKey->setAccessibleName(tr("Hash key"));
    m_hashKey->setPlaceholderText(tr("Hash key: a random one for this export unless you give one"));
    hashing->addWidget(note);
    hashing->addWidget(m_hashKey);
    m_column->addWidget(m_hashing);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow({});
        m_rows.back().name->setFocus();
        updateState();
    });
    connect(m_hashKey, &QLineEdit::textChanged, this, &RedactionEdit::edited);
    m_hashing->hide();
}

void RedactionEdit::setKnownNames(const QStringList& names) {
    m_names->setStringList(names);
    updateState();
}

void RedactionEdit::addRow(const Redaction& redaction) {
    Row row{new QWidget, new QLineEdit(QString::fromStdString(redaction.attribute)), new QComboBox};
    row.widget->setObjectName(QStringLiteral("redaction"));
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    row.name->setPlaceholderText(tr("attribute name"));
    row.name->setAccessibleName(tr("Attribute to hide"));
    auto* completer = new QCompleter(m_names, row.name);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    row.name->setCompleter(completer);
    row.action->setAccessibleName(tr("What becomes of it"));
    row.action->addItems({tr("Mask"), tr("Hash"), tr("Leave out")});
    row.action->setItemData(0, tr("Letters become x, digits 0; lengths stay"), Qt::ToolTipRole);
    row.action->setItemData(1, tr("Equal values stay equal; the only choice for keys"), Qt::ToolTipRole);
    row.action->setItemData(2, tr("Items go out without the attribute"), Qt::ToolTipRole);
    const auto at = std::find(std::begin(kActions), std::end(kActions), redaction.action);
    row.action->setCurrentIndex(static_cast<int>(at - std::begin(kActions)));
    line->addWidget(row.name, 1);
    line->addWidget(row.action);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("removeRedaction"));
    remove->setIcon(icon(IconName::Remove));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Let this attribute out as it is"));
    remove->setAccessibleName(remove->toolTip());
    line->addWidget(remove);
    m_column->insertWidget(static_cast<int>(m_rows.size()), row.widget);
    m_rows.push_back(row);
    connect(row.name, &QLineEdit::textChanged, this, &RedactionEdit::updateState);
    connect(row.action, &QComboBox::currentIndexChanged, this, &RedactionEdit::updateState);
    connect(remove, &QToolButton::clicked, this, [this, widget = row.widget] {
        removeRow(widget);
        updateState();
    });
}

void RedactionEdit::removeRow(QWidget* widget) {
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [widget](const Row& row) { return row.widget == widget; });
    if (at == m_rows.end()) return;
    m_rows.erase(at);
    m_column->removeWidget(widget);
    widget->hide();
    widget->deleteLater();  // its own button may be the sender
}

std::vector<Redaction> RedactionEdit::redactions() const {
    std::vector<Redaction> redactions;
    for (const Row& row : m_rows) {
        if (row.name->text().isEmpty()) continue;
        redactions.push_back({row.name->text().toStdString(), kActions[row.action->currentIndex()]});
    }
    return redactions;
}

void RedactionEdit::setRedactions(const std::vector<Redaction>& redactions) {
    while (!m_rows.empty())
        removeRow(m_rows.back().widget);
    for (const Redaction& redaction : redactions)
        addRow(redaction);
    updateState();
}

std::string RedactionEdit::hashKey() const {
    return m_hashKey->text().toStdString();
}

QStringList RedactionEdit::unknownNames() const {
    QStringList unknown;
    const QStringList known = m_names->stringList();
    if (known.isEmpty()) return unknown;
    for (const Row& row : m_rows) {
        const QString name = row.name->text();
        if (!name.isEmpty() && !known.contains(name)) unknown << name;
    }
    return unknown;
}

QString RedactionEdit::doubledName() const {
    QStringList seen;
    for (const Row& row : m_rows) {
        const QString name = row.name->text();
        if (name.isEmpty()) continue;
        if (seen.contains(name)) return name;
        seen << name;
    }
    return {};
}

void RedactionEdit::updateState() {
    const std::vector<Redaction> all = redactions();
    m_hashing->setVisible(std::any_of(all.begin(), all.end(), [](const Redaction& redaction) {
        return redaction.action == Redaction::Action::Hash;
    }));
    emit edited();
}

}  // namespace partita
