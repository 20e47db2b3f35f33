#include "QuietQt.hpp"
#include "Surface.hpp"

#include <QPaintEvent>
#include <QPainter>
#include <QScreen>
#include <QToolTip>
#include <algorithm>
#include <QTouchEvent>
#include <cmath>
#include <cstring>

#include "Text.hpp"
#include "ToolTips.hpp"

lq_surface::lq_surface(QWidget *parent) : QWidget(parent) {
  describeItems();
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_NoSystemBackground);
  setAttribute(Qt::WA_AcceptTouchEvents);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAcceptDrops(true);
}

// Round edges one by one, so that neighbours with fractional edges adjoin without a gap.
QRect lq_surface::deviceRect(const QRect &rect, const QPoint &offset, double ratio) const {
  const int left = std::lround((offset.x() + rect.x()) * ratio);
  const int top = std::lround((offset.y() + rect.y()) * ratio);
  const int right = std::lround((offset.x() + rect.x() + rect.width()) * ratio);
  const int bottom = std::lround((offset.y() + rect.y() + rect.height()) * ratio);
  return QRect(left, top, right - left, bottom - top);
}

lq_geometry lq_surface::geometryNow() const {
  const double ratio = devicePixelRatioF();
  const QRect device = deviceRect(rect(), mapTo(window(), QPoint()), ratio);
  return {width(), height(), device.width(), device.height(), device.top(), ratio};
}

void lq_surface::reportGeometry() {
  const lq_geometry now = geometryNow();
  if (now.width == reported.width && now.height == reported.height &&
      now.pixel_width == reported.pixel_width && now.pixel_height == reported.pixel_height &&
      now.pixel_top == reported.pixel_top &&
      now.device_pixel_ratio == reported.device_pixel_ratio)
    return;
  reported = now;
  own = QImage();
  if (callbacks.geometry) callbacks.geometry(callbacks.context, &now);
}

QImage &lq_surface::painted(const QSize &size) {
  if (own.size() != size) own = QImage(size, QImage::Format_RGB32);
  const lq_pixels pixels = {
      reinterpret_cast<uint32_t *>(own.bits()), static_cast<int32_t>(own.bytesPerLine() / 4),
      own.width(), own.height()};
  callbacks.paint(callbacks.context, &pixels);
  return own;
}

void lq_surface::paintEvent(QPaintEvent *event) {
  reportGeometry();
  const lq_geometry geometry = reported;
  if (!callbacks.paint || geometry.pixel_width <= 0 || geometry.pixel_height <= 0) {
    QPainter(this).fillRect(event->rect(), palette().window());
    return;
  }

  // `redirected` returns the device that this paint goes to: the backing store's image when the
  // window is updated, a pixmap when it is grabbed.
  QPoint negativeOffset;
  QPaintDevice *device = redirected(&negativeOffset);
  auto *image = device && device->devType() == QInternal::Image ? static_cast<QImage *>(device)
                                                                : nullptr;
  const bool fits = image && image->depth() == 32 &&
                    image->devicePixelRatio() == geometry.device_pixel_ratio;
  const QPoint offset = -negativeOffset;
  const QRect target =
      fits ? deviceRect(rect(), offset, geometry.device_pixel_ratio) : QRect();
  if (!fits || !image->rect().contains(target) ||
      target.size() != QSize(geometry.pixel_width, geometry.pixel_height)) {
    QImage &pixels = painted(QSize(geometry.pixel_width, geometry.pixel_height));
    pixels.setDevicePixelRatio(geometry.device_pixel_ratio);
    QPainter(this).drawImage(QPointF(), pixels);
    pixels.setDevicePixelRatio(1);
    copiedPaints += 1;
    return;
  }

  auto *base = reinterpret_cast<uint32_t *>(image->bits());
  const auto stride = static_cast<int32_t>(image->bytesPerLine() / 4);
  auto at = [&](int x, int y) { return base + static_cast<ptrdiff_t>(y) * stride + x; };
  if (event->region() == QRegion(rect())) {
    const lq_pixels pixels = {at(target.x(), target.y()), stride, target.width(), target.height()};
    callbacks.paint(callbacks.context, &pixels);
    directPaints += 1;
    return;
  }

  // Only a part is to be painted. What floats above the rest would not be drawn again, so the rest
  // must not be touched.
  const QImage &source = painted(target.size());
  for (const QRect &part : event->region()) {
    const QRect copied = deviceRect(part, offset, geometry.device_pixel_ratio) & target;
    if (copied.isEmpty()) continue;
    for (int y = copied.top(); y <= copied.bottom(); ++y) {
      const auto *line =
          reinterpret_cast<const uint32_t *>(source.constScanLine(y - target.y()));
      std::memcpy(
          at(copied.x(), y), line + (copied.x() - target.x()), sizeof(uint32_t) * copied.width());
    }
  }
  copiedPaints += 1;
}

