// Runs one case of a case file against whoever answers: the API in-process, or an endpoint over HTTP.
// `Caller` has `Reply call(const QString& operation, const QByteArray& body)`; a Reply has status and body.
#pragma once

#include <QElapsedTimer>
#include <QTest>

#include "tests/api/case_file.h"

namespace partita::test {

inline QByteArray compact(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// Waits until the index is active; false when it takes longer than a minute.
template <class Caller>
bool waitForIndex(Caller& caller, const QJsonValue& table, const QString& index) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 60'000) {
        const QJsonObject body = caller.call("DescribeTable", compact({{"TableName", table}})).body;
        for (const QJsonValue& each :
             body.value("Table").toObject().value("GlobalSecondaryIndexes").toArray()) {
            const QJsonObject description = each.toObject();
            if (description.value("IndexName") == index && description.value("IndexStatus") == "ACTIVE")
                return true;
        }
        QTest::qSleep(5);
    }
    return false;
}

inline QByteArray bodyOf(const QJsonObject& step) {
    if (!step.contains("rawBodyRepeat"))
        return step.contains("rawBody") ? step.value("rawBody").toString().toUtf8()
                                        : compact(expanded(step.value("body")).toObject());
    QByteArray body;
    for (const QJsonValue& part : step.value("rawBodyRepeat").toArray())
        body += part.toArray().at(0).toString().toUtf8().repeated(part.toArray().at(1).toInt());
    return body;
}

/// The last page's reply; the items of all of them are added to `items`.
template <class Caller>
auto allPages(Caller& caller, const QJsonObject& step, QJsonArray& items) {
    constexpr int kMostPages = 20;
    QJsonObject body = expanded(step.value("body")).toObject();
    auto reply = caller.call(step.value("op").toString(), compact(body));
    for (int page = 1;; ++page) {
        for (const QJsonValue& item : reply.body.value("Items").toArray())
            items.append(item);
        if (!reply.body.contains("LastEvaluatedKey")) return reply;
        if (page == kMostPages) {
            qWarning("the pages never end");
            reply.status = 0;
            return reply;
        }
        body.insert("ExclusiveStartKey", reply.body.value("LastEvaluatedKey"));
        reply = caller.call(step.value("op").toString(), compact(body));
    }
}

/// What of the case's answers is not as it is expected; empty: all is. `check(expected, reply)` may add what
/// only this caller can tell, as a list of differences.
template <class Caller, class Check>
QStringList runCase(Caller& caller, const QJsonObject& one, const Check& check) {
    for (const QJsonValue& value : one.value("setup").toArray()) {
        const QJsonObject step = value.toObject();
        const auto reply = caller.call(step.value("op").toString(), bodyOf(step));
        if (reply.status != 200)
            return {QString("set-up, %1: %2 %3")
                        .arg(step.value("op").toString())
                        .arg(reply.status)
                        .arg(QString::fromUtf8(compact(reply.body)))};
    }
    const QJsonArray steps = one.value("request").toObject().value("steps").toArray();
    const QJsonArray expected = one.value("expect").toArray();
    if (expected.size() != steps.size()) return {"the case has not one expectation for each step"};
    QStringList found;
    for (int i = 0; i < steps.size(); ++i) {
        const QJsonObject step = steps[i].toObject();
        QJsonArray items;
        const auto reply = step.value("pages").toBool()
                               ? allPages(caller, step, items)
                               : caller.call(step.value("op").toString(), bodyOf(step));
        const QString index = step.value("waitIndexActive").toString();
        if (!index.isEmpty() && reply.status == 200 &&
            !waitForIndex(caller, step.value("body").toObject().value("TableName"), index))
            found.append("the index " + index + " does not become active");
        QStringList differ = differences(expected[i].toObject(), reply.status, reply.body, items);
        differ += check(expected[i].toObject(), reply);
        for (const QString& each : differ)
            found.append(QString("step %1 %2: %3").arg(i + 1).arg(step.value("op").toString(), each));
    }
    return found;
}

/// Rows "one" of the cases that are requests.
inline void addCaseRows(const QString& folder) {
    QTest::addColumn<QJsonObject>("one");
    for (const QJsonValue& value : casesIn(folder)) {
        const QJsonObject one = value.toObject();
        const QString kind = one.value("request").toObject().value("kind").toString();
        if (kind == "wire" || kind == "http") QTest::newRow(qPrintable(one.value("id").toString())) << one;
    }
}

}  // namespace partita::test
