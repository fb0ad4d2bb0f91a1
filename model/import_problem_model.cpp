#include "model/import_problem_model.h"

#include <QFileInfo>
#include <QLocale>
#include <set>

namespace partita {

ImportProblemModel::ImportProblemModel(QObject* parent) : QAbstractTableModel(parent) {}

void ImportProblemModel::setReports(const QList<ImportJob::FileReport>& reports) {
    beginResetModel();
    m_rows.clear();
    m_namesSources = reports.size() > 1;
    std::set<std::string> tables;
    for (const auto& [file, report] : reports) {
        for (const ImportProblem& problem : report.problems) {
            m_rows << Row{QFileInfo(file).fileName(), problem};
            if (!problem.table.empty()) tables.insert(problem.table);
        }
    }
    m_namesTables = tables.size() > 1;
    endResetModel();
}

QString ImportProblemModel::placeText(const Row& row) const {
    QStringList parts;
    if (m_namesSources) parts << row.file;
    if (!row.problem.file.empty()) parts << QFileInfo(QString::fromStdString(row.problem.file)).fileName();
    if (m_namesTables && !row.problem.table.empty()) parts << QString::fromStdString(row.problem.table);
    if (row.problem.line > 0) parts << tr("line %1").arg(QLocale().toString(qulonglong(row.problem.line)));
    return parts.join(QStringLiteral(", "));
}

QString ImportProblemModel::kindText(ImportProblem::Kind kind) {
    switch (kind) {
        case ImportProblem::Kind::Duplicate:
            return tr("duplicate");
        case ImportProblem::Kind::Repaired:
            return tr("repaired");
        case ImportProblem::Kind::Kept:
            return tr("kept");
        case ImportProblem::Kind::Note:
            return tr("note");
        case ImportProblem::Kind::Refused:
            break;
    }
    return tr("refused");
}

int ImportProblemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ImportProblemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ImportProblemModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& [file, problem] = m_rows[index.row()];
    if (role == Qt::ToolTipRole) return data(index, Qt::DisplayRole);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Place:
            return placeText(m_rows[index.row()]);
        case Kind:
            return kindText(problem.kind);
        case Reason:
            if (problem.kind == ImportProblem::Kind::Duplicate && problem.reason.empty()) {
                return tr("The same key is in line %1, which took its place.")
                    .arg(QLocale().toString(qulonglong(problem.otherLine)));
            }
            return QString::fromStdString(problem.reason);
        case Excerpt:
            return QString::fromStdString(problem.excerpt).simplified();
        default:
            return {};
    }
}

QVariant ImportProblemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    switch (section) {
        case Place:
            return tr("Where");
        case Kind:
            return tr("What");
        case Reason:
            return tr("Why");
        case Excerpt:
            return tr("Record");
        default:
            return {};
    }
}

}  // namespace partita
