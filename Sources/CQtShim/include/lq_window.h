// The main window: a side list, a main list, a menu bar.
#pragma once

#include "lq_bars.h"
#include "lq_composer.h"
#include "lq_list_area.h"
#include "lq_menu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_window lq_window;

typedef struct {
  void *context;
  /// False keeps the window open.
  bool (*close)(void *context);
  /// Position, size, side width or state changed; ask for the placement when saving.
  void (*placement)(void *context);
  /// A menu's action was chosen.
  void (*action)(void *context, int32_t id, bool is_checked);
  /// A button of a notice, or -1 when the reader puts it away. It stays until it is hidden.
  void (*notice)(void *context, int32_t line, int32_t index);
  /// In a narrow window another list is shown than before.
  void (*page)(void *context);
  /// Escape that nothing in the window has taken.
  bool (*escape)(void *context);
  /// It got the keys, or another window did.
  void (*active)(void *context, bool is_active);
  /// A button of the bar, or -1 when the reader puts it away. It stays until it is hidden.
  void (*bar)(void *context, int32_t index);
  /// The reader closes what is beside the main list. It stays until it is hidden.
  void (*aside_closed)(void *context);
  /// The reader asks for the side list, which is shown already.
  void (*side_asked)(void *context);
} lq_window_callbacks;

typedef struct {
  /// Logical units. x and y are ignored where the window system places windows (Wayland).
  int32_t x, y, width, height;
  /// False leaves the place to the window system.
  bool has_position;
  int32_t side_width;
  bool side_visible;
  bool maximized, full_screen;
} lq_placement;

lq_window *lq_window_create(const lq_window_callbacks *callbacks);
void lq_window_destroy(lq_window *window);
lq_list_area *lq_window_main_area(lq_window *window);
lq_list_area *lq_window_side_area(lq_window *window);
/// Below the main list, made when it is first asked for, hidden until lq_composer_set_visible.
lq_composer *lq_window_composer(lq_window *window);
/// A list beside the main one, and a composer below it, made when they are first asked for.
lq_list_area *lq_window_aside_area(lq_window *window);
lq_composer *lq_window_aside_composer(lq_window *window);
/// Shows it under a title, in place of the main list where there is no room for both; NULL hides it.
void lq_window_set_aside(lq_window *window, const char *title);
/// Above the main list and above the side list, made when they are first asked for.
lq_title_bar *lq_window_title_bar(lq_window *window);
lq_search_bar *lq_window_search_bar(lq_window *window);
/// Whether the menu bar is there for good. Otherwise it is while it has the keys (Alt), and a button of the bars
/// above the lists has its menus.
void lq_window_set_menu_bar_wanted(lq_window *window, bool is_wanted);
bool lq_window_menu_bar_shown(lq_window *window);
/// A surface over both lists, hidden until lq_window_set_overlay_visible.
lq_surface *lq_window_overlay(lq_window *window);
/// Shown, it takes the keys and the mouse from what is below; hidden, what had the keys before has them again.
void lq_window_set_overlay_visible(lq_window *window, bool is_visible);

/// Notices above the main list, one below the other.
#define LQ_NOTICES 2
/// Shows words and buttons as one of them, in place of what is there.
void lq_window_show_notice(
    lq_window *window, int32_t line, const char *text, const char *const *buttons, int32_t count);
void lq_window_hide_notice(lq_window *window, int32_t line);
/// Of the first notice. Returns false where there is no such button. x, y: relative to the main surface, y is negative.
bool lq_window_notice_button(
    lq_window *window, int32_t index, double *x, double *y, double *width, double *height);
/// Shows a line of words and buttons below the main list, in place of the composer.
void lq_window_show_bar(
    lq_window *window, const char *text, const char *const *buttons, int32_t count);
void lq_window_hide_bar(lq_window *window);

void lq_window_show(lq_window *window);
void lq_window_hide(lq_window *window);
/// Gives the main list of a window that is not shown yet the size that it will have.
void lq_window_place_main(lq_window *window);
void lq_window_close(lq_window *window);
/// To the front, as far as the window system allows.
void lq_window_activate(lq_window *window);
/// Whether it has the keys: whoever it belongs to is looking at it.
bool lq_window_is_active(lq_window *window);
void lq_window_set_title(lq_window *window, const char *title);
lq_placement lq_window_placement(lq_window *window);
/// Moved and shrunk as needed so that it is on a screen.
void lq_window_set_placement(lq_window *window, const lq_placement *placement);
/// Whether the reader wants the side list; it folds away by itself below the fold width.
void lq_window_set_side_visible(lq_window *window, bool is_visible);
/// Whether a button above the main list leads to the side list while that is not wanted.
void lq_window_set_side_offered(lq_window *window, bool is_offered);
bool lq_window_side_shown(lq_window *window);
/// Whether the window has room for one of its two lists.
bool lq_window_is_narrow(lq_window *window);
/// Sets which page is shown while the window is narrow.
void lq_window_show_side_page(lq_window *window, bool is_side);
void lq_window_set_fold_width(lq_window *window, int32_t width);
/// A picture's file as bytes; for where the desktop's theme has none.
bool lq_window_set_icon_data(lq_window *window, const uint8_t *bytes, int32_t count);
bool lq_window_has_icon(lq_window *window);
/// The icon that the desktop's theme has under this name, if it has one.
void lq_window_set_theme_icon(lq_window *window, const char *name);
void lq_window_set_full_screen(lq_window *window, bool is_full_screen);
void lq_window_set_minimum_size(lq_window *window, int32_t width, int32_t height);

/// Appends a menu to the menu bar. "&" marks the mnemonic.
lq_menu *lq_window_add_menu(lq_window *window, const char *title);
/// Writes what the window shows, without its frame, as a PNG file.
bool lq_window_grab(lq_window *window, const char *path);

#ifdef __cplusplus
}
#endif
