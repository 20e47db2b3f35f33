#include "QuietQt.hpp"
#include "Menu.hpp"

#include <QAction>
#include <QKeySequence>

#include "Surface.hpp"
#include "Text.hpp"

namespace {
QAction *qt(lq_action *action) { return reinterpret_cast<QAction *>(action); }
}  // namespace

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

void lq_menu_add_separator(lq_menu *menu) { menu->addSeparator(); }
void lq_menu_clear(lq_menu *menu) { menu->clear(); }
void lq_menu_set_enabled(lq_menu *menu, bool is_enabled) {
  menu->menuAction()->setEnabled(is_enabled);
}

void lq_action_set_enabled(lq_action *action, bool is_enabled) {
  qt(action)->setEnabled(is_enabled);
}
void lq_action_set_checked(lq_action *action, bool is_checked) {
  qt(action)->setChecked(is_checked);
}
void lq_action_set_text(lq_action *action, const char *text) { qt(action)->setText(fromC(text)); }

void lq_action_set_shortcuts(lq_action *action, const char *shortcuts) {
  qt(action)->setShortcuts(QKeySequence::listFromString(fromC(shortcuts)));
}

lq_menu *lq_popup_create(
    lq_surface *surface, void (*chosen)(void *context, int32_t id), void *context) {
  auto answer = std::make_shared<int32_t>(-1);
  auto handler = std::make_shared<ActionHandler>(
      [answer](int32_t id, bool) { *answer = id; });
  auto *menu = new lq_menu(QString(), handler, surface);
  menu->anchor = surface;
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // The choice is reported after the menu is gone, so that what it starts finds a quiet loop.
  QObject::connect(menu, &QObject::destroyed, menu, [=] { chosen(context, *answer); });
  return menu;
}

void lq_popup_show(lq_menu *menu, double x, double y) {
  const QPoint place(static_cast<int>(x), static_cast<int>(y));
  menu->popup(menu->anchor ? menu->anchor->mapToGlobal(place) : place);
}
