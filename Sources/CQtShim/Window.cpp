#include "QuietQt.hpp"
#include "Window.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QIcon>
#include <QInputMethod>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QPixmap>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include "InputPanel.hpp"
#include "Text.hpp"

namespace {
/// Points: a name beside a date with its year; a bubble with a few words.
constexpr int leastSide = 240;
constexpr int leastMain = 240;
}  // namespace

lq_window::lq_window(const lq_window_callbacks &given) : callbacks(given) {
  handler = std::make_shared<ActionHandler>([this](int32_t id, bool isChecked) {
    if (callbacks.action) callbacks.action(callbacks.context, id, isChecked);
  });
  splitter = new Panes(this);
  splitter->areReplaced = [this] { return isAsideWanted || foldWidth > 0; };
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  sidePane = new QWidget(splitter);
  side = new lq_list_area(sidePane);
  sideColumn = new QVBoxLayout(sidePane);
  sideColumn->setContentsMargins(0, 0, 0, 0);
  sideColumn->setSpacing(0);
  sideColumn->addWidget(side, 1);
  auto *pane = new QWidget(splitter);
  main = new lq_list_area(pane);
  main->keepBarRoom();
  column = new QVBoxLayout(pane);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(main, 1);
  sidePane->setMinimumWidth(leastSide);
  main->setMinimumWidth(leastMain);
  splitter->addWidget(sidePane);
  splitter->addWidget(pane);
  // Additional space goes to the main list; the side list keeps its width.
  splitter->setStretchFactor(0, 0);
  splitter->setStretchFactor(1, 1);
  sidePane->hide();
  setCentralWidget(splitter);
  overlay = new lq_surface(this);
  overlay->keepsFocus = true;
  overlay->hide();
  for (lq_surface *surface : {side->surface, main->surface, overlay})
    watchDrags(surface);
  splitter->installEventFilter(this);
  resize(900, 700);
  connect(splitter, &QSplitter::splitterMoved, this, [this] {
    if (!sidePane->isHidden() && !isNarrow()) setSideWidth(sidePane->width());
    reportPlacement();
  });
  const QInputMethod *method = QGuiApplication::inputMethod();
  for (auto changed : {&QInputMethod::keyboardRectangleChanged, &QInputMethod::visibleChanged})
    connect(method, changed, this, [this] { clearInputPanel(); });
}

namespace {
/// Milliseconds within which an on-screen keyboard returns after a popup took it away.
constexpr int afterPopup = 300;
}  // namespace

void lq_window::clearInputPanel() {
  const QMargins margins(0, 0, 0, coveredByInputPanel(this));
  if (contentsMargins() == margins) return;
  // A menu that opens hides the on-screen keyboard and brings it back; what the menu belongs to
  // must not move meanwhile.
  if (QWidget *popup = QApplication::activePopupWidget()) {
    const auto again = [this] {
      QTimer::singleShot(afterPopup, this, [this] { clearInputPanel(); });
    };
    if (auto *menu = qobject_cast<QMenu *>(popup))
      connect(menu, &QMenu::aboutToHide, this, again, Qt::SingleShotConnection);
    else
      connect(popup, &QObject::destroyed, this, again);
    return;
  }
  setContentsMargins(margins);
  for (lq_composer *field : {composer, asideComposer})
    if (field) field->fitHeight();
}

namespace {
constexpr int asideWidth = 360;
/// Minimum width of a main list beside another list; a narrower one is replaced by it.
constexpr int leastBeside = 320;
}  // namespace

