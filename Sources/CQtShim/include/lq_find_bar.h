// A field over a list's upper edge that finds words in it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_find_bar lq_find_bar;

typedef struct {
  void *context;
  /// The text or one of the choices became another, by the reader's hand.
  void (*changed)(void *context);
  /// Return or a button: 1 for the next find, -1 for the one before.
  void (*step)(void *context, int32_t steps);
  /// Escape or the button that closes; the bar is still visible.
  void (*close)(void *context);
} lq_find_bar_callbacks;

/// Forgets the old callbacks at once; NULL for none.
void lq_find_bar_set_callbacks(lq_find_bar *bar, const lq_find_bar_callbacks *callbacks);
void lq_find_bar_set_visible(lq_find_bar *bar, bool is_visible);
/// Calls nothing back.
void lq_find_bar_set_text(lq_find_bar *bar, const char *text);
/// To be freed with lq_free.
char *lq_find_bar_text(lq_find_bar *bar);
bool lq_find_bar_matches_case(lq_find_bar *bar);
bool lq_find_bar_whole_words(lq_find_bar *bar);
/// Sets the status beside the field, and its short form for where there is little room.
/// `is_problem` colours the field.
void lq_find_bar_set_status(
    lq_find_bar *bar, const char *text, const char *brief, bool is_problem);
void lq_find_bar_set_steps_enabled(lq_find_bar *bar, bool is_enabled);
/// Gives the field the keys, with its text selected.
void lq_find_bar_focus(lq_find_bar *bar);
/// Height from the list's upper edge to the bar's lower one, points.
int32_t lq_find_bar_reach(lq_find_bar *bar);

#ifdef __cplusplus
}
#endif
