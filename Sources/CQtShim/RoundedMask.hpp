// Cuts the corners off menus and tool tips, because not every display can blend windows.
#pragma once

#include "QuietQt.hpp"

#include <QPainterPath>
#include <QRegion>
#include <QStyleHintReturnMask>
#include <QStyleOption>

/// Answers a style's question for the mask of a window; returns false if it cannot.
inline int roundedMask(const QStyleOption *option, QStyleHintReturn *answer, int radius) {
  auto *mask = qstyleoption_cast<QStyleHintReturnMask *>(answer);
  if (!mask || !option) return false;
  QPainterPath shape;
  shape.addRoundedRect(option->rect, radius, radius);
  mask->region = QRegion(shape.toFillPolygon().toPolygon());
  return true;
}