void lq_window::makeAside() {
  if (aside) return;
  aside = new QWidget(splitter);
  aside->setAutoFillBackground(true);
  aside->installEventFilter(this);
  // A line separates the lists, which have the same background.
  auto *sides = new QHBoxLayout(aside);
  sides->setContentsMargins(0, 0, 0, 0);
  sides->setSpacing(0);
  auto *edge = new QWidget(aside);
  edge->setFixedWidth(1);
  edge->setAutoFillBackground(true);
  edge->setBackgroundRole(QPalette::Mid);
  sides->addWidget(edge);
  auto *rows = new QVBoxLayout;
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  sides->addLayout(rows, 1);
  auto *head = new QHBoxLayout;
  head->setContentsMargins(14, 4, 6, 4);
  asideTitle = new QLabel(aside);
  asideTitle->setTextFormat(Qt::PlainText);
  asideTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QFont bold = asideTitle->font();
  bold.setWeight(QFont::DemiBold);
  asideTitle->setFont(bold);
  auto *cross = new QToolButton(aside);
  cross->setAutoRaise(true);
  cross->setText(QStringLiteral("✕"));
  cross->setToolTip(QObject::tr("Close"));
  cross->setAccessibleName(QObject::tr("Close"));
  cross->setFixedSize(32, 32);
  connect(cross, &QToolButton::clicked, this, [this] {
    if (callbacks.aside_closed) callbacks.aside_closed(callbacks.context);
  });
  head->addWidget(asideTitle, 1);
  head->addWidget(cross);
  rows->addLayout(head);
  asideList = new lq_list_area(aside);
  asideList->keepBarRoom();
  asideList->setMinimumWidth(240);
  watchDrags(asideList->surface);
  rows->addWidget(asideList, 1);
  asideComposer = new lq_composer(asideList->surface, aside);
  asideComposer->hide();
  rows->addWidget(asideComposer);
  splitter->addWidget(aside);
  splitter->setStretchFactor(2, 0);
  aside->hide();
}

// Without this, a window would stop at the width of all its panes, although those that have no space
// are hidden as soon as it is narrower.
QSize Panes::minimumSizeHint() const {
  QSize least = QSplitter::minimumSizeHint();
  if (!areReplaced || !areReplaced()) return least;
  int widest = 0;
  for (int index = 0; index < count(); ++index) {
    const QWidget *pane = widget(index);
    if (!pane->isHidden())
      widest = qMax(widest, qMax(pane->minimumWidth(), pane->minimumSizeHint().width()));
  }
  least.setWidth(qMin(least.width(), widest));
  return least;
}

int lq_window::leastSideWidth() const {
  return qRound(qBound<double>(leastSide, leastSide * sideZoom, qMax(leastSide, width() / 2)));
}

int lq_window::shownSideWidth() const {
  return qMax(leastSideWidth(), sideZoom > 1 ? qMin(sideWidth, width() / 2) : sideWidth);
}

void lq_window::setSideWidth(int wanted) {
  sideWidth = wanted;
  sideBase = wanted / qMax(1.0, sideZoom);
}

// Below the fold width the lists are pages: one of them is shown, with a button to go to the other.
void lq_window::foldSide() {
  const bool narrow = isNarrow();
  if (!narrow) isSidePage = false;
  const bool showsSide = isSideWanted && (!narrow || isSidePage);
  const bool showsMain = !narrow || !isSidePage;
  if (narrow) madeTitleBar();
  if (titleBar) {
    titleBar->setLeadsToSide(narrow && !isSidePage);
    titleBar->setWanted(LQ_TITLE_SIDE, isSideOffered && !isSideWanted);
    titleBar->setWanted(LQ_TITLE_MENU, !isMenuBarWanted && !(showsSide && searchBar));
  }
  // On a page of its own the list is as wide as the window.
  sidePane->setMinimumWidth(narrow ? leastSide : leastSideWidth());
  const int beside = shownSideWidth();
  const int room = width() - (showsSide ? beside : 0);
  const bool showsAside = isAsideWanted && showsMain;
  const bool covers = showsAside && room - asideWidth < leastBeside;
  const bool comesBeside = aside && showsAside && !covers && (aside->isHidden() || isMainCovered);
  main->parentWidget()->setVisible(showsMain && !covers);
  if (aside) {
    // What is in the main list's place gets its space; otherwise it would share that with the side
    // list, which keeps its width.
    splitter->setStretchFactor(splitter->indexOf(aside), covers ? 1 : 0);
    aside->setVisible(showsAside);
    if (comesBeside)
      splitter->setSizes({showsSide ? beside : 0, qMax(1, room - asideWidth), asideWidth});
  }
  isMainCovered = covers;
  if (sidePane->isHidden() != showsSide) return;
  // Qt would give the keys to the next widget as if Tab had led there, with a ring.
  if (!showsSide && showsMain && !covers && sidePane->isAncestorOf(focusWidget()))
    main->surface->setFocus(Qt::OtherFocusReason);
  // One that has just come is not laid out yet.
  const int third = !showsAside ? 0 : comesBeside ? asideWidth : aside->width();
  sidePane->setVisible(showsSide);
  if (showsSide && showsMain) splitter->setSizes({beside, qMax(1, room - third), third});
}

