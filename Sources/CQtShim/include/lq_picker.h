// Popup of many symbols to choose from, with a search field and buttons for their groups.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lq_composer.h"
#include "lq_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_picker lq_picker;

typedef struct {
  void *context;
  void (*searched)(void *context, const char *text);
  void (*group)(void *context, int32_t index);
  /// A symbol was chosen; with Shift held the picker stays open.
  void (*chosen)(void *context, int32_t index);
  /// The picker has closed and is gone when this returns; called exactly once.
  void (*closed)(void *context);
} lq_picker_callbacks;

typedef struct {
  const char *search, *empty;
  /// Symbols and names of the groups.
  const lq_choice *groups;
  int32_t group_count;
} lq_picker_words;

lq_picker *lq_picker_create(
    lq_surface *surface, const lq_picker_words *words, const lq_picker_callbacks *callbacks);
/// Replaces the symbols, each with its name. A group of -1 selects none.
void lq_picker_set_items(
    lq_picker *picker, const lq_choice *items, int32_t count, int32_t group);
/// Shows it at a point of its surface, above the point if there is space.
void lq_picker_show(lq_picker *picker, double x, double y);
/// Shows it above the composer's emoji button; the field gets the focus back afterwards.
void lq_picker_show_above(lq_picker *picker, lq_composer *composer);

#ifdef __cplusplus
}
#endif
