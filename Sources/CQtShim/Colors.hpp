// Colours of controls that are drawn by hand.
#pragma once

#include "QuietQt.hpp"

#include <QColor>

/// 0 is nothing of the color, 255 all of it.
inline QColor translucent(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
}
