#include "QuietQt.hpp"
#include "Menu.hpp"

#include <QAccessibleObject>
#include <QAccessibleWidget>
#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QWidgetAction>
#include <QKeySequence>
#include <QScreen>

#include "EmojiFont.hpp"
#include "InputPanel.hpp"
#include "Surface.hpp"
#include "Text.hpp"

namespace {
QAction *qt(lq_action *action) { return reinterpret_cast<QAction *>(action); }

/// Symbols side by side in a menu: Left and Right move from one to the next; Up and Down are left
/// to the menu.
class SymbolRow final : public QWidget {
 public:
  SymbolRow(lq_menu *menu, QAction *entry) : QWidget(menu), entry(entry), menu(menu) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 4, 6, 4);
    row->setSpacing(2);
    setFocusPolicy(Qt::StrongFocus);
  }

  /// The entry of the menu that shows this row.
  QAction *const entry;

  void add(const lq_menu_symbol &symbol) {
    auto *button = new QToolButton(this);
    QFont large = ofEmoji(font());
    large.setPixelSize(20);
    button->setFont(large);
    button->setText(fromC(symbol.symbol));
    button->setToolTip(fromC(symbol.name));
    button->setAccessibleName(fromC(symbol.name));
    button->setAutoRaise(true);
    button->setCheckable(symbol.is_on);
    button->setChecked(symbol.is_on);
    button->setFixedSize(36, 36);
    button->setFocusPolicy(Qt::StrongFocus);
    button->installEventFilter(this);
    const auto choose = [this, id = symbol.id] {
      // Closing deletes this object.
      lq_menu *open = menu;
      (*open->handler)(id, false);
      open->close();
    };
    // Screen readers toggle a button that is on, which is no click.
    if (symbol.is_on)
      connect(button, &QToolButton::toggled, this, choose);
    else
      connect(button, &QToolButton::clicked, this, choose);
    layout()->addWidget(button);
    if (buttons.isEmpty()) setFocusProxy(button);
    buttons.append(button);
  }

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override {
    if (event->type() != QEvent::KeyPress) return false;
    auto *key = static_cast<QKeyEvent *>(event);
    const int at = static_cast<int>(buttons.indexOf(static_cast<QToolButton *>(watched)));
    int step = 0;
    switch (key->key()) {
      case Qt::Key_Left: step = -1; break;
      case Qt::Key_Right: step = 1; break;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        buttons[at]->click();
        return true;
      case Qt::Key_Space: return false;
      default:
        // Everything else is the menu's.
        QCoreApplication::sendEvent(menu, event);
        return true;
    }
    if (layoutDirection() == Qt::RightToLeft) step = -step;
    buttons[qBound(0, at + step, int(buttons.size()) - 1)]->setFocus(Qt::TabFocusReason);
    return true;
  }

 private:
  lq_menu *menu;
  QList<QToolButton *> buttons;
};

/// Accessibility of a row of symbols, as the child of its entry.
class SymbolsInterface final : public QAccessibleWidget {
 public:
  explicit SymbolsInterface(SymbolRow *row)
      : QAccessibleWidget(row, QAccessible::Grouping), row(row) {}

  QAccessibleInterface *parent() const override {
    return QAccessible::queryAccessibleInterface(row->entry);
  }

 private:
  SymbolRow *row;
};

/// Accessibility of the entry that shows a row of symbols. Qt's own interface of an entry has no
/// children but a submenu.
class SymbolEntryInterface final : public QAccessibleObject {
 public:
  explicit SymbolEntryInterface(QWidgetAction *entry) : QAccessibleObject(entry) {}

  QAccessibleInterface *parent() const override {
    return QAccessible::queryAccessibleInterface(menu());
  }
  int childCount() const override { return row() ? 1 : 0; }
  QAccessibleInterface *child(int index) const override {
    return index == 0 && row() ? QAccessible::queryAccessibleInterface(row()) : nullptr;
  }
  int indexOfChild(const QAccessibleInterface *child) const override {
    return child && row() && child->object() == row() ? 0 : -1;
  }
  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name ? QObject::tr("React") : QString();
  }
  QAccessible::Role role() const override { return QAccessible::MenuItem; }
  QAccessible::State state() const override {
    QAccessible::State state;
    const QMenu *shown = menu();
    if (!shown || !shown->isVisible()) state.invisible = true;
    if (shown && shown->activeAction() == object()) state.focused = true;
    return state;
  }
  QRect rect() const override {
    const QWidget *shown = row();
    return shown ? QRect(shown->mapToGlobal(QPoint(0, 0)), shown->size()) : QRect();
  }

 private:
  QMenu *menu() const { return qobject_cast<QMenu *>(object()->parent()); }
  QWidget *row() const {
    auto *entry = qobject_cast<QWidgetAction *>(object());
    return entry ? entry->defaultWidget() : nullptr;
  }
};

