// A surface with its scroll bar and what floats above it.
#pragma once

#include "lq_find_bar.h"
#include "lq_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_list_area lq_list_area;

typedef struct {
  void *context;
  /// The reader moved the thumb or clicked the bar.
  void (*scrolled)(void *context, int32_t value);
  /// The reader took hold of the thumb, or let it go.
  void (*thumb)(void *context, bool is_held);
  void (*jump)(void *context);
  /// A button of the state panel, by index.
  void (*state_button)(void *context, int32_t index);
  /// The button of the offer, or that nobody pressed it in time.
  void (*offer)(void *context, bool is_taken);
  /// A line of the welcome page, by index.
  void (*entry)(void *context, int32_t index);
} lq_list_area_callbacks;

lq_surface *lq_list_area_surface(lq_list_area *area);
/// Made when it is first asked for; hidden until lq_find_bar_set_visible.
lq_find_bar *lq_list_area_find_bar(lq_list_area *area);
void lq_list_area_set_callbacks(lq_list_area *area, const lq_list_area_callbacks *callbacks);

/// Sets the bar without calling back. A maximum of 0 hides it (in the main list its room stays).
void lq_list_area_set_scroll(
    lq_list_area *area, int32_t maximum, int32_t page, int32_t line, int32_t value);

/// The colour of the room of a hidden bar, 0xRRGGBB: the list's own.
void lq_list_area_set_background(lq_list_area *area, uint32_t color);

/// Text beside the thumb; NULL hides it.
void lq_list_area_set_bubble(lq_list_area *area, const char *text);
/// The round button at the lower right; with a badge, which NULL and "" are not, a strip along the lower
/// edge. \p rise: points below it that something else stands on.
void lq_list_area_set_jump(
    lq_list_area *area, bool is_visible, const char *badge, int32_t rise);
/// Points at the lower edge that the strip covers, and what it stands on; 0 without one.
int32_t lq_list_area_strip_room(lq_list_area *area);
/// Returns the button's rectangle, shown or not, in points of the surface.
void lq_list_area_jump_place(lq_list_area *area, int32_t *x, int32_t *y, int32_t *width, int32_t *height);
/// Whether there are words beneath it: then it rests out of sight.
void lq_list_area_set_jump_covering(lq_list_area *area, bool is_covering);

typedef struct {
  const char *title;
  const char *detail;
  /// NULL for none.
  const char *buttons[2];
  /// Below 0: none. At or above 0: part of a whole up to 1. Above 1: unknown how long.
  double progress;
  /// In a circle of that colour above the title: somebody's; NULL for none.
  const char *initials;
  uint32_t color;
} lq_state;
/// A panel in the middle; NULL hides it.
void lq_list_area_set_state(lq_list_area *area, const lq_state *state);
/// Premultiplied words, in the circle of a panel that has one, in place of the initials.
void lq_list_area_set_state_picture(
    lq_list_area *area, const uint32_t *pixels, int32_t width, int32_t height);

/// Contents of the page while nothing is open.
typedef struct {
  const char *title;
  const char *detail;
  /// In the place to drop files on, and below it what files.
  const char *drop;
  const char *formats;
  /// Two in that place, two below it; NULL for none. They are state_button's 0 to 3.
  const char *buttons[4];
  const char *entries_title;
  /// Three of each: its name, and what is said below it: facts, which may be empty, and the path
  /// behind them.
  const char *const *entries;
  int32_t count;
} lq_welcome;
/// NULL hides it.
void lq_list_area_set_welcome(lq_list_area *area, const lq_welcome *welcome);
/// A short message at the bottom that goes by itself.
void lq_list_area_toast(lq_list_area *area, const char *text, int32_t milliseconds);
/// Words and a button that go by themselves, in place of those that are there; a text of NULL takes them
/// away without an answer.
void lq_list_area_offer(
    lq_list_area *area, const char *text, const char *button, int32_t milliseconds);

#ifdef __cplusplus
}
#endif