lq_title_bar *lq_window::madeTitleBar() {
  if (titleBar) return titleBar;
  titleBar = new lq_title_bar(main->parentWidget());
  titleBar->onBack = [this] { showPage(true); };
  titleBar->onMenu = [this] { popUpMenus(titleBar->menuAnchor()); };
  titleBar->onSide = [this] {
    isSideWanted = true;
    foldSide();
    if (isNarrow()) showPage(true);
    if (callbacks.side_asked) callbacks.side_asked(callbacks.context);
  };
  titleBar->onButtons = [this] { orderTabs(); };
  column->insertWidget(0, titleBar);
  return titleBar;
}

lq_search_bar *lq_window::madeSearchBar() {
  if (searchBar) return searchBar;
  searchBar = new lq_search_bar(sidePane, side->surface);
  searchBar->onMenu = [this] { popUpMenus(searchBar->menuAnchor()); };
  searchBar->onButtons = [this] { orderTabs(); };
  sideColumn->insertWidget(0, searchBar);
  foldSide();
  return searchBar;
}

// Qt's order is that in which widgets were made.
void lq_window::orderTabs() {
  QWidget *before = nullptr;
  const auto add = [&before](QWidget *widget) {
    if (!(widget->focusPolicy() & Qt::TabFocus)) return;
    if (before) setTabOrder(before, widget);
    before = widget;
  };
  const auto addParts = [&add](QWidget *bar) {
    if (!bar) return;
    for (QWidget *part : bar->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) add(part);
  };
  addParts(searchBar);
  add(side->surface);
  addParts(titleBar);
  for (Notice *notice : notices) addParts(notice);
  add(main->surface);
}

void lq_window::watchDrags(lq_surface *surface) {
  surface->onDrag = [this, surface](bool isOver) { showDropHint(isOver ? surface : nullptr); };
}

void lq_window::showDropHint(const lq_surface *surface) {
  if (!surface) {
    if (dropHint) dropHint->hide();
    return;
  }
  if (!dropHint) dropHint = new DropHint(this);
  dropHint->tell(surface->dropWords);
  // Files are opened wherever they are dropped, but they are attached only here.
  dropHint->setGeometry(
      surface->dropWords.isEmpty()
          ? splitter->geometry()
          : QRect(surface->mapTo(this, QPoint(0, 0)), surface->size()));
  if (!dropHint->isHidden()) return;
  dropHint->raise();
  dropHint->show();
}

// A hidden menu bar would disable its shortcuts; with a height of 0 it keeps them.
void lq_window::showMenuBar() {
  auto *menus = qobject_cast<QMenuBar *>(menuWidget());
  if (!menus) return;
  menus->setMaximumHeight(isMenuBarWanted || isMenuBarPeeking ? QWIDGETSIZE_MAX : 0);
  menus->updateGeometry();
}

// A menu that closes, by Escape or because something was chosen, tells the bar nothing where it has given the keys
// back before.
void lq_window::watchMenu() {
  auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
  if (!menu) return;
  const auto look = [this] {
    if (!isMenuBarPeeking) return;
    if (QApplication::activePopupWidget()) return watchMenu();
    if (menuWidget()->hasFocus()) return;
    isMenuBarPeeking = false;
    showMenuBar();
  };
  connect(
      menu, &QMenu::aboutToHide, this,
      [this, look] { QMetaObject::invokeMethod(this, look, Qt::QueuedConnection); },
      Qt::SingleShotConnection);
}

void lq_window::popUpMenus(QWidget *anchor) {
  auto *menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addActions(menuBar()->actions());
  const int x = isRightToLeft() ? anchor->width() - menu->sizeHint().width() : 0;
  menu->popup(anchor->mapToGlobal(QPoint(x, anchor->height())));
}

void lq_window::showPage(bool isSide) {
  isSidePage = isSide;
  foldSide();
  if (isNarrow()) (isSide ? side : main)->surface->setFocus(Qt::OtherFocusReason);
  if (callbacks.page) callbacks.page(callbacks.context);
}

void lq_window::reportPlacement() {
  if (callbacks.placement && isVisible()) callbacks.placement(callbacks.context);
}

