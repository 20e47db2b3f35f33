#include "QuietQt.hpp"
#include "Bars.hpp"

#include <QFocusEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>

#include "EmojiFont.hpp"
#include "FieldKeys.hpp"
#include "Mirroring.hpp"
#include "Text.hpp"
#include "ToolTips.hpp"

namespace {
constexpr int avatarSide = 36;
constexpr int edge = 10;
constexpr int fieldHeight = 32;
constexpr int chipHeight = 26;

constexpr int chipGap = 6;

/// Returns facts separated by middle dots; if they do not all fit, the last ones are left out
/// completely.
QString fitting(QString facts, const QFontMetrics &metrics, int room) {
  const QString between = QStringLiteral(" · ");
  for (qsizetype end; metrics.horizontalAdvance(facts) > room &&
                      (end = facts.lastIndexOf(between)) > 0;)
    facts.truncate(end);
  return metrics.elidedText(facts, Qt::ElideRight, room);
}

/// A text button below a bar; the selected one is filled with the accent's colour.
class Chip : public QToolButton {
 public:
  Chip(const QString &title, const lq_bar_colors &colors, QWidget *parent)
      : QToolButton(parent), colors(colors) {
    setText(title);
    setAccessibleName(title);
    setFixedHeight(chipHeight);
    setAttribute(Qt::WA_Hover);
  }

  QSize sizeHint() const override { return QSize(wide(padding), chipHeight); }

  /// Returns the width with this much space at each side of the text.
  int wide(int room) const { return fontMetrics().horizontalAdvance(words()) + 2 * room; }

 protected:
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isFilled = isOn();
    const QColor ground = QColor::fromRgb(isFilled ? colors.accent : colors.field);
    const bool isLifted = underMouse() || isDown();
    const uint32_t ring = isFilled ? colors.text : colors.accent;
    painter.setPen(
        hasFocus() ? QPen(QColor::fromRgb(ring), 2)
                   : isLifted ? QPen(QColor::fromRgb(colors.secondary)) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(1, 1, -1, -1), chipHeight / 2.0 - 1, chipHeight / 2.0 - 1);
    painter.setPen(QColor::fromRgb(isFilled ? colors.on_accent : colors.text));
    // A chip with the least padding has exactly the width of its text, which is rounded: half of the
    // padding may be used, so that the count at the end stays.
    const int side = leastPadding / 2;
    painter.drawText(
        rect().adjusted(side, 0, -side, 0), Qt::AlignCenter,
        fontMetrics().elidedText(words(), Qt::ElideRight, width() - 2 * side));
  }

  virtual QString words() const { return text(); }
  virtual bool isOn() const { return isChecked(); }

 public:
  static constexpr int padding = 12, leastPadding = 6;

 private:
  const lq_bar_colors &colors;
};

/// Button that offers a filter, with the same corner radius as the field above it; filled while the
/// field has such a filter. It is no check box, because a click opens a menu.
class FilterChip final : public Chip {
 public:
  using Chip::Chip;

  void setUsed(bool used) {
    if (used == isUsed) return;
    isUsed = used;
    update();
  }

 protected:
  QString words() const override { return text() + QStringLiteral(" ▾"); }
  bool isOn() const override { return isUsed; }

 private:
  bool isUsed = false;
};
}  // namespace

