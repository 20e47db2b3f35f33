#include "QuietQt.hpp"
#include "Overlays.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

namespace {
constexpr int bubbleMarginX = 12;
constexpr int bubbleMarginY = 6;

QColor translucent(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
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
  hide();
}

void JumpButton::setBadge(const QString &text) {
  if (text == badge) return;
  badge = text;
  setAccessibleDescription(text);
  update();
}

QSize JumpButton::sizeHint() const { return QSize(diameter + 8, diameter + badgeRoom + 4); }

bool JumpButton::hitButton(const QPoint &position) const { return rect().contains(position); }

// The button floats above the list and is painted with each of its frames: shapes with smooth edges
// would cost more than the list itself.
void JumpButton::paintEvent(QPaintEvent *) {
  const Look look{size(), devicePixelRatioF(), isDown(), underMouse(), badge, palette().cacheKey()};
  if (!(look == pictureLook)) {
    pictureLook = look;
    picture = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    draw();
  }
  QPainter(this).drawPixmap(0, 0, picture);
}

void JumpButton::draw() {
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF circle((width() - diameter) / 2.0, badgeRoom, diameter, diameter);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0, 0, 0, 36));
  painter.drawEllipse(circle.translated(0, 1.5));
  QColor ground = palette().color(isDown() ? QPalette::Midlight : QPalette::Base);
  if (underMouse() && !isDown()) ground = palette().color(QPalette::Button);
  painter.setBrush(ground);
  painter.drawEllipse(circle);

  painter.setPen(
      QPen(palette().color(QPalette::ButtonText), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const QPointF middle = circle.center();
  painter.drawPolyline(QPolygonF(
      {middle + QPointF(-6, -3), middle + QPointF(0, 4), middle + QPointF(6, -3)}));

  if (badge.isEmpty()) return;
  const int badgeHeight = fontMetrics().height() + 2;
  const double badgeWidth =
      qMin<double>(width(), qMax(badgeHeight, fontMetrics().horizontalAdvance(badge) + 10));
  const QRectF pill((width() - badgeWidth) / 2.0, 0, badgeWidth, badgeHeight);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Highlight));
  painter.drawRoundedRect(pill, badgeHeight / 2.0, badgeHeight / 2.0);
  painter.setPen(palette().color(QPalette::HighlightedText));
  painter.drawText(pill, Qt::AlignCenter, badge);
}

StatePanel::StatePanel(QWidget *parent) : QFrame(parent) {
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 20);
  column->setSpacing(12);

  title = new QLabel(this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.5);
  large.setWeight(QFont::DemiBold);
  title->setFont(large);
  detail = new QLabel(this);
  for (auto *label : {title, detail}) {
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    // Details quote names and messages from archives, which are not to be read as markup.
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
