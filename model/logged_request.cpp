#include "model/logged_request.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "engine/expression/key_condition.h"
#include "engine/expression/parse.h"
#include "engine/interchange/json.h"
#include "engine/table/key.h"

namespace partita {
namespace {

struct RequestText {
    Q_DECLARE_TR_FUNCTIONS(RequestText)
};

/// Numbers are strings in the DynamoDB form, so that nothing is lost on the way through Qt's JSON.
Result<Value> valueOf(const QJsonValue& json) {
    return parseDynamoDbValue(QJsonDocument(json.toObject()).toJson(QJsonDocument::Compact).toStdString());
}

Result<Placeholders> placeholdersOf(const QJsonObject& body) {
    Placeholders placeholders;
    const QJsonObject names = body.value(QLatin1String("ExpressionAttributeNames")).toObject();
    for (auto name = names.begin(); name != names.end(); ++name)
        placeholders.names[name.key().toStdString()] = name.value().toString().toStdString();
    const QJsonObject values = body.value(QLatin1String("ExpressionAttributeValues")).toObject();
    for (auto given = values.begin(); given != values.end(); ++given) {
        Result<Value> value = valueOf(given.value());
        if (!value) return value.error();
        placeholders.values.emplace(given.key().toStdString(), std::move(*value));
    }
    return placeholders;
}

Result<KeyConditionParts> keyConditionOf(const QJsonObject& body, const KeySchema& keys) {
    const Result<Placeholders> placeholders = placeholdersOf(body);
    if (!placeholders) return placeholders.error();
    UsedPlaceholders used;
    const std::string text = body.value(QLatin1String("KeyConditionExpression")).toString().toStdString();
    const Result<Condition> condition =
        parseCondition(text, ExpressionKind::KeyCondition, *placeholders, used);
    if (!condition) return condition.error();
    return keyCondition(*condition, keys);
}

/// The key that a single-item request names, in schema order; empty when it is not all there.
std::vector<Value> keyIn(const QJsonObject& attributes, const std::vector<KeyAttribute>& keys) {
    std::vector<Value> values;
    for (const KeyAttribute& key : keys) {
        Result<Value> value = valueOf(attributes.value(QString::fromStdString(key.name)));
        if (!value || value->type() != key.type) return {};
        values.push_back(std::move(*value));
    }
    return values;
}

QString leftOut(const QJsonObject& body) {
    QStringList names;
    for (const char* name : {"FilterExpression", "ProjectionExpression", "ExclusiveStartKey", "Select",
                             "TotalSegments", "QueryFilter", "ScanFilter", "AttributesToGet"}) {
        if (body.contains(QLatin1String(name))) names << QLatin1String(name);
    }
    return names.isEmpty() ? QString()
                           : RequestText::tr("The form leaves out %1.").arg(names.join(QStringLiteral(", ")));
}

void fillOptions(QueryDraft& draft, const QJsonObject& body) {
    const QJsonValue limit = body.value(QLatin1String("Limit"));
    if (limit.isDouble()) draft.limit = QString::number(limit.toInt());
    draft.forward = body.value(QLatin1String("ScanIndexForward")).toBool(true);
    draft.consistent = body.value(QLatin1String("ConsistentRead")).toBool(false);
}

void fillSort(QueryDraft& draft, const std::vector<SortCondition>& conditions) {
    for (std::size_t i = 0; i < conditions.size() && i < draft.sort.size(); ++i) {
        const std::vector<Value>& values = conditions[i].values;
        draft.sort[i] = {conditions[i].op, QString::fromStdString(displayText(values.front())),
                         values.size() > 1 ? QString::fromStdString(displayText(values[1])) : QString()};
    }
}

void showQuery(LoggedRequestView& view, QueryDraft draft, const QJsonObject& body) {
    if (!body.contains(QLatin1String("KeyConditionExpression"))) {
        view.reason = RequestText::tr(
            "It is written in the older form, with KeyConditions, which the query form does not "
            "read.");
        return;
    }
    const Result<KeyConditionParts> parts = keyConditionOf(body, draft.keys());
    if (!parts) {
        view.reason = RequestText::tr("Its key condition is not valid: %1")
                          .arg(QString::fromStdString(parts.error().message));
        return;
    }
    view.partition = parts->partition;
    if (parts->sort.size() == 1 && parts->sort.front().op == SortOperator::Equal && draft.sort.size() == 1)
        view.sort = parts->sort.front().values;
    draft.setKey(parts->partition);
    fillSort(draft, parts->sort);
    fillOptions(draft, body);
    const Result<QueryRequest> again = draft.query();
    if (!again || again->partition != parts->partition || again->sort != parts->sort) {
        view.reason = RequestText::tr("Its key values can't be typed into the query form without a change.");
        return;
    }
    view.draft = std::move(draft);
    view.reason = leftOut(body);
}

void showItem(LoggedRequestView& view, QueryDraft draft, const QJsonObject& attributes) {
    const KeySchema& keys = draft.keys();
    view.partition = keyIn(attributes, keys.partition);
    if (view.partition.empty()) {
        view.reason = RequestText::tr("It does not hold the whole key of an item of this table.");
        return;
    }
    view.sort = keyIn(attributes, keys.sort);
    draft.setKey(view.partition, view.sort);
    if (!draft.query()) {
        view.reason = RequestText::tr("Its key values can't be typed into the query form without a change.");
        return;
    }
    view.draft = std::move(draft);
    view.reason = RequestText::tr("The form reads the item that it names.");
}

}  // namespace

LoggedRequestView viewOf(const LoggedCall& call, const FindTable& findTable) {
    LoggedRequestView view;
    if (call.body.empty()) {
        view.reason = RequestText::tr("It is larger than what the log keeps of a request.");
        return view;
    }
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(call.body));
    if (!document.isObject()) {
        view.reason = RequestText::tr("It is no JSON object.");
        return view;
    }
    const QJsonObject body = document.object();
    const QString operation = QString::fromStdString(call.operation);
    const bool isRead = operation == QLatin1String("Query") || operation == QLatin1String("Scan");
    const bool isKeyed = operation == QLatin1String("GetItem") || operation == QLatin1String("DeleteItem") ||
                         operation == QLatin1String("UpdateItem");
    const bool isPut = operation == QLatin1String("PutItem");
    if (!isRead && !isKeyed && !isPut) {
        view.reason =
            RequestText::tr(
                "The query form shows one Query, Scan or item at a time, and %1 is none of these.")
                .arg(operation.isEmpty() ? RequestText::tr("a request without an operation") : operation);
        return view;
    }
    const auto table = findTable(QString::fromStdString(call.table));
    if (!table) {
        view.reason = RequestText::tr("There is no table of the name “%1” in this file.")
                          .arg(QString::fromStdString(call.table));
        return view;
    }
    view.table = QString::fromStdString(call.table);
    QueryDraft draft(table);
    if (isKeyed) {
        showItem(view, std::move(draft), body.value(QLatin1String("Key")).toObject());
    } else if (isPut) {
        showItem(view, std::move(draft), body.value(QLatin1String("Item")).toObject());
    } else {
        const std::string index = body.value(QLatin1String("IndexName")).toString().toStdString();
        if (!index.empty() && !table->index(index)) {
            view.reason = RequestText::tr("The table has no index “%1”.").arg(QString::fromStdString(index));
            return view;
        }
        view.index = QString::fromStdString(index);
        draft.setIndex(index.empty() ? std::nullopt : std::optional(index));
        if (operation == QLatin1String("Query")) {
            showQuery(view, std::move(draft), body);
        } else {
            fillOptions(draft, body);
            view.draft = std::move(draft);
            view.reason = leftOut(body);
        }
    }
    return view;
}

