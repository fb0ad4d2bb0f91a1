// The items of each data file of an export to S3, as bars: a first picture of how the items are spread over
// the table's real partitions, and labelled as no more than that. GUI thread only.
#pragma once

#include <QWidget>
#include <cstdint>
#include <vector>

namespace partita {

class FileCountsView final : public QWidget {
    Q_OBJECT
  public:
    explicit FileCountsView(QWidget* parent = nullptr);
    /// Items of each file, in the order of the manifest.
    void setCounts(const std::vector<std::uint64_t>& counts);
    QSize sizeHint() const override { return {480, 200}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRect plot() const;
    /// The bar under a place; -1: none.
    int barAt(int x) const;
    QString summary() const;

    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_most = 0;
    std::uint64_t m_sum = 0;
};

}  // namespace partita
