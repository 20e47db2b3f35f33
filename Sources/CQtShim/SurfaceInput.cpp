// Conversion of Qt's events to the C structs of lq_surface.h.
#include "QuietQt.hpp"
#include <QContextMenuEvent>
#include <QDeadlineTimer>
#include <QDropEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QTouchEvent>
#include <QWheelEvent>
#include <vector>

#include "LocalPaths.hpp"
#include "Surface.hpp"

namespace {

uint32_t modifiersOf(Qt::KeyboardModifiers modifiers) {
  uint32_t result = 0;
  if (modifiers & Qt::ShiftModifier) result |= LQ_SHIFT;
  if (modifiers & Qt::ControlModifier) result |= LQ_CONTROL;
  if (modifiers & Qt::AltModifier) result |= LQ_ALT;
  if (modifiers & Qt::MetaModifier) result |= LQ_META;
  return result;
}

uint32_t buttonsOf(Qt::MouseButtons buttons) {
  uint32_t result = 0;
  if (buttons & Qt::LeftButton) result |= LQ_BUTTON_LEFT;
  if (buttons & Qt::RightButton) result |= LQ_BUTTON_RIGHT;
  if (buttons & Qt::MiddleButton) result |= LQ_BUTTON_MIDDLE;
  if (buttons & Qt::BackButton) result |= LQ_BUTTON_BACK;
  if (buttons & Qt::ForwardButton) result |= LQ_BUTTON_FORWARD;
  return result;
}

lq_scroll_phase phaseOf(Qt::ScrollPhase phase) {
  switch (phase) {
    case Qt::ScrollBegin: return LQ_SCROLL_BEGIN;
    case Qt::ScrollUpdate: return LQ_SCROLL_UPDATE;
    case Qt::ScrollEnd: return LQ_SCROLL_END;
    case Qt::ScrollMomentum: return LQ_SCROLL_MOMENTUM;
    case Qt::NoScrollPhase: break;
  }
  return LQ_SCROLL_NONE;
}

lq_key_code codeOf(int key) {
  switch (key) {
    case Qt::Key_Up: return LQ_KEY_UP;
    case Qt::Key_Down: return LQ_KEY_DOWN;
    case Qt::Key_Left: return LQ_KEY_LEFT;
    case Qt::Key_Right: return LQ_KEY_RIGHT;
    case Qt::Key_PageUp: return LQ_KEY_PAGE_UP;
    case Qt::Key_PageDown: return LQ_KEY_PAGE_DOWN;
    case Qt::Key_Home: return LQ_KEY_HOME;
    case Qt::Key_End: return LQ_KEY_END;
    case Qt::Key_Space: return LQ_KEY_SPACE;
    case Qt::Key_Return:
    case Qt::Key_Enter: return LQ_KEY_RETURN;
    case Qt::Key_Escape: return LQ_KEY_ESCAPE;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return LQ_KEY_TAB;
    case Qt::Key_Backspace: return LQ_KEY_BACKSPACE;
    case Qt::Key_Delete: return LQ_KEY_DELETE;
    case Qt::Key_Menu: return LQ_KEY_MENU;
    default: return LQ_KEY_OTHER;
  }
}

// Qt documents pixelDelta as driver-specific and unreliable on X11.
bool pixelsAreTrustworthy() {
  static const bool result = QGuiApplication::platformName() != QLatin1String("xcb");
  return result;
}

}  // namespace

void lq_surface::wheelEvent(QWheelEvent *event) {
  const QPoint pixels = pixelsAreTrustworthy() ? event->pixelDelta() : QPoint();
  const lq_wheel wheel = {
      event->position().x(),    event->position().y(),   double(pixels.x()),
      double(pixels.y()),       event->angleDelta().x(), event->angleDelta().y(),
      phaseOf(event->phase()),  event->inverted(),       modifiersOf(event->modifiers()),
      event->timestamp()};
  event->setAccepted(callbacks.wheel && callbacks.wheel(callbacks.context, &wheel));
}

