#include "ui/key_value_edit.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme.h"

namespace partita {

namespace {

constexpr int kNameWidth = 170;     // a longer attribute name is elided; its tooltip has all of it
constexpr int kMistakeWidth = 300;  // the widest line of an error text

QString operatorLabel(SortOperator op) {
    const std::string_view text = operatorText(op);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString typeWords(ValueType type) {
    switch (type) {
        case ValueType::Number:
            return KeyValueEdit::tr("number");
        case ValueType::Binary:
            return KeyValueEdit::tr("binary, written as base64");
        default:
            return KeyValueEdit::tr("string");
    }
}

/// Characters of the text before that byte of its UTF-8 form.
int charactersBefore(const QString& text, std::size_t byte) {
    return static_cast<int>(
        QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(std::min<std::size_t>(byte, 1 << 20))))
            .size());
}

}  // namespace

KeyValueEdit::KeyValueEdit(const KeyAttribute& attribute, Part part, QWidget* parent)
    : QWidget(parent), m_attribute(attribute), m_part(part) {
    const QString name = QString::fromStdString(attribute.name);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    outer->addLayout(row);

    m_name = new QLabel(this);
    const QString shown = fontMetrics().elidedText(name, Qt::ElideMiddle, kNameWidth);
    m_name->setTextFormat(Qt::PlainText);
    m_name->setText(part == Part::Partition ? tr("%1 =").arg(shown) : shown);
    m_name->setToolTip(part == Part::Partition
                           ? tr("%1: partition key, %2").arg(name, typeWords(attribute.type))
                           : tr("%1: sort key, %2").arg(name, typeWords(attribute.type)));
    row->addWidget(m_name);

    if (part == Part::Sort) {
        m_operator = new QComboBox(this);
        m_operator->setAccessibleName(tr("Operator on %1").arg(name));
        m_operator->setObjectName(QStringLiteral("operator"));
        for (SortOperator op : QueryDraft::operatorsFor(attribute.type))
            m_operator->addItem(operatorLabel(op), static_cast<int>(op));
        connect(m_operator, &QComboBox::currentIndexChanged, this, [this] {
            showOperator();
            emit edited();
        });
        row->addWidget(m_operator);
    }

    m_value = new GrowingLineEdit(part == Part::Partition ? 132 : 106, 300, this);
    m_value->setObjectName(QStringLiteral("value"));
    m_value->setAccessibleName(part == Part::Partition ? tr("Value of %1").arg(name)
                                                       : tr("Value for %1").arg(name));
    m_value->setPlaceholderText(part == Part::Partition ? tr("value") : tr("any"));
    row->addWidget(m_value);
    m_name->setBuddy(m_value);

    if (part == Part::Sort) {
        m_and = new QLabel(tr("and"), this);
        m_upper = new GrowingLineEdit(106, 300, this);
        m_upper->setObjectName(QStringLiteral("upper"));
        m_upper->setAccessibleName(tr("Upper bound for %1").arg(name));
        m_upper->setPlaceholderText(tr("any"));
        row->addWidget(m_and);
        row->addWidget(m_upper);
    }
    row->addStretch();

    m_mistake = new ThemedLabel(ThemedLabel::Role::Error, {}, this);
    m_mistake->setObjectName(QStringLiteral("mistake"));
    m_mistake->setWordWrap(true);
    m_mistake->hide();
    outer->addWidget(m_mistake);

    for (GrowingLineEdit* edit : {m_value, m_upper}) {
        if (!edit) continue;
        edit->installEventFilter(this);
        connect(edit, &QLineEdit::textEdited, this, &KeyValueEdit::edited);
        connect(edit, &QLineEdit::editingFinished, this, &KeyValueEdit::finished);
        connect(edit, &QLineEdit::returnPressed, this, &KeyValueEdit::submit);
    }
    connect(m_value, &QLineEdit::textEdited, this, &KeyValueEdit::completionWanted);
    showOperator();
}

SortDraft KeyValueEdit::value() const {
    SortDraft draft;
    if (m_operator) draft.op = static_cast<SortOperator>(m_operator->currentData().toInt());
    draft.value = m_value->text();
    if (m_upper && draft.op == SortOperator::Between) draft.upper = m_upper->text();
    return draft;
}

void KeyValueEdit::setValue(const SortDraft& value) {
    const QSignalBlocker blocker(this);
    m_value->setText(value.value);
    if (!m_operator) return;
    m_upper->setText(value.upper);
    m_operator->setCurrentIndex(std::max(0, m_operator->findData(static_cast<int>(value.op))));
    showOperator();
}

QList<QWidget*> KeyValueEdit::focusWidgets() const {
    return m_operator ? QList<QWidget*>{m_operator, m_value, m_upper} : QList<QWidget*>{m_value};
}

void KeyValueEdit::showOperator() {
    if (!m_operator) return;
    const bool isBetween = value().op == SortOperator::Between;
    m_and->setVisible(isBetween);
    m_upper->setVisible(isBetween);
}

void KeyValueEdit::setMistake(GrowingLineEdit* edit, const QString& text,
                              const std::optional<SourceRange>& range) {
    const int begin = range ? charactersBefore(edit->text(), range->begin) : 0;
    const int end = range ? charactersBefore(edit->text(), range->end) : 0;
    edit->setMistake(!text.isEmpty(), begin, end);
    m_mistake->setText(text);
    const int wanted = m_mistake->fontMetrics().horizontalAdvance(text) + 4;
    m_mistake->setMinimumWidth(text.isEmpty() ? 0 : std::min(wanted, kMistakeWidth));
    m_mistake->setVisible(!text.isEmpty());
    updateGeometry();
}

void KeyValueEdit::clearMistakes() {
    if (m_mistake->text().isEmpty()) return;
    for (GrowingLineEdit* edit : {m_value, m_upper})
        if (edit) setMistake(edit, {});
}

void KeyValueEdit::setCompletionModel(QAbstractItemModel* model) {
    if (!m_completer) {
        m_completer = new QCompleter(this);
        m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
        m_completer->setMaxVisibleItems(12);
        // Not QLineEdit::setCompleter(): that opens the old list at every stroke, before the new answer is
        // there.
        m_completer->setWidget(m_value);
        connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
                [this](const QModelIndex& index) { emit completionChosen(index.row()); });
        m_value->setArrow(true);
        m_value->setToolTip(tr("Down: existing keys"));
        connect(m_value, &GrowingLineEdit::arrowPressed, this, &KeyValueEdit::completionWanted);
    }
    m_completer->setModel(model);
}

void KeyValueEdit::showCompletions() {
    if (!m_completer || !m_value->hasFocus()) return;
    const QAbstractItemModel* model = m_completer->model();
    const int rows = model ? model->rowCount() : 0;
    const bool isTypedAlready = rows == 1 && model->index(0, 0).data().toString() == m_value->text();
    if (rows == 0 || isTypedAlready) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->popup()->setAccessibleName(tr("Existing keys"));
    m_completer->complete();
    m_completer->popup()->setCurrentIndex({});
}

bool KeyValueEdit::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_value && m_completer && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        emit completionWanted();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void KeyValueEdit::submit() {
    // Enter on a highlighted key only takes it: the list hands the stroke to the field first.
    if (m_completer && m_completer->popup()->isVisible()) {
        if (m_completer->popup()->currentIndex().isValid()) return;
        m_completer->popup()->hide();
    }
    emit submitted();
}

}  // namespace partita
