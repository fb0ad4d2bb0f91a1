#include "model/entity_model.h"

#include <algorithm>
#include <map>

#include "model/session.h"

namespace partita {
namespace {

// Enough to meet every type of a usual design without reading a large table.
constexpr std::size_t kSampledCollections = 200;
constexpr std::size_t kSampledItems = 20;

std::string entityOfItem(const TableDefinition& table, const Item& item) {
    const auto values = [&item](const std::vector<KeyAttribute>& attributes) {
        std::vector<Value> found;
        for (const KeyAttribute& attribute : attributes) {
            if (const Value* value = item.find(attribute.name)) found.push_back(*value);
        }
        return found;
    };
    return entityOf(values(table.keys.partition), values(table.keys.sort));
}

constexpr int kSoonMillis = 200;
constexpr int kRests = 4;  // at most a fifth of the time is spent reading

}  // namespace

EntityModel::EntityModel(QObject* parent) : QAbstractListModel(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMillis);
    connect(&m_soon, &QTimer::timeout, this, &EntityModel::refresh);
}

void EntityModel::setTable(Session* session, const QString& table) {
    if (m_session) m_session->disconnect(this);
    const bool same = session == m_session && table == m_table;
    m_session = session;
    m_table = table;
    if (!same) {
        beginResetModel();
        m_entities.clear();
        m_complete = false;
        endResetModel();
    }
    connect(session, &Session::itemsChanged, this, [this](const QString& changed) {
        if (changed == m_table) refreshSoon();
    });
    connect(session, &Session::settingsChanged, this, [this](const QString& changed) {
        if (changed == m_table) refresh();
    });
    refresh();
}

void EntityModel::clear() {
    if (m_session) m_session->disconnect(this);
    m_job.cancel();
    m_soon.stop();
    beginResetModel();
    m_session = nullptr;
    m_entities.clear();
    m_complete = false;
    endResetModel();
}

Result<EntityModel::Answer> EntityModel::read(Engine& engine, const std::string& table,
                                              std::stop_token stop) {
    const auto definition = engine.table(table);
    if (!definition) return definition.error();
    const auto statistics = engine.statistics({table, {}});
    if (!statistics) return statistics.error();

    std::map<std::string, quint64> counts;
    Answer answer;
    answer.complete = statistics->items <= kMostCounted;
    if (answer.complete) {
        ScanRequest request;
        request.table = table;
        do {
            auto page = engine.scan(request, Metering::Off, stop);
            if (!page) return page.error();
            const auto items = page->items.items();
            if (!items) return items.error();
            for (const Item& item : *items)
                ++counts[entityOfItem(**definition, item)];
            request.options.startKey = page->lastEvaluatedKey;
        } while (request.options.startKey);
    } else {
        const auto first = engine.firstCollections({table, {}}, CollectionOrderBy::Key, kSampledCollections);
        if (!first) return first.error();
        for (const CollectionSummary& collection : *first) {
            if (stop.stop_requested()) return Error::cancelled();
            const auto window = engine.items({table, {}}, collection.id, 0, kSampledItems);
            if (!window) continue;  // it went away since
            for (const BrowsedItem& browsed : window->items)
                ++counts[entityOfItem(**definition, browsed.item)];
        }
    }

    const auto colours = engine.entityColours(table);
    if (!colours) return colours.error();
    for (const auto& [name, items] : counts) {
        if (name.empty()) continue;  // items without a type have no colour to choose
        Entity entity{name, items, {}};
        for (const EntityColour& colour : *colours) {
            if (colour.entity == name) entity.rgb = colour.rgb;
        }
        answer.entities.push_back(std::move(entity));
    }
    return answer;
}

void EntityModel::refreshSoon() {
    if (m_job.isRunning())
        m_again = true;
    else if (!m_soon.isActive())
        m_soon.start();
}

void EntityModel::refresh() {
    if (!m_session) return;
    m_soon.stop();
    m_again = false;
    m_reading.start();
    m_job = m_session->run<Answer>(
        this,
        [table = m_table.toStdString()](Engine& engine, std::stop_token stop) {
            return read(engine, table, stop);
        },
        [this](Result<Answer> answer) {
            m_soon.setInterval(std::max(kSoonMillis, kRests * static_cast<int>(m_reading.elapsed())));
            if (std::exchange(m_again, false)) m_soon.start();
            if (!answer) {
                if (answer.error().code != ErrorCode::Cancelled) {
                    emit failed(QString::fromStdString(answer.error().text()));
                }
                return;
            }
            beginResetModel();
            m_entities = std::move(answer->entities);
            m_complete = answer->complete;
            endResetModel();
            emit loaded();
            emit coloursChanged();
        });
}

void EntityModel::chooseColour(const QString& entity, quint32 rgb) {
    if (!m_session) return;
    m_colourJob = m_session->run<bool>(
        this,
        [table = m_table.toStdString(), colour = EntityColour{entity.toStdString(), rgb}](
            Engine& engine, std::stop_token) -> Result<bool> {
            const Result<void> set = engine.setEntityColour(table, colour);
            if (!set) return set.error();
            return true;
        },
        [this](Result<bool> result) {
            if (!result) emit colourFailed(QString::fromStdString(result.error().text()));
        });
}

int EntityModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entities.size());
}

QVariant EntityModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entity& entity = m_entities[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return QString::fromStdString(entity.name);
        case Qt::ToolTipRole:
            return m_complete ? tr("%Ln item(s) of type %1", "", static_cast<int>(entity.items))
                                    .arg(QString::fromStdString(entity.name))
                              : tr("Type %1. Counts are shown for tables of up to %2 items.")
                                    .arg(QString::fromStdString(entity.name))
                                    .arg(kMostCounted);
        case ItemCountRole:
            return m_complete ? QVariant(qulonglong(entity.items)) : QVariant();
        case EntityRole:
            return true;
        case ChosenColourRole:
            return entity.rgb ? QVariant(quint32(*entity.rgb)) : QVariant();
        default:
            return {};
    }
}

}  // namespace partita
