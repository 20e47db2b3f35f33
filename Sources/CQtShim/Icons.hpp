// Icons in the colour of the text beside them, drawn at the screen's scale.
#pragma once

#include "QuietQt.hpp"

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QPixmap>

/// Returns a square icon with a side in points. `draw` gets a painter with a round pen; the origin
/// is the icon's centre.
template <typename Draw>
QIcon drawnIcon(const QColor &color, int points, double ratio, Draw draw) {
  QPixmap picture(QSize(points, points) * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.translate(points / 2.0, points / 2.0);
  draw(painter);
  return QIcon(picture);
}