Bar::Bar(QWidget *parent) : QWidget(parent) {
  setFixedHeight(barHeight);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Bar::setColors(const lq_bar_colors &given) {
  colors = given;
  QPalette palette = this->palette();
  palette.setColor(QPalette::Window, color(colors.panel));
  palette.setColor(QPalette::Button, color(colors.panel));
  palette.setColor(QPalette::WindowText, color(colors.text));
  palette.setColor(QPalette::ButtonText, color(colors.text));
  palette.setColor(QPalette::Text, color(colors.text));
  palette.setColor(QPalette::PlaceholderText, color(colors.secondary));
  setPalette(palette);
  colour();
  update();
}

void Bar::paintGround(QPainter &painter) {
  painter.fillRect(rect(), color(colors.panel));
  painter.fillRect(0, height() - 1, width(), 1, color(colors.hairline));
}

QToolButton *Bar::button(const QString &says, int width) {
  auto *made = new QToolButton(this);
  made->setToolTip(says);
  made->setAccessibleName(says);
  made->setAutoRaise(true);
  made->setIconSize(QSize(20, 20));
  made->setFixedSize(width, 36);
  return made;
}

QIcon Bar::icon(BarIcons::Sign sign, bool isMirrored) const {
  return BarIcons::icon(sign, color(colors.text), devicePixelRatioF(), isMirrored);
}

// MARK: Title

lq_title_bar::lq_title_bar(QWidget *parent) : Bar(parent) {}

void lq_title_bar::fill() {
  if (isFilled) return;
  isFilled = true;
  const std::array<QString, LQ_TITLE_BUTTONS> says = {
      QObject::tr("Back (Escape)"), QObject::tr("Find in this conversation (Ctrl+F)"),
      QObject::tr("Go to a date (Ctrl+G)"), QObject::tr("Pictures, files and links"),
      QObject::tr("Menu (Alt)"), QObject::tr("Show the conversations (F9)")};
  row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 6, 1);
  row->setSpacing(0);
  for (int index = 0; index < LQ_TITLE_BUTTONS; ++index) {
    QToolButton *made = buttons[index] = button(says[index]);
    made->setVisible(wanted[index]);
    connect(made, &QToolButton::clicked, this, [this, index] {
      if (index == LQ_TITLE_BACK && !leadsBack) {
        if (onBack) onBack();
      } else if (index == LQ_TITLE_MENU) {
        if (onMenu) onMenu();
      } else if (index == LQ_TITLE_SIDE) {
        if (onSide) onSide();
      } else if (callbacks.pressed) {
        callbacks.pressed(callbacks.context, static_cast<lq_title_button>(index));
      }
    });
    if (index == LQ_TITLE_SIDE)
      row->insertWidget(1, made);
    else
      row->addWidget(made);
    if (index == LQ_TITLE_BACK) row->addStretch(1);
  }
  placeTabs();
  colour();
  update();
  if (onButtons) onButtons();
}

void lq_title_bar::colour() {
  if (!isFilled) return;
  constexpr BarIcons::Sign signs[] = {BarIcons::Back,  BarIcons::Find, BarIcons::Date,
                                      BarIcons::Media, BarIcons::Menu, BarIcons::Side};
  for (int index = 0; index < LQ_TITLE_BUTTONS; ++index) {
    const bool isDirected = index == LQ_TITLE_BACK || index == LQ_TITLE_SIDE;
    buttons[index]->setIcon(icon(signs[index], isDirected && isRightToLeft()));
  }
}

void lq_title_bar::setTitle(const QString &newTitle, const QString &newSubtitle) {
  title = newTitle;
  subtitle = newSubtitle;
  setAccessibleName(title);
  describe();
  update();
}

void lq_title_bar::setInitials(const QString &newInitials, const FaceColors &newColors) {
  initials = newInitials;
  face = newColors;
  update();
}

void lq_title_bar::setPicture(const QImage &newPicture) {
  picture = newPicture;
  update();
}

void lq_title_bar::setHint(const QString &hint, bool newIsButton) {
  setToolTip(toolTipOf(hint));
  isButton = newIsButton && !hint.isEmpty();
  words = isButton ? QString() : hint;
  describe();
  if (isButton)
    setCursor(Qt::PointingHandCursor);
  else
    unsetCursor();
}

// Screen readers hear all of what the hint says, which may be more than there is room for.
void lq_title_bar::describe() { setAccessibleDescription(words.isEmpty() ? subtitle : words); }

// The buttons and the tabs handle their own clicks.
void lq_title_bar::mousePressEvent(QMouseEvent *event) {
  if (!isButton || event->button() != Qt::LeftButton) QWidget::mousePressEvent(event);
}

