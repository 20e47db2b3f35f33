// The look of tool tips: light text on a dark background with round corners.
#pragma once

#include "QuietQt.hpp"

#include <QEvent>
#include <QPainter>
#include <QProxyStyle>
#include <QRegularExpression>
#include <QStringList>
#include <QStyleOption>
#include <QWidget>
#include <algorithm>

#include "EmojiFont.hpp"
#include "RoundedMask.hpp"

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

  int styleHint(
      StyleHint hint, const QStyleOption *option, const QWidget *widget,
      QStyleHintReturn *answer) const override {
    if (hint == SH_ToolTipLabel_Opacity) return 255;
    if (hint != SH_ToolTip_Mask) return QProxyStyle::styleHint(hint, option, widget, answer);
    return roundedMask(option, answer, radius);
  }
};

/// Returns the tool tip that shows a plain text; empty for none.
///
/// It is rich text, which Qt breaks into lines when it is long, and escaped, because it contains
/// names and texts of others. Short texts stay on their lines: as rich text Qt would break a date
/// into two or three.
inline QString toolTipOf(const QString &plain) {
  if (plain.isEmpty()) return QString();
  constexpr qsizetype longest = 72;
  const QStringList lines = plain.split(QLatin1Char('\n'));
  const bool isShort = std::all_of(
      lines.begin(), lines.end(), [](const QString &line) { return line.size() <= longest; });
  QString escaped = plain.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  // Qt 6.4 ignores the variation selector that asks for a picture, and takes ❤ from the text font.
  static const QRegularExpression pictures(QStringLiteral("(\\S\\x{FE0F})"));
  escaped.replace(
      pictures, QStringLiteral("<span style=\"font-family:'Noto Color Emoji'\">\\1</span>"));
  const QString form = isShort ? QStringLiteral("<p style='white-space:pre'>%1</p>")
                               : QStringLiteral("<p>%1</p>");
  return form.arg(escaped);
}
