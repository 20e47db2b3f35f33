// Colours of controls that are painted here.
#pragma once

#include "QuietQt.hpp"

#include <QColor>

/// Returns a colour with an opacity, from 0 (invisible) to 255.
inline QColor translucent(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
}
