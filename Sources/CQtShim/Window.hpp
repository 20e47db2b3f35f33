#pragma once

#include "QuietQt.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>
#include <array>
#include <functional>
#include <memory>

#include "Bars.hpp"
#include "Composer.hpp"
#include "ListArea.hpp"
#include "Menu.hpp"
#include "Notice.hpp"
#include "lq_window.h"

/// The lists beside each other, with their bars and fields. While the picture viewer covers them
/// they are hidden from screen readers.
class Panes final : public QSplitter {
 public:
  explicit Panes(QWidget *parent) : QSplitter(Qt::Horizontal, parent) {}
  bool isCovered() const { return covered; }
  void setCovered(bool isCovered);
  /// Whether one pane replaces the others in a narrow window, so that a window with several may
  /// become as narrow as one.
  std::function<bool()> areReplaced;
  QSize minimumSizeHint() const override;

 private:
  bool covered = false;
};

/// A menu bar above a splitter with two lists.
struct lq_window final : public QMainWindow {
  explicit lq_window(const lq_window_callbacks &callbacks);

  lq_window_callbacks callbacks;
  std::shared_ptr<ActionHandler> handler;
  Panes *splitter;
  /// Contains the search bar and the side list.
  QWidget *sidePane;
  QVBoxLayout *sideColumn;
  lq_list_area *side;
  lq_list_area *main;
  /// Contains the main list and the composer below it.
  QVBoxLayout *column;
  /// Null until it is first used.
  lq_composer *composer = nullptr;
  /// Null until there is one: above the main list, and in place of the composer.
  std::array<Notice *, LQ_NOTICES> notices{};
  Notice *bar = nullptr;
  /// Beside the main list, or in its place if there is no space for both; null until it is first
  /// used.
  QWidget *aside = nullptr;
  lq_list_area *asideList = nullptr;
  lq_composer *asideComposer = nullptr;
  QLabel *asideTitle = nullptr;
  bool isAsideWanted = false;
  /// Whether it is in the main list's place.
  bool isMainCovered = false;
  lq_surface *overlay;
  /// Widget that had the focus before the overlay was opened.
  QPointer<QWidget> focusBelow;
  /// Null until files are first dragged over the window.
  DropHint *dropHint = nullptr;
  /// Whether the user wants the side list. There may be no space for it.
  bool isSideWanted = false;
  /// Whether there is a button that shows the side list while the user does not want it.
  bool isSideOffered = false;
  int foldWidth = 0;
  /// In a window with space for only one list: whether this is the side list.
  bool isSidePage = false;
  /// Above the main list; null until the program uses it or a button back to the side list is
  /// needed.
  lq_title_bar *titleBar = nullptr;
  /// Above the side list; null until it is first used.
  lq_search_bar *searchBar = nullptr;
  /// Whether the menu bar is always visible; otherwise only while it has the focus.
  bool isMenuBarWanted = true;
  bool isMenuBarPeeking = false;
  /// Points, at the side list's present zoom.
  int sideWidth = 260;
  double sideZoom = 1;
  /// Width of the side list at zoom 1, so that zooming there and back ends at the same width.
  double sideBase = 260;

  /// Minimum width of the side list at its zoom; at most half of the window.
  int leastSideWidth() const;
  /// Width that the side list gets beside the main list.
  int shownSideWidth() const;
  void setSideWidth(int wanted);

  lq_title_bar *madeTitleBar();
  lq_search_bar *madeSearchBar();
  /// Shows what dropping files on a surface does, while they are dragged over it.
  void watchDrags(lq_surface *surface);
  /// - Parameter surface: the one below the files; null hides the text.
  void showDropHint(const lq_surface *surface);
  void showMenuBar();
  void watchMenu();
  /// Shows all menus of the menu bar as submenus of one menu at a button.
  void popUpMenus(QWidget *anchor);

  void foldSide();
  /// Tab goes through the window as it is read: field and list at the side, title, notices, main list.
  void orderTabs();
  /// Moves the focus to the next part of the window; false if there is only one.
  bool stepPane(bool isForwards);
  /// Leaves the space free that the on-screen keyboard covers.
  void clearInputPanel();
  void makeAside();
  void showPage(bool isSide);
  /// Whether both lists are wanted and there is space for only one.
  bool isNarrow() const { return isSideWanted && foldWidth > 0 && width() < foldWidth; }
  void reportPlacement();

 protected:
  void closeEvent(QCloseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void moveEvent(QMoveEvent *event) override;
  void changeEvent(QEvent *event) override;
  bool eventFilter(QObject *watched, QEvent *event) override;
};
