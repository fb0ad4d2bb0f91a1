// The list of logged requests. Follows the newest while its end is in sight; keeps its place otherwise.
// GUI thread only.
#pragma once

#include <QTableView>

namespace partita {

class RequestFilter;

class RequestTable final : public QTableView {
    Q_OBJECT
  public:
    explicit RequestTable(RequestFilter* requests, QWidget* parent = nullptr);

    void setFollowing(bool isOn);
    bool isFollowing() const { return m_isFollowing; }
    /// What stands in place of rows when there are none.
    void setEmptyText(const QString& text);

  signals:
    /// By the user, who scrolled away from the end or back to it.
    void followingChanged(bool isOn);
    /// A row of the filter was selected. Not told when the selected row is dropped.
    void requestSelected(int row);
    /// Enter or a double click.
    void requestActivated(int row);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;

  private:
    void applyTheme();
    void toEnd();

    QString m_emptyText;
    bool m_isFollowing = true;
    bool m_isMoving = false;  // the view scrolls by itself
};

}  // namespace partita
