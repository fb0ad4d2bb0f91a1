// A row of a form: a name on the left, its field on the right. GUI thread only.
#pragma once

#include <QString>

class QGridLayout;
class QWidget;

namespace partita {

/// Appends the row; the name stands in line with the field's first line of text.
void addFormRow(QGridLayout* grid, const QString& name, QWidget* field);

}  // namespace partita
