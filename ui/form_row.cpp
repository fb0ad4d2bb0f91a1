#include "ui/form_row.h"

#include <QGridLayout>

#include "ui/themed_label.h"

namespace partita {

void addFormRow(QGridLayout* grid, const QString& name, QWidget* field) {
    const int row = grid->rowCount();
    auto* label = new ThemedLabel(ThemedLabel::Role::Secondary, name);
    label->setContentsMargins(0, 5, 0, 0);
    grid->addWidget(label, row, 0, Qt::AlignTop);
    grid->addWidget(field, row, 1);
}

}  // namespace partita
