#include "ui/item_form_delegate.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTimer>
#include <QTreeView>
#include <algorithm>

#include "engine/value/value.h"
#include "model/item_form_model.h"
#include "model/roles.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kMarkWidth = 3;
constexpr int kTextEditHeight = 112;
constexpr int kRowPadding = 2;
constexpr ValueType kTypes[] = {
    ValueType::String, ValueType::Number,    ValueType::Bool,      ValueType::Null,   ValueType::Map,
    ValueType::List,   ValueType::StringSet, ValueType::NumberSet, ValueType::Binary, ValueType::BinarySet};

ValueType typeOf(const QModelIndex& index) {
    return static_cast<ValueType>(index.data(ValueTypeRole).toInt());
}

/// The type with what it is, for those who do not know the letters.
QString typeText(ValueType type) {
    switch (type) {
        case ValueType::String:
            return ItemFormDelegate::tr("S – string");
        case ValueType::Number:
            return ItemFormDelegate::tr("N – number");
        case ValueType::Binary:
            return ItemFormDelegate::tr("B – binary");
        case ValueType::Bool:
            return ItemFormDelegate::tr("BOOL – true or false");
        case ValueType::Null:
            return ItemFormDelegate::tr("NULL – nothing");
        case ValueType::List:
            return ItemFormDelegate::tr("L – list");
        case ValueType::Map:
            return ItemFormDelegate::tr("M – map");
        case ValueType::StringSet:
            return ItemFormDelegate::tr("SS – set of strings");
        case ValueType::NumberSet:
            return ItemFormDelegate::tr("NS – set of numbers");
        case ValueType::BinarySet:
            return ItemFormDelegate::tr("BS – set of binary values");
    }
    return {};
}

QString rawText(const QPlainTextEdit& edit) {
    // toPlainText() would make spaces of no-break spaces.
    QString text = edit.document()->toRawText();
    text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
    text.replace(QChar::LineSeparator, QLatin1Char('\n'));
    return text;
}

}  // namespace

ItemFormDelegate::ItemFormDelegate(QTreeView* view)
    : QStyledItemDelegate(view), m_painter(new ItemTreeDelegate(view)), m_view(view) {
    m_painter->setParent(this);
}

void ItemFormDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    QStyleOptionViewItem row = option;
    m_painter->paint(painter, row, index);
    const ThemeColours& colours = Theme::instance().colours();
    if (index.column() == ItemFormModel::NameColumn && index.data(ChangedRole).toBool()) {
        // At the left edge of the view, whatever the depth of the row.
        const QRect mark(0, option.rect.top() + 1, kMarkWidth, option.rect.height() - 2);
        painter->save();
        painter->setClipping(false);
        painter->fillRect(mark, colours.accent);
        painter->restore();
    }
    const bool isNameless =
        index.column() == ItemFormModel::NameColumn && index.data(Qt::DisplayRole).toString().isEmpty();
    if (isNameless) {
        painter->save();
        painter->setPen(colours.textFaint);
        painter->setFont(Theme::instance().valueFont());
        painter->drawText(option.rect.adjusted(ItemTreeDelegate::kPadding, 0, 0, 0),
                          Qt::AlignLeft | Qt::AlignVCenter, tr("(name)"));
        painter->restore();
    }
    const int faultColumn =
        isNameless ||
                index.siblingAtColumn(ItemFormModel::NameColumn).data(Qt::DisplayRole).toString().isEmpty()
            ? ItemFormModel::NameColumn
            : ItemFormModel::ValueColumn;
    if (index.column() == faultColumn && !index.data(FaultTextRole).toString().isEmpty()) {
        painter->save();
        painter->setPen(QPen(colours.hot, 1.5));
        const int y = option.rect.bottom() - 1;
        painter->drawLine(option.rect.left() + ItemTreeDelegate::kPadding, y,
                          option.rect.right() - ItemTreeDelegate::kPadding, y);
        painter->restore();
    }
}

QSize ItemFormDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return m_painter->sizeHint(option, index) + QSize(0, 2 * kRowPadding);
}

