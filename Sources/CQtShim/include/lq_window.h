// Main window: a side list, a main list, a menu bar.
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
  /// The window is about to close; false keeps it open.
  bool (*close)(void *context);
  /// Position, size, side width or state changed; read the placement when saving.
  void (*placement)(void *context);
  /// A menu's action was chosen.
  void (*action)(void *context, int32_t id, bool is_checked);
  /// A button of a notice, or -1 when the reader puts it away. It stays until it is hidden.
  void (*notice)(void *context, int32_t line, int32_t index);
  /// A narrow window shows the other list now.
  void (*page)(void *context);
  /// Escape that nothing in the window has handled.
  bool (*escape)(void *context);
  /// The window became active or inactive.
  void (*active)(void *context, bool is_active);
  /// A button of the bar was pressed; -1 when the user closes it. The bar stays until it is hidden.
  void (*bar)(void *context, int32_t index);
  /// The user closes the list beside the main one. It stays until it is hidden.
  void (*aside_closed)(void *context);
  /// The user asks for the side list, which is shown already.
  void (*side_asked)(void *context);
} lq_window_callbacks;

typedef struct {
  /// Position and size in points. x and y are ignored where the window system places windows
  /// (Wayland).
  int32_t x, y, width, height;
  /// Whether there is a position; otherwise the window system chooses it.
  bool has_position;
  int32_t side_width;
  bool side_visible;
  bool maximized, full_screen;
} lq_placement;

lq_window *lq_window_create(const lq_window_callbacks *callbacks);
void lq_window_destroy(lq_window *window);
lq_list_area *lq_window_main_area(lq_window *window);
lq_list_area *lq_window_side_area(lq_window *window);
/// Returns the composer below the main list, made at first use, hidden until
/// lq_composer_set_visible.
lq_composer *lq_window_composer(lq_window *window);
/// Return a list beside the main one, and a composer below it, made at first use.
lq_list_area *lq_window_aside_area(lq_window *window);
lq_composer *lq_window_aside_composer(lq_window *window);
/// Shows it under a title, in place of the main list if there is no space for both; NULL hides it.
void lq_window_set_aside(lq_window *window, const char *title);
/// Return the bars above the main list and above the side list, made at first use.
lq_title_bar *lq_window_title_bar(lq_window *window);
lq_search_bar *lq_window_search_bar(lq_window *window);
/// Sets whether the menu bar is always visible. Otherwise it is shown while it has the focus (Alt),
/// and a button of the bars above the lists opens its menus.
void lq_window_set_menu_bar_wanted(lq_window *window, bool is_wanted);
bool lq_window_menu_bar_shown(lq_window *window);
/// Returns a surface over both lists, hidden until lq_window_set_overlay_visible.
lq_surface *lq_window_overlay(lq_window *window);
/// Shows or hides the overlay. While shown, it takes the focus and the mouse; afterwards the
/// previous focus is restored.
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
/// Shows a text and buttons below the main list, in place of the composer. \p close: name of the
/// cross; "": the usual one.
void lq_window_show_bar(
    lq_window *window, const char *text, const char *close, const char *const *buttons,
    int32_t count);
void lq_window_hide_bar(lq_window *window, bool focuses_composer);

void lq_window_show(lq_window *window);
void lq_window_hide(lq_window *window);
/// Gives the main list of a window that is not shown yet the size that it will have.
void lq_window_place_main(lq_window *window);
void lq_window_close(lq_window *window);
/// Brings the window to the front, as far as the window system allows.
void lq_window_activate(lq_window *window);
/// Returns whether the window is active, so that the user is looking at it.
bool lq_window_is_active(lq_window *window);
void lq_window_set_title(lq_window *window, const char *title);
lq_placement lq_window_placement(lq_window *window);
/// Moves and resizes the window; adjusted so that it is on a screen.
void lq_window_set_placement(lq_window *window, const lq_placement *placement);
/// Sets whether the user wants the side list; below the fold width it hides by itself.
void lq_window_set_side_visible(lq_window *window, bool is_visible);
/// Sets whether a button above the main list leads to the side list while that is not wanted.
void lq_window_set_side_offered(lq_window *window, bool is_offered);
bool lq_window_side_shown(lq_window *window);
/// Returns whether the window has space for only one of its two lists.
bool lq_window_is_narrow(lq_window *window);
/// Sets which page is shown while the window is narrow.
void lq_window_show_side_page(lq_window *window, bool is_side);
void lq_window_set_fold_width(lq_window *window, int32_t width);

/// Size of the side list's text, 1 for the normal one: its width follows.
void lq_window_set_side_zoom(lq_window *window, double zoom);
/// Sets the icon from the bytes of a picture's file, for desktops whose theme has none.
bool lq_window_set_icon_data(lq_window *window, const uint8_t *bytes, int32_t count);
bool lq_window_has_icon(lq_window *window);
/// Sets the icon that the desktop's theme has under this name, if it has one.
void lq_window_set_theme_icon(lq_window *window, const char *name);
void lq_window_set_full_screen(lq_window *window, bool is_full_screen);
void lq_window_set_minimum_size(lq_window *window, int32_t width, int32_t height);

/// Appends a menu to the menu bar. "&" marks the mnemonic.
lq_menu *lq_window_add_menu(lq_window *window, const char *title);
/// Writes the window's content, without its frame, as a PNG file.
bool lq_window_grab(lq_window *window, const char *path);

#ifdef __cplusplus
}
#endif
