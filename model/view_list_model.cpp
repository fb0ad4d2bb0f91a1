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

constexpr int kAgainMillis = 300;  // between two looks at an index that is being made

bool isAtRest(const IndexDescription& index) {
    return index.status == TableStatus::Active && !index.backfilling;
}

}  // namespace

ViewListModel::ViewListModel(QObject* parent) : QAbstractListModel(parent) {
    m_again.setSingleShot(true);
    m_again.setInterval(kAgainMillis);
    connect(&m_again, &QTimer::timeout, this, &ViewListModel::refresh);
}

void ViewListModel::showTables(Session* session) {
    std::vector<Row> rows;
    for (const QString& name : session->tableNames())
        rows.push_back({{name.toStdString(), {}}, {}, {}, {}, {}});
    setRows(session, std::move(rows));
}

void ViewListModel::showIndexes(Session* session, const QString& table) {
    std::vector<Row> rows;
    if (const auto definition = session->definition(table)) {
        for (const IndexDefinition& index : definition->indexes) {
            rows.push_back({{definition->name, index.name}, index, {}, {}, {}});
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
    m_again.stop();
    if (!m_session || m_rows.empty()) return;
    std::vector<ViewId> views;
    for (const Row& row : m_rows)
        views.push_back(row.view);
    const bool areIndexes = m_rows.front().index.has_value();
    m_job = m_session->run<Answer>(
        this,
        [views, areIndexes](Engine& engine, std::stop_token) -> Result<Answer> {
            Answer answer;
            for (const ViewId& view : views)
                answer.statistics.push_back(engine.statistics(view));
            if (areIndexes) {
                auto table = engine.describeTable(views.front().table);
                if (table) answer.indexes = std::move(table->indexes);
            }
            return answer;
        },
        [this](Result<Answer> answer) {
            if (answer) take(*answer);
        });
}

void ViewListModel::take(const Answer& answer) {
    bool wasBusy = false;
    bool isBusy = false;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        const Result<ViewStatistics>& statistics = answer.statistics[i];
        row.statistics = statistics ? std::optional(*statistics) : std::nullopt;
        row.error = statistics ? QString() : QString::fromStdString(statistics.error().text());
        wasBusy |= row.state.has_value();
        row.state.reset();
        for (const IndexDescription& index : answer.indexes) {
            if (row.view.index == index.name && !isAtRest(index)) row.state = index;
        }
        if (row.state) row.error.clear();  // its figures are not complete yet, or no more
        isBusy |= row.state.has_value();
    }
    emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1));
    if (isBusy) m_again.start();
    if (wasBusy && !isBusy) emit indexesSettled();
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
        case StatusTextRole:
            return statusText(row);
        case ErrorTextRole:
            return row.error;
        default:
            return {};
    }
}

QString ViewListModel::statusText(const Row& row) {
    if (!row.state) return {};
    if (row.state->status == TableStatus::Deleting) return tr("DELETING");
    if (row.state->status == TableStatus::Creating || row.state->backfilling)
        return tr("CREATING %1 %").arg(QString::number(static_cast<int>(row.state->backfilled * 100)));
    return tr("UPDATING");
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
