#pragma once

#include "QuietQt.hpp"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>

#include "lq_find_bar.h"

/// A text field for finding, with the number of matches beside it, on top of a list.
struct lq_find_bar final : public QWidget {
  /// - Parameter list: gets the Up, Down, Page Up and Page Down keys, so that the user can read it
  ///   while finding.
  explicit lq_find_bar(QWidget *list);

  lq_find_bar_callbacks callbacks = {};
  QLineEdit *edit;
  QLabel *status;
  /// Line below all others for a caveat that does not fit beside the status.
  QLabel *note;
  QToolButton *matchCase, *wholeWords, *previous, *next, *closing;
  /// The search's status, in full and shortened, and what it does not cover.
  QString words, brief, caveat;
  bool isProblem = false;

  /// Places the bar at the list's upper right. If the list is narrow, the bar has two rows.
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
