#include "QuietQt.hpp"
#include "ListArea.hpp"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include "Faces.hpp"
#include "Text.hpp"

namespace {
constexpr int overlayMargin = 14;
constexpr int widestState = 440;
/// Width of the bar in points: thin, but wide enough to be grabbed; as `scrollBar` in
/// `DesignTokens.swift`.
constexpr int barWidth = 10;

// A flat scroll bar that is quick to paint: while a list moves, the thumb moves with every frame,
// and painting a style's gradients and frames would take longer than compositing the list. The
// style still decides where its parts are, so the mouse works as elsewhere.
class ScrollBar final : public QScrollBar {
 public:
  using QScrollBar::QScrollBar;

  // Returns the thumb's rectangle, which QScrollBar does not expose.
  QRect thumb() const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->subControlRect(
        QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, this);
  }

 protected:
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    const QColor track = palette().color(QPalette::Window);
    painter.fillRect(rect(), track);
    if (maximum() <= minimum()) return;
    const QColor ink = palette().color(QPalette::WindowText);
    const double share = isSliderDown() ? 0.6 : underMouse() ? 0.45 : 0.3;
    const auto mixed = [share](int below, int above) {
      return static_cast<int>(below + (above - below) * share);
    };
    const QColor colour(
        mixed(track.red(), ink.red()), mixed(track.green(), ink.green()),
        mixed(track.blue(), ink.blue()));
    const int margin = isSliderDown() || underMouse() ? 2 : 3;
    painter.fillRect(thumb().adjusted(margin, 1, -margin, -1), colour);
  }
};
}  // namespace

lq_list_area::lq_list_area(QWidget *parent) : QWidget(parent) {
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  surface = new lq_surface(this);
  bar = new ScrollBar(Qt::Vertical, this);
  bar->setFocusPolicy(Qt::NoFocus);
  bar->setFixedWidth(barWidth);
  bar->setRange(0, 0);
  bar->hide();
  setAutoFillBackground(true);
  row->addWidget(surface, 1);
  row->addWidget(bar);

  jump = new JumpButton(surface);
  bubble = new Bubble(surface);
  toast = new Bubble(surface);
  toastTimer.setSingleShot(true);

  surface->installEventFilter(this);
  bar->installEventFilter(this);

  connect(bar, &QScrollBar::valueChanged, this, [this](int value) {
    if (callbacks.scrolled) callbacks.scrolled(callbacks.context, value);
    placeBubble();
  });
  connect(bar, &QScrollBar::sliderPressed, this, [this] {
    if (callbacks.thumb) callbacks.thumb(callbacks.context, true);
  });
  connect(bar, &QScrollBar::sliderReleased, this, [this] {
    if (callbacks.thumb) callbacks.thumb(callbacks.context, false);
  });
  connect(jump, &QAbstractButton::clicked, this, [this] {
    if (callbacks.jump) callbacks.jump(callbacks.context);
  });
  connect(&toastTimer, &QTimer::timeout, toast, &QWidget::hide);
}

// Made on first use: a window that opens with its list never shows these nine widgets.
StatePanel *lq_list_area::statePanel() {
  if (state) return state;
  state = new StatePanel(surface);
  for (int32_t index = 0; index < 2; ++index) {
    connect(state->buttons[index], &QAbstractButton::clicked, this, [this, index] {
      if (callbacks.state_button) callbacks.state_button(callbacks.context, index);
    });
  }
  return state;
}

bool lq_list_area::eventFilter(QObject *watched, QEvent *event) {
  if (watched == surface && event->type() == QEvent::Resize) placeOverlays();
  if (watched == surface && event->type() == QEvent::MouseMove) wakeJump(event);
  if (watched == bar && event->type() == QEvent::Wheel) {
    // The wheel does the same over the bar as over the list, but no part of the list is below the
    // pointer there.
    const auto *wheel = static_cast<QWheelEvent *>(event);
    QPointF place = surface->mapFromGlobal(wheel->globalPosition());
    place.setX(surface->width());
    QWheelEvent beside(
        place, wheel->globalPosition(), wheel->pixelDelta(), wheel->angleDelta(), wheel->buttons(),
        wheel->modifiers(), wheel->phase(), wheel->inverted(), wheel->source());
    beside.setTimestamp(wheel->timestamp());
    QApplication::sendEvent(surface, &beside);
    return true;
  }
  return false;
}

void lq_list_area::wakeJump(QEvent *event) {
  if (jump->isHidden()) return;
  const QPoint pointer = static_cast<QMouseEvent *>(event)->position().toPoint();
  if (jump->geometry().adjusted(-60, -60, 60, 60).contains(pointer)) jump->wakeNear();
}

int lq_list_area::stripRoom() const {
  return jump->isHidden() || !jump->isStrip() ? 0 : JumpButton::stripHeight;
}

