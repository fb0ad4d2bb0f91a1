// What the tests of the control plane share: errors in few words, and pieces of a description.
#pragma once

#include "tests/api/api_fixture.h"

namespace partita::test {

inline const char* const kInvalid = "ValidationException: One or more parameter values were invalid: ";
inline const QString kOnDemand = R"("BillingMode":"PAY_PER_REQUEST")";

/// "ValidationException: 2 validation errors detected: Value … ; Value …" of "'ab' at tableName: have length
/// …".
inline QString violations(const QStringList& values) {
    QStringList texts;
    for (const QString& value : values) {
        const qsizetype place = value.indexOf(" at ");
        const qsizetype constraint = value.indexOf(": ", place);
        texts << "Value " + value.left(place) + " at '" + value.mid(place + 4, constraint - place - 4) +
                     "' failed to satisfy constraint: Member must " + value.mid(constraint + 2);
    }
    return QString("ValidationException: %1 validation error%2 detected: ")
               .arg(values.size())
               .arg(values.size() > 1 ? "s" : "") +
           texts.join("; ");
}

inline QJsonObject tableOf(const Reply& reply) {
    return reply.body.value(reply.body.contains("Table") ? "Table" : "TableDescription").toObject();
}

/// The value at a path: "GlobalSecondaryIndexes.0.IndexStatus".
inline QJsonValue at(const QJsonObject& object, const QString& path) {
    QJsonValue value = object;
    for (const QString& step : path.split('.')) {
        value = value.isArray() ? value.toArray().at(step.toInt()) : value.toObject().value(step);
    }
    return value;
}

/// One line of JSON, "undefined" for nothing.
inline QString textOf(const QJsonValue& value) {
    if (value.isUndefined()) return "undefined";
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact))
        .chopped(1)
        .mid(1);
}

}  // namespace partita::test
