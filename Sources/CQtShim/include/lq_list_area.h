// Surface with its scroll bar and the widgets that float above it.
#pragma once

#include "lq_find_bar.h"
#include "lq_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_list_area lq_list_area;

typedef struct {
  void *context;
  /// The user moved the thumb or clicked the bar.
  void (*scrolled)(void *context, int32_t value);
  /// The user grabbed the thumb, or released it.
  void (*thumb)(void *context, bool is_held);
  void (*jump)(void *context);
  /// A button of the state panel was pressed, by index.
  void (*state_button)(void *context, int32_t index);
  /// The button of the offer was pressed, or the time has passed without a press.
  void (*offer)(void *context, bool is_taken);
  /// A line of the welcome page was chosen, by index.
  void (*entry)(void *context, int32_t index);
} lq_list_area_callbacks;

lq_surface *lq_list_area_surface(lq_list_area *area);
/// Returns the find bar, made at first use; hidden until lq_find_bar_set_visible.
lq_find_bar *lq_list_area_find_bar(lq_list_area *area);
void lq_list_area_set_callbacks(lq_list_area *area, const lq_list_area_callbacks *callbacks);

/// Sets the bar without calling back. A maximum of 0 hides it (in the main list its space stays).
void lq_list_area_set_scroll(
    lq_list_area *area, int32_t maximum, int32_t page, int32_t line, int32_t value);

/// Sets the colour of the space of a hidden bar, 0xRRGGBB: the list's own.
void lq_list_area_set_background(lq_list_area *area, uint32_t color);

/// Sets the text beside the thumb; NULL hides it.
void lq_list_area_set_bubble(lq_list_area *area, const char *text);
/// Shows or hides the round button at the lower right; with a badge other than NULL and "", it is a
/// strip along the lower edge. \p rise: points below the round one that something else may cover.
void lq_list_area_set_jump(
    lq_list_area *area, bool is_visible, const char *badge, int32_t rise);
/// Returns the points at the lower edge that the strip covers; 0 without one.
int32_t lq_list_area_strip_room(lq_list_area *area);
/// Returns the button's rectangle, shown or not, in points of the surface.
void lq_list_area_jump_place(lq_list_area *area, int32_t *x, int32_t *y, int32_t *width, int32_t *height);
/// Sets whether text is behind the button; if so, it hides while the list rests.
void lq_list_area_set_jump_covering(lq_list_area *area, bool is_covering);

typedef struct {
  const char *title;
  const char *detail;
  /// Titles of up to two buttons; NULL for none.
  const char *buttons[2];
  /// Progress: below 0: none; 0 to 1: fraction done; above 1: unknown.
  double progress;
  /// Initials of a person in a circle above the title; NULL for none.
  const char *initials;
  /// Colours of the circle and of the letters, 0xRRGGBB.
  uint32_t color, letters;
} lq_state;
/// Shows a panel in the middle; NULL hides it.
void lq_list_area_set_state(lq_list_area *area, const lq_state *state);
/// Shows premultiplied pixels in the circle of a panel that has one, instead of the initials.
void lq_list_area_set_state_picture(
    lq_list_area *area, const uint32_t *pixels, int32_t width, int32_t height);

/// Contents of the page while nothing is open.
typedef struct {
  const char *title;
  const char *detail;
  /// Texts of the area to drop files on, and below it which files.
  const char *drop;
  const char *formats;
  /// Titles of the buttons: two in that area, two below it; NULL for none. Reported by state_button
  /// as 0 to 3.
  const char *buttons[4];
  const char *entries_title;
  /// Three texts per entry: its name, and below it facts, which may be empty, and a path after
  /// them.
  const char *const *entries;
  int32_t count;
} lq_welcome;
/// Shows the page; NULL hides it.
void lq_list_area_set_welcome(lq_list_area *area, const lq_welcome *welcome);
/// Shows a short message at the bottom, which disappears by itself.
void lq_list_area_toast(lq_list_area *area, const char *text, int32_t milliseconds);
/// Shows a text and a button, which disappear by themselves, in place of a previous offer; a text
/// of NULL removes them without an answer. \p key: such as "Ctrl+Z", which does the same as the
/// button; NULL for none.
void lq_list_area_offer(
    lq_list_area *area, const char *text, const char *button, const char *key,
    int32_t milliseconds);

#ifdef __cplusplus
}
#endif
