#pragma once

#include "QuietQt.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <memory>

#include "Composer.hpp"
#include "ListArea.hpp"
#include "Menu.hpp"
#include "Notice.hpp"
#include "lq_window.h"

/// Menu bar above a splitter of two lists.
struct lq_window final : public QMainWindow {
  explicit lq_window(const lq_window_callbacks &callbacks);

  lq_window_callbacks callbacks;
  std::shared_ptr<ActionHandler> handler;
  QSplitter *splitter;
  lq_list_area *side;
  lq_list_area *main;
  /// The main list, and the composer below it.
  QVBoxLayout *column;
  /// Null until it is asked for.
  lq_composer *composer = nullptr;
  /// Null until there is one: above the main list, and in place of the composer.
  Notice *notice = nullptr, *bar = nullptr;
  bool composerWasShown = false;
  /// Beside the main list, or in its place where there is no room for both; null until it is asked for.
  QWidget *aside = nullptr;
  lq_list_area *asideList = nullptr;
  lq_composer *asideComposer = nullptr;
  QLabel *asideTitle = nullptr;
  bool isAsideWanted = false;
  lq_surface *overlay;
  /// What the reader wants; whether there is room for it is another matter.
  bool isSideWanted = false;
  int foldWidth = 0;
  /// In a window that has room for one list alone: whether that is the side list.
  bool isSidePage = false;
  /// Leads from the main list to the side list where there is room for one of them. Null until it
  /// is needed.
  QToolButton *backButton = nullptr;
  int sideWidth = 260;

  void foldSide();
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
