#pragma once

#include "QuietQt.hpp"

#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <functional>
#include <vector>

#include "lq_list_area.h"

/// Page of a window in which nothing is open: what the program is, an area to drop files on, recent
/// archives.
class Welcome final : public QScrollArea {
 public:
  explicit Welcome(QWidget *parent);
  std::function<void(int32_t)> onButton, onEntry;
  void tell(const lq_welcome &welcome);
  void takeFocus();
  /// Sets the width in points of the scroll bar beside the page: the content is centred as if this
  /// space belonged to the page.
  void setSideRoom(int room);

 protected:
  void changeEvent(QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

 private:
  void tint();
  void fitSign();

  QWidget *page;
  QLabel *sign, *title, *detail, *drop, *formats, *entriesTitle;
  QFrame *zone;
  QPushButton *buttons[4];
  QVBoxLayout *list;
  std::vector<QAbstractButton *> entries;
};

/// Covers what files are dragged onto, and says what dropping them does. It goes away with the next
/// key, click or motion of the mouse, which nobody gets during a drag: a program that ends while it
/// drags does not say so.
class DropHint final : public QWidget {
 public:
  explicit DropHint(QWidget *parent);
  /// - Parameter words: empty: they are opened.
  void tell(const QString &words);

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  void hideEvent(QHideEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  void showEvent(QShowEvent *event) override;
};
