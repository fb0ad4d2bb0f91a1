// The table of the hottest keys, as high as its rows. Red is a key that alone is over a partition's limit.
// GUI thread only.
#pragma once

#include <QTableView>

namespace partita {

class LoadKeysModel;

class LoadKeyTable final : public QTableView {
    Q_OBJECT
  public:
    explicit LoadKeyTable(LoadKeysModel* model, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

  signals:
    /// The partition of the key that was activated.
    void partitionActivated(int partition);

  private:
    void applyTheme();
    LoadKeysModel* m_model;
};

}  // namespace partita
