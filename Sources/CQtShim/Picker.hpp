#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QToolButton>
#include <vector>

#include "lq_picker.h"

/// A panel to choose a symbol: a search field, the groups, a grid of symbols, and the name of the
/// current one.
struct lq_picker final : public QFrame {
  lq_picker(lq_surface *surface, const lq_picker_words &words, const lq_picker_callbacks &callbacks);
  ~lq_picker() override;

  lq_picker_callbacks callbacks;
  lq_surface *surface;
  QLineEdit *search;
  QListWidget *grid;
  QLabel *named;
  /// Text in the middle of the grid while nothing is found.
  QLabel *empty;
  std::vector<QToolButton *> groups;

  void choose();
  void showName();
  void showEmpty(bool isEmpty);
  void popUp(const QRect &around);

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
};