// The overlay is not part of the layout: it covers the lists.
bool lq_window::eventFilter(QObject *watched, QEvent *event) {
  // Keys that no widget in the list beside the main one handles, such as its buttons.
  if (watched == aside && aside && event->type() == QEvent::KeyPress) {
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Escape && key->modifiers() == Qt::NoModifier &&
        callbacks.aside_closed) {
      callbacks.aside_closed(callbacks.context);
      return true;
    }
  }
  if (watched == splitter && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
    overlay->setGeometry(splitter->geometry());
  // Alt gives the menu bar the focus, which returns when an entry was chosen or the menu was left.
  if (watched == menuWidget() && !isMenuBarWanted &&
      (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
    isMenuBarPeeking = event->type() == QEvent::FocusIn ||
                       static_cast<QFocusEvent *>(event)->reason() == Qt::PopupFocusReason;
    showMenuBar();
    if (isMenuBarPeeking) watchMenu();
  }
  return QMainWindow::eventFilter(watched, event);
}

void lq_window::closeEvent(QCloseEvent *event) {
  event->setAccepted(!callbacks.close || callbacks.close(callbacks.context));
}

// Keys that no widget has handled arrive here. F6 cycles through the list, its field and the parts
// beside them.
bool lq_window::stepPane(bool isForwards) {
  struct Pane {
    QWidget *area, *target;
  };
  QList<Pane> panes;
  const auto add = [&](QWidget *area, QWidget *target) {
    if (area && target && area->isVisible() && target->isEnabled()) panes.push_back(Pane{area, target});
  };
  if (!overlay->isHidden()) return false;
  add(side, side->surface);
  add(main, main->surface);
  add(bar, bar ? bar->findChild<QAbstractButton *>() : nullptr);
  if (composer) add(composer, composer->edit);
  if (asideList) add(asideList, asideList->surface);
  if (asideComposer) add(asideComposer, asideComposer->edit);
  if (panes.size() < 2) return false;
  const QWidget *focused = focusWidget();
  qsizetype at = -1;
  for (qsizetype index = 0; index < panes.size(); ++index)
    if (focused && (panes[index].area == focused || panes[index].area->isAncestorOf(focused)))
      at = index;
  const qsizetype next = at < 0 ? 0 : at + (isForwards ? 1 : panes.size() - 1);
  panes[next % panes.size()].target->setFocus(Qt::ShortcutFocusReason);
  return true;
}

void lq_window::keyPressEvent(QKeyEvent *event) {
  const auto others = event->modifiers() & ~Qt::ShiftModifier;
  if (event->key() == Qt::Key_F6 && !others &&
      stepPane(!(event->modifiers() & Qt::ShiftModifier)))
    return;
  const bool isEscape = event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier;
  // Also where the focus is on a button of the title bar.
  if (isEscape && bar && bar->isVisible() && bar->chosen) return bar->chosen(-1);
  // Tool buttons take only the space bar, push buttons both.
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  auto *button = qobject_cast<QToolButton *>(focusWidget());
  if (isReturn && button && !event->isAutoRepeat() &&
      !(event->modifiers() & ~Qt::KeypadModifier))
    return button->click();
  if (!isEscape || !callbacks.escape || !callbacks.escape(callbacks.context))
    QMainWindow::keyPressEvent(event);
}

void lq_window::resizeEvent(QResizeEvent *event) {
  QMainWindow::resizeEvent(event);
  clearInputPanel();
  foldSide();
  reportPlacement();
}

void lq_window::moveEvent(QMoveEvent *event) {
  QMainWindow::moveEvent(event);
  reportPlacement();
}

void lq_window::changeEvent(QEvent *event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) reportPlacement();
  if (event->type() == QEvent::ActivationChange && callbacks.active)
    callbacks.active(callbacks.context, isActiveWindow());
}

lq_window *lq_window_create(const lq_window_callbacks *callbacks) {
  return new lq_window(callbacks ? *callbacks : lq_window_callbacks{});
}

void lq_window_destroy(lq_window *window) {
  window->callbacks = {};
  delete window;
}

lq_list_area *lq_window_main_area(lq_window *window) { return window->main; }
lq_list_area *lq_window_side_area(lq_window *window) { return window->side; }