void lq_list_area::placeOverlays() {
  const QSize button = jump->sizeHint();
  const int below = jump->isStrip() ? 0 : jumpRise + overlayMargin;
  const int left = jump->isStrip() ? 0 : atLineEnd(button.width());
  jump->setGeometry(QRect(QPoint(left, surface->height() - button.height() - below), button));
  const QSize message = toast->sizeHint();
  toast->setGeometry(QRect(
      QPoint(
          (surface->width() - message.width()) / 2,
          surface->height() - message.height() - 2 * overlayMargin - stripRoom()),
      message));
  if (offer) offer->place(stripRoom());
  placeBubble();
  placeState();
  placeWelcome();
}

void lq_list_area::placeBubble() {
  if (bubble->isHidden()) return;
  const QSize size = bubble->sizeHint();
  const QRect thumb = static_cast<ScrollBar *>(bar)->thumb();
  const int middle = thumb.center().y() + bar->y() - surface->y();
  const int top = qBound(0, middle - size.height() / 2, qMax(0, surface->height() - size.height()));
  bubble->setGeometry(QRect(QPoint(atLineEnd(size.width()), top), size));
}

// Returns the x for a widget at the side of the scroll bar.
int lq_list_area::atLineEnd(int width) const {
  return isRightToLeft() ? overlayMargin : surface->width() - width - overlayMargin;
}

// Centres it in the whole area, including the space of the scroll bar.
void lq_list_area::placeWelcome() {
  if (!welcome) return;
  welcome->setGeometry(surface->rect());
  welcome->setSideRoom(width() - surface->width());
}

void lq_list_area::placeState() {
  if (!showsState()) return;
  const int width = qMin(widestState, surface->width());
  state->layout()->activate();
  const int wanted = state->layout()->hasHeightForWidth() ? state->layout()->heightForWidth(width)
                                                          : state->sizeHint().height();
  const int height = qMin(wanted, surface->height());
  state->setGeometry(
      (surface->width() - width) / 2, (surface->height() - height) / 2, width, height);
}

lq_surface *lq_list_area_surface(lq_list_area *area) { return area->surface; }

lq_find_bar *lq_list_area_find_bar(lq_list_area *area) {
  if (!area->findBar) area->findBar = new lq_find_bar(area->surface);
  return area->findBar;
}

void lq_list_area_set_callbacks(lq_list_area *area, const lq_list_area_callbacks *callbacks) {
  area->callbacks = callbacks ? *callbacks : lq_list_area_callbacks{};
}

void lq_list_area_set_scroll(
    lq_list_area *area, int32_t maximum, int32_t page, int32_t line, int32_t value) {
  // Signals also make the bar repaint itself, so only our callbacks are disabled.
  const auto callbacks = area->callbacks;
  area->callbacks.scrolled = nullptr;
  // Compare the distance to the end: messages inserted above the view change only the value.
  const int before = area->bar->maximum() - area->bar->value(), rest = maximum - value;
  if (rest != before) area->jump->listMoved(rest < before);
  area->bar->setPageStep(page);
  area->bar->setSingleStep(line);
  area->bar->setRange(0, maximum);
  if (!area->bar->isSliderDown()) area->bar->setValue(value);
  area->callbacks.scrolled = callbacks.scrolled;
  area->showBar();
}

void lq_list_area::keepBarRoom() {
  QSizePolicy room = bar->sizePolicy();
  room.setRetainSizeWhenHidden(true);
  bar->setSizePolicy(room);
}

void lq_list_area::showBar() {
  const bool isWanted = bar->maximum() > 0 && !showsState() && !showsWelcome();
  if (bar->isHidden() == isWanted) bar->setVisible(isWanted);
}

void lq_list_area_set_background(lq_list_area *area, uint32_t color) {
  QPalette palette = area->palette();
  palette.setColor(QPalette::Window, QColor::fromRgb(color));
  area->setPalette(palette);
}


void lq_list_area_set_bubble(lq_list_area *area, const char *text) {
  if (!text) return area->bubble->hide();
  area->bubble->setText(fromC(text), area->surface->width() - 2 * overlayMargin);
  area->bubble->show();
  area->placeBubble();
}

void lq_list_area_set_jump(
    lq_list_area *area, bool is_visible, const char *badge, int32_t rise) {
  area->jump->setBadge(fromC(badge));
  area->jumpRise = rise;
  area->placeOverlays();
  if (area->jump->isHidden() != is_visible) return;
  area->jump->setVisible(is_visible);
  area->placeOverlays();
}

int32_t lq_list_area_strip_room(lq_list_area *area) { return area->stripRoom(); }

void lq_list_area_jump_place(
    lq_list_area *area, int32_t *x, int32_t *y, int32_t *width, int32_t *height) {
  const QRect place = area->jump->geometry();
  *x = place.x();
  *y = place.y();
  *width = place.width();
  *height = place.height();
}