void lq_title_bar::mouseReleaseEvent(QMouseEvent *event) {
  const bool isOnTitle = rect().contains(event->position().toPoint()) && event->position().y() < barHeight;
  if (!isButton || event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  if (isOnTitle && callbacks.title) callbacks.title(callbacks.context);
}

void lq_title_bar::setWanted(lq_title_button button, bool isWanted) {
  wanted[button] = isWanted;
  if (isFilled) buttons[button]->setVisible(isWanted);
  update();
}

void lq_title_bar::setLeadsToSide(bool leads) {
  leadsToSide = leads;
  showBack();
}

void lq_title_bar::setLeadsBack(bool leads) {
  leadsBack = leads;
  showBack();
}

void lq_title_bar::showBack() { setWanted(LQ_TITLE_BACK, leadsToSide || leadsBack); }

void lq_title_bar::setTabs(const std::vector<QString> &titles, int chosen) {
  if (titles.size() != tabs.size()) {
    for (QToolButton *old : tabs) {
      old->hide();
      old->deleteLater();
    }
    tabs.clear();
    for (size_t index = 0; index < titles.size(); ++index) {
      auto *made = new Chip(titles[index], colors, this);
      made->setCheckable(true);
      // The arrow keys move from one to the next.
      made->setAutoExclusive(true);
      connect(made, &QToolButton::toggled, this, [this, index](bool isChosen) {
        if (isChosen && callbacks.tab)
          callbacks.tab(callbacks.context, static_cast<int32_t>(index));
      });
      made->show();
      tabs.push_back(made);
    }
    if (onButtons) onButtons();
  }
  for (size_t index = 0; index < titles.size(); ++index) {
    tabs[index]->setText(titles[index]);
    tabs[index]->setAccessibleName(titles[index]);
    const QSignalBlocker silence(tabs[index]);
    if (static_cast<int>(index) == chosen) tabs[index]->setChecked(true);
    tabs[index]->update();
  }
  placeTabs();
}

// Places the tabs on one line, closer together where the bar is narrow; if even that is too narrow,
// on as many lines as they need, because a hidden tab would not be found.
void lq_title_bar::placeTabs() {
  const auto whole = [this](int padding, int gap) {
    int sum = 2 * edge - gap;
    for (QToolButton *tab : tabs) sum += static_cast<Chip *>(tab)->wide(padding) + gap;
    return sum;
  };
  int padding = Chip::padding, gap = chipGap;
  while (padding > Chip::leastPadding && whole(padding, gap) > width()) gap = --padding < 9 ? 3 : 4;
  int x = edge, y = barHeight;
  for (QToolButton *tab : tabs) {
    const int wide = qMin(static_cast<Chip *>(tab)->wide(padding), width() - 2 * edge);
    if (x > edge && x + wide > width() - edge) {
      x = edge;
      y += chipHeight + chipGap;
    }
    tab->setGeometry(
        QStyle::visualRect(layoutDirection(), rect(), QRect(x, y, wide, chipHeight)));
    x += wide + gap;
  }
  const int added = tabs.empty() ? 0 : y - barHeight + chipHeight + chipGap + 1;
  if (row) row->setContentsMargins(4, 0, 6, 1 + added);
  if (minimumHeight() != barHeight + added) setFixedHeight(barHeight + added);
  update();
}

void lq_title_bar::resizeEvent(QResizeEvent *event) {
  Bar::resizeEvent(event);
  if (!tabs.empty()) placeTabs();
}

void lq_title_bar::drawFace(QPainter &painter, const QRect &place) {
  const double ratio = devicePixelRatioF();
  painter.drawPixmap(
      place.topLeft(),
      picture.isNull()
          ? initialsPixmap(initials, font(), avatarSide * 2 / 5, face, avatarSide, ratio)
          : picturePixmap(picture, avatarSide, ratio));
}

void lq_title_bar::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  paintGround(painter);
  if (!isFilled) return;
  painter.setRenderHint(QPainter::Antialiasing);
  // Positions are those of a left-to-right window, and are mirrored in others.
  const int before = wanted[LQ_TITLE_BACK] + wanted[LQ_TITLE_SIDE];
  int left = before > 0 ? 4 + before * 36 + 4 : edge;
  int right = width() - edge;
  for (int index = LQ_TITLE_FIND; index <= LQ_TITLE_MENU; ++index)
    if (wanted[index]) right -= 36;
  const auto placed = [this](const QRect &place) {
    return QStyle::visualRect(layoutDirection(), rect(), place);
  };
  if (!initials.isEmpty() || !picture.isNull()) {
    const QRect place = placed(QRect(left, (barHeight - avatarSide) / 2, avatarSide, avatarSide));
    drawFace(painter, place);
    left += avatarSide + edge;
  }
  if (right <= left) return;
  QFont large = withEmoji(font());
  large.setPointSizeF(large.pointSizeF() * 1.1);
  large.setWeight(QFont::DemiBold);
  QFont small = withEmoji(font());
  small.setPointSizeF(small.pointSizeF() * 0.92);
  const QFontMetrics above(large), below(small);
  const int whole = above.height() + (subtitle.isEmpty() ? 0 : below.height());
  const int top = (barHeight - whole) / 2;
  const Qt::Alignment side = Qt::AlignAbsolute | (isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft);
  painter.setFont(large);
  painter.setPen(color(colors.text));
  painter.drawText(
      placed(QRect(left, top, right - left, above.height())), side | Qt::AlignVCenter | Qt::TextSingleLine,
      above.elidedText(title, Qt::ElideRight, right - left));
  if (subtitle.isEmpty()) return;
  painter.setFont(small);
  painter.setPen(color(colors.secondary));
  painter.drawText(
      placed(QRect(left, top + above.height(), right - left, below.height())),
      side | Qt::AlignVCenter | Qt::TextSingleLine,
      fitting(subtitle, below, right - left));
}

