#include "ui/key_list_edit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/icons.h"

namespace partita {
namespace {
constexpr ValueType kTypes[] = {ValueType::String, ValueType::Number, ValueType::Binary};
}

KeyListEdit::KeyListEdit(const Shape& shape, QWidget* parent) : QWidget(parent), m_shape(shape) {
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    m_add = new QPushButton(shape.addText);
    m_add->setIcon(icon(IconName::Add));
    m_add->setAutoDefault(false);
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow({});
        m_rows.back().name->setFocus();
        emit edited();
    });
    setAttributes({});
}

void KeyListEdit::setAttributes(const std::vector<KeyAttribute>& attributes) {
    while (!m_rows.empty())
        removeRow(m_rows.back().widget);
    for (const KeyAttribute& attribute : attributes)
        addRow(attribute);
    while (static_cast<int>(m_rows.size()) < m_shape.least)
        addRow({});
    updateButtons();
}

std::vector<KeyAttribute> KeyListEdit::attributes() const {
    std::vector<KeyAttribute> attributes;
    int place = 0;
    for (const Row& row : m_rows) {
        const bool isNeeded = place++ < m_shape.least;
        if (row.name->text().isEmpty() && !isNeeded) continue;
        attributes.push_back({row.name->text().toStdString(), kTypes[row.type->currentIndex()]});
    }
    return attributes;
}

QLineEdit* KeyListEdit::firstName() const {
    return m_rows.empty() ? nullptr : m_rows.front().name;
}

void KeyListEdit::addRow(const KeyAttribute& attribute) {
    Row row{new QWidget, new QLineEdit(QString::fromStdString(attribute.name)), new QComboBox};
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    row.name->setPlaceholderText(tr("attribute name"));
    row.name->setAccessibleName(tr("%1: attribute name").arg(m_shape.rowName));
    row.type->setAccessibleName(tr("%1: type").arg(m_shape.rowName));
    row.type->addItems({tr("String"), tr("Number"), tr("Binary")});
    const auto at = std::find(std::begin(kTypes), std::end(kTypes), attribute.type);
    row.type->setCurrentIndex(at == std::end(kTypes) ? 0 : static_cast<int>(at - std::begin(kTypes)));
    line->addWidget(row.name, 1);
    line->addWidget(row.type);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("removeKey"));
    remove->setIcon(icon(IconName::Remove));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Take this attribute out of the key"));
    remove->setAccessibleName(remove->toolTip());
    QSizePolicy keeps = remove->sizePolicy();
    keeps.setRetainSizeWhenHidden(m_shape.most > m_shape.least);
    remove->setSizePolicy(keeps);
    line->addWidget(remove);
    m_column->insertWidget(static_cast<int>(m_rows.size()), row.widget);
    m_rows.push_back(row);
    connect(row.name, &QLineEdit::textChanged, this, &KeyListEdit::edited);
    connect(row.type, &QComboBox::currentIndexChanged, this, &KeyListEdit::edited);
    connect(remove, &QToolButton::clicked, this, [this, widget = row.widget] {
        removeRow(widget);
        emit edited();
    });
    updateButtons();
}

void KeyListEdit::removeRow(QWidget* widget) {
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [widget](const Row& row) { return row.widget == widget; });
    if (at == m_rows.end()) return;
    m_rows.erase(at);
    m_column->removeWidget(widget);
    widget->hide();
    widget->deleteLater();  // its own button may be the sender
    updateButtons();
}

void KeyListEdit::updateButtons() {
    const int count = static_cast<int>(m_rows.size());
    for (int i = 0; i < count; ++i) {
        auto* remove =
            m_rows[static_cast<std::size_t>(i)].widget->findChild<QToolButton*>(QStringLiteral("removeKey"));
        remove->setVisible(count > m_shape.least && i >= m_shape.least);
    }
    m_add->setVisible(count < m_shape.most);
}

}  // namespace partita