QString indentedJson(const QString& json) {
    QString out;
    out.reserve(json.size() * 2);
    int depth = 0;
    bool inString = false;
    const auto newLine = [&] {
        out += QLatin1Char('\n') + QString(2 * std::min(depth, 40), QLatin1Char(' '));
    };
    for (qsizetype i = 0; i < json.size(); ++i) {
        const QChar c = json[i];
        if (inString) {
            out += c;
            if (c == QLatin1Char('\\') && i + 1 < json.size())
                out += json[++i];
            else if (c == QLatin1Char('"'))
                inString = false;
            continue;
        }
        if (c.isSpace()) continue;
        if (c == QLatin1Char('"')) inString = true;
        if (c == QLatin1Char('}') || c == QLatin1Char(']')) {
            depth = std::max(0, depth - 1);
            const bool isEmpty = out.endsWith(QLatin1Char('{')) || out.endsWith(QLatin1Char('['));
            if (!isEmpty) newLine();
        }
        out += c;
        if (c == QLatin1Char(':')) out += QLatin1Char(' ');
        if (c == QLatin1Char('{') || c == QLatin1Char('[')) ++depth;
        qsizetype next = i + 1;
        while (next < json.size() && json[next].isSpace())
            ++next;
        const bool closes =
            next < json.size() && (json[next] == QLatin1Char('}') || json[next] == QLatin1Char(']'));
        if (c == QLatin1Char(',') || ((c == QLatin1Char('{') || c == QLatin1Char('[')) && !closes)) newLine();
    }
    return out;
}

}  // namespace partita