void lq_title_bar_set_callbacks(lq_title_bar *bar, const lq_title_bar_callbacks *callbacks) {
  bar->callbacks = callbacks ? *callbacks : lq_title_bar_callbacks{};
}
void lq_title_bar_set_colors(lq_title_bar *bar, const lq_bar_colors *colors) {
  bar->setColors(*colors);
}
void lq_title_bar_set_title(lq_title_bar *bar, const char *title, const char *subtitle) {
  bar->setTitle(fromC(title), fromC(subtitle));
}
void lq_title_bar_set_hint(lq_title_bar *bar, const char *hint, bool is_button) {
  bar->setHint(fromC(hint), is_button);
}
void lq_title_bar_set_initials(
    lq_title_bar *bar, const char *initials, uint32_t color, uint32_t letters) {
  bar->setInitials(fromC(initials), FaceColors::of(color, letters));
}
void lq_title_bar_set_picture(
    lq_title_bar *bar, const uint32_t *pixels, int32_t width, int32_t height) {
  if (!pixels || width <= 0 || height <= 0) return bar->setPicture(QImage());
  bar->setPicture(imageOf(pixels, width, height).copy());
}
void lq_title_bar_set_button(lq_title_bar *bar, lq_title_button button, bool is_wanted) {
  if (button == LQ_TITLE_BACK) {
    bar->setLeadsBack(is_wanted);
  } else if (button < LQ_TITLE_MENU) {
    bar->setWanted(button, is_wanted);
  }
}
void lq_title_bar_set_tabs(
    lq_title_bar *bar, const char *const *titles, int32_t count, int32_t chosen) {
  std::vector<QString> made;
  for (int32_t index = 0; index < count; ++index) made.push_back(fromC(titles[index]));
  bar->setTabs(made, chosen);
}
void lq_title_bar_fill(lq_title_bar *bar) { bar->fill(); }

// MARK: Search