void lq_surface::resizeEvent(QResizeEvent *) {
  if (!isSettling) reportGeometry();
}

void lq_surface::moveEvent(QMoveEvent *) {
  if (!isSettling) reportGeometry();
}

void lq_surface::showEvent(QShowEvent *) {
  if (!isSettling) reportGeometry();
  if (callbacks.visibility) callbacks.visibility(callbacks.context, true);
}

void lq_surface::hideEvent(QHideEvent *) {
  own = QImage();
  if (callbacks.visibility) callbacks.visibility(callbacks.context, false);
}

void lq_surface_set_callbacks(lq_surface *surface, const lq_surface_callbacks *callbacks) {
  surface->callbacks = callbacks ? *callbacks : lq_surface_callbacks{};
  if (callbacks && surface->isVisible() && callbacks->geometry) {
    const lq_geometry now = surface->geometryNow();
    callbacks->geometry(callbacks->context, &now);
  }
  surface->update();
}

lq_geometry lq_surface_geometry(lq_surface *surface) { return surface->geometryNow(); }
void lq_surface_update(lq_surface *surface) { surface->update(); }
void lq_surface_repaint(lq_surface *surface) { surface->repaint(); }

double lq_surface_refresh_rate(lq_surface *surface) {
  const QScreen *screen = surface->screen();
  return screen ? screen->refreshRate() : 0;
}

void lq_surface_set_cursor(lq_surface *surface, lq_cursor cursor) {
  switch (cursor) {
    case LQ_CURSOR_HAND: surface->setCursor(Qt::PointingHandCursor); break;
    case LQ_CURSOR_TEXT: surface->setCursor(Qt::IBeamCursor); break;
    case LQ_CURSOR_ARROW: surface->unsetCursor(); break;
  }
}

void lq_surface_set_click_focus(lq_surface *surface, bool takes_focus) {
  surface->setFocusPolicy(takes_focus ? Qt::StrongFocus : Qt::TabFocus);
}

void lq_surface_focus(lq_surface *surface) { surface->setFocus(Qt::OtherFocusReason); }
void lq_surface_focus_by_keys(lq_surface *surface) { surface->setFocus(Qt::ShortcutFocusReason); }
bool lq_surface_has_focus(lq_surface *surface) { return surface->hasFocus(); }

void lq_surface_set_accessible_name(lq_surface *surface, const char *name) {
  surface->setAccessibleName(fromC(name));
}

void lq_surface_set_accessible_description(lq_surface *surface, const char *words) {
  surface->setAccessibleDescription(fromC(words));
}

void lq_surface_set_drop_words(lq_surface *surface, const char *words) {
  surface->dropWords = fromC(words);
}

void lq_surface_set_tool_tip(lq_surface *surface, const char *words) {
  surface->setToolTip(toolTipOf(fromC(words)));
  // The tooltip that is shown belongs to the previous target of the pointer.
  QToolTip::hideText();
}

void lq_surface_paint_counts(lq_surface *surface, uint64_t *direct, uint64_t *copied) {
  *direct = surface->directPaints;
  *copied = surface->copiedPaints;
}
