#include "model/load_keys_model.h"

#include <algorithm>

#include "model/load_text.h"
#include "model/run_text.h"

namespace partita {
namespace {

constexpr std::size_t kShownKeys = 10;

/// Seconds that a mean is taken over: the whole recording.
double recordedSeconds(const LoadSnapshot& snapshot) {
    return static_cast<double>(std::max<std::int64_t>(1, snapshot.extent.end - snapshot.extent.begin));
}

QString bounded(const QString& text, bool isUpperBound) {
    return isUpperBound ? QStringLiteral("≤ ") + text : text;
}

}  // namespace

LoadKeysModel::LoadKeysModel(QObject* parent) : QAbstractTableModel(parent) {}

void LoadKeysModel::setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    std::vector<Row> rows;
    if (m_snapshot) rows = rowsOf(*m_snapshot);
    order(rows);

    const auto has = [](const std::vector<Row>& in, const Row& row) {
        return std::any_of(in.begin(), in.end(), [&row](const Row& other) {
            return other.others == row.others && other.load.keyBytes == row.load.keyBytes;
        });
    };
    for (int i = static_cast<int>(m_rows.size()) - 1; i >= 0; --i) {
        if (has(rows, m_rows[static_cast<std::size_t>(i)])) continue;
        beginRemoveRows({}, i, i);
        m_rows.erase(m_rows.begin() + i);
        endRemoveRows();
    }
    for (const Row& row : rows) {
        if (has(m_rows, row)) continue;
        const int at = static_cast<int>(m_rows.size());
        beginInsertRows({}, at, at);
        m_rows.push_back(row);
        endInsertRows();
    }
    arrange(std::move(rows));
}

void LoadKeysModel::setUnit(LoadUnit unit) {
    if (m_unit == unit) return;
    m_unit = unit;
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    setSnapshot(m_snapshot);
}

const KeyLoad* LoadKeysModel::key(int row) const {
    if (row < 0 || row >= rowCount()) return nullptr;
    const Row& found = m_rows[static_cast<std::size_t>(row)];
    return found.others ? nullptr : &found.load;
}

int LoadKeysModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LoadKeysModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant LoadKeysModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_snapshot) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment(Qt::AlignVCenter | (index.column() == Key ? Qt::AlignLeft : Qt::AlignRight)));
        case KeyOverLimitRole:
            return !row.others && isOverLimit(peakOf(row.load, m_unit), m_unit);
        case OtherKeysRole:
            return row.others;
        case RawFigureRole:
            return raw(row, index.column());
        default:
            return {};
    }
}

QVariant LoadKeysModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section == Key ? Qt::AlignLeft : Qt::AlignRight)));
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Key:
            return tr("Hottest keys");
        case Share:
            return m_unit == LoadUnit::Read ? tr("share of reads") : tr("share of writes");
        case Mean:
            return tr("mean %1/s").arg(unitName(m_unit));
        case Peak:
            return tr("peak %1/s").arg(unitName(m_unit));
        case Ratio:
            return tr("read : write");
        case Partition:
            return tr("partition");
        default:
            return {};
    }
}

void LoadKeysModel::sort(int column, Qt::SortOrder sortOrder) {
    if (column < 0 || column >= kColumns) return;
    m_sortColumn = column;
    m_sortOrder = sortOrder;
    std::vector<Row> rows = m_rows;
    order(rows);
    arrange(std::move(rows));
}

std::vector<LoadKeysModel::Row> LoadKeysModel::rowsOf(const LoadSnapshot& snapshot) const {
    std::vector<Row> rows;
    Row others;
    others.others = true;
    others.load.read = snapshot.summary.totalRead;
    others.load.write = snapshot.summary.totalWrite;
    double readShare = 1;
    double writeShare = 1;
    // The recording's order weighs reads and writes together; this table is about one of them.
    std::vector<KeyLoad> keys = snapshot.summary.hottestKeys;
    std::stable_sort(keys.begin(), keys.end(), [this](const KeyLoad& a, const KeyLoad& b) {
        return unitsOf(a, m_unit) > unitsOf(b, m_unit);
    });
    keys.resize(std::min(keys.size(), kShownKeys));
    for (const KeyLoad& key : keys) {
        rows.push_back({key});
        // With a sketch the keys' figures are upper bounds and may sum to more than there was.
        others.load.read -= std::min(others.load.read, key.read);
        others.load.write -= std::min(others.load.write, key.write);
        readShare -= key.readShare;
        writeShare -= key.writeShare;
    }
    others.keys =
        snapshot.summary.distinctKeys - std::min<std::uint64_t>(snapshot.summary.distinctKeys, rows.size());
    const bool withoutKey = snapshot.summary.keysAreExact && (others.load.read > 0 || others.load.write > 0);
    if (others.keys > 0 || withoutKey) {
        others.load.readShare = snapshot.summary.totalRead == 0 ? 0 : std::max(0.0, readShare);
        others.load.writeShare = snapshot.summary.totalWrite == 0 ? 0 : std::max(0.0, writeShare);
        rows.push_back(others);
    }
    return rows;
}