lq_search_bar::lq_search_bar(QWidget *parent, QWidget *list) : Bar(parent), list(list) {
  rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 1);
  rows->setSpacing(0);
}

void lq_search_bar::fill() {
  if (isFilled) return;
  isFilled = true;
  auto *row = new QHBoxLayout;
  row->setContentsMargins(4, (barHeight - 36) / 2, 8, (barHeight - 36) / 2 - 1);
  row->setSpacing(2);
  menu = button(QObject::tr("Menu (Alt)"));
  connect(menu, &QToolButton::clicked, this, [this] {
    if (onMenu) onMenu();
  });
  edit = new QLineEdit(this);
  edit->setMaxLength(mostFieldText);
  beginWithWindow(edit);
  edit->setFrame(false);
  edit->setFixedHeight(fieldHeight);
  // Left-to-right text, too, begins at the field's own side.
  const bool isMirrored = isRightToLeft();
  edit->setTextMargins(isMirrored ? 0 : 8, 0, isMirrored ? 8 : 0, 0);
  edit->setAlignment(
      Qt::AlignAbsolute | Qt::AlignVCenter | (isMirrored ? Qt::AlignRight : Qt::AlignLeft));
  edit->setText(pendingText);
  setPlaceholder(placeholder);
  clearing = button(QObject::tr("Clear (Escape)"), 28);
  clearing->setFixedHeight(fieldHeight);
  clearing->setFocusPolicy(Qt::NoFocus);
  clearing->setVisible(!edit->text().isEmpty());
  connect(clearing, &QToolButton::clicked, this, [this] { close(); });
  connect(edit, &QLineEdit::textChanged, this, [this](const QString &text) {
    clearing->setVisible(!text.isEmpty());
    update();
  });
  connect(edit, &QLineEdit::textEdited, this, [this] {
    if (callbacks.changed) callbacks.changed(callbacks.context);
  });
  auto *keys = new FieldKeys(
      edit, list, {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown});
  keys->onReturn = [this](Qt::KeyboardModifiers) {
    if (callbacks.accept) callbacks.accept(callbacks.context);
    return true;
  };
  keys->onEscape = [this](Qt::KeyboardModifiers) {
    close();
    return true;
  };
  edit->installEventFilter(this);
  row->addWidget(menu);
  row->addWidget(edit, 1);
  row->addWidget(clearing);
  rows->addLayout(row);
  chips = new QHBoxLayout;
  chips->setContentsMargins(8, 0, 8, 6);
  chips->setSpacing(4);
  rows->addLayout(chips);
  colour();
  update();
  if (onButtons) onButtons();
}

// A window that becomes active again gives its field the keys, too: nobody has gone there then. Menus take them
// for a while, and Tab leads to the filters.
bool lq_search_bar::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
    update();
    const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
    const bool isInside = event->type() == QEvent::FocusIn;
    const bool isTab = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    const bool isPassing = reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason ||
                           reason == Qt::MenuBarFocusReason;
    if (isInside ? watched == edit && (isTab || reason == Qt::MouseFocusReason) : !isPassing)
      tellEntered(isInside);
  }
  return Bar::eventFilter(watched, event);
}

