#include "ui/item_editor.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "engine/limits.h"
#include "engine/request.h"
#include "engine/table/key.h"
#include "engine/table/key_values.h"
#include "model/run_text.h"
#include "ui/dialog_foot.h"
#include "ui/item_conflict.h"
#include "ui/item_form.h"
#include "ui/json_edit.h"
#include "ui/segmented_control.h"
#include "ui/size_bar.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr QSize kSize(760, 640);
constexpr int kReadMillis = 250;
constexpr qsizetype kMostReadAtOnce = 40'000;
constexpr int kSizeBarWidth = 110;
constexpr int kMostNamed = 6;

QString keyTextOf(const TableDefinition& table, const Item& item) {
    QStringList parts;
    for (const auto* attributes : {&table.keys.partition, &table.keys.sort})
        if (!attributes->empty())
            parts << QString::fromStdString(displayText(keyValuesOf(*attributes, item)));
    return parts.join(QStringLiteral(" · "));
}

bool isSameKey(const TableDefinition& table, const Item& a, const Item& b) {
    const auto keys = table.keys.all();
    return keyValuesOf(keys, a) == keyValuesOf(keys, b);
}

QString namesText(const QStringList& names) {
    QString text = names.mid(0, kMostNamed).join(QStringLiteral(", "));
    if (names.size() > kMostNamed) text += QStringLiteral(", …");
    return text;
}

}  // namespace

