// Menus of the menu bar, submenus, and context menus.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lq_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_menu lq_menu;
typedef struct lq_action lq_action;

/// Adds an action; the window's `action` callback reports its choice with the id.
/// - shortcut: such as "Ctrl+O"; NULL for none.
lq_action *lq_menu_add_action(
    lq_menu *menu, int32_t id, const char *text, const char *shortcut, bool is_checkable);
lq_menu *lq_menu_add_submenu(lq_menu *menu, const char *title);
/// Appends symbols side by side, each chosen by its id; their names are for screen readers. Those
/// that are on look pressed.
typedef struct {
  int32_t id;
  const char *symbol;
  const char *name;
  bool is_on;
} lq_menu_symbol;
void lq_menu_add_row(lq_menu *menu, const lq_menu_symbol *symbols, int32_t count);
void lq_menu_add_separator(lq_menu *menu);
/// Removes all entries; their actions do not exist afterwards.
void lq_menu_clear(lq_menu *menu);
void lq_menu_set_enabled(lq_menu *menu, bool is_enabled);
/// Reports when the menu is shown: the window's `action` callback gets the id with true before,
/// and with false after it was hidden.
void lq_menu_watch(lq_menu *menu, int32_t id);

void lq_action_set_enabled(lq_action *action, bool is_enabled);
void lq_action_set_checked(lq_action *action, bool is_checked);
/// Sets further shortcuts for the same action, separated by ";".
void lq_action_set_shortcuts(lq_action *action, const char *shortcuts);

/// Makes a context menu over a surface; add entries, then show it. It is destroyed when it closes.
///
/// `chosen` is called exactly once: with the chosen id, or -1.
lq_menu *lq_popup_create(
    lq_surface *surface, void (*chosen)(void *context, int32_t id), void *context);
/// Shows it at a point of the surface, points.
void lq_popup_show(lq_menu *menu, double x, double y);
/// Shows it below a rectangle of the surface, or above or beside it if there is more space, so that
/// the rectangle stays visible.
void lq_popup_show_beside(lq_menu *menu, double x, double y, double width, double height);

#ifdef __cplusplus
}
#endif
