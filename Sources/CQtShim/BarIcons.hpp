// Icons of the buttons in the bars above the lists.
#pragma once

#include "Icons.hpp"

#include <QPolygonF>

namespace BarIcons {
enum Sign { Back, Find, Date, Media, Menu, Side, Cross };

inline void paint(QPainter &painter, Sign sign) {
  switch (sign) {
    case Back:
      painter.drawPolyline(QPolygonF({{12, 4.5}, {6.5, 10}, {12, 15.5}}));
      break;
    case Find:
      painter.drawEllipse(QPointF(8.8, 8.8), 5.2, 5.2);
      painter.drawLine(QPointF(12.8, 12.8), QPointF(16.8, 16.8));
      break;
    case Date:
      painter.drawRoundedRect(QRectF(3, 4.2, 14, 12.8), 2.4, 2.4);
      painter.drawLine(QPointF(3, 8.4), QPointF(17, 8.4));
      painter.drawLine(QPointF(6.8, 2.6), QPointF(6.8, 5.2));
      painter.drawLine(QPointF(13.2, 2.6), QPointF(13.2, 5.2));
      break;
    case Media:
      painter.drawRoundedRect(QRectF(2.6, 3.6, 14.8, 12.8), 2.4, 2.4);
      painter.drawEllipse(QPointF(7, 8), 1.5, 1.5);
      painter.drawPolyline(
          QPolygonF({{3.4, 15}, {8.4, 10.8}, {11, 13}, {13.6, 10.4}, {16.8, 13.4}}));
      break;
    case Menu:
      for (const double y : {5.5, 10.0, 14.5}) painter.drawLine(QPointF(3.5, y), QPointF(16.5, y));
      break;
    case Side:
      painter.drawRoundedRect(QRectF(2.6, 3.6, 14.8, 12.8), 2.4, 2.4);
      painter.drawLine(QPointF(8, 3.6), QPointF(8, 16.4));
      for (const double y : {6.9, 9.6, 12.3}) painter.drawLine(QPointF(4.8, y), QPointF(6, y));
      break;
    case Cross:
      painter.drawLine(QPointF(6, 6), QPointF(14, 14));
      painter.drawLine(QPointF(14, 6), QPointF(6, 14));
      break;
  }
}

/// Returns an icon of 20 by 20 points.
inline QIcon icon(Sign sign, const QColor &ink, double ratio, bool isMirrored = false) {
  return drawnIcon(ink, 20, ratio, [=](QPainter &painter) {
    if (isMirrored) painter.scale(-1, 1);
    painter.translate(-10, -10);
    paint(painter, sign);
  });
}
}  // namespace BarIcons