void lq_list_area_set_jump_covering(lq_list_area *area, bool is_covering) {
  area->jump->setCovering(is_covering);
}

void lq_list_area_set_state(lq_list_area *area, const lq_state *state) {
  if (!state) {
    StatePanel *panel = area->state;
    if (!panel) return;
    // The focus moves to what replaces the panel.
    const bool hadFocus = panel->isAncestorOf(QApplication::focusWidget());
    panel->hide();
    area->showBar();
    if (hadFocus) area->surface->setFocus(Qt::OtherFocusReason);
    return;
  }
  StatePanel *panel = area->statePanel();
  panel->face->setVisible(state->initials != nullptr);
  if (state->initials)
    panel->face->setPixmap(initialsPixmap(
        fromC(state->initials), panel->font(), StatePanel::faceSide * 2 / 5,
        FaceColors::of(state->color, state->letters), StatePanel::faceSide, panel->devicePixelRatioF()));
  panel->title->setText(fromC(state->title));
  panel->detail->setText(fromC(state->detail));
  panel->detail->setVisible(state->detail && *state->detail);
  for (int index = 0; index < 2; ++index) {
    panel->buttons[index]->setText(fromC(state->buttons[index]));
    panel->buttons[index]->setVisible(state->buttons[index] != nullptr);
  }
  panel->progress->setVisible(state->progress >= 0);
  const bool isMeasured = state->progress >= 0 && state->progress <= 1;
  panel->progress->setRange(0, isMeasured ? 1000 : 0);
  if (isMeasured) panel->progress->setValue(static_cast<int>(state->progress * 1000));
  const bool isNew = panel->isHidden();
  panel->show();
  panel->raise();
  area->showBar();
  area->placeState();
  // The Return key presses the first button.
  if (isNew && panel->buttons[0]->isVisibleTo(panel))
    panel->buttons[0]->setFocus(Qt::OtherFocusReason);
}

void lq_list_area_set_state_picture(
    lq_list_area *area, const uint32_t *pixels, int32_t width, int32_t height) {
  StatePanel *panel = area->state;
  if (!panel || panel->face->isHidden() || width <= 0 || height <= 0) return;
  panel->face->setPixmap(picturePixmap(
      imageOf(pixels, width, height), StatePanel::faceSide, panel->devicePixelRatioF()));
}

void lq_list_area_set_welcome(lq_list_area *area, const lq_welcome *given) {
  Welcome *&welcome = area->welcome;
  if (!given) {
    if (!area->showsWelcome()) return;
    const bool hadFocus = welcome->isAncestorOf(QApplication::focusWidget());
    welcome->hide();
    area->showBar();
    if (hadFocus) area->surface->setFocus(Qt::OtherFocusReason);
    return;
  }
  if (!welcome) {
    welcome = new Welcome(area->surface);
    welcome->onButton = [area](int32_t index) {
      if (area->callbacks.state_button) area->callbacks.state_button(area->callbacks.context, index);
    };
    welcome->onEntry = [area](int32_t index) {
      if (area->callbacks.entry) area->callbacks.entry(area->callbacks.context, index);
    };
  }
  welcome->tell(*given);
  const bool isNew = welcome->isHidden();
  area->placeWelcome();
  welcome->show();
  welcome->raise();
  area->showBar();
  if (isNew) welcome->takeFocus();
}

void lq_list_area_toast(lq_list_area *area, const char *text, int32_t milliseconds) {
  area->toast->setText(fromC(text), area->surface->width() - 4 * overlayMargin);
  area->toast->show();
  area->toast->raise();
  area->placeOverlays();
  area->toastTimer.start(milliseconds);
  lq_surface_announce(area->surface, text);
}

void lq_list_area_offer(
    lq_list_area *area, const char *text, const char *button, const char *key,
    int32_t milliseconds) {
  if (!text) {
    if (area->offer) area->offer->withdraw();
    return;
  }
  if (!area->offer) {
    area->offer = new Offer(area->surface);
    area->offer->answered = [area](bool isTaken) {
      if (area->callbacks.offer) area->callbacks.offer(area->callbacks.context, isTaken);
    };
    // Tab leads there from the list: it is there for a few seconds only.
    QWidget::setTabOrder(area->surface, area->offer->tabStop());
  }
  area->toast->hide();
  const QString shortcut = QKeySequence(fromC(key)).toString(QKeySequence::NativeText);
  area->offer->tell(fromC(text), fromC(button), shortcut, milliseconds);
  area->placeOverlays();
  QString words = fromC(text) + QStringLiteral(". ") + fromC(button);
  if (!shortcut.isEmpty()) words += QStringLiteral(": ") + shortcut;
  lq_surface_announce(area->surface, words.toUtf8().constData());
}