lq_composer *lq_window_composer(lq_window *window) {
  if (!window->composer) {
    window->composer = new lq_composer(window->main->surface, window->main->parentWidget());
    window->composer->hide();
    window->column->addWidget(window->composer);
  }
  return window->composer;
}

void lq_window_show_notice(
    lq_window *window, int32_t line, const char *text, const char *const *buttons, int32_t count) {
  if (line < 0 || line >= LQ_NOTICES) return;
  Notice *&notice = window->notices[line];
  if (!notice) {
    notice = new Notice(window->main->parentWidget());
    notice->chosen = [window, line](int32_t index) {
      if (window->callbacks.notice) window->callbacks.notice(window->callbacks.context, line, index);
    };
    window->column->insertWidget(
        (window->titleBar ? 1 : 0) + (line > 0 && window->notices[0] ? 1 : 0), notice);
  }
  std::vector<QString> choices;
  for (int32_t index = 0; index < count; ++index) choices.push_back(fromC(buttons[index]));
  const bool isNew = notice->tell(fromC(text), choices);
  if (isNew) window->orderTabs();
  // Screen readers do not get Qt's alerts through AT-SPI.
  if (isNew || notice->isHidden()) lq_surface_announce(window->main->surface, text);
  notice->show();
}

void lq_window_hide_notice(lq_window *window, int32_t line) {
  Notice *notice = line >= 0 && line < LQ_NOTICES ? window->notices[line] : nullptr;
  if (!notice || notice->isHidden()) return;
  const bool hadFocus = notice->isAncestorOf(window->focusWidget());
  notice->hide();
  if (hadFocus) window->main->surface->setFocus(Qt::OtherFocusReason);
}

bool lq_window_notice_button(
    lq_window *window, int32_t index, double *x, double *y, double *width, double *height) {
  const Notice *notice = window->notices[0];
  const QWidget *button = notice && notice->isVisible() ? notice->button(index) : nullptr;
  if (!button) return false;
  const QWidget *surface = window->main->surface;
  const QPoint place = surface->mapFromGlobal(button->mapToGlobal(QPoint(0, 0)));
  *x = place.x();
  *y = place.y();
  *width = button->width();
  *height = button->height();
  return true;
}

// Shows the bar in place of the composer, which keeps its text.
void lq_window_show_bar(
    lq_window *window, const char *text, const char *close, const char *const *buttons,
    int32_t count) {
  if (!window->bar) {
    window->bar = new Notice(window->main->parentWidget());
    window->bar->hide();
    window->bar->chosen = [window](int32_t index) {
      if (window->callbacks.bar) window->callbacks.bar(window->callbacks.context, index);
    };
    window->column->addWidget(window->bar);
  }
  std::vector<QString> choices;
  for (int32_t index = 0; index < count; ++index) choices.push_back(fromC(buttons[index]));
  window->bar->tell(fromC(text), choices, fromC(close));
  // Tab leads from the list to the bar, before everything else in the window.
  QWidget *before = window->main->surface;
  for (QAbstractButton *button : window->bar->findChildren<QAbstractButton *>()) {
    QWidget::setTabOrder(before, button);
    before = button;
  }
  if (!window->bar->isHidden()) return;
  if (window->composer) {
    window->composer->isReplaced = true;
    window->composer->hadPlace = !window->composer->isHidden();
  }
  if (window->composer && window->composer->hadPlace) {
    // Usually it is as high as a field of one line, so that nothing moves; with attachments in the
    // field, or long texts, it takes the height that it needs.
    window->bar->setMinimumHeight(
        qMin(window->composer->height(), lq_composer::leastHeight));
    window->composer->hide();
  }
  window->bar->show();
}

void lq_window_hide_bar(lq_window *window, bool focuses_composer) {
  if (!window->bar || window->bar->isHidden()) return;
  // Before the bar is hidden, because Qt would choose another widget.
  if (window->bar->isAncestorOf(window->focusWidget()))
    window->main->surface->setFocus(Qt::OtherFocusReason);
  window->bar->hide();
  lq_composer *composer = window->composer;
  if (!composer) return;
  composer->isReplaced = false;
  composer->setVisible(composer->isSeen());
  if (focuses_composer && composer->hadPlace) lq_composer_focus(composer);
}

