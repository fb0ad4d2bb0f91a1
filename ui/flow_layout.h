// Lays widgets out from left to right and goes on in a new row where the width ends, as words in a paragraph.
// Rows are aligned at the top, so that what stands under a field does not move its neighbours. GUI thread
// only.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace partita {

class FlowLayout final : public QLayout {
  public:
    /// Gaps in pixels.
    FlowLayout(int horizontalGap, int verticalGap, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;  // takes ownership, as QLayout says
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

  private:
    /// Returns the height used; places the items only when asked to.
    int arrange(const QRect& rect, bool place) const;

    int m_horizontalGap;
    int m_verticalGap;
    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace partita
