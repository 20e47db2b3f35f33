// The look of tool tips: light text on a dark background with round corners.
#pragma once

#include "QuietQt.hpp"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QProxyStyle>
#include <QRegion>
#include <QStyleHintReturnMask>
#include <QStyleOption>
#include <QWidget>

#include "EmojiFont.hpp"

/// Style of tool tips, which Qt asks for all their parts.
class ToolTipStyle final : public QProxyStyle {
 public:
  static constexpr int radius = 6;
  static constexpr int padding = 6;

  /// Returns the style that all tool tips share; it is created for the first one.
  static ToolTipStyle *shared() {
    static auto *style = new ToolTipStyle;
    return style;
  }

  /// Sets font and style. Called when Qt polishes a tool tip, which is before it has a size or a
  /// window.
  static void adopt(QWidget *label) {
    if (label->style() == shared()) return;
    label->setFont(withEmoji(label->font()));
    label->setStyle(shared());
  }

  int pixelMetric(
      PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override {
    if (metric == PM_ToolTipLabelFrameWidth) return padding;
    return QProxyStyle::pixelMetric(metric, option, widget);
  }

  void drawPrimitive(
      PrimitiveElement element, const QStyleOption *option, QPainter *painter,
      const QWidget *widget) const override {
    if (element != PE_PanelTipLabel)
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    painter->fillRect(option->rect, option->palette.toolTipBase());
  }

  // Cuts the corners off the window, because not every display can blend windows.
  int styleHint(
      StyleHint hint, const QStyleOption *option, const QWidget *widget,
      QStyleHintReturn *answer) const override {
    if (hint == SH_ToolTipLabel_Opacity) return 255;
    if (hint != SH_ToolTip_Mask) return QProxyStyle::styleHint(hint, option, widget, answer);
    auto *mask = qstyleoption_cast<QStyleHintReturnMask *>(answer);
    if (!mask || !option) return false;
    QPainterPath shape;
    shape.addRoundedRect(option->rect, radius, radius);
    mask->region = QRegion(shape.toFillPolygon().toPolygon());
    return true;
  }
};
