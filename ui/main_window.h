// The window: its menus, and in its middle the welcome page or an open table file. Emits what is dropped on
// it. GUI thread only.
#pragma once

#include <QMainWindow>

class QStackedWidget;

namespace partita {

class MainMenu;
class SegmentedControl;
class TablePage;
class ThemedLabel;
class WelcomePage;

class MainWindow final : public QMainWindow {
    Q_OBJECT
  public:
    explicit MainWindow(QWidget* parent = nullptr);

    MainMenu* menu() const { return m_menu; }
    WelcomePage* welcome() const { return m_welcome; }
    /// Null while the welcome page is shown.
    TablePage* tablePage() const { return m_page; }

    /// Takes the page; an earlier one is deleted.
    void showTable(TablePage* page, const QString& fileName, bool isReadOnly);
    void showWelcome();

  signals:
    /// A table file was dropped, or other files that may hold items.
    void filesDropped(const QStringList& paths);
    void textDropped(const QString& text);
    void closing();

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

  private:
    MainMenu* m_menu;
    QStackedWidget* m_stack;
    WelcomePage* m_welcome;
    TablePage* m_page = nullptr;
    QWidget* m_corner;
    SegmentedControl* m_switch;  // items, load or requests
    ThemedLabel* m_file;
};

}  // namespace partita
