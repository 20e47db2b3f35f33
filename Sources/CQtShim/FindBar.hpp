#pragma once

#include "QuietQt.hpp"

#include <QBoxLayout>
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
  /// Status of the search, in full and shortened.
  QString words, brief;
  bool isProblem = false;

  /// At the list's upper right, as wide as there is room; in two rows where that is little.
  void place();
  void showStatus();
  void colour();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  bool event(QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

 private:
  QToolButton *button(const QString &text, const QString &says);
  void arrange(bool inTwoRows);
  void drawIcons();
  QWidget *list;
  QHBoxLayout *top, *below;
  bool isWrapped = false;
};