lq_list_area *lq_window_aside_area(lq_window *window) {
  window->makeAside();
  return window->asideList;
}

lq_composer *lq_window_aside_composer(lq_window *window) {
  window->makeAside();
  return window->asideComposer;
}

void lq_window_set_aside(lq_window *window, const char *title) {
  if (!title && !window->aside) return;
  window->makeAside();
  const bool hadFocus = window->aside->isAncestorOf(window->focusWidget());
  window->isAsideWanted = title != nullptr;
  if (title) {
    window->asideTitle->setText(fromC(title));
    window->aside->setAccessibleName(fromC(title));
  }
  window->foldSide();
  if (title || !hadFocus) return;
  if (window->composer && !window->composer->isHidden())
    lq_composer_focus(window->composer);
  else
    window->main->surface->setFocus(Qt::OtherFocusReason);
}

lq_surface *lq_window_overlay(lq_window *window) { return window->overlay; }

void lq_window_set_overlay_visible(lq_window *window, bool is_visible) {
  lq_surface *overlay = window->overlay;
  if (overlay->isHidden() != is_visible) return;
  if (is_visible) {
    window->focusBelow = window->focusWidget();
    overlay->setGeometry(window->splitter->geometry());
    overlay->raise();
    overlay->show();
    window->splitter->setCovered(true);
    overlay->setFocus(Qt::OtherFocusReason);
  } else {
    // Read this first: hiding the focused widget gives the focus to another one.
    QWidget *below = window->focusBelow;
    window->splitter->setCovered(false);
    overlay->hide();
    const bool takesIt = below && below->isVisible() && below->isEnabled();
    (takesIt ? below : window->main->surface)->setFocus(Qt::OtherFocusReason);
  }
}

void lq_window_show(lq_window *window) {
  // While the window opens, a list passes through sizes that it does not keep.
  lq_surface *surface = window->main->surface;
  surface->isSettling = !window->isVisible();
  window->show();
  surface->isSettling = false;
  surface->reportGeometry();
  // A state panel may have given the focus to its first button.
  if (!window->focusWidget()) window->main->surface->setFocus(Qt::OtherFocusReason);
}

void lq_window_hide(lq_window *window) { window->hide(); }

// Qt places widgets when they are shown. The main list's rectangle is computed here from what is
// beside it; if a style places it differently, the list gets another size later.
void lq_window_place_main(lq_window *window) {
  if (window->isVisible()) return;
  QSize room = window->size();
  if (const QWidget *menus = window->menuWidget())
    room.rheight() -=
        qBound(menus->minimumHeight(), menus->heightForWidth(room.width()), menus->maximumHeight());
  if (!window->sidePane->isHidden())
    room.rwidth() -= window->shownSideWidth() + window->splitter->handleWidth();
  if (window->titleBar) room.rheight() -= Bar::barHeight;
  for (const Notice *notice : window->notices)
    if (notice && !notice->isHidden()) room.rheight() -= notice->heightForWidth(room.width());
  room.rwidth() -= window->main->bar->minimumWidth();
  if (!room.isValid()) return;
  window->main->surface->resize(room);
  window->main->surface->reportGeometry();
}

void lq_window_close(lq_window *window) { window->close(); }
void lq_window_activate(lq_window *window) {
  window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
  window->show();
  window->raise();
  window->activateWindow();
}

bool lq_window_is_active(lq_window *window) { return window->isActiveWindow(); }
void lq_window_set_title(lq_window *window, const char *title) {
  window->setWindowTitle(fromC(title));
}

bool lq_window_set_icon_data(lq_window *window, const uint8_t *bytes, int32_t count) {
  QPixmap pixmap;
  if (!pixmap.loadFromData(bytes, static_cast<uint>(qMax(0, count)))) return false;
  window->setWindowIcon(QIcon(pixmap));
  return true;
}

bool lq_window_has_icon(lq_window *window) { return !window->windowIcon().isNull(); }

void lq_window_set_theme_icon(lq_window *window, const char *name) {
  const QIcon icon = QIcon::fromTheme(fromC(name));
  if (!icon.isNull()) window->setWindowIcon(icon);
}

