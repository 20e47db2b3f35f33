#include "Colors.hpp"
#include "QuietQt.hpp"
#include "Overlays.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>
#include <cstring>

namespace {
constexpr int bubbleMarginX = 12;
constexpr int bubbleMarginY = 6;
/// Milliseconds until a button over text begins to fade, and between the steps of fading.
constexpr int restOverWords = 2500;
// Over words on the way towards older messages, which is a reader's.
constexpr int restOverReader = 800;
constexpr int fadeStep = 40;
/// Space beside the text of a strip that leads to the newest message, and for the chevron after it.
constexpr int wordsMargin = 12;
constexpr int chevronRoom = 20;

// Returns a premultiplied pixel blended over another, each channel rounded to the nearest.
uint32_t over(uint32_t source, uint32_t below) {
  const uint32_t rest = 255 - (source >> 24);
  auto scaled = [rest](uint32_t channels) {
    const uint32_t product = channels * rest + 0x00800080;
    return ((product + ((product >> 8) & 0x00ff00ff)) >> 8) & 0x00ff00ff;
  };
  return source + (scaled(below & 0x00ff00ff) | scaled((below >> 8) & 0x00ff00ff) << 8);
}
QColor mixed(const QColor &below, const QColor &above, double share) {
  const auto part = [share](int from, int to) {
    return static_cast<int>(from + (to - from) * share);
  };
  return QColor(
      part(below.red(), above.red()), part(below.green(), above.green()),
      part(below.blue(), above.blue()));
}

void drawChevron(QPainter &painter, const QPointF &middle, const QColor &color) {
  painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(QPolygonF(
      {middle + QPointF(-6, -3), middle + QPointF(0, 4), middle + QPointF(6, -3)}));
}
}  // namespace

Bubble::Bubble(QWidget *parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void Bubble::setText(const QString &newText, int newMaximumWidth) {
  if (newText == text && newMaximumWidth == maximumWidth) return;
  text = newText;
  maximumWidth = newMaximumWidth;
  setAccessibleName(text);
  updateGeometry();
  update();
}

QSize Bubble::sizeHint() const {
  const QRect needed = fontMetrics().boundingRect(
      QRect(0, 0, qMax(1, maximumWidth - 2 * bubbleMarginX), 10000),
      Qt::AlignCenter | Qt::TextWordWrap, text);
  return needed.size() + QSize(2 * bubbleMarginX + 2, 2 * bubbleMarginY);
}

void Bubble::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  // The edge sets it apart from a dark list.
  painter.setPen(translucent(Qt::white, 48));
  painter.setBrush(translucent(QColor(0x20, 0x22, 0x26), 232));
  const double radius = qMin(14.0, height() / 2.0);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
  painter.setPen(Qt::white);
  painter.drawText(
      rect().adjusted(bubbleMarginX, bubbleMarginY, -bubbleMarginX, -bubbleMarginY),
      Qt::AlignCenter | Qt::TextWordWrap, text);
}

JumpButton::JumpButton(QWidget *parent) : QAbstractButton(parent) {
  setCursor(Qt::ArrowCursor);
  setFocusPolicy(Qt::NoFocus);
  setAccessibleName(QObject::tr("Jump to newest"));
  setToolTip(QObject::tr("Jump to newest"));
  rest.setSingleShot(true);
  connect(&rest, &QTimer::timeout, this, [this] { fade(); });
  hide();
}

void JumpButton::wake() {
  if (isHidden()) return;
  if (isCovering) rest.start(isLeaving ? restOverReader : restOverWords);
  else rest.stop();
  setStrength(1);
}

void JumpButton::listMoved(bool isTowardsEnd) {
  isLeaving = !isTowardsEnd;
  // One that has faded over words comes back for whoever turns to the end.
  if (isTowardsEnd || !isCovering || strength > 0) wake();
}

void JumpButton::wakeNear() {
  if (!isCovering || strength > 0) wake();
}

void JumpButton::setCovering(bool newIsCovering) {
  if (newIsCovering == isCovering) return;
  isCovering = newIsCovering;
  wake();
}

void JumpButton::setStrength(double value) {
  if (value == strength) return;
  strength = value;
  setAttribute(Qt::WA_TransparentForMouseEvents, strength == 0);
  update();
}

// After a few steps no timer runs any more. A button with a count of new messages never fades.
void JumpButton::fade() {
  if (isHidden() || underMouse() || isDown() || isStrip() || !isCovering) return;
  setStrength(qMax(0.0, strength - 0.14));
  if (strength > 0) rest.start(fadeStep);
}

void JumpButton::showEvent(QShowEvent *event) {
  QAbstractButton::showEvent(event);
  wake();
}

void JumpButton::enterEvent(QEnterEvent *event) {
  QAbstractButton::enterEvent(event);
  wake();
}

void JumpButton::setBadge(const QString &text) {
  if (text == badge) return;
  badge = text;
  setAccessibleDescription(text);
  updateGeometry();
  wake();
  update();
}

QSize JumpButton::sizeHint() const {
  if (isStrip()) return QSize(parentWidget()->width(), stripHeight);
  return QSize(diameter + 8, diameter + 10);
}

bool JumpButton::hitButton(const QPoint &position) const { return rect().contains(position); }

