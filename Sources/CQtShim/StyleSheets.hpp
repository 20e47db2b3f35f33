// Parts of Qt style sheets, for what a palette cannot express.
#pragma once

#include "QuietQt.hpp"

#include <QColor>
#include <QPalette>
#include <QString>

constexpr int thinBarWidth = 8;

inline QString css(const QColor &color, int alpha) {
  return QStringLiteral("rgba(%1,%2,%3,%4)")
      .arg(color.red()).arg(color.green()).arg(color.blue()).arg(alpha);
}

/// A scroll bar that consists of a rounded thumb only, so that it fits within round corners.
inline QString thinScrollBar(const QPalette &palette) {
  return QStringLiteral(
             "QScrollBar:vertical { width: %1px; background: transparent; margin: 0; }"
             "QScrollBar:horizontal { height: %1px; background: transparent; margin: 0; }"
             "QScrollBar::handle { background: %2; border-radius: %3px; }"
             "QScrollBar::handle:vertical { min-height: 24px; }"
             "QScrollBar::handle:horizontal { min-width: 24px; }"
             "QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }"
             "QScrollBar::add-page, QScrollBar::sub-page { background: none; }")
      .arg(thinBarWidth).arg(css(palette.color(QPalette::WindowText), 90)).arg(thinBarWidth / 2);
}