bool lq_surface::sendPointer(lq_pointer_kind kind, const QMouseEvent *event) {
  if (!callbacks.pointer) return false;
  const lq_pointer pointer = {
      kind,
      event->position().x(),
      event->position().y(),
      buttonsOf(event->button()),
      buttonsOf(event->buttons()),
      modifiersOf(event->modifiers()),
      event->timestamp()};
  return callbacks.pointer(callbacks.context, &pointer);
}

void lq_surface::mousePressEvent(QMouseEvent *event) {
  event->setAccepted(sendPointer(LQ_POINTER_PRESS, event));
}
void lq_surface::mouseMoveEvent(QMouseEvent *event) {
  event->setAccepted(sendPointer(LQ_POINTER_MOVE, event));
}
void lq_surface::mouseReleaseEvent(QMouseEvent *event) {
  event->setAccepted(sendPointer(LQ_POINTER_RELEASE, event));
}
void lq_surface::mouseDoubleClickEvent(QMouseEvent *event) {
  event->setAccepted(sendPointer(LQ_POINTER_DOUBLE, event));
}

void lq_surface::leaveEvent(QEvent *) {
  if (!callbacks.pointer) return;
  const lq_pointer pointer = {LQ_POINTER_LEAVE, -1, -1, 0, 0, 0, 0};
  callbacks.pointer(callbacks.context, &pointer);
}

void lq_surface::contextMenuEvent(QContextMenuEvent *event) {
  if (!callbacks.pointer) return event->ignore();
  const lq_pointer pointer = {
      LQ_POINTER_CONTEXT,
      double(event->pos().x()),
      double(event->pos().y()),
      event->reason() == QContextMenuEvent::Mouse ? uint32_t(LQ_BUTTON_RIGHT) : 0,
      0,
      modifiersOf(event->modifiers()),
      event->timestamp()};
  event->setAccepted(callbacks.pointer(callbacks.context, &pointer));
}

void lq_surface::keyPressEvent(QKeyEvent *event) {
  // Shift+F10 means the Menu key, but Qt does not know that on X11.
  if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier && callbacks.pointer) {
    const lq_pointer menu = {
        LQ_POINTER_CONTEXT, width() / 2.0, height() / 2.0, 0, 0, 0, event->timestamp()};
    callbacks.pointer(callbacks.context, &menu);
    return;
  }
  const QByteArray text = event->text().toUtf8();
  const lq_key key = {
      codeOf(event->key()), text.constData(), modifiersOf(event->modifiers()),
      event->isAutoRepeat(), event->timestamp()};
  if (!callbacks.key || !callbacks.key(callbacks.context, &key)) QWidget::keyPressEvent(event);
}

void lq_surface::focusInEvent(QFocusEvent *event) {
  const auto reason = event->reason();
  const bool byKeys = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
                      reason == Qt::ShortcutFocusReason;
  if (callbacks.focus) callbacks.focus(callbacks.context, true, byKeys);
}
void lq_surface::focusOutEvent(QFocusEvent *) {
  if (callbacks.focus) callbacks.focus(callbacks.context, false, false);
}

bool lq_surface::sendFiles(const QMimeData *data, bool dropped) {
  if (!callbacks.files) return false;
  const std::vector<QByteArray> paths = localPaths(data);
  if (paths.empty()) return false;
  std::vector<const char *> pointers;
  for (const QByteArray &path : paths) pointers.push_back(path.constData());
  return callbacks.files(
      callbacks.context, pointers.data(), static_cast<int32_t>(pointers.size()), dropped);
}

// Always copy, whatever the source proposes: if a file manager were told that files were moved, it
// would delete its own. Refuse what cannot be copied, because Qt would otherwise reply with an
// action that the source allows.
static void acceptCopy(QDropEvent *event) {
  event->setDropAction(Qt::CopyAction);
  event->accept();
}

