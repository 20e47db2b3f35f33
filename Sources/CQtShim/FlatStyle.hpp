// Qt's Fusion style with flat controls: buttons are rounded areas with a border, and of scroll bars
// only the thumb is drawn.
#pragma once

#include "QuietQt.hpp"

#include <QPainter>
#include <QProxyStyle>
#include <QStyleOptionButton>
#include <QStyleOptionFrame>
#include <QStyleOptionSlider>

#include "RoundedMask.hpp"

class FlatStyle final : public QProxyStyle {
 public:
  static constexpr int radius = 8;

  FlatStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

  void drawControl(
      ControlElement element, const QStyleOption *option, QPainter *painter,
      const QWidget *widget) const override {
    const auto *entry = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    if (element == CE_MenuItem && entry && entry->state & State_Selected &&
        entry->state & State_Enabled)
      return drawSelected(*entry, painter, widget);
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    if (element != CE_PushButtonBevel || !button || button->features & QStyleOptionButton::Flat)
      return QProxyStyle::drawControl(element, option, painter, widget);
    const QPalette &palette = button->palette;
    const bool isOn = button->state & State_Enabled;
    const bool isDown = button->state & (State_Sunken | State_On);
    const bool isFocused = isOn && button->state & State_HasFocus;
    const QColor ink = palette.color(QPalette::ButtonText);
    const int tint = !isOn ? 0 : isDown ? 36 : button->state & State_MouseOver ? 18 : 0;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double width = isFocused ? 2 : 1, inset = width / 2;
    painter->setPen(
        isFocused ? QPen(palette.color(QPalette::Highlight), width)
                  : QPen(mixed(palette.color(QPalette::Button), ink, 52), width));
    painter->setBrush(mixed(palette.color(QPalette::Button), ink, tint));
    painter->drawRoundedRect(
        QRectF(button->rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
  }

  /// Draws scroll bars like those of lists: without buttons at the ends and without a track.
  void drawComplexControl(
      ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
      const QWidget *widget) const override {
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || !bar)
      return QProxyStyle::drawComplexControl(control, option, painter, widget);
    const QRect thumb = subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget);
    const bool isUsed = bar->state & (State_MouseOver | State_Sunken);
    QColor ink = bar->palette.color(QPalette::WindowText);
    ink.setAlpha(isUsed ? 130 : 80);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ink);
    const bool isUpright = bar->orientation == Qt::Vertical;
    painter->drawRoundedRect(
        QRectF(thumb).adjusted(
            isUpright ? 3 : 1, isUpright ? 1 : 3, isUpright ? -3 : -1, isUpright ? -1 : -3),
        3, 3);
    painter->restore();
  }

  QRect subControlRect(
      ComplexControl control, const QStyleOptionComplex *option, SubControl part,
      const QWidget *widget) const override {
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || !bar || bar->maximum <= bar->minimum)
      return QProxyStyle::subControlRect(control, option, part, widget);
    const bool isUpright = bar->orientation == Qt::Vertical;
    const int length = isUpright ? bar->rect.height() : bar->rect.width();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    const int thumb = qBound(
        qMin(24, length), int(length * qint64(bar->pageStep) / (range + bar->pageStep)), length);
    const int start = sliderPositionFromValue(
        bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
    const auto along = [&](int from, int size) {
      return isUpright ? QRect(bar->rect.x(), bar->rect.y() + from, bar->rect.width(), size)
                       : QRect(bar->rect.x() + from, bar->rect.y(), size, bar->rect.height());
    };
    switch (part) {
      case SC_ScrollBarSlider: return along(start, thumb);
      case SC_ScrollBarGroove: return bar->rect;
      case SC_ScrollBarSubPage: return along(0, start);
      case SC_ScrollBarAddPage: return along(start + thumb, length - start - thumb);
      default: return QRect();
    }
  }

  /// Gives the text of a button the same space at its sides, whether it is long or short.
  QSize sizeFromContents(
      ContentsType type, const QStyleOption *option, const QSize &contents,
      const QWidget *widget) const override {
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_PushButton) size.setWidth(qMax(size.width(), contents.width() + 28));
    return size;
  }

  int pixelMetric(
      PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override {
    if (metric == PM_ScrollBarExtent) return 12;
    if (metric == PM_ScrollBarSliderMin) return 24;
    // Space between the last entry and the menu's edge.
    if (metric == PM_MenuVMargin) return 4;
    return QProxyStyle::pixelMetric(metric, option, widget);
  }

  /// Draws a background under the pointer for icon buttons in bars, and a ring around the focused
  /// one. Draws no focus frame in push buttons, because their border shows the focus.
  void drawPrimitive(
      PrimitiveElement element, const QStyleOption *option, QPainter *painter,
      const QWidget *widget) const override {
    if (element == PE_FrameFocusRect && widget && widget->inherits("QPushButton")) return;
    if (element == PE_FrameFocusRect && widget && widget->inherits("QToolButton"))
      return drawRing(widget->rect(), option->palette, painter);
    if (element == PE_FrameMenu) return;
    if (element == PE_PanelMenu) return drawMenu(option, painter);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (element == PE_PanelLineEdit && frame && frame->lineWidth > 0)
      return drawField(frame, painter);
    if (element == PE_PanelButtonTool && option->state & State_AutoRaise) {
      const bool isDown = option->state & (State_Sunken | State_On);
      if (!isDown && !(option->state & State_MouseOver)) return;
      QColor ink = option->palette.color(QPalette::WindowText);
      ink.setAlpha(isDown ? 36 : 18);
      painter->save();
      painter->setRenderHint(QPainter::Antialiasing);
      painter->setPen(Qt::NoPen);
      painter->setBrush(ink);
      painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), radius, radius);
      painter->restore();
      return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  }

  int styleHint(
      StyleHint hint, const QStyleOption *option, const QWidget *widget,
      QStyleHintReturn *answer) const override {
    if (hint != SH_Menu_Mask) return QProxyStyle::styleHint(hint, option, widget, answer);
    return roundedMask(option, answer, radius);
  }

 private:
  /// Draws the ring of a focused icon button, around the area that is filled under the pointer.
  static void drawRing(const QRect &button, const QPalette &palette, QPainter *painter) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(palette.color(QPalette::Highlight), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(button).adjusted(1, 1, -1, -1), radius, radius);
    painter->restore();
  }

  /// Draws the background and the border of a field. In the dark scheme the style's own border is
  /// invisible; this one has a contrast of 3 to 1 in both.
  static void drawField(const QStyleOptionFrame *field, QPainter *painter) {
    const QPalette &palette = field->palette;
    const QColor ground = palette.color(QPalette::Base);
    const bool isFocused = field->state & State_HasFocus;
    const double width = isFocused ? 2 : 1, inset = width / 2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(
        isFocused ? QPen(palette.color(QPalette::Highlight), width)
                  : QPen(mixed(ground, palette.color(QPalette::Text), 120), width));
    painter->setBrush(ground);
    painter->drawRoundedRect(
        QRectF(field->rect).adjusted(inset, inset, -inset, -inset), 5, 5);
    painter->restore();
  }

  /// Draws the selected entry of a menu: a rounded area inset from the menu's edges, and on it the
  /// entry as one that is not selected, in the colour for selected text.
  void drawSelected(
      const QStyleOptionMenuItem &entry, QPainter *painter, const QWidget *widget) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(entry.palette.color(QPalette::Highlight));
    painter->drawRoundedRect(QRectF(entry.rect).adjusted(4, 0, -4, 0), radius - 3, radius - 3);
    painter->restore();
    QStyleOptionMenuItem plain = entry;
    plain.state &= ~State_Selected;
    const QColor ink = entry.palette.color(QPalette::HighlightedText);
    for (auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
      plain.palette.setColor(role, ink);
    QProxyStyle::drawControl(CE_MenuItem, &plain, painter, widget);
  }

  static void drawMenu(const QStyleOption *menu, QPainter *painter) {
    const QColor ground = menu->palette.color(QPalette::Base).lighter(108);
    painter->save();
    painter->fillRect(menu->rect, ground);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(mixed(ground, menu->palette.color(QPalette::Text), 70), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(menu->rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
  }

  /// Returns the background with `part` of 255 parts of the foreground mixed in.
  static QColor mixed(const QColor &ground, const QColor &ink, int part) {
    const auto between = [part](int from, int to) { return from + (to - from) * part / 255; };
    return QColor(
        between(ground.red(), ink.red()), between(ground.green(), ink.green()),
        between(ground.blue(), ink.blue()));
  }
};