QWidget* ItemFormDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                        const QModelIndex& index) const {
    const auto chooser = [&](QComboBox* box) {
        connect(box, &QComboBox::activated, this,
                [this, box] { const_cast<ItemFormDelegate*>(this)->take(box); });
        // The list opens at once: by the keyboard, each step in a closed box would be a choice.
        QTimer::singleShot(0, box, [box] {
            if (box->isVisible()) box->showPopup();
        });
        return box;
    };
    if (index.column() == ItemFormModel::TypeColumn) {
        auto* box = new QComboBox(parent);
        box->setAccessibleName(tr("Type of the value"));
        for (const ValueType type : kTypes)
            box->addItem(typeText(type), static_cast<int>(type));
        return chooser(box);
    }
    if (index.column() == ItemFormModel::ValueColumn && typeOf(index) == ValueType::Bool) {
        auto* box = new QComboBox(parent);
        box->setAccessibleName(tr("Value"));
        box->addItems({QStringLiteral("true"), QStringLiteral("false")});
        return chooser(box);
    }
    if (index.column() == ItemFormModel::ValueColumn && typeOf(index) == ValueType::String) {
        auto* edit = new QPlainTextEdit(parent);
        edit->setAccessibleName(tr("Value"));
        edit->setToolTip(tr("Enter takes the text, Shift+Enter begins a line, Esc leaves it as it was."));
        edit->setTabChangesFocus(true);
        edit->setFont(Theme::instance().valueFont());
        return edit;
    }
    auto* edit = new QLineEdit(parent);
    edit->setAccessibleName(index.column() == ItemFormModel::NameColumn ? tr("Name of the attribute")
                                                                        : tr("Value"));
    return edit;
}

void ItemFormDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(index.column() == ItemFormModel::TypeColumn
                                 ? box->findData(index.data(Qt::EditRole))
                                 : box->findText(text));
    } else if (auto* edit = qobject_cast<QPlainTextEdit*>(editor)) {
        if (rawText(*edit) == text) return;
        edit->setPlainText(text);
        edit->selectAll();
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        if (line->text() == text) return;
        line->setText(text);
        line->selectAll();
    }
}

void ItemFormDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                    const QModelIndex& index) const {
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, index.column() == ItemFormModel::TypeColumn ? box->currentData()
                                                                          : QVariant(box->currentText()));
    } else if (const auto* edit = qobject_cast<QPlainTextEdit*>(editor)) {
        model->setData(index, rawText(*edit));
    } else if (const auto* line = qobject_cast<QLineEdit*>(editor)) {
        model->setData(index, line->text());
    }
}

void ItemFormDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex& index) const {
    QRect place = option.rect;
    const QRect room = m_view->viewport()->rect();
    int height = std::max(place.height(), editor->sizeHint().height());
    if (qobject_cast<QPlainTextEdit*>(editor)) {
        const QString text = index.data(Qt::EditRole).toString();
        const bool isShort = !text.contains(QLatin1Char('\n')) &&
                             QFontMetrics(editor->font()).horizontalAdvance(text) < place.width() - 40;
        const int line = QFontMetrics(editor->font()).lineSpacing();
        height = isShort ? std::max(place.height(), line + 14) : std::max(place.height(), kTextEditHeight);
    }
    if (qobject_cast<QComboBox*>(editor) && index.column() == ItemFormModel::TypeColumn)
        place.setWidth(std::max(place.width(), editor->sizeHint().width()));
    place.setHeight(height);
    if (place.bottom() > room.bottom()) place.moveBottom(std::max(room.bottom(), height - 1));
    editor->setGeometry(place);
}

void ItemFormDelegate::take(QWidget* editor) {
    emit commitData(editor);
    emit closeEditor(editor);
}

bool ItemFormDelegate::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        auto* editor = qobject_cast<QWidget*>(watched);
        if (isReturn && editor && !qobject_cast<QComboBox*>(editor) &&
            !(key->modifiers() & Qt::ShiftModifier)) {
            take(editor);
            return true;
        }
        if (isReturn && qobject_cast<QPlainTextEdit*>(watched)) {
            static_cast<QPlainTextEdit*>(watched)->insertPlainText(QStringLiteral("\n"));
            return true;
        }
    }
    return QStyledItemDelegate::eventFilter(watched, event);
}

}  // namespace partita
