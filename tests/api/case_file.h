// Case files (tests/data/cases/*.json): requests and what the service answers. A case has `setup` steps,
// which must be done, and `request.steps`, each with its member of `expect`:
//
//   status                 HTTP status
//   error | errorIn        the part of __type after '#'
//   messageAny             at least one of these is in the message, in any case
//   message                the message, exactly
//   body                   these top-level members are equal (sets in any order, numbers by value)
//   paths                  dotted path → value
//   absent                 dotted paths that are not there
//   keysOf                 dotted path → the names it has, exactly
//   itemsUnordered         Items in any order
//   allItems(Unordered)    the Items of all pages (`pages` in the step)
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QStringList>
#include <algorithm>
#include <optional>

namespace partita::test {

/// {"repeat": ["a", 5]} stands for the text "aaaaa", so that case files need not hold long texts.
inline QJsonValue expanded(const QJsonValue& value) {
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue& element : value.toArray())
            array.append(expanded(element));
        return array;
    }
    if (!value.isObject()) return value;
    QJsonObject object = value.toObject();
    const QJsonArray repeat = object.value("repeat").toArray();
    if (object.size() == 1 && repeat.size() == 2) return repeat[0].toString().repeated(repeat[1].toInt());
    for (auto member = object.begin(); member != object.end(); ++member)
        member.value() = expanded(member.value());
    return object;
}

/// Sets sorted, so that equal values are equal JSON.
inline QJsonValue canonical(const QJsonValue& value) {
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue& element : value.toArray())
            array.append(canonical(element));
        return array;
    }
    if (!value.isObject()) return value;
    QJsonObject object = value.toObject();
    const bool one = object.size() == 1;
    for (auto member = object.begin(); member != object.end(); ++member) {
        const bool set = one && QStringList{"SS", "NS", "BS"}.contains(member.key());
        if (!set || !member.value().isArray()) {
            member.value() = canonical(member.value());
            continue;
        }
        QStringList elements;
        for (const QJsonValue& element : member.value().toArray())
            elements.append(element.toString());
        elements.sort();
        member.value() = QJsonArray::fromStringList(elements);
    }
    return object;
}

inline QString shown(const QJsonValue& value) {
    if (value.isUndefined()) return "nothing";
    const QByteArray text = QJsonDocument(QJsonArray{canonical(value)}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(text.mid(1, text.size() - 2));
}

/// The elements as text, sorted.
inline QStringList unordered(const QJsonArray& array) {
    QStringList texts;
    for (const QJsonValue& element : array)
        texts.append(shown(element));
    texts.sort();
    return texts;
}

/// The value at "Items.0.pk.S"; undefined when there is none.
inline QJsonValue at(QJsonValue value, const QString& path) {
    for (const QString& step : path.split('.')) {
        bool isIndex = false;
        const int index = step.toInt(&isIndex);
        if (value.isArray() && isIndex) {
            value = value.toArray().at(index);
        } else if (value.isObject()) {
            value = value.toObject().value(step);
        } else {
            return QJsonValue(QJsonValue::Undefined);
        }
    }
    return value;
}

/// What of an answer is not as it is expected; empty: all is.
inline QStringList differences(const QJsonObject& expected, int status, const QJsonObject& body,
                               const QJsonArray& allItems) {
    QStringList found;
    const QString type = body.value("__type").toString().section('#', -1);
    const QString message =
        body.contains("message") ? body.value("message").toString() : body.value("Message").toString();
    const auto differs = [&found](const QString& what, const QString& is, const QString& shouldBe) {
        found.append(QString("%1 is %2, not %3").arg(what, is.left(1000), shouldBe.left(1000)));
    };
    if (expected.contains("status") && status != expected.value("status").toInt()) {
        differs("the status", QString("%1 (%2: %3)").arg(status).arg(type, message),
                QString::number(expected.value("status").toInt()));
        return found;
    }
    if (expected.contains("error") && type != expected.value("error").toString())
        differs("the error", type + ": " + message, expected.value("error").toString());
    if (expected.contains("errorIn") && !expected.value("errorIn").toArray().contains(type))
        differs("the error", type, shown(expected.value("errorIn")));
    if (expected.contains("message") && message != expected.value("message").toString())
        differs("the message", message, expected.value("message").toString());
    const QJsonArray hints = expected.value("messageAny").toArray();
    const bool hinted = std::any_of(hints.begin(), hints.end(), [&message](const QJsonValue& hint) {
        return message.contains(hint.toString(), Qt::CaseInsensitive);
    });
    if (!hints.isEmpty() && !hinted) differs("the message", message, "one with any of " + shown(hints));
    const QJsonObject members = expected.value("body").toObject();
    for (auto member = members.begin(); member != members.end(); ++member) {
        const QJsonValue is = body.value(member.key());
        if (canonical(is) != canonical(member.value()))
            differs(member.key(), shown(is), shown(member.value()));
    }
    const QJsonObject paths = expected.value("paths").toObject();
    for (auto path = paths.begin(); path != paths.end(); ++path) {
        const QJsonValue is = at(body, path.key());
        if (canonical(is) != canonical(path.value())) differs(path.key(), shown(is), shown(path.value()));
    }
    for (const QJsonValue& path : expected.value("absent").toArray()) {
        const QJsonValue is = at(body, path.toString());
        if (!is.isUndefined()) differs(path.toString(), shown(is), "absent");
    }
    const QJsonObject keys = expected.value("keysOf").toObject();
    for (auto path = keys.begin(); path != keys.end(); ++path) {
        QStringList is = at(body, path.key()).toObject().keys();
        QStringList shouldBe = path.value().toVariant().toStringList();
        shouldBe.sort();
        if (is != shouldBe) differs("the names of " + path.key(), is.join(", "), shouldBe.join(", "));
    }
    const auto sameItems = [&](const char* member, const QJsonArray& items, bool ordered) {
        if (!expected.contains(member)) return;
        const QJsonArray shouldBe = expected.value(member).toArray();
        const bool same =
            ordered ? canonical(items) == canonical(shouldBe) : unordered(items) == unordered(shouldBe);
        if (!same) differs(member, shown(items), shown(shouldBe));
    };
    sameItems("itemsUnordered", body.value("Items").toArray(), false);
    sameItems("allItems", allItems, true);
    sameItems("allItemsUnordered", allItems, false);
    return found;
}

/// All cases of a folder, in the order of the files' names. A file that is no JSON array is a fault of ours.
inline QJsonArray casesIn(const QString& folder) {
    QJsonArray cases;
    for (const QString& name : QDir(folder).entryList({"*.json"}, QDir::Files, QDir::Name)) {
        QFile file(folder + "/" + name);
        QJsonParseError fault;
        if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(name));
        const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &fault);
        if (!document.isArray()) qFatal("%s: %s", qPrintable(name), qPrintable(fault.errorString()));
        for (const QJsonValue& one : document.array())
            cases.append(one);
    }
    return cases;
}

}  // namespace partita::test
