#include "ui/block_columns.h"

#include <QFontMetricsF>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "ui/block_text.h"

namespace partita {
namespace {

constexpr int kColumnMin = 72;
constexpr int kColumnMax = 280;
constexpr int kSortMin = 110;
constexpr int kSortMax = 320;
// Widths go in steps, so that columns of different entity types often fall into line.
constexpr int kStep = 16;
constexpr qsizetype kMeasuredLength = 80;  // longer texts are wider than the widest column
constexpr qsizetype kEntities = 1000;      // as BlockAttributes

int stepped(qreal text, int least, int most) {
    const int padded = static_cast<int>(std::ceil(text)) + 2 * kCellPadding;
    return std::clamp((padded + kStep - 1) / kStep * kStep, least, most);
}

}  // namespace

void BlockColumns::clear() {
    m_widths.clear();
    m_columns.clear();
    m_grid.clear();
    m_sortWidth = 0;
}

void BlockColumns::measure(const std::vector<BlockItemPtr>& items, const TextCache& texts) {
    const QFontMetricsF value(texts.font(TextKind::Value));
    const QFontMetricsF figure(texts.font(TextKind::Figure));
    const QFontMetricsF name(texts.font(TextKind::Name));
    const QFontMetricsF key(texts.font(TextKind::Key));
    for (const BlockItemPtr& item : items) {
        if (!item->sortText.isEmpty() && m_sortWidth < kSortMax)
            m_sortWidth = std::max(
                m_sortWidth,
                stepped(key.horizontalAdvance(item->sortText.left(kMeasuredLength)), kSortMin, kSortMax));
        if (!m_widths.contains(item->entity) && m_widths.size() >= kEntities) continue;
        auto& widths = m_widths[item->entity];
        bool grown = false;
        for (const BlockCell& cell : item->cells) {
            int& width = widths[cell.name];
            if (width == kColumnMax) continue;
            const auto& metrics = cell.look == BlockCell::Look::Figure ? figure : value;
            const qreal text = metrics.horizontalAdvance(cell.text.left(kMeasuredLength));
            const qreal head = width == 0 ? name.horizontalAdvance(cell.name.left(kMeasuredLength)) : 0;
            const int needed = stepped(std::max(text, head), kColumnMin, kColumnMax);
            grown |= needed > width;
            width = std::max(width, needed);
        }
        if (grown) m_columns.remove(item->entity);
    }
}

int BlockColumns::width(const QString& entity, const QString& name) const {
    const auto widths = m_widths.constFind(entity);
    return widths == m_widths.constEnd() ? kColumnMin : widths->value(name, kColumnMin);
}

const std::vector<BlockColumns::Column>& BlockColumns::ofEntity(const QString& entity,
                                                                const QStringList& names) {
    if (m_columns.size() > 2 * kEntities) m_columns.clear();
    auto& columns = m_columns[entity];
    if (static_cast<qsizetype>(columns.size()) != names.size()) {
        columns.clear();
        int left = 0;
        for (const QString& name : names) {
            const int wide = width(entity, name);
            columns.push_back({name, left, wide});
            left += wide;
        }
    }
    return columns;
}

void BlockColumns::setGrid(const std::vector<Entity>& entities) {
    m_grid.clear();
    QHash<QString, std::size_t> places;
    for (const Entity& entity : entities) {
        for (const QString& name : *entity.names) {
            const int wide = width(entity.entity, name);
            if (const auto known = places.constFind(name); known != places.constEnd()) {
                m_grid[*known].width = std::max(m_grid[*known].width, wide);
                continue;
            }
            places.insert(name, m_grid.size());
            m_grid.push_back({name, 0, wide});
        }
    }
    int left = 0;
    for (Column& column : m_grid) {
        column.left = left;
        left += column.width;
    }
}

int BlockColumns::widthOf(const std::vector<Column>& columns) {
    return columns.empty() ? 0 : columns.back().left + columns.back().width;
}

}  // namespace partita
