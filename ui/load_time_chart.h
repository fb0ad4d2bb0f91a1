// What pictures over time share: the axis of UTC times, the place of a second, and dragging to choose a
// range. Charts with the same margins stand exactly under each other. GUI thread only.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "model/load_snapshot.h"

class QCPItemRect;

namespace partita {

class Chart;

class LoadTimeChart : public QWidget {
    Q_OBJECT
  public:
    explicit LoadTimeChart(QWidget* parent = nullptr);
    void setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot);
    void setUnit(LoadUnit unit);

    /// Inside the axes, in pixels.
    QRect plotArea() const;

  signals:
    /// Dragged over; seconds since 1970, end excluded, at least one column wide.
    void rangeDragged(qlonglong begin, qlonglong end);

  protected:
    static constexpr int kLeft = 44, kRight = 72, kTop = 6, kBottom = 20;  // pixels around the axes
    static constexpr int kScaleLabelGap = 8;

    virtual void draw() = 0;
    /// A plain press and release, without dragging.
    virtual void clicked(const QPoint& position);
    virtual QString toolTipAt(const QPoint& position) const = 0;

    const LoadSnapshot* snapshot() const { return m_snapshot.get(); }
    bool hasColumns() const {
        return m_snapshot && m_snapshot->grid.columns > 0 && m_snapshot->grid.partitions > 0;
    }
    LoadUnit unit() const { return m_unit; }
    Chart* chart() const { return m_chart; }
    /// Nothing outside the axes, or when there is nothing to show.
    std::optional<std::size_t> columnAt(const QPoint& position) const;
    std::int64_t secondOf(std::size_t column) const;
    /// Draws the axis and everything of the derived chart anew.
    void redraw();

    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

  private:
    void drawTimeAxis();
    void drawDrag();

    Chart* m_chart;
    QCPItemRect* m_drag;
    std::shared_ptr<const LoadSnapshot> m_snapshot;
    LoadUnit m_unit = LoadUnit::Write;
    std::optional<QPoint> m_pressed;
    QPoint m_draggedTo;
};

}  // namespace partita
