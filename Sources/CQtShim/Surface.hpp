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

/// A widget whose pixels the program paints, in the window's backing store if it is accessible.
struct lq_surface final : public QWidget {
  explicit lq_surface(QWidget *parent);
  ~lq_surface() override { forgetItems(); }

  /// Items for screen readers. An item's interface is created when it is first requested.
  using Key = std::pair<qint64, qint32>;
  struct Item {
    Key key;
    lq_accessible_role role;
    /// Index of the item that contains this one; negative: none.
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
  /// Indices of the items that no other item contains; and indices of all items by key.
  QList<int> roots;
  QHash<Key, int> indices;
  /// Interfaces that were created.
  QHash<Key, QAccessible::Id> interfaces;
  bool isList = false;
  /// The latest announcement; null before the first.
  QPointer<QWidget> announcement;
  static void describeItems();
  /// Makes the program update the items; called before a screen reader reads them.
  void askForItems();
  QAccessibleInterface *interfaceAt(int index);
  QAccessibleInterface *knownInterfaceAt(int index) const;
  void forgetItems();

  lq_surface_callbacks callbacks = {};
  uint64_t directPaints = 0;
  uint64_t copiedPaints = 0;
  /// Whether the Tab key is kept here: while an overlay is open, the focus must not move below it.
  bool keepsFocus = false;
  /// Whether the window is being opened; sizes are reported only after that.
  bool isSettling = false;

  /// Called when files that can be opened are dragged over the surface, and when they no longer
  /// are.
  std::function<void(bool isOver)> onDrag;
  /// Text shown while files are dragged over the surface; empty: they are opened.
  QString dropWords;

  /// Handles an event as if a device had sent it, for tests.
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
  /// Pixels for frames that cannot be painted in the backing store; empty until they are needed.
  QImage own;
};
