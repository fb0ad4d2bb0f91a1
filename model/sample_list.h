// The eight designs that come with the program, as resources (:/samples/<id>/…). Plain values; GUI thread
// only because the texts are translated when they are asked for.
#pragma once

#include <QList>
#include <QString>

namespace partita {

struct Sample {
    QString id;  // the folder's name
    QString title;
    QString description;  // of the design, one line
    int items = 0;
    int indexes = 0;

    QString schemaPath() const { return QStringLiteral(":/samples/%1/create-table.json").arg(id); }
    QString itemsPath() const { return QStringLiteral(":/samples/%1/items.json").arg(id); }
};

QList<Sample> sampleList();

}  // namespace partita
