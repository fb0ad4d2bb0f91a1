#include "app/edit_room.h"

#include <QAction>
#include <QPointer>
#include <algorithm>

#include "app/browse_room.h"
#include "app/query_room.h"
#include "engine/table/key.h"
#include "engine/table/key_values.h"
#include "model/session.h"
#include "ui/block_view.h"
#include "ui/inspector.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"
#include "ui/result_page.h"
#include "ui/table_page.h"

namespace partita {
namespace {

/// A value to begin with, of the key's type.
Value emptyValue(ValueType type) {
    if (type == ValueType::Number) return Value::number(0);
    return type == ValueType::Binary ? Value::binary({}) : Value::string({});
}

/// Whether all that is seen is so in the item.
bool holds(const Item& item, const Item& seen) {
    return std::all_of(seen.begin(), seen.end(), [&](const Attribute& attribute) {
        const Value* value = item.find(attribute.name);
        return value && *value == attribute.value;
    });
}

std::vector<std::string> orderOf(const BlockItem& item) {
    std::vector<std::string> order;
    for (const BlockCell& cell : item.cells)
        order.push_back(cell.name.toStdString());
    return order;
}

}  // namespace

EditRoom::EditRoom(Session* session, const Parts& parts, QObject* parent)
    : QObject(parent), m_session(session), m_parts(parts), m_history(session) {
    const QString reason = m_session->readOnlyReason();
    m_parts.inspector->setWhyNotEditable(reason);
    m_parts.menu->newItem->setToolTip(reason.isEmpty() ? QString() : reason);
    connect(m_parts.inspector, &Inspector::editRequested, this, &EditRoom::editItem);
    // The context is the page: what the menu says goes to this file as long as its page lives.
    connect(m_parts.menu->undo, &QAction::triggered, m_parts.page, [this] { m_history.undo(); });
    connect(m_parts.menu->redo, &QAction::triggered, m_parts.page, [this] { m_history.redo(); });
    connect(&m_history, &ItemHistory::changed, m_parts.page, [this] { showHistory(); });
    connect(&m_history, &ItemHistory::applied, m_parts.page, [this](const ItemEdit& edit) { select(edit); });
    connect(&m_history, &ItemHistory::failed, m_parts.page,
            [this](const ItemEdit& edit, const Error& error, bool isGivenUp) {
                tellFailure(edit, error, isGivenUp);
            });
    connect(m_parts.page->notice(), &NoticeBar::actionTriggered, this, [this] {
        NoticeBar* notice = m_parts.page->notice();
        if (m_deletedNotice.isEmpty() || notice->text() != m_deletedNotice) return;
        m_deletedNotice.clear();
        notice->dismiss();
        m_history.undo();
    });
    showHistory();
}

bool EditRoom::canEdit() const {
    return !m_session->isReadOnly();
}

void EditRoom::follow(BlockView* view) {
    view->setWhyNotEditable(m_session->readOnlyReason());
    connect(view->actions().editItem, &QAction::triggered, this, &EditRoom::editItem);
    connect(view->actions().duplicateItem, &QAction::triggered, this, &EditRoom::duplicateItem);
    connect(view->actions().deleteItem, &QAction::triggered, this, &EditRoom::deleteItem);
}

BlockView* EditRoom::frontView() const {
    const ResultPage* result = m_parts.query->currentResult();
    return result ? result->view() : m_parts.browse->view();
}

std::optional<EditRoom::Chosen> EditRoom::chosen() {
    const BlockItemPtr item = frontView()->currentItem();
    if (!item) return std::nullopt;
    const ResultPage* result = m_parts.query->currentResult();
    Chosen chosen;
    chosen.table = result ? result->table()
                          : m_session->definition(QString::fromStdString(m_parts.browse->shown().table));
    if (!chosen.table) return std::nullopt;
    chosen.seen = item->item;
    chosen.isSeenWhole = !result;
    chosen.order = orderOf(*item);
    for (const KeyAttribute& key : chosen.table->keys.all()) {
        const Value* value = item->item.find(key.name);
        if (!value) {
            m_parts.page->notice()->say(
                NoticeBar::Kind::Info,
                tr("The result does not hold the item's key %1, so the item is not known. Choose it in the "
                   "table, or ask for its key as well.")
                    .arg(QString::fromStdString(key.name)));
            return std::nullopt;
        }
        chosen.key.set(key.name, *value);
    }
    return chosen;
}

void EditRoom::withItem(const std::function<void(const Chosen&, const Item&)>& work) {
    if (!canEdit()) return;
    const auto found = chosen();
    if (!found) return;
    m_readJob = m_session->run<GetResponse>(
        m_parts.page,
        [table = found->table->name, key = found->key](Engine& engine, std::stop_token) {
            return engine.get({table, key, true, {}}, Metering::Off);
        },
        [this, chosen = *found, work](const Result<GetResponse>& got) {
            NoticeBar* notice = m_parts.page->notice();
            if (!got)
                notice->say(
                    NoticeBar::Kind::Error,
                    tr("The item could not be read. %1").arg(QString::fromStdString(got.error().message)));
            else if (!got->item)
                notice->say(NoticeBar::Kind::Info, tr("The item is not there any more. It was deleted."));
            else
                work(chosen, *got->item);
        });
}

void EditRoom::editItem() {
    withItem([this](const Chosen& chosen, const Item& item) {
        openEditor({ItemEditor::Purpose::Edit, chosen.table, item, chosen.order});
    });
}

void EditRoom::duplicateItem() {
    withItem([this](const Chosen& chosen, const Item& item) {
        openEditor({ItemEditor::Purpose::Duplicate, chosen.table, item, chosen.order});
    });
}

void EditRoom::deleteItem() {
    withItem([this](const Chosen& chosen, const Item& item) {
        if (chosen.isSeenWhole && !holds(item, chosen.seen)) {
            m_parts.page->notice()->say(
                NoticeBar::Kind::Info,
                tr("The item was changed just now, and was not deleted. Look at it before you delete it."));
            m_parts.browse->refresh();
            return;
        }
        const ItemEdit edit{chosen.table->name, item, {}};
        m_history.apply(edit, m_parts.page, [this, edit](const Result<bool>& result) {
            if (result)
                tellDeleted(edit);
            else
                m_parts.page->notice()->say(
                    NoticeBar::Kind::Error,
                    tr("The item was not deleted. %1").arg(QString::fromStdString(result.error().message)));
        });
    });
}

void EditRoom::newItem(const QString& table) {
    const auto definition = m_session->definition(table);
    if (!canEdit() || !definition) return;
    ItemEditor::Start start{ItemEditor::Purpose::New, definition, {}, {}};
    for (const KeyAttribute& key : definition->keys.all())
        start.item.set(key.name, emptyValue(key.type));
    // In the block that is looked at, as a rule.
    const BlockItemPtr current =
        m_parts.query->currentResult() ? nullptr : m_parts.browse->view()->currentItem();
    if (current && !definition->keys.sort.empty())
        for (const KeyAttribute& key : definition->keys.partition)
            if (const Value* value = current->item.find(key.name)) start.item.set(key.name, *value);
    openEditor(start);
}

void EditRoom::openEditor(const ItemEditor::Start& start) {
    auto* editor = new ItemEditor(start, m_parts.page);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    editor->showView(m_view);
    connect(editor, &ItemEditor::viewChosen, this, [this](ItemEditor::View view) { m_view = view; });
    connect(editor, &ItemEditor::saveRequested, this, [this, editor](const ItemEdit& edit) {
        m_history.apply(edit, editor, [editor](const Result<bool>& result) {
            if (result)
                editor->accept();
            else
                editor->showError(result.error());
        });
    });
    editor->open();
}

void EditRoom::select(const ItemEdit& edit) {
    NoticeBar* notice = m_parts.page->notice();
    if (!m_deletedNotice.isEmpty() && notice->text() == m_deletedNotice) notice->dismiss();
    m_deletedNotice.clear();
    const ViewId& shown = m_parts.browse->shown();
    if (!edit.after || m_parts.query->currentResult() || shown.table != edit.table) return;
    const auto definition = m_session->definition(QString::fromStdString(shown.table));
    const KeySchema* keys = definition ? definition->keysOf(shown.index) : nullptr;
    if (!keys) return;
    const auto valuesIn = [](const std::vector<KeyAttribute>& attributes, const Item& item) {
        return keyValuesOf(attributes, item);
    };
    const auto all = keys->all();
    const auto after = valuesIn(all, *edit.after);
    // An item that keeps its key keeps its place and the selection by itself.
    if (after.size() != all.size() || (edit.before && valuesIn(all, *edit.before) == after)) return;
    m_parts.browse->refresh();
    m_parts.browse->goToKey(valuesIn(keys->partition, *edit.after), valuesIn(keys->sort, *edit.after));
}

QString EditRoom::nameOf(const ItemEdit& edit) const {
    const Item& item = edit.before ? *edit.before : *edit.after;
    const auto definition = m_session->definition(QString::fromStdString(edit.table));
    if (!definition) return {};
    QStringList parts;
    for (const auto* attributes : {&definition->keys.partition, &definition->keys.sort})
        if (!attributes->empty())
            parts << QString::fromStdString(displayText(keyValuesOf(*attributes, item)));
    QString name = parts.join(QStringLiteral(" · "));
    constexpr qsizetype kMost = 60;
    if (name.size() > kMost) name = name.left(kMost) + QStringLiteral("…");
    return name;
}

void EditRoom::showHistory() {
    const auto text = [this](const ItemEdit* step, bool isUndo) -> QString {
        if (!step || m_history.isBusy()) return {};
        if (!step->before) return isUndo ? tr("&Undo new item") : tr("&Redo new item");
        if (!step->after) return isUndo ? tr("&Undo delete item") : tr("&Redo delete item");
        return isUndo ? tr("&Undo edit item") : tr("&Redo edit item");
    };
    m_parts.menu->setUndo(text(m_history.undoStep(), true), text(m_history.redoStep(), false));
}

void EditRoom::tellDeleted(const ItemEdit& edit) {
    NoticeBar* notice = m_parts.page->notice();
    m_deletedNotice = tr("The item %1 was deleted.").arg(nameOf(edit));
    notice->say(NoticeBar::Kind::Info, m_deletedNotice);
    notice->setAction(tr("Undo"));
}

void EditRoom::tellFailure(const ItemEdit& edit, const Error& error, bool isGivenUp) {
    const QString why = QString::fromStdString(error.message);
    m_parts.page->notice()->say(
        isGivenUp ? NoticeBar::Kind::Warning : NoticeBar::Kind::Error,
        isGivenUp ? tr("The change of %1 can't be taken back or done again any more, and nothing was "
                       "overwritten: the item is another one by now. %2")
                        .arg(nameOf(edit), why)
                  : tr("The change of %1 was not made. Try again. %2").arg(nameOf(edit), why));
}

}  // namespace partita
