// How the parts of an open table file stand in the window: sidebar, query form and tabs, inspector, load
// strip; or, in their place, the load page, the page of requests, or what a file without tables shows. Knows
// none of the parts. GUI thread only.
#pragma once

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace partita {

class NoticeBar;

class TablePage final : public QWidget {
    Q_OBJECT
  public:
    struct Parts {
        QWidget* sidebar = nullptr;
        QWidget* queryPanel = nullptr;
        QWidget* browse = nullptr;
        QWidget* inspector = nullptr;
        QWidget* loadStrip = nullptr;
        QWidget* loadPage = nullptr;
        // Those may be missing.
        QWidget* requestPage = nullptr;
        QWidget* serveBar = nullptr;   // over all pages
        QWidget* emptyPage = nullptr;  // in place of the items while the file has no tables
    };
    enum class Page { Items, Load, Requests };
    /// Takes the parts.
    explicit TablePage(const Parts& parts, QWidget* parent = nullptr);

    /// Why the file can only be read; stays. Empty: none.
    void setReadOnly(const QString& reason);
    /// What goes by: an answer, an error.
    NoticeBar* notice() const { return m_notice; }

    // Tabs. Browse is the first and always there.
    void addResult(QWidget* page, const QString& title);
    void setResultTitle(QWidget* page, const QString& title, const QString& toolTip);
    /// Null when Browse is in front.
    QWidget* currentResult() const;
    void showResult(QWidget* page);
    void showBrowse();
    /// Browse is in front of the results, whichever page is shown.
    void showFirstTab();
    void closeCurrentResult();
    void stepTab(int by);
    int resultCount() const;

    void setSidebarVisible(bool isVisible);
    void setInspectorVisible(bool isVisible);
    void setLoadStripVisible(bool isVisible);
    void showPage(Page page);
    Page page() const { return m_shown; }
    /// The keyboard goes to what is shown.
    void takeFocus();
    void showLoadPage(bool isShown) { showPage(isShown ? Page::Load : Page::Items); }
    bool isLoadPageShown() const { return m_shown == Page::Load; }
    /// Whether the file has a table to show.
    void setHasTables(bool hasTables);

    QByteArray saveLayout() const;
    /// Nothing changes when the bytes are none of saveLayout().
    void restoreLayout(const QByteArray& bytes);

  signals:
    /// Null: Browse.
    void currentTabChanged(QWidget* result);
    /// The page is deleted afterwards.
    void resultClosed(QWidget* page);
    void pageShown(partita::TablePage::Page page);

  private:
    void closeTab(int index);
    void addCloseButton(QWidget* page);
    void updateStack();

    Parts m_parts;
    NoticeBar* m_readOnly;
    NoticeBar* m_notice;
    QStackedWidget* m_stack;
    QSplitter* m_rows;     // the upper part, and the load strip
    QSplitter* m_columns;  // sidebar, centre, inspector
    QTabWidget* m_tabs;
    Page m_shown = Page::Items;
    bool m_hasTables = true;
};

}  // namespace partita
