// A list of the sidebar: as high as its rows, drawn with a colour square (entities), a name, a kind and a
// count at the right. GUI thread only.
#pragma once

#include <QListView>

namespace partita {

class SidebarList final : public QListView {
    Q_OBJECT
  public:
    explicit SidebarList(const QString& accessibleName, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// The row that is on, drawn over the sidebar's whole width; -1: none.
    void setCurrentRow(int row);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    /// By mouse or by Enter or Space.
    void rowChosen(int row);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    int heightOfRows() const;
};

}  // namespace partita