QAccessibleInterface *interfaceFor(const QString &, QObject *object) {
  if (auto *row = dynamic_cast<SymbolRow *>(object)) return new SymbolsInterface(row);
  auto *entry = qobject_cast<QWidgetAction *>(object);
  return entry && dynamic_cast<SymbolRow *>(entry->defaultWidget())
             ? new SymbolEntryInterface(entry)
             : nullptr;
}

// Qt keeps the interface that it gets first, so this comes before the first row.
void describeRows() {
  static const bool isInstalled = [] {
    QAccessible::installFactory(interfaceFor);
    return true;
  }();
  (void)isInstalled;
}
}  // namespace

// Qt offers this only in the style of macOS.
bool lq_menu::chooseBy(const QString &letter) {
  QList<QAction *> found;
  const qsizetype now = actions().indexOf(activeAction());
  QAction *next = nullptr;
  for (QAction *action : actions()) {
    if (!action->isVisible() || !action->isEnabled() || action->isSeparator()) continue;
    if (!QKeySequence::mnemonic(action->text()).isEmpty() &&
        QKeySequence::mnemonic(action->text())[0].key() == QKeySequence(letter)[0].key())
      return false;
    if (!action->text().startsWith(letter, Qt::CaseInsensitive)) continue;
    found.push_back(action);
    if (!next && actions().indexOf(action) > now) next = action;
  }
  if (found.isEmpty()) return false;
  highlight(next ? next : found.first());
  if (found.size() > 1) return true;
  QKeyEvent press(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
  QMenu::keyPressEvent(&press);
  return true;
}

// Qt opens a submenu that is made active, except where an arrow key leads to it: so those lead there
// from the entry before it that has none.
void lq_menu::highlight(QAction *entry) {
  setFocus();
  if (!entry->menu()) return setActiveAction(entry);
  QAction *before = nullptr;
  for (QAction *action : actions()) {
    if (action == entry) break;
    if (action->isVisible() && action->isEnabled() && !action->isSeparator() && !action->menu())
      before = action;
  }
  setActiveAction(before);
  QKeyEvent step(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier);
  for (qsizetype steps = actions().size(); steps > 0 && activeAction() != entry; --steps)
    QMenu::keyPressEvent(&step);
}

void lq_menu::keyPressEvent(QKeyEvent *event) {
  const bool isPlain = !(event->modifiers() & ~Qt::ShiftModifier);
  const bool isHome = event->key() == Qt::Key_Home;
  if (isPlain && (isHome || event->key() == Qt::Key_End)) {
    // From nothing, Down goes to the first entry that can be chosen, and Up to the last.
    setActiveAction(nullptr);
    setFocus();
    QKeyEvent step(QEvent::KeyPress, isHome ? Qt::Key_Down : Qt::Key_Up, Qt::NoModifier);
    return QMenu::keyPressEvent(&step);
  }
  const QString text = event->text();
  if (isPlain && text.size() == 1 && text[0].isLetterOrNumber() && chooseBy(text)) return;
  QMenu::keyPressEvent(event);
}

lq_action *lq_menu_add_action(
    lq_menu *menu, int32_t id, const char *text, const char *shortcut, bool is_checkable) {
  QAction *action = menu->addAction(fromC(text));
  if (shortcut) action->setShortcut(QKeySequence(fromC(shortcut)));
  action->setCheckable(is_checkable);
  QObject::connect(action, &QAction::triggered, action, [handler = menu->handler, id](bool on) {
    (*handler)(id, on);
  });
  return reinterpret_cast<lq_action *>(action);
}

lq_menu *lq_menu_add_submenu(lq_menu *menu, const char *title) {
  auto *submenu = new lq_menu(fromC(title), menu->handler, menu);
  menu->addMenu(submenu);
  return submenu;
}

void lq_menu_add_row(lq_menu *menu, const lq_menu_symbol *symbols, int32_t count) {
  describeRows();
  auto *entry = new QWidgetAction(menu);
  auto *row = new SymbolRow(menu, entry);
  for (int32_t index = 0; index < count; ++index) row->add(symbols[index]);
  entry->setDefaultWidget(row);
  menu->addAction(entry);
}

void lq_menu_add_separator(lq_menu *menu) { menu->addSeparator(); }
void lq_menu_clear(lq_menu *menu) { menu->clear(); }
void lq_menu_set_enabled(lq_menu *menu, bool is_enabled) {
  menu->menuAction()->setEnabled(is_enabled);
}

void lq_menu_watch(lq_menu *menu, int32_t id) {
  QObject::connect(
      menu, &QMenu::aboutToShow, menu, [handler = menu->handler, id] { (*handler)(id, true); });
  // An entry that was chosen runs first.
  QObject::connect(
      menu, &QMenu::aboutToHide, menu, [handler = menu->handler, id] { (*handler)(id, false); },
      Qt::QueuedConnection);
}

void lq_action_set_enabled(lq_action *action, bool is_enabled) {
  qt(action)->setEnabled(is_enabled);
}
void lq_action_set_checked(lq_action *action, bool is_checked) {
  qt(action)->setChecked(is_checked);
}

void lq_action_set_shortcuts(lq_action *action, const char *shortcuts) {
  qt(action)->setShortcuts(QKeySequence::listFromString(fromC(shortcuts)));
}

lq_menu *lq_popup_create(
    lq_surface *surface, void (*chosen)(void *context, int32_t id), void *context) {
  auto answer = std::make_shared<int32_t>(-1);
  auto handler = std::make_shared<ActionHandler>(
      [answer](int32_t id, bool) { *answer = id; });
  // The parent is not the surface, because the children of a list are its items.
  auto *menu = new lq_menu(QString(), handler, surface->parentWidget());
  menu->anchor = surface;
  menu->setAccessibleName(QObject::tr("Menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // When a screen reader presses an entry, the menu stays open.
  QObject::connect(menu, &QMenu::triggered, menu, [menu] {
    if (menu->isVisible()) menu->close();
  });
  // The choice is reported after the menu is gone, so that its action does not run inside the
  // menu's event handling.
  QObject::connect(menu, &QObject::destroyed, menu, [=] { chosen(context, *answer); });
  return menu;
}

void lq_popup_show_beside(lq_menu *menu, double x, double y, double width, double height) {
  if (!menu->anchor) return lq_popup_show(menu, x, y);
  const QRect about(
      menu->anchor->mapToGlobal(QPoint(static_cast<int>(x), static_cast<int>(y))),
      QSize(static_cast<int>(width), static_cast<int>(height)));
  QRect room = menu->anchor->screen()->availableGeometry();
  const QWidget *window = menu->anchor->window();
  if (const int covered = coveredByInputPanel(window))
    room.setBottom(window->mapToGlobal(QPoint(0, window->height() - covered)).y() - 1);
  const QSize size = menu->sizeHint();
  const bool isMirrored = menu->isRightToLeft();
  const int left = isMirrored ? about.right() + 1 - size.width() : about.left();
  const int beyond = about.right() + 1, before = about.left() - size.width();
  QPoint place(qBound(room.left(), left, qMax(room.left(), room.right() + 1 - size.width())), about.bottom() + 1);
  if (place.y() + size.height() > room.bottom() + 1) {
    if (about.top() - size.height() >= room.top()) {
      place.setY(about.top() - size.height());
    } else {
      place.setY(qMax(room.top(), qMin(about.top(), room.bottom() + 1 - size.height())));
      const bool fitsBeyond = beyond + size.width() <= room.right() + 1;
      const bool fitsBefore = before >= room.left();
      if (fitsBeyond && !(isMirrored && fitsBefore))
        place.setX(beyond);
      else if (fitsBefore)
        place.setX(before);
    }
  }
  // In a right-to-left language, Qt takes the position for the menu's right edge.
  if (isMirrored) place.rx() += size.width();
  menu->popup(place);
}

void lq_popup_show(lq_menu *menu, double x, double y) {
  QPoint place(static_cast<int>(x), static_cast<int>(y));
  if (!menu->anchor) return menu->popup(place);
  place = menu->anchor->mapToGlobal(place);
  // Move it above the on-screen keyboard, which covers everything.
  const QWidget *window = menu->anchor->window();
  if (const int covered = coveredByInputPanel(window)) {
    const int lowest = window->mapToGlobal(QPoint(0, window->height() - covered)).y();
    place.setY(qMax(0, qMin(place.y(), lowest - menu->sizeHint().height())));
  }
  menu->popup(place);
}