void lq_surface::dragEnterEvent(QDragEnterEvent *event) {
  if (!(event->possibleActions() & Qt::CopyAction) || !sendFiles(event->mimeData(), false)) return;
  acceptCopy(event);
  if (onDrag) onDrag(true);
}
void lq_surface::dragLeaveEvent(QDragLeaveEvent *) {
  if (onDrag) onDrag(false);
}
// Qt itself accepts a move within the surface, with the action that the source proposes. A key that
// was pressed during the drag has hidden the hint.
void lq_surface::dragMoveEvent(QDragMoveEvent *event) {
  acceptCopy(event);
  if (onDrag) onDrag(true);
}
void lq_surface::dropEvent(QDropEvent *event) {
  if (onDrag) onDrag(false);
  if (sendFiles(event->mimeData(), true)) acceptCopy(event);
}

bool lq_surface::sendTouch(QTouchEvent *event) {
  if (!callbacks.touch) return false;
  std::vector<lq_touch> touches;
  for (const QEventPoint &point : event->points()) {
    auto phase = LQ_TOUCH_UPDATE;
    if (event->type() == QEvent::TouchCancel)
      phase = LQ_TOUCH_CANCEL;
    else if (point.state() == QEventPoint::Pressed)
      phase = LQ_TOUCH_BEGIN;
    else if (point.state() == QEventPoint::Released)
      phase = LQ_TOUCH_END;
    else if (point.state() == QEventPoint::Stationary)
      continue;
    // An event that was created, rather than delivered by a window, has only its position on the
    // screen.
    const QPointF place = mapFromGlobal(point.globalPosition());
    touches.push_back({point.id(), phase, place.x(), place.y(), event->timestamp()});
  }
  // Even an event of resting fingers must be accepted, or Qt turns later ones into mouse events.
  if (touches.empty()) return true;
  return callbacks.touch(
      callbacks.context, touches.data(), static_cast<int32_t>(touches.size()));
}

void lq_surface_touch(lq_surface *surface, lq_touch_phase phase, double x, double y) {
  static const QPointingDevice screen(
      QStringLiteral("screen"), 1, QInputDevice::DeviceType::TouchScreen,
      QPointingDevice::PointerType::Finger, QInputDevice::Capability::Position, 10, 0);
  QEvent::Type type = QEvent::TouchUpdate;
  QEventPoint::State state = QEventPoint::Updated;
  if (phase == LQ_TOUCH_BEGIN) type = QEvent::TouchBegin, state = QEventPoint::Pressed;
  if (phase == LQ_TOUCH_END) type = QEvent::TouchEnd, state = QEventPoint::Released;
  if (phase == LQ_TOUCH_CANCEL) type = QEvent::TouchCancel, state = QEventPoint::Released;
  const QPointF place(x, y);
  QTouchEvent event(
      type, &screen, Qt::NoModifier,
      {QEventPoint(1, state, place, surface->mapToGlobal(place))});
  event.setTimestamp(static_cast<quint64>(QDeadlineTimer::current().deadline()));
  surface->deliver(&event);
}

bool lq_surface::sendPinch(QNativeGestureEvent *event) {
  if (!callbacks.pinch || event->gestureType() != Qt::ZoomNativeGesture) return false;
  return callbacks.pinch(
      callbacks.context, event->position().x(), event->position().y(), 1 + event->value());
}

// Qt never sends Tab as a key: it calls this, and for the children of the surface as well.
bool lq_surface::focusNextPrevChild(bool next) {
  if (keepsFocus) return true;
  const lq_key key = {LQ_KEY_TAB, "", next ? 0u : uint32_t(LQ_SHIFT), false, 0};
  if (hasFocus() && callbacks.key && callbacks.key(callbacks.context, &key)) return true;
  return QWidget::focusNextPrevChild(next);
}

bool lq_surface::event(QEvent *event) {
  switch (event->type()) {
    case QEvent::NativeGesture: {
      const bool taken = sendPinch(static_cast<QNativeGestureEvent *>(event));
      event->setAccepted(taken);
      return taken;
    }
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::TouchCancel: {
      const bool taken = sendTouch(static_cast<QTouchEvent *>(event));
      event->setAccepted(taken);
      return taken;
    }
    case QEvent::ScreenChangeInternal:
      reportGeometry();
      break;
    default:
      break;
  }
  return QWidget::event(event);
}
