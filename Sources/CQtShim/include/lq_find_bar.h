// Text field on top of a list, for finding in it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_find_bar lq_find_bar;

typedef struct {
  void *context;
  /// The user has changed the text or an option.
  void (*changed)(void *context);
  /// Return or a button was pressed: 1 for the next match, -1 for the previous one.
  void (*step)(void *context, int32_t steps);
  /// Escape or the close button was pressed; the bar is still visible.
  void (*close)(void *context);
} lq_find_bar_callbacks;

/// Replaces the callbacks at once; NULL for none.
void lq_find_bar_set_callbacks(lq_find_bar *bar, const lq_find_bar_callbacks *callbacks);
void lq_find_bar_set_visible(lq_find_bar *bar, bool is_visible);
/// Sets the text without calling back.
void lq_find_bar_set_text(lq_find_bar *bar, const char *text);
/// Returns the text, to be freed with lq_free.
char *lq_find_bar_text(lq_find_bar *bar);
bool lq_find_bar_matches_case(lq_find_bar *bar);
bool lq_find_bar_whole_words(lq_find_bar *bar);
/// Sets the status beside the field, and its short form for a narrow bar. The caveat, if it is not
/// "", follows it, or has lines of its own below where it does not fit. `is_problem` colours the
/// field.
void lq_find_bar_set_status(
    lq_find_bar *bar, const char *text, const char *brief, const char *caveat, bool is_problem);
void lq_find_bar_set_steps_enabled(lq_find_bar *bar, bool is_enabled);
/// Gives the field the focus, with its text selected.
void lq_find_bar_focus(lq_find_bar *bar);
/// Returns the distance from the list's upper edge to the bar's lower edge, points.
int32_t lq_find_bar_reach(lq_find_bar *bar);

#ifdef __cplusplus
}
#endif
