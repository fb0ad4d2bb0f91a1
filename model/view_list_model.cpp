#include "model/view_list_model.h"

#include "model/session.h"

namespace partita {
namespace {

QString names(const std::vector<KeyAttribute>& attributes) {
    QStringList list;
    for (const KeyAttribute& attribute : attributes)
        list << QString::fromStdString(attribute.name);
    return list.join(QStringLiteral(", "));
}

}  // namespace

ViewListModel::ViewListModel(QObject* parent) : QAbstractListModel(parent) {}

void ViewListModel::showTables(Session* session) {
    std::vector<Row> rows;
    for (const QString& name : session->tableNames())
        rows.push_back({{name.toStdString(), {}}, {}, {}, {}});
    setRows(session, std::move(rows));
}

void ViewListModel::showIndexes(Session* session, const QString& table) {
    std::vector<Row> rows;
    if (const auto definition = session->definition(table)) {
        for (const IndexDefinition& index : definition->indexes) {
            rows.push_back({{definition->name, index.name}, index, {}, {}});
        }
    }
    setRows(session, std::move(rows));
}

void ViewListModel::clear() {
    setRows(nullptr, {});
}

void ViewListModel::setRows(Session* session, std::vector<Row> rows) {
    beginResetModel();
    m_session = session;
    m_rows = std::move(rows);
    endResetModel();
    refresh();
}

void ViewListModel::refresh() {
    m_job.cancel();
    if (!m_session || m_rows.empty()) return;
    std::vector<ViewId> views;
    for (const Row& row : m_rows)
        views.push_back(row.view);
    using Answers = std::vector<Result<ViewStatistics>>;
    m_job = m_session->run<Answers>(
        this,
        [views](Engine& engine, std::stop_token) -> Result<Answers> {
            Answers answers;
            for (const ViewId& view : views)
                answers.push_back(engine.statistics(view));
            return answers;
        },
        [this](Result<Answers> answers) {
            if (!answers) return;
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const Result<ViewStatistics>& answer = (*answers)[i];
                m_rows[i].statistics = answer ? std::optional(*answer) : std::nullopt;
                m_rows[i].error = answer ? QString() : QString::fromStdString(answer.error().text());
            }
            emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1));
        });
}

int ViewListModel::rowOf(const ViewId& wanted) const {
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].view == wanted) return static_cast<int>(i);
    }
    return -1;
}

int ViewListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ViewListModel::data(const QModelIndex& at, int role) const {
    if (!checkIndex(at, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(at.row())];
    switch (role) {
        case Qt::DisplayRole:
            return QString::fromStdString(row.view.index ? *row.view.index : row.view.table);
        case Qt::ToolTipRole:
            return toolTip(row);
        case ItemCountRole:
            return row.statistics ? QVariant(qulonglong(row.statistics->items)) : QVariant();
        case KindNameRole:
            if (!row.index) return QString();
            return row.index->kind == IndexKind::Local ? QStringLiteral("LSI") : QStringLiteral("GSI");
        case ErrorTextRole:
            return row.error;
        default:
            return {};
    }
}

QString ViewListModel::toolTip(const Row& row) const {
    if (!row.error.isEmpty()) return row.error;
    if (!row.index) return QString::fromStdString(row.view.table);
    QString projection;
    switch (row.index->projection.type) {
        case ProjectionType::All:
            projection = tr("all attributes");
            break;
        case ProjectionType::KeysOnly:
            projection = tr("keys only");
            break;
        case ProjectionType::Include: {
            QStringList list;
            for (const std::string& name : row.index->projection.attributes)
                list << QString::fromStdString(name);
            projection = tr("keys and %1").arg(list.join(QStringLiteral(", ")));
            break;
        }
    }
    const QString kind =
        row.index->kind == IndexKind::Local ? tr("Local secondary index") : tr("Global secondary index");
    const QString sort = row.index->keys.sort.empty() ? tr("none") : names(row.index->keys.sort);
    return tr("%1\nPartition key: %2\nSort key: %3\nHolds: %4")
        .arg(kind, names(row.index->keys.partition), sort, projection);
}

}  // namespace partita
