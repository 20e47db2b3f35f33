#pragma once

#include "QuietQt.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>
#include <array>
#include <memory>

#include "Bars.hpp"
#include "Composer.hpp"
#include "ListArea.hpp"
#include "Menu.hpp"
#include "Notice.hpp"
#include "lq_window.h"

/// The lists beside each other, with what belongs to them. Covered by a picture, they are not there for
/// screen readers: these would walk to what nobody sees.
class Panes final : public QSplitter {
 public:
  explicit Panes(QWidget *parent) : QSplitter(Qt::Horizontal, parent) {}
  bool isCovered() const { return covered; }
  void setCovered(bool isCovered);

 private:
  bool covered = false;
};

/// Menu bar above a splitter of two lists.
struct lq_window final : public QMainWindow {
  explicit lq_window(const lq_window_callbacks &callbacks);

  lq_window_callbacks callbacks;
  std::shared_ptr<ActionHandler> handler;
  Panes *splitter;
  /// The side list and the field above it.
  QWidget *sidePane;
  QVBoxLayout *sideColumn;
  lq_list_area *side;
  lq_list_area *main;
  /// The main list, and the composer below it.
  QVBoxLayout *column;
  /// Null until it is asked for.
  lq_composer *composer = nullptr;
  /// Null until there is one: above the main list, and in place of the composer.
  std::array<Notice *, LQ_NOTICES> notices{};
  Notice *bar = nullptr;
  bool composerWasShown = false;
  /// Beside the main list, or in its place where there is no room for both; null until it is asked for.
  QWidget *aside = nullptr;
  lq_list_area *asideList = nullptr;
  lq_composer *asideComposer = nullptr;
  QLabel *asideTitle = nullptr;
  bool isAsideWanted = false;
  lq_surface *overlay;
  /// Widget with focus before the overlay.
  QPointer<QWidget> focusBelow;
  /// Null until files are dragged over the window.
  DropHint *dropHint = nullptr;
  /// Whether the user wants it; there may be no room for it.
  bool isSideWanted = false;
  /// Whether a button leads to it while it is not wanted.
  bool isSideOffered = false;
  int foldWidth = 0;
  /// In a window that has room for one list alone: whether that is the side list.
  bool isSidePage = false;
  /// Above the main list; null until it is asked for, or has to lead back to the side list.
  lq_title_bar *titleBar = nullptr;
  /// Above the side list; null until it is asked for.
  lq_search_bar *searchBar = nullptr;
  /// Whether the menu bar is there for good; otherwise while it has the keys.
  bool isMenuBarWanted = true;
  bool isMenuBarPeeking = false;
  int sideWidth = 260;

  lq_title_bar *madeTitleBar();
  lq_search_bar *madeSearchBar();
  void showDropHint(bool isOver);
  void showMenuBar();
  void watchMenu();
  /// All menus of the menu bar below one button.
  void popUpMenus(QWidget *anchor);

  void foldSide();
  /// Tab goes through the window as it is read: field and list at the side, title, notices, main list.
  void orderTabs();
  /// Gives the next part of the window the keys; false where there is one alone.
  bool stepPane(bool isForwards);
  /// Keeps free what the keyboard on the screen covers.
  void clearInputPanel();
  void makeAside();
  void showPage(bool isSide);
  /// Whether there is room for one of two lists that are wanted.
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
