#include "ui/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace partita {

FlowLayout::FlowLayout(int horizontalGap, int verticalGap, QWidget* parent)
    : QLayout(parent), m_horizontalGap(horizontalGap), m_verticalGap(verticalGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.emplace_back(item);
}

int FlowLayout::count() const {
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const auto& item : m_items)
        if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
    return size;
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const auto& item : m_items) {
        if (item->isEmpty()) continue;
        const QSize hint = item->sizeHint();
        size.setWidth(size.width() + (size.width() > 0 ? m_horizontalGap : 0) + hint.width());
        size.setHeight(std::max(size.height(), hint.height()));
    }
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    int x = rect.x();
    int y = rect.y();
    int rowHeight = 0;
    for (const auto& item : m_items) {
        if (item->isEmpty()) continue;
        const int width =
            std::min(item->sizeHint().width(), std::max(rect.width(), item->minimumSize().width()));
        const int height =
            item->hasHeightForWidth() ? item->heightForWidth(width) : std::max(0, item->sizeHint().height());
        if (x > rect.x() && x + width > rect.x() + rect.width()) {
            x = rect.x();
            y += rowHeight + m_verticalGap;
            rowHeight = 0;
        }
        if (place) item->setGeometry(QRect(x, y, width, height));
        x += width + m_horizontalGap;
        rowHeight = std::max(rowHeight, height);
    }
    return y + rowHeight - rect.y();
}

}  // namespace partita
