// A popup of many small things to choose from, with a field to search them and buttons for their groups.
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
  /// With Shift held it stays open.
  void (*chosen)(void *context, int32_t index);
  /// It is gone when this returns; called exactly once.
  void (*closed)(void *context);
} lq_picker_callbacks;

typedef struct {
  const char *search, *empty;
  /// Symbols of the groups, and what they are called.
  const lq_choice *groups;
  int32_t group_count;
} lq_picker_words;

lq_picker *lq_picker_create(
    lq_surface *surface, const lq_picker_words *words, const lq_picker_callbacks *callbacks);
/// Replaces what there is to choose: a symbol and its name each. A group of -1 marks none.
void lq_picker_set_items(
    lq_picker *picker, const lq_choice *items, int32_t count, int32_t group);
/// At a point of its surface, above it where there is room.
void lq_picker_show(lq_picker *picker, double x, double y);
/// Above the composer's button for emoji; its field has the keys again afterwards.
void lq_picker_show_above(lq_picker *picker, lq_composer *composer);

#ifdef __cplusplus
}
#endif