void LoadKeysModel::order(std::vector<Row>& rows) const {
    std::stable_sort(rows.begin(), rows.end(), [this](const Row& a, const Row& b) {
        if (a.others != b.others) return b.others;
        if (m_sortColumn == Key && m_snapshot) {
            const int compared =
                QString::compare(keyText(*m_snapshot, a.load, 0), keyText(*m_snapshot, b.load, 0));
            return m_sortOrder == Qt::AscendingOrder ? compared < 0 : compared > 0;
        }
        const double left = raw(a, m_sortColumn);
        const double right = raw(b, m_sortColumn);
        return m_sortOrder == Qt::AscendingOrder ? left < right : left > right;
    });
}

double LoadKeysModel::raw(const Row& row, int column) const {
    switch (column) {
        case Share:
            return shareOf(row.load, m_unit);
        case Mean:
            return mean(row);
        case Peak:
            return wholeUnits(peakOf(row.load, m_unit));
        case Ratio:  // all writes … all reads
            return static_cast<double>(row.load.read) /
                   std::max(1.0, static_cast<double>(row.load.read) + static_cast<double>(row.load.write));
        case Partition:
            return row.load.partition;
        default:
            return 0;
    }
}

QString LoadKeysModel::text(const Row& row, int column) const {
    const bool bound = errorOf(row.load, m_unit) > 0;
    switch (column) {
        case Key:
            if (!row.others) return keyText(*m_snapshot, row.load);
            if (row.keys == 0) return tr("requests without a key (scans)");
            return tr("%n other(s)", nullptr, pluralCount(row.keys));
        case Share:
            return bounded(percentText(shareOf(row.load, m_unit), 1), bound);
        case Mean:
            return bounded(rateText(mean(row)), bound);
        case Peak:
            return row.others ? QStringLiteral("–") : unitsText(peakOf(row.load, m_unit));
        case Ratio:
            return ratioText(row.load.read, row.load.write);
        case Partition:
            return row.others ? QString() : QString::number(row.load.partition);
        default:
            return {};
    }
}

QString LoadKeysModel::toolTip(const Row& row) const {
    if (row.others) return {};
    QStringList lines{keyText(*m_snapshot, row.load, 400).toHtmlEscaped()};
    for (const LoadUnit unit : kLoadUnits) {
        lines << (errorOf(row.load, unit) > 0
                      ? tr("%1 in all: %2 to %3")
                            .arg(unitName(unit), unitsText(unitsOf(row.load, unit) - errorOf(row.load, unit)),
                                 unitsText(unitsOf(row.load, unit)))
                      : tr("%1 in all: %2").arg(unitName(unit), unitsText(unitsOf(row.load, unit))));
    }
    lines << tr("Requests: %1").arg(countText(row.load.requests));
    // As rich text, so that a key that looks like markup is shown as it is.
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QLatin1Char('\n')));
}

double LoadKeysModel::mean(const Row& row) const {
    return m_snapshot ? wholeUnits(unitsOf(row.load, m_unit)) / recordedSeconds(*m_snapshot) : 0;
}

void LoadKeysModel::arrange(std::vector<Row> rows) {
    if (rows.empty()) return;
    emit layoutAboutToBeChanged();
    const auto before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const Row& moved = m_rows[static_cast<std::size_t>(old.row())];
        const auto at = std::find_if(rows.begin(), rows.end(), [&moved](const Row& row) {
            return row.others == moved.others && row.load.keyBytes == moved.load.keyBytes;
        });
        after << index(static_cast<int>(at - rows.begin()), old.column());
    }
    m_rows = std::move(rows);
    changePersistentIndexList(before, after);
    emit layoutChanged();
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

}  // namespace partita
