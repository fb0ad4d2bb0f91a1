#include "ui/go_to_key_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/table/key.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

GoToKeyBar::GoToKeyBar(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("goToKeyBar"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 6, 8, 6);
    column->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(new ThemedLabel(ThemedLabel::Role::Heading, tr("Go to")));
    m_row = new QHBoxLayout;
    m_row->setSpacing(8);
    line->addLayout(m_row, 1);
    auto* button = new QPushButton(tr("Go"));
    line->addWidget(button);
    auto* close = new QToolButton;
    close->setIcon(icon(IconName::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this bar (Esc)"));
    close->setAccessibleName(tr("Close this bar"));
    line->addWidget(close);
    column->addLayout(line);
    m_problem = new ThemedLabel(ThemedLabel::Role::Error);
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    connect(button, &QPushButton::clicked, this, &GoToKeyBar::go);
    connect(close, &QToolButton::clicked, this, &GoToKeyBar::closeBar);
    connect(&Theme::instance(), &Theme::changed, this, &GoToKeyBar::applyTheme);
    applyTheme();
    hide();
}

void GoToKeyBar::setKeys(const KeySchema& keys) {
    if (keys == m_keys) return;
    m_keys = keys;
    while (QLayoutItem* item = m_row->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_fields.clear();
    for (const KeyAttribute& attribute : keys.all()) {
        const QString name = QString::fromStdString(attribute.name);
        auto* field = new QLineEdit;
        field->setAccessibleName(name);
        field->setPlaceholderText(attribute.type == ValueType::Binary ? tr("base64") : QString());
        connect(field, &QLineEdit::returnPressed, this, &GoToKeyBar::go);
        connect(field, &QLineEdit::textEdited, m_problem, &QWidget::hide);
        m_row->addWidget(new ThemedLabel(ThemedLabel::Role::Secondary, name));
        m_row->addWidget(field, 1);
        m_fields.push_back(field);
    }
    m_problem->hide();
}

void GoToKeyBar::open() {
    show();
    if (m_fields.empty()) return;
    m_fields.front()->setFocus(Qt::ShortcutFocusReason);
    m_fields.front()->selectAll();
}

void GoToKeyBar::showProblem(const QString& text) {
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

QString GoToKeyBar::problem() const {
    return m_problem->isHidden() ? QString() : m_problem->text();
}

void GoToKeyBar::go() {
    const std::size_t partitions = m_keys.partition.size();
    const std::vector<KeyAttribute> attributes = m_keys.all();
    std::vector<Value> partition;
    std::vector<Value> sort;
    bool sortEnded = false;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const QString name = QString::fromStdString(attributes[i].name);
        const QString text = m_fields[i]->text();
        if (text.isEmpty() && i < partitions) {
            showProblem(tr("Type a value for %1.").arg(name));
            m_fields[i]->setFocus();
            return;
        }
        if (text.isEmpty()) {
            sortEnded = true;
            continue;
        }
        if (sortEnded) {
            showProblem(tr("%1 counts only when the sort attributes before it are given.").arg(name));
            return;
        }
        const Result<Value> value = keyValueFromText(attributes[i].type, text.toStdString());
        if (!value) {
            showProblem(tr("%1: %2").arg(name, QString::fromStdString(value.error().message)));
            m_fields[i]->setFocus();
            return;
        }
        (i < partitions ? partition : sort).push_back(*value);
    }
    m_problem->hide();
    emit goRequested(partition, sort);
}

void GoToKeyBar::closeBar() {
    hide();
    emit closed();
}

void GoToKeyBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        closeBar();
        return;
    }
    QFrame::keyPressEvent(event);
}

void GoToKeyBar::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    setStyleSheet(QStringLiteral("#goToKeyBar { background: %1; border: 0; border-bottom: 1px solid %2; }")
                      .arg(colours.window.name(), colours.line.name()));
}

}  // namespace partita