ItemEditor::ItemEditor(const Start& start, QWidget* parent)
    : QDialog(parent),
      m_purpose(start.purpose),
      m_table(start.table),
      m_start(start.item),
      m_order(start.order),
      m_base(start.item),
      m_draft(start.item),
      m_title(new ThemedLabel(ThemedLabel::Role::Heading)),
      m_place(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_switch(new SegmentedControl({tr("Form"), tr("DynamoDB JSON"), tr("Plain JSON")})),
      m_sizeText(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_size(new SizeBar),
      m_stack(new QStackedWidget),
      m_form(new ItemForm),
      m_dynamoDb(new JsonEdit),
      m_plain(new JsonEdit),
      m_conflict(new ItemConflict),
      m_changes(new ThemedLabel(ThemedLabel::Role::Secondary)),
      m_problem(new ThemedLabel(ThemedLabel::Role::Error)),
      m_save(new QPushButton(tr("Save"))) {
    if (m_purpose == Purpose::Edit) m_opened = std::make_shared<const Item>(start.item);
    std::vector<std::string> order;
    for (const KeyAttribute& key : m_table->keys.all())
        order.push_back(key.name);
    order.insert(order.end(), m_order.begin(), m_order.end());
    m_order = std::move(order);
    setWindowTitle(titleText());
    resize(kSize);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    makeHead();
    makeViews();
    column->addWidget(m_conflict);
    m_changes->setObjectName(QStringLiteral("changes"));
    m_changes->setWordWrap(true);
    column->addWidget(m_changes);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_save->setObjectName(QStringLiteral("saveButton"));
    m_save->setToolTip(tr("Save the item (Ctrl+Return)"));
    column->addLayout(dialogFoot(this, m_save, m_problem));
    connect(m_save, &QPushButton::clicked, this, &ItemEditor::save);
    connect(m_conflict, &ItemConflict::reloadRequested, this, &ItemEditor::reload);
    connect(m_conflict, &ItemConflict::overwriteRequested, this, &ItemEditor::overwrite);
    load();
    m_form->focusFirst();
}

QString ItemEditor::titleText() const {
    switch (m_purpose) {
        case Purpose::New:
            return tr("New item");
        case Purpose::Duplicate:
            return tr("Duplicate item");
        case Purpose::Edit:
            break;
    }
    return tr("Edit item");
}

void ItemEditor::makeHead() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    m_title->setText(m_purpose == Purpose::New ? titleText() : keyTextOf(*m_table, m_start));
    const QString table = QString::fromStdString(m_table->name);
    m_place->setText(m_purpose == Purpose::Duplicate ? tr("A copy of this item, in the table %1").arg(table)
                                                     : tr("In the table %1").arg(table));
    auto* titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(m_title);
    titles->addWidget(m_place);
    column->addLayout(titles);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    m_switch->setToolTips({tr("Names, types and values one by one"),
                           tr("With types, as the service takes and gives it"),
                           tr("Without types: what you leave as it is keeps its type, and so does a set or "
                              "binary value that you change")});
    row->addWidget(m_switch);
    row->addStretch(1);
    m_size->setFixedWidth(kSizeBarWidth);
    row->addWidget(m_sizeText);
    row->addWidget(m_size);
    column->addLayout(row);
    connect(m_switch, &SegmentedControl::chosen, this, [this](int index) {
        if (showView(static_cast<View>(index))) emit viewChosen(m_view);
    });
}

void ItemEditor::makeViews() {
    m_dynamoDb->setObjectName(QStringLiteral("dynamoDbJson"));
    m_dynamoDb->setAccessibleName(tr("Item as DynamoDB JSON"));
    m_plain->setObjectName(QStringLiteral("plainJson"));
    m_plain->setAccessibleName(tr("Item as plain JSON"));
    m_stack->addWidget(m_form);
    for (JsonEdit* edit : {m_dynamoDb, m_plain}) {
        m_stack->addWidget(edit);
        connect(edit, &QPlainTextEdit::textChanged, this, [this, edit] {
            if (edit == json()) takeText();
        });
    }
    static_cast<QVBoxLayout*>(layout())->addWidget(m_stack, 1);
    connect(m_form, &ItemForm::edited, this, [this] {
        m_isTouched = true;
        read();
    });
    m_readTimer.setSingleShot(true);
    m_readTimer.setInterval(kReadMillis);
    connect(&m_readTimer, &QTimer::timeout, this, &ItemEditor::read);
}

JsonEdit* ItemEditor::json() const {
    if (m_view == View::Form) return nullptr;
    return m_view == View::DynamoDb ? m_dynamoDb : m_plain;
}

bool ItemEditor::showView(View view) {
    if (view == m_view) return true;
    if (m_view == View::Form) m_form->commit();
    read();
    if (!m_reading.item) {
        // Another view could not show it: what is wrong has to be mended first.
        m_switch->setCurrent(static_cast<int>(m_view));
        if (JsonEdit* edit = json())
            edit->goToFault();
        else
            m_form->goToFault();
        return false;
    }
    m_view = view;
    m_switch->setCurrent(static_cast<int>(view));
    load();
    m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
    return true;
}

void ItemEditor::load() {
    m_base = m_draft;
    const View view = std::exchange(m_view, View::Form);  // what is loaded is not typed
    if (view == View::Form) m_form->setItem(m_base, m_table, m_opened, m_order);
    if (view == View::DynamoDb) m_dynamoDb->setText(ItemText::dynamoDb(m_base, m_order));
    if (view == View::Plain) m_plain->setText(ItemText::plain(m_base, m_order));
    m_view = view;
    m_stack->setCurrentIndex(static_cast<int>(view));
    read();
}

void ItemEditor::takeText() {
    m_isTouched = true;
    if (json()->document()->characterCount() > kMostReadAtOnce) {
        m_readTimer.start();
        m_save->setEnabled(false);  // until it has been read
    } else {
        read();
    }
}

void ItemEditor::read() {
    m_readTimer.stop();
    switch (m_view) {
        case View::Form:
            m_reading = m_form->model()->reading();
            break;
        case View::DynamoDb:
            m_reading = ItemText::readDynamoDb(m_dynamoDb->text(), *m_table);
            break;
        case View::Plain:
            m_reading = ItemText::readPlain(m_plain->text(), *m_table, m_base);
            break;
    }
    if (m_reading.item) m_draft = *m_reading.item;
    if (m_reading.isGood() && m_purpose == Purpose::Duplicate && isSameKey(*m_table, m_draft, m_start)) {
        ItemFault fault;
        fault.message = tr("Give the copy another key: the item that it was made of has this one.");
        m_reading.fault = std::move(fault);
    }
    // A key that was taken is taken no more once it is another.
    if (m_isKeyTaken && m_reading.item && !isSameKey(*m_table, *m_reading.item, *m_inTheWay)) {
        m_isKeyTaken = false;
        m_conflict->hide();
    }
    showState();
}

bool ItemEditor::isChanged() const {
    return !m_reading.item || (m_opened ? *m_reading.item != *m_opened : *m_reading.item != m_start);
}

bool ItemEditor::canSave() const {
    return m_save->isEnabled();
}

QString ItemEditor::problem() const {
    return m_problem->text();
}

void ItemEditor::showState() {
    const std::optional<ItemFault>& fault = m_reading.fault;
    m_problem->setRole(m_isTouched ? ThemedLabel::Role::Error : ThemedLabel::Role::Secondary);
    m_problem->setText(fault ? fault->text() : QString());
    if (m_reading.item) {
        const std::size_t bytes = sizeOf(*m_reading.item);
        m_sizeText->setText(tr("%1 of 400 KB").arg(bytesText(bytes)));
        m_size->setShare(static_cast<double>(bytes) / static_cast<double>(limits::kItemSize));
    }
    if (m_opened && m_reading.item) {
        const ItemChanges changes = changesBetween(*m_opened, *m_reading.item);
        QStringList parts;
        if (!changes.changed.isEmpty()) parts << tr("Changed: %1").arg(namesText(changes.changed));
        if (!changes.added.isEmpty()) parts << tr("Added: %1").arg(namesText(changes.added));
        if (!changes.removed.isEmpty()) parts << tr("Removed: %1").arg(namesText(changes.removed));
        if (parts.isEmpty()) parts << tr("Nothing is changed.");
        if (!isSameKey(*m_table, *m_opened, *m_reading.item))
            parts << tr("With another key, the item is moved: the old one is deleted.");
        m_changes->setText(parts.join(QStringLiteral(" · ")));
    }
    m_changes->setVisible(m_opened != nullptr);
    if (JsonEdit* edit = json()) {
        const bool isPlaced = fault && fault->line > 0;
        edit->setFault(isPlaced ? fault->begin : -1, isPlaced ? fault->end : -1);
        if (m_reading.item)
            edit->setChanged(m_opened ? ItemText::changedRanges(edit->text(), *m_opened, *m_reading.item)
                                      : std::vector<std::pair<qsizetype, qsizetype>>());
    }
    const bool isNew = !m_opened;
    m_save->setEnabled(m_reading.isGood() && (isNew || isChanged()));
}

void ItemEditor::save() {
    if (m_view == View::Form) m_form->commit();
    read();
    if (!m_save->isEnabled()) return;
    // Until the answer: showError(), or the dialog is closed. What is typed meanwhile would be lost.
    m_save->setEnabled(false);
    m_stack->setEnabled(false);
    ItemEdit edit{m_table->name, {}, m_draft};
    if (m_opened) edit.before = *m_opened;
    emit saveRequested(edit);
}

void ItemEditor::showError(const Error& error) {
    m_save->setEnabled(true);
    m_stack->setEnabled(true);
    m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
    m_problem->setRole(ThemedLabel::Role::Error);
    if (error.code != ErrorCode::ConditionalCheckFailed) {
        m_problem->setText(tr("The item was not saved. %1").arg(QString::fromStdString(error.message)));
        return;
    }
    m_inTheWay = error.detail ? error.detail->item : std::nullopt;
    m_isKeyTaken = false;
    m_problem->setText(tr("The item was not saved."));
    if (!m_inTheWay) {
        m_conflict->show(tr("The item was deleted while you edited it. Nothing was saved."), {}, m_order, {},
                         tr("Save it as a new item"));
    } else if (m_opened && isSameKey(*m_table, *m_opened, *m_inTheWay)) {
        const ItemChanges theirs = changesBetween(*m_opened, *m_inTheWay);
        m_conflict->show(
            tr("The item was changed while you edited it (%1). Nothing was saved. This is there now:",
               "names of attributes")
                .arg(namesText(theirs.changed + theirs.added + theirs.removed)),
            m_inTheWay, m_order, tr("Give up my changes and edit this"), tr("Overwrite it with mine"));
    } else {
        m_isKeyTaken = true;
        m_conflict->show(tr("The table has an item with this key already. Nothing was saved. Give yours "
                            "another key, or look at what is there:"),
                         m_inTheWay, m_order, {}, m_opened ? QString() : tr("Overwrite it with mine"));
    }
}

void ItemEditor::reload() {
    if (!m_inTheWay) return;
    m_conflict->hide();
    m_opened = std::make_shared<const Item>(*m_inTheWay);
    m_start = m_draft = *m_inTheWay;
    m_isTouched = false;
    load();
}

void ItemEditor::overwrite() {
    // What is in the way has been looked at: from here on it is what the edit begins with.
    m_conflict->hide();
    m_isKeyTaken = false;
    if (m_inTheWay) {
        m_opened = std::make_shared<const Item>(*m_inTheWay);
        m_purpose = Purpose::Edit;
    } else {
        m_opened = nullptr;
    }
    if (m_view == View::Form) m_form->commit();
    read();
    if (!m_reading.isGood()) return;
    m_save->setEnabled(true);
    save();
}

void ItemEditor::reject() {
    if (m_view == View::Form) m_form->commit();
    read();
    if (!m_isTouched || !isChanged()) {
        QDialog::reject();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Discard the changes"),
                                tr("Discard what you have changed?"), QMessageBox::NoButton, this);
    QPushButton* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    discard->setObjectName(QStringLiteral("discardButton"));
    QPushButton* keep = box->addButton(tr("Go on editing"), QMessageBox::RejectRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(discard, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    box->open();
}

void ItemEditor::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isReturn) {
        QDialog::keyPressEvent(event);
        return;
    }
    // Enter alone belongs to what is being typed.
    if (event->modifiers() & Qt::ControlModifier) save();
    event->accept();
}

}  // namespace partita
