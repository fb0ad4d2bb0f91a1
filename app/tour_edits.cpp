#include "app/tour_edits.h"

#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/request.h"
#include "ui/item_editor.h"
#include "ui/item_form.h"
#include "ui/json_edit.h"

namespace partita {
namespace {

/// A project with values of every type.
constexpr char kProject[] = R"({
    "title": {"S": "Website"}, "owner": {"S": "佐藤 花子"}, "budget": {"N": "12500.50"},
    "labels": {"SS": ["design", "public"]}, "rounds": {"NS": ["1", "2"]}, "isOpen": {"BOOL": true},
    "logo": {"B": "iVBORw0KGgoAAAANSUhEUg=="}, "closedAt": {"NULL": true},
    "notes": {"S": "Begin with the landing page.\nThe shop follows in autumn."},
    "steps": {"L": [{"M": {"name": {"S": "Draft"}, "days": {"N": "5"}}}, {"S": "Review"}]}})";

std::optional<Item> project(const TableDefinition& table) {
    const auto parsed = parseItem(kProject, JsonForm::DynamoDb, {});
    if (!parsed) return std::nullopt;
    Item item = parsed->item;
    for (const KeyAttribute& key : table.keys.all())
        item.set(key.name,
                 Value::string(key.name == table.keys.partition[0].name ? "WS#acme" : "PROJ#2026-0007"));
    return item;
}

void type(JsonEdit* edit, const QString& piece, const QString& text) {
    QTextCursor cursor = edit->document()->find(piece);
    if (!cursor.isNull()) cursor.insertText(text);
}

void setValue(ItemFormModel* model, const QString& name, const QString& text) {
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data().toString() == name)
            model->setData(model->index(row, ItemFormModel::ValueColumn), text);
}

}  // namespace

void drawEdits(const std::shared_ptr<const TableDefinition>& table,
               const std::function<void(const QString& name, QWidget* widget)>& picture) {
    const std::optional<Item> item = project(*table);
    if (!item || !checkItem(*table, *item)) return;
    const ItemEditor::Start start{ItemEditor::Purpose::Edit, table, *item, {"title", "owner", "budget"}};
    {
        ItemEditor editor(start);
        editor.show();
        setValue(editor.form()->model(), QStringLiteral("title"), QStringLiteral("Website and shop"));
        setValue(editor.form()->model(), QStringLiteral("budget"), QStringLiteral("12,500"));
        picture(QStringLiteral("edit-form"), &editor);
        editor.form()->tree()->edit(editor.form()->tree()->currentIndex());
        picture(QStringLiteral("edit-value"), &editor);
        editor.form()->commit();
        setValue(editor.form()->model(), QStringLiteral("budget"), QStringLiteral("12500"));
        editor.showView(ItemEditor::View::DynamoDb);
        picture(QStringLiteral("edit-dynamodb-json"), &editor);
        editor.showView(ItemEditor::View::Plain);
        type(editor.json(), QStringLiteral("\"public\""), QStringLiteral("7"));
        picture(QStringLiteral("edit-plain-json"), &editor);
    }
    {
        ItemEditor editor(start);
        editor.show();
        setValue(editor.form()->model(), QStringLiteral("title"), QStringLiteral("Website and shop"));
        Item theirs = *item;
        theirs.set("title", Value::string("Web shop"));
        FailureDetail detail;
        detail.item = std::move(theirs);
        Error error = Error::of(ErrorCode::ConditionalCheckFailed, {});
        error.detail = std::make_shared<const FailureDetail>(std::move(detail));
        editor.showError(error);
        picture(QStringLiteral("edit-conflict"), &editor);
    }
    ItemEditor::Start fresh{ItemEditor::Purpose::New, table, {}, {}};
    for (const KeyAttribute& key : table->keys.all())
        fresh.item.set(key.name, Value::string({}));
    ItemEditor editor(fresh);
    editor.show();
    picture(QStringLiteral("new-item"), &editor);
}

}  // namespace partita
