#include "model/sample_list.h"

#include <QCoreApplication>

namespace partita {
namespace {

QString text(const char* source) {
    return QCoreApplication::translate("Sample", source);
}

}  // namespace

QList<Sample> sampleList() {
    // Counts are those of the files; a test compares them.
    return {
        {QStringLiteral("workspaces"), text(QT_TRANSLATE_NOOP("Sample", "Workspaces")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Workspaces and their projects share a partition key; a sparse index "
                                "lists the projects of one status everywhere.")),
         11, 1},
        {QStringLiteral("saas-organisations"), text(QT_TRANSLATE_NOOP("Sample", "SaaS organisations")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "An organisation and its users, joined when written and read with one "
                                "Query; payment methods live in one map.")),
         10, 0},
        {QStringLiteral("library"), text(QT_TRANSLATE_NOOP("Sample", "Library")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Books by author and title; a local index sorts the same books by "
                                "their year.")),
         8, 1},
        {QStringLiteral("sensors"), text(QT_TRANSLATE_NOOP("Sample", "Sensor readings")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Readings by sensor and time; a local index by quality and a sparse "
                                "global index that holds only alerts.")),
         144, 2},
        {QStringLiteral("audiobooks"), text(QT_TRANSLATE_NOOP("Sample", "Audiobooks")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Sixteen access patterns on one table, with three overloaded indexes.")),
         8, 3},
        {QStringLiteral("events-one-item-per-event"),
         text(QT_TRANSLATE_NOOP("Sample", "Events: one item each")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Each event is one item, with an index for each question; tags, kept in "
                                "a set, need a Scan.")),
         4, 3},
        {QStringLiteral("events-adjacency-list"), text(QT_TRANSLATE_NOOP("Sample", "Events: adjacency list")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "Each fact of an event is an item of its own; one index turns the list "
                                "round.")),
         27, 2},
        {QStringLiteral("events-typed-index"), text(QT_TRANSLATE_NOOP("Sample", "Events: typed index")),
         text(QT_TRANSLATE_NOOP("Sample",
                                "The same facts with one index of type and value, so that ranges of "
                                "dates are one Query.")),
         29, 1},
    };
}

}  // namespace partita
