#pragma once

#include "QuietQt.hpp"

#include <QAccessible>
#include <QHash>
#include <QImage>
#include <QList>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <utility>

#include "lq_surface.h"

class QMimeData;
class QNativeGestureEvent;
class QTouchEvent;

/// Painted from outside, straight into the window's backing store where that is possible.
struct lq_surface final : public QWidget {
  explicit lq_surface(QWidget *parent);
  ~lq_surface() override { forgetItems(); }

  /// Items for screen readers; the interface of an item is made when it is requested.
  using Key = std::pair<qint64, qint32>;
  struct Item {
    Key key;
    lq_accessible_role role;
    /// Index of the item that it is a part of; below 0 for none.
    int parent;
    uint32_t flags;
    QString name;
    QString description;
    qint64 place, ofAll;
    double value, limit, step;
    QRectF rect;
    QList<int> children;
  };
  QList<Item> items;
  /// Indices of those that are parts of no other, and of all by key.
  QList<int> roots;
  QHash<Key, int> indices;
  /// Interfaces that were requested.
  QHash<Key, QAccessible::Id> interfaces;
  bool isList = false;
  /// Announcement that was read out last, once there was one.
  QPointer<QWidget> announcement;
  static void describeItems();
  /// Has the items brought up to date before a screen reader gets to see them.
  void askForItems();
  QAccessibleInterface *interfaceAt(int index);
  QAccessibleInterface *knownInterfaceAt(int index) const;
  void forgetItems();

  lq_surface_callbacks callbacks = {};
  uint64_t directPaints = 0;
  uint64_t copiedPaints = 0;
  /// Whether the Tab key stays here: below an overlay nothing can be reached.
  bool keepsFocus = false;
  /// Whether the window is on its way to the screen: sizes are told when it is there.
  bool isSettling = false;

  /// Files that would be taken are over the surface, or are no longer.
  std::function<void(bool isOver)> onDrag;

  /// For tests: an event that no device sent.
  bool deliver(QEvent *event) { return this->event(event); }

  lq_geometry geometryNow() const;
  void reportGeometry();

 protected:
  bool event(QEvent *event) override;
  bool focusNextPrevChild(bool next) override;
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void moveEvent(QMoveEvent *event) override;
  void showEvent(QShowEvent *event) override;
  void hideEvent(QHideEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  void leaveEvent(QEvent *event) override;
  void contextMenuEvent(QContextMenuEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void focusInEvent(QFocusEvent *event) override;
  void focusOutEvent(QFocusEvent *event) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dragMoveEvent(QDragMoveEvent *event) override;
  void dragLeaveEvent(QDragLeaveEvent *event) override;
  void dropEvent(QDropEvent *event) override;

 private:
  QRect deviceRect(const QRect &rect, const QPoint &offset, double ratio) const;
  QImage &painted(const QSize &size);
  bool sendPointer(lq_pointer_kind kind, const QMouseEvent *event);
  bool sendFiles(const QMimeData *data, bool dropped);
  bool sendTouch(QTouchEvent *event);
  bool sendPinch(QNativeGestureEvent *event);

  lq_geometry reported = {};
  /// Pixels for paints that cannot go to the backing store; empty until one is needed.
  QImage own;
};
