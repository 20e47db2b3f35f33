#pragma once

#include "QuietQt.hpp"

#include <QPlainTextEdit>
#include <QToolButton>
#include <QWidget>

#include "lq_composer.h"

/// A text field that grows with its text up to six lines, and a button beside it.
struct lq_composer final : public QWidget {
  /// Page Up and Page Down go to `list`: the reader looks something up while writing.
  lq_composer(QWidget *list, QWidget *parent);

  lq_composer_callbacks callbacks = {};
  QPlainTextEdit *edit;
  QToolButton *button;

  void send();
  void fitHeight();
  void colourButton();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  bool event(QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
};
