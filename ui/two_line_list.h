// A list whose rows have a name and, smaller under it, what there is to say of it (StatusTextRole); a row
// with an ErrorTextRole says it in red. GUI thread only.
#pragma once

#include <QListView>

namespace partita {

class TwoLineList final : public QListView {
    Q_OBJECT
  public:
    explicit TwoLineList(const QString& accessibleName, QWidget* parent = nullptr);
    /// What stands in place of rows when there are none.
    void setEmptyText(const QString& text);
    void setModel(QAbstractItemModel* model) override;

  signals:
    /// -1: none is.
    void rowSelected(int row);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

  private:
    QString m_emptyText;
};

}  // namespace partita