// The keys may go on to a filter, which goes with the others where they leave the bar.
void lq_search_bar::tellEntered(bool isInside) {
  const auto tell = [this, isInside] {
    if (!isInside && isAncestorOf(window()->focusWidget())) return;
    if (callbacks.entered) callbacks.entered(callbacks.context, isInside);
  };
  if (isInside) return tell();
  QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

void lq_search_bar::close() {
  if (callbacks.close) callbacks.close(callbacks.context);
}

void lq_search_bar::colour() {
  if (!isFilled) return;
  menu->setIcon(icon(BarIcons::Menu));
  clearing->setIcon(icon(BarIcons::Cross));
  QPalette field = palette();
  field.setColor(QPalette::Base, Qt::transparent);
  edit->setPalette(field);
}

void lq_search_bar::setText(const QString &text) {
  pendingText = text;
  if (edit && edit->text() != text) edit->setText(text);
}

void lq_search_bar::setPlaceholder(const QString &text) {
  placeholder = text;
  if (!edit) return;
  edit->setPlaceholderText(text);
  edit->setAccessibleName(text);
}

void lq_search_bar::setFilters(const std::vector<QString> &titles) {
  fill();
  if (titles.size() == filters.size()) return;
  while (QLayoutItem *item = chips->takeAt(0)) delete item;
  for (QToolButton *old : filters) old->deleteLater();
  filters.clear();
  for (size_t index = 0; index < titles.size(); ++index) {
    auto *made = new FilterChip(titles[index], colors, this);
    connect(made, &QToolButton::clicked, this, [this, made, index] {
      const QPoint place = list->mapFromGlobal(made->mapToGlobal(QPoint(0, made->height())));
      if (callbacks.filter)
        callbacks.filter(callbacks.context, static_cast<int32_t>(index), place.x(), place.y());
    });
    made->installEventFilter(this);
    chips->addWidget(made);
    filters.push_back(made);
  }
  if (!filters.empty()) chips->addStretch(1);
  if (onButtons) onButtons();
  chips->setContentsMargins(8, 0, 8, filters.empty() ? 0 : 6);
  setFixedHeight(barHeight + (filters.empty() ? 0 : 32));
  update();
}

void lq_search_bar::setUsedFilters(uint32_t used) {
  for (size_t index = 0; index < filters.size() && index < 32; ++index)
    static_cast<FilterChip *>(filters[index])->setUsed(used >> index & 1);
}

void lq_search_bar::takeFocus(bool selects) {
  fill();
  // With a shortcut as the reason, the text would be selected before screen readers are informed
  // about the field.
  edit->setFocus(Qt::OtherFocusReason);
  if (selects) {
    edit->selectAll();
  } else {
    edit->end(false);
  }
}

void lq_search_bar::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  paintGround(painter);
  if (!edit) return;
  painter.setRenderHint(QPainter::Antialiasing);
  QRect field = edit->geometry();
  if (!clearing->isHidden()) field = field.united(clearing->geometry());
  // A ring tells who has the keys, as around buttons.
  const bool isFocused = edit->hasFocus();
  painter.setPen(isFocused ? QPen(color(colors.accent), 2) : QPen(Qt::NoPen));
  painter.setBrush(color(colors.field));
  const double inset = isFocused ? 1 : 0, radius = fieldHeight / 2.0 - inset;
  painter.drawRoundedRect(QRectF(field).adjusted(inset, inset, -inset, -inset), radius, radius);
}

void lq_search_bar_set_callbacks(lq_search_bar *bar, const lq_search_bar_callbacks *callbacks) {
  bar->callbacks = callbacks ? *callbacks : lq_search_bar_callbacks{};
}
void lq_search_bar_set_colors(lq_search_bar *bar, const lq_bar_colors *colors) {
  bar->setColors(*colors);
}
void lq_search_bar_fill(lq_search_bar *bar) { bar->fill(); }
void lq_search_bar_set_placeholder(lq_search_bar *bar, const char *text) {
  bar->setPlaceholder(fromC(text));
}
void lq_search_bar_set_text(lq_search_bar *bar, const char *text) { bar->setText(fromC(text)); }
char *lq_search_bar_text(lq_search_bar *bar) { return toC(bar->text()); }
void lq_search_bar_set_filters(
    lq_search_bar *bar, const char *const *titles, int32_t count) {
  std::vector<QString> made;
  for (int32_t index = 0; index < count; ++index) made.push_back(fromC(titles[index]));
  bar->setFilters(made);
}
void lq_search_bar_set_used_filters(lq_search_bar *bar, uint32_t used) {
  bar->setUsedFilters(used);
}
void lq_search_bar_focus(lq_search_bar *bar, bool selects) { bar->takeFocus(selects); }
