// The table that problems of an import are listed in, in the form and in the report alike. GUI thread only.
#pragma once

class QTableView;

namespace partita {

class ImportProblemModel;

/// The caller owns it; the model must outlive it.
QTableView* makeProblemTable(ImportProblemModel* model);

}  // namespace partita
