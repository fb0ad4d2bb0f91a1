// A bar for each partition: its busiest second against the limit, with a tick at the mean. Red is over the
// limit. Keys: Left and Right walk along the bars, Enter does what a click does. GUI thread only.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "model/load_snapshot.h"

class QCPBars;
class QCPGraph;
class QCPItemLine;
class QCPItemRect;
class QCPItemText;

namespace partita {

class Chart;
class LoadBarFigures;

class LoadBars final : public QWidget {
    Q_OBJECT
  public:
    /// Both: reads and writes side by side, each as a share of its own limit.
    enum class Units { Read, Write, Both };

    explicit LoadBars(QWidget* parent = nullptr);
    ~LoadBars() override;
    void setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot);
    void setUnits(Units units);
    Units units() const { return m_units; }

    /// Where the bar of a partition is, from the top of the picture to its foot; empty when there is none.
    QRect barArea(std::uint32_t partition) const;
    /// Which bar the keyboard is at.
    std::optional<std::uint32_t> current() const { return m_current; }
    void setCurrent(std::optional<std::uint32_t> partition);
    /// What the limit's label says.
    const QString& limitLabel() const { return m_limitLabel; }

    QSize sizeHint() const override { return {600, 110}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

  signals:
    void partitionClicked(int partition);
    void currentChanged(int partition);

  protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    struct Series {
        LoadUnit unit;
        double offset = 0;  // of the bar's middle from the partition's, in partitions
    };
    std::vector<Series> series() const;
    int count() const;
    QRect plotArea() const;
    double pixelsPerPartition() const;
    double barWidth() const;  // in partitions
    double scaled(LoadUnit unit, double wholeUnits) const;
    double highest() const;
    bool isOver(int partition) const;
    std::optional<std::uint32_t> partitionAt(const QPoint& position) const;
    void draw();
    void drawBars();
    void drawScale();
    void drawLimitLabel(bool isInPicture, double fromTop);
    void drawLabels();
    void drawFigures();
    void drawHighlight();
    QString figureText(int partition) const;
    void hover(std::optional<std::uint32_t> partition);
    void tellAccessible();

    Chart* m_chart;
    std::unique_ptr<LoadBarFigures> m_figures;
    std::array<QCPBars*, 2> m_bars{};  // by unit
    QCPBars* m_overBars = nullptr;
    QCPGraph* m_means = nullptr;
    QCPItemRect* m_highlight = nullptr;
    QCPItemLine* m_limitLine = nullptr;
    QCPItemText* m_limitText = nullptr;
    std::shared_ptr<const LoadSnapshot> m_snapshot;
    Units m_units = Units::Write;
    QString m_limitLabel;
    std::optional<std::uint32_t> m_hovered;
    std::optional<std::uint32_t> m_pressed;
    std::optional<std::uint32_t> m_current;
};

}  // namespace partita