// The button floats above the list and is painted with each of its frames. It is painted from a
// cached picture, because shapes with smooth edges would cost more than the list itself.
void JumpButton::paintEvent(QPaintEvent *event) {
  const Look look{size(), devicePixelRatioF(), isDown(), underMouse(), badge, palette().cacheKey()};
  if (!(look == pictureLook)) {
    pictureLook = look;
    picture = QImage(
        (QSizeF(size()) * devicePixelRatioF()).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    draw();
  }
  if (strength == 0 || (strength == 1 && paintDirectly(event->region()))) return;
  QPainter painter(this);
  painter.setOpacity(strength);
  painter.drawImage(0, 0, picture);
}

// Blends the picture directly: setting up a painter on the window's pixels takes longer than
// blending.
bool JumpButton::paintDirectly(const QRegion &region) {
  QPoint negativeOffset;
  QPaintDevice *device = redirected(&negativeOffset);
  if (!device || device->devType() != QInternal::Image) return false;
  auto *image = static_cast<QImage *>(device);
  const int ratio = static_cast<int>(devicePixelRatioF());
  if (image->depth() != 32 || ratio != devicePixelRatioF() || image->devicePixelRatio() != ratio)
    return false;
  const QPoint origin = -negativeOffset * ratio;
  for (const QRect &part : region) {
    const QRect own = part & rect();
    const QRect source = QRect(own.topLeft() * ratio, own.size() * ratio) & picture.rect();
    const QRect target = source.translated(origin) & image->rect();
    for (int y = target.top(); y <= target.bottom(); ++y) {
      const auto *from =
          reinterpret_cast<const uint32_t *>(picture.constScanLine(y - origin.y()));
      auto *to = reinterpret_cast<uint32_t *>(image->scanLine(y));
      if (isStrip()) {
        std::memcpy(
            to + target.left(), from + (target.left() - origin.x()),
            sizeof(uint32_t) * target.width());
        continue;
      }
      for (int x = target.left(); x <= target.right(); ++x) {
        const uint32_t word = from[x - origin.x()];
        if (word != 0) to[x] = over(word, to[x]);
      }
    }
  }
  return true;
}

void JumpButton::draw() {
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isStrip()) return drawStrip(painter);
  const QRectF circle(4, 4, diameter, diameter);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0, 0, 0, 36));
  painter.drawEllipse(circle.translated(0, 1.5));
  QColor ground = palette().color(isDown() ? QPalette::Midlight : QPalette::Base);
  if (underMouse() && !isDown()) ground = palette().color(QPalette::Button);
  // A shadow is invisible on a dark list, so there the button is lighter than messages.
  const QColor ink = palette().color(QPalette::WindowText);
  const bool isDark = ink.lightness() > palette().color(QPalette::Window).lightness();
  if (isDark) ground = mixed(ground, ink, 0.18);
  painter.setBrush(ground);
  painter.drawEllipse(circle);
  QColor edge = ink;
  edge.setAlpha(isDark ? 96 : 48);
  painter.setPen(QPen(edge, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
  drawChevron(painter, circle.center(), palette().color(QPalette::ButtonText));
}

void JumpButton::drawStrip(QPainter &painter) {
  const QColor ground = palette().color(QPalette::Window);
  const QColor ink = palette().color(QPalette::WindowText);
  painter.fillRect(rect(), mixed(ground, ink, isDown() ? 0.16 : underMouse() ? 0.08 : 0));
  painter.fillRect(QRectF(0, 0, width(), 1), mixed(ground, ink, 0.14));
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  const QColor accent = palette().color(QPalette::Link);
  painter.setPen(accent);
  const QString words = QFontMetrics(bold).elidedText(
      badge, Qt::ElideRight, width() - 2 * wordsMargin - chevronRoom);
  const int length = QFontMetrics(bold).horizontalAdvance(words);
  const bool isMirrored = layoutDirection() == Qt::RightToLeft;
  const int start = (width() - length - chevronRoom) / 2;
  painter.drawText(
      QRect(start + (isMirrored ? chevronRoom : 0), 1, length, height() - 1),
      Qt::AlignCenter | Qt::TextDontClip, words);
  const double middle = chevronRoom / 2.0;
  drawChevron(
      painter,
      QPointF(isMirrored ? start + middle - 4 : start + length + middle + 4, height() / 2.0), accent);
}

StatePanel::StatePanel(QWidget *parent) : QFrame(parent) {
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 20);
  column->setSpacing(12);

  face = new QLabel(this);
  face->setAlignment(Qt::AlignCenter);
  column->addWidget(face);
  title = new QLabel(this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.5);
  large.setWeight(QFont::DemiBold);
  title->setFont(large);
  detail = new QLabel(this);
  for (auto *label : {title, detail}) {
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    // Details quote names and messages from archives, which must not be interpreted as markup.
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
  }
  detail->setTextInteractionFlags(Qt::TextSelectableByMouse);

  progress = new QProgressBar(this);
  progress->setTextVisible(false);
  progress->setFixedHeight(6);
  progress->setMinimumWidth(220);
  column->addWidget(progress);

  auto *row = new QHBoxLayout;
  row->addStretch();
  for (auto *&button : buttons) {
    button = new QPushButton(this);
    button->setMinimumSize(110, 32);
    button->setAutoDefault(true);
    row->addWidget(button);
  }
  row->addStretch();
  column->addSpacing(4);
  column->addLayout(row);
  hide();
}
