#pragma once

#include "QuietQt.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>

#include "lq_find_bar.h"

/// A text field with what was found beside it, floating over a list's upper edge.
struct lq_find_bar final : public QWidget {
  /// Page Up and Page Down go to `list`: the reader looks around while finding.
  explicit lq_find_bar(QWidget *list);

  lq_find_bar_callbacks callbacks = {};
  QLineEdit *edit;
  QLabel *status;
  QToolButton *matchCase, *wholeWords, *previous, *next, *closing;
  bool isProblem = false;

  /// At the list's upper right, as wide as there is room.
  void place();
  void colour();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  bool event(QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

 private:
  QToolButton *button(const QString &text, const QString &says);
  void drawIcons();
  QWidget *list;
};