lq_placement lq_window_placement(lq_window *window) {
  const QRect normal = window->isMaximized() || window->isFullScreen() ? window->normalGeometry()
                                                                       : window->geometry();
  return {normal.x(),
          normal.y(),
          normal.width(),
          normal.height(),
          true,
          window->sideWidth,
          window->isSideWanted,
          window->isMaximized(),
          window->isFullScreen()};
}

void lq_window_set_placement(lq_window *window, const lq_placement *placement) {
  QRect wanted(placement->x, placement->y, placement->width, placement->height);
  const QScreen *screen =
      placement->has_position ? QGuiApplication::screenAt(wanted.center()) : nullptr;
  const bool isOnScreen = screen != nullptr;
  if (!screen) screen = QGuiApplication::primaryScreen();
  if (screen) {
    const QRect room = screen->availableGeometry();
    wanted.setSize(wanted.size().boundedTo(room.size()));
    if (!isOnScreen) wanted.moveCenter(room.center());
    // The screen may have been larger when this was stored, or its scale smaller.
    wanted.moveLeft(qBound(room.left(), wanted.left(), room.right() + 1 - wanted.width()));
    wanted.moveTop(qBound(room.top(), wanted.top(), room.bottom() + 1 - wanted.height()));
  }
  if (placement->has_position)
    window->setGeometry(wanted);
  else
    window->resize(wanted.size());
  window->setSideWidth(qMax(leastSide, placement->side_width));
  window->isSideWanted = placement->side_visible;
  window->sidePane->hide();
  window->foldSide();
  Qt::WindowStates states = window->windowState();
  states.setFlag(Qt::WindowMaximized, placement->maximized);
  states.setFlag(Qt::WindowFullScreen, placement->full_screen);
  window->setWindowState(states);
}

void lq_window_set_side_visible(lq_window *window, bool is_visible) {
  window->isSideWanted = is_visible;
  window->foldSide();
  window->reportPlacement();
}

void lq_window_set_side_offered(lq_window *window, bool is_offered) {
  window->isSideOffered = is_offered;
  window->foldSide();
}

void lq_window_show_side_page(lq_window *window, bool is_side) { window->showPage(is_side); }

bool lq_window_is_narrow(lq_window *window) { return window->isNarrow(); }

bool lq_window_side_shown(lq_window *window) { return !window->sidePane->isHidden(); }

void lq_window_set_fold_width(lq_window *window, int32_t width) {
  window->foldWidth = width;
  window->foldSide();
}

void lq_window_set_side_zoom(lq_window *window, double zoom) {
  if (zoom == window->sideZoom) return;
  window->sideZoom = zoom;
  window->sideWidth = qRound(window->sideBase * qMax(1.0, zoom));
  window->foldSide();
  if (window->sidePane->isHidden() || window->isNarrow() || window->isAsideWanted) return;
  const int beside = window->shownSideWidth();
  window->splitter->setSizes({beside, qMax(1, window->width() - beside)});
  window->reportPlacement();
}

void lq_window_set_full_screen(lq_window *window, bool is_full_screen) {
  window->setWindowState(window->windowState().setFlag(Qt::WindowFullScreen, is_full_screen));
}

void lq_window_set_minimum_size(lq_window *window, int32_t width, int32_t height) {
  window->setMinimumSize(width, height);
}

lq_menu *lq_window_add_menu(lq_window *window, const char *title) {
  auto *menu = new lq_menu(fromC(title), window->handler, window);
  const bool isFirst = window->menuBar()->actions().isEmpty();
  window->menuBar()->addMenu(menu);
  if (isFirst) {
    window->menuBar()->installEventFilter(window);
    window->showMenuBar();
  }
  return menu;
}

void lq_window_set_menu_bar_wanted(lq_window *window, bool is_wanted) {
  window->isMenuBarWanted = is_wanted;
  window->isMenuBarPeeking = false;
  window->showMenuBar();
  window->foldSide();
}

lq_title_bar *lq_window_title_bar(lq_window *window) {
  lq_title_bar *bar = window->madeTitleBar();
  window->foldSide();
  return bar;
}
lq_search_bar *lq_window_search_bar(lq_window *window) { return window->madeSearchBar(); }
bool lq_window_menu_bar_shown(lq_window *window) {
  return window->isMenuBarWanted || window->isMenuBarPeeking;
}

bool lq_window_grab(lq_window *window, const char *path) {
  return window->grab().save(fromC(path), "PNG");
}
